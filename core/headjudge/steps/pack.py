"""Packing: the text of what was found, read from the corpus by the core, within a budget of bytes."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final

from headjudge.domain.cards import Card, Ruling
from headjudge.domain.passages import Kind, Passage, Reference
from headjudge.domain.questions import Inquiry
from headjudge.roles import Calls, Corpus
from headjudge.steps.fuse import Ranking
from headjudge.steps.rulebook import Rulebook
from headjudge.steps.standing import holds

__all__ = ["label_of_ruling", "oracle_passage", "pack", "ruling_passage"]

SHARES: Final = {Kind.ORACLE: 0.3, Kind.RULING: 0.16, Kind.CALL: 0.08, Kind.NOTE: 0.06, Kind.GLOSSARY: 0.04}
"""Most of the budget that each kind may take; rules get all that is left."""
LARGEST: Final = 2500
"""Bytes that the first group of rules may take. Trimmed groups show the exact rule more often than larger whole ones."""
DECLINE: Final = 0.1
"""How fast that falls: the n-th further group may take 1 / (1 + 0.1 n) of it, so that a dozen fit."""
LEAST: Final = 200
"""Bytes left at which packing ends: what still fits is titles without their rules."""


async def pack(ranking: Ranking, inquiry: Inquiry, corpus: Corpus, rulebook: Rulebook, calls: Calls, budget: int) -> tuple[Passage, ...]:
    """Return passages of at most *budget* bytes: groups of rules in their order, then Oracle texts, rulings and the rest.

    The Oracle text of the first card is there however long it is.
    """
    others: list[Passage] = []
    for kind, share in SHARES.items():
        room = int(share * budget)
        async for passage in _read(kind, ranking, inquiry, corpus, rulebook, calls):
            # A long text must not hide the shorter ones behind it.
            if passage.size <= room or (kind is Kind.ORACLE and passage.card == inquiry.cards[0].oracle_id):
                room -= passage.size
                others.append(passage)
    left = budget - sum(passage.size for passage in others)
    return (*_rules(ranking, rulebook, left), *others)


def _rules(ranking: Ranking, rulebook: Rulebook, room: int) -> Sequence[Passage]:
    scores = {reference.key: score for reference, score in ranking.of(Kind.RULE)}
    packed: list[Passage] = []
    for place, (group, _) in enumerate(ranking.groups):
        if room < LEAST:
            break
        members = [rule.number for rule in rulebook.groups.get(group, ())]
        kept = _within(members, scores, rulebook.sizes, min(room, LARGEST / (1 + DECLINE * place)))
        packed += (rulebook.passage(number, scores.get(number, 0.0)) for number in kept)
        room -= sum(map(rulebook.sizes.__getitem__, kept))
    return packed


def _within(members: Sequence[str], scores: Mapping[str, float], sizes: Mapping[str, int], room: float) -> Sequence[str]:
    """As much of a group as has *room*, in its order: the best rule first of all, then the parent, then the others by score."""
    if sum(map(sizes.__getitem__, members)) <= room:
        return members
    best = sorted(members, key=lambda number: -scores.get(number, 0.0))
    kept: set[str] = set()
    for number in dict.fromkeys((*best[:1], *members[:1], *best)):
        if sizes[number] <= room:
            kept.add(number)
            room -= sizes[number]
    return [number for number in members if number in kept]


async def _read(kind: Kind, ranking: Ranking, inquiry: Inquiry, corpus: Corpus, rulebook: Rulebook, calls: Calls) -> AsyncIterator[Passage]:
    if kind is Kind.ORACLE:
        for card in inquiry.cards:
            yield oracle_passage(card)
        return
    # One query a card, not one a ruling: nearly every ruling found is on a card of the question.
    found = {ruling.key: (ruling, card) for card in inquiry.cards for ruling in await corpus.rulings(card.oracle_id)} if kind is Kind.RULING else {}
    for reference, score in ranking.of(kind):
        if reference.key in found:
            yield ruling_passage(*found[reference.key], score)
        elif passage := await _passage(reference, score, corpus, rulebook, calls):
            yield passage


async def _passage(reference: Reference, score: float, corpus: Corpus, rulebook: Rulebook, calls: Calls) -> Passage | None:
    """The passage at *reference*; None when a leg referred to what is not there."""
    match reference.kind:
        case Kind.RULING:
            ruling = await corpus.ruling(reference.key)
            card = ruling and await corpus.card(ruling.oracle_id)
            return ruling_passage(ruling, card, score) if ruling and card else None
        case Kind.NOTE:
            note = next((note for note in await corpus.notes() if note.card == reference.key), None)
            return Passage(reference, f"Note, {note.card}", note.text, score=score) if note else None
        case Kind.GLOSSARY:
            entry = rulebook.glossary.get(reference.key)
            return Passage(reference, f"Glossary, {reference.key}", entry.text, score=score) if entry else None
        case Kind.CALL:
            call = await calls.call(int(reference.key)) if _is_number(reference.key) else None
            holding = call is not None and await holds(call, corpus, calls)
            return Passage(reference, "Prior call", call.answer.text, score=score) if call and holding else None
        case _:
            return None


def _is_number(key: str) -> bool:
    return key.isascii() and key.isdecimal() and len(key) < 19  # what a database can hold


def oracle_passage(card: Card) -> Passage:
    """Return the Oracle text of *card*."""
    return Passage(Reference(Kind.ORACLE, card.oracle_id), f"Oracle text, {card.name}", card.text, card.name, card.oracle_id)


def ruling_passage(ruling: Ruling, card: Card, score: float = 0.0) -> Passage:
    """Return *ruling* on *card*, labelled as the contract says."""
    return Passage(Reference(Kind.RULING, ruling.key), label_of_ruling(ruling, card), ruling.text, card.name, card.oracle_id, score)


def label_of_ruling(ruling: Ruling, card: Card) -> str:
    """Return ``Ruling (2021-03-19), Card``; a ruling without a date has no brackets."""
    day = f" ({ruling.published.isoformat()})" if ruling.published else ""
    return f"Ruling{day}, {card.name}"
