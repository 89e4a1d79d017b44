"""The law of names: from spans to cards rung by rung; a tie that the asker's own words do not break is a choice, never a guess."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final

import attrs

from headjudge.domain.answers import Ambiguous, Choice, Declined, NotFound, Reason
from headjudge.domain.cards import Card
from headjudge.domain.names import NameKind, Span, fold
from headjudge.domain.questions import PINS, Inquiry, Reading
from headjudge.roles import Corpus, Resolver

__all__ = ["CHOICES", "meaning", "resolve"]

CHOICES: Final = 5
"""Most choices of an ambiguous name: a limit of the contract."""


@attrs.frozen
class _Candidates:
    """The cards that a rung knows for a span."""

    ids: Sequence[str]
    exact: bool = False
    """The span is the very name of each: even in brackets one is taken without asking."""


_Rungs = Iterator[Callable[[], Awaitable[_Candidates]]]
"""The rungs of a span in their order, each to be asked when those above it know nothing."""


async def resolve(reading: Reading, corpus: Corpus, resolvers: Sequence[Resolver]) -> Inquiry | Ambiguous | NotFound | Declined:
    """Return *reading* with a card for every span, or every ambiguous name at once, or every name that means nothing."""
    pinned = {fold(pin.name) for pin in reading.question.pins}
    # A pinned name is a card's own or none: it was chosen from what we offered.
    rungs = [_rungs(span, corpus, () if span.bracketed and fold(span.text) in pinned else resolvers) for span in reading.spans]
    words = frozenset(fold(reading.question.pinned_text).split())
    meanings = list(zip(reading.spans, await _meanings(reading.spans, rungs, corpus, words), strict=True))
    choices = tuple(found for _, found in meanings if isinstance(found, Choice))
    if len(choices) > PINS:
        return Declined(f"{len(choices)} names can each mean several cards; write them as [[Full Name]].", Reason.UNANSWERED)
    if choices:
        return Ambiguous(choices)
    if missing := tuple(span.text for span, found in meanings if found is None):
        return NotFound(missing)
    found_cards = [(span, found) for span, found in meanings if isinstance(found, Card)]
    return Inquiry(reading, _unique(card for _, card in found_cards), tuple((span.text, card.name) for span, card in found_cards))


async def meaning(span: Span, corpus: Corpus, resolvers: Sequence[Resolver]) -> Card | Choice | None:
    """Return the one card that *span* means, the choice that it leaves, or None when it means nothing."""
    return (await _meanings([span], [_rungs(span, corpus, resolvers)], corpus))[0]


async def _meanings(spans: Sequence[Span], rungs: Sequence[_Rungs], corpus: Corpus, words: Collection[str] = ()) -> list[Card | Choice | None]:
    """What each of *spans* means by the first of its *rungs* that knows a card; the cards of all are read together.

    *words* are those of the question, folded: the one candidate whose whole name stands among them is meant.
    """
    found: list[Card | Choice | None] = [None] * len(spans)
    asking = dict(enumerate(rungs))
    while asking:
        known = {place: candidates for place, left in asking.items() if (candidates := await _known(left))}
        ids = dict.fromkeys(oracle_id for candidates in known.values() for oracle_id in candidates.ids)
        cards = {card.oracle_id: card for card in await corpus.cards(list(ids))}
        for place, candidates in known.items():
            known_cards = [cards[oracle_id] for oracle_id in candidates.ids if oracle_id in cards]
            found[place] = _decided(spans[place], candidates, _told_apart(spans[place], known_cards, words))
        asking = {place: asking[place] for place in known if found[place] is None}
    return found


async def _known(rungs: _Rungs) -> _Candidates | None:
    """What the first of *rungs* knows that knows anything."""
    for ask in rungs:
        if (candidates := await ask()).ids:
            return candidates
    return None


def _told_apart(span: Span, cards: Sequence[Card], words: Collection[str]) -> Sequence[Card]:
    """The one of *cards* whose every word is among *words*, if there is just one: “Orla (the regent of ash)”; else all of them."""
    if span.bracketed:
        return cards
    whole = [card for card in cards if set(fold(card.name).split()) <= set(words)]
    return whole if len(whole) == 1 else cards


def _decided(span: Span, candidates: _Candidates, cards: Sequence[Card]) -> Card | Choice | None:
    """What *span* means when it can be *cards*. What stands in brackets and is no exact name is only ever offered."""
    if not cards:
        return None
    # Cards of one full name cannot be told apart by a choice of names: the first stands for all.
    alone = len({card.name for card in cards}) == 1
    return cards[0] if alone and (candidates.exact or not span.bracketed) else _choice(span, cards)


def _rungs(span: Span, corpus: Corpus, resolvers: Sequence[Resolver]) -> _Rungs:
    """Give the rungs of *span*; what is in brackets is first of all an exact name."""
    if span.bracketed:
        yield partial(_exact, span, corpus)
    for _, rung in groupby(sorted(resolvers, key=lambda r: (r.rung, r.name)), key=lambda r: r.rung):
        yield partial(_asked, tuple(rung), span, corpus)


async def _exact(span: Span, corpus: Corpus) -> _Candidates:
    """The cards of which *span* is the own name; where there is none, those of which it is a face's name."""
    names = await corpus.named(fold(span.text))
    own = [name.oracle_id for name in names if name.kind is NameKind.CARD]
    return _Candidates(_once(own or [name.oracle_id for name in names if name.kind is NameKind.FACE]), exact=True)


async def _asked(rung: Sequence[Resolver], span: Span, corpus: Corpus) -> _Candidates:
    """What the resolvers of one *rung* know."""
    return _Candidates(_once([oracle_id for resolver in rung for oracle_id in await resolver.resolve(span, corpus)]))


def _once(ids: Iterable[str]) -> Sequence[str]:
    return tuple(dict.fromkeys(ids))


def _choice(span: Span, cards: Sequence[Card]) -> Choice:
    names = tuple(dict.fromkeys(card.name for card in cards))
    return Choice(span.text, names[:CHOICES], truncated=len(names) > CHOICES)


def _unique(cards: Iterable[Card]) -> tuple[Card, ...]:
    unique: dict[str, Card] = {}
    for card in cards:
        unique.setdefault(card.oracle_id, card)
    return tuple(unique.values())
