"""The law of names: from spans to cards rung by rung; a tie is a choice for the asker, never a guess."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from headjudge.domain.answers import Ambiguous, Choice, Declined, NotFound, Reason
from headjudge.domain.cards import Card
from headjudge.domain.names import NameKind, Span, fold
from headjudge.domain.questions import PINS, Inquiry, Reading
from headjudge.roles import Corpus, Resolver

__all__ = ["CHOICES", "meaning", "resolve"]

CHOICES: Final = 5
"""Most choices of an ambiguous name: a limit of the contract."""


async def resolve(reading: Reading, corpus: Corpus, resolvers: Sequence[Resolver]) -> Inquiry | Ambiguous | NotFound | Declined:
    """Return *reading* with a card for every span, or every ambiguous name at once, or every name that means nothing."""
    pinned = {fold(pin.name) for pin in reading.question.pins}
    meanings = [(span, await _meant(span, fold(span.text) in pinned, corpus, resolvers)) for span in reading.spans]
    choices = tuple(found for _, found in meanings if isinstance(found, Choice))
    if len(choices) > PINS:
        return Declined(f"{len(choices)} names can each mean several cards; write them as [[Full Name]].", Reason.UNANSWERED)
    if choices:
        return Ambiguous(choices)
    if missing := tuple(span.text for span, found in meanings if found is None):
        return NotFound(missing)
    found_cards = [(span, found) for span, found in meanings if isinstance(found, Card)]
    return Inquiry(reading, _unique(card for _, card in found_cards), tuple((span.text, card.name) for span, card in found_cards))


async def _meant(span: Span, pinned: bool, corpus: Corpus, resolvers: Sequence[Resolver]) -> Card | Choice | None:  # noqa: FBT001
    """What *span* means. A pinned name is a card's own or none: it was chosen from what we offered."""
    if not (pinned and span.bracketed):
        return await meaning(span, corpus, resolvers)
    exact = await _exact(span, corpus)
    return None if not exact else exact[0] if len(exact) == 1 else _choice(span, exact)


async def meaning(span: Span, corpus: Corpus, resolvers: Sequence[Resolver]) -> Card | Choice | None:
    """Return the one card that *span* means, the choice that it leaves, or None when it means nothing."""
    if span.bracketed and (exact := await _exact(span, corpus)):
        return exact[0] if len(exact) == 1 else _choice(span, exact)
    for _, rung in groupby(sorted(resolvers, key=lambda r: (r.rung, r.name)), key=lambda r: r.rung):
        ids = [card.oracle_id for resolver in rung for card in await resolver.resolve(span, corpus)]
        # Read anew: what a resolver hands over only says which card is meant, never what stands on it.
        cards = await corpus.cards(list(dict.fromkeys(ids)))
        if cards:
            # What stands in brackets and is no exact name is only ever offered.
            return cards[0] if len(cards) == 1 and not span.bracketed else _choice(span, cards)
    return None


async def _exact(span: Span, corpus: Corpus) -> Sequence[Card]:
    """The cards of which *span* is the own name; where there is none, those of which it is a face's name."""
    names = await corpus.named(fold(span.text))
    for kind in (NameKind.CARD, NameKind.FACE):
        if ids := list(dict.fromkeys(name.oracle_id for name in names if name.kind is kind)):
            return await corpus.cards(ids)
    return ()


def _choice(span: Span, cards: Sequence[Card]) -> Choice:
    names = tuple(dict.fromkeys(card.name for card in cards))
    return Choice(span.text, names[:CHOICES], truncated=len(names) > CHOICES)


def _unique(cards: Iterable[Card]) -> tuple[Card, ...]:
    unique: dict[str, Card] = {}
    for card in cards:
        unique.setdefault(card.oracle_id, card)
    return tuple(unique.values())
