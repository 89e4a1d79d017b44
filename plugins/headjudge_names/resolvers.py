"""The four rungs on which a name is looked up; the core asks them in the order of `Rung`."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Final

import attrs

from headjudge import Card, Corpus, NameKind, Rung, Span
from headjudge_names.lexicon import Lexicon, Lexicons
from headjudge_names.readings import readings

__all__ = ["AliasResolver", "FuzzyResolver", "PrintedResolver", "ShortResolver"]

_EXACT: Final = (NameKind.CARD, NameKind.FACE, NameKind.PRINTED)
# “Sheoldred” is a face of one card and what players call two others: who is meant is asked, not guessed.
_TIED: Final = {
    NameKind.CARD: (NameKind.CARD,),
    NameKind.FACE: (NameKind.FACE, NameKind.SHORT),
    NameKind.PRINTED: (NameKind.PRINTED, NameKind.SHORT),
}


@attrs.frozen
class AliasResolver:
    """Nicknames and abbreviations: ``goyf``, ``stp``. A name that is a card's as it stands is never read as one."""

    lexicons: Lexicons
    name: str = "aliases"
    rung: Rung = Rung.ALIAS

    async def resolve(self, span: Span, corpus: Corpus) -> Sequence[Card]:
        lexicon = await self.lexicons.of(corpus)
        forms = takewhile(lambda form: form not in lexicon.real, readings(span.text))
        return await corpus.cards(lexicon.ids_of(_first(forms, lexicon.aliases)))

    async def prepare(self, corpus: Corpus) -> None:
        await self.lexicons.of(corpus)


@attrs.frozen
class PrintedResolver:
    """The names that stand on cards: a card's own beats a face's, a face's beats one that a printing carries instead."""

    name: str = "printed names"
    rung: Rung = Rung.PRINTED

    async def resolve(self, span: Span, corpus: Corpus) -> Sequence[Card]:
        for form in readings(span.text):
            names = await corpus.named(form)
            if kind := next((kind for kind in _EXACT if any(name.kind is kind for name in names)), None):
                return await corpus.cards(list(dict.fromkeys(name.oracle_id for name in names if name.kind in _TIED[kind])))
        return ()


@attrs.frozen
class ShortResolver:
    """What players call a legend: the part before the comma, or the first words of a name without one."""

    lexicons: Lexicons
    name: str = "short names"
    rung: Rung = Rung.SHORT

    async def resolve(self, span: Span, corpus: Corpus) -> Sequence[Card]:
        lexicon = await self.lexicons.of(corpus)
        return await corpus.cards(lexicon.ids_of(_first(readings(span.text), lexicon.short)))


@attrs.frozen
class FuzzyResolver:
    """Near spellings of whole, short and faces' names; alone only when nothing else is nearly as near."""

    lexicons: Lexicons
    name: str = "near spellings"
    rung: Rung = Rung.FUZZY

    async def resolve(self, span: Span, corpus: Corpus) -> Sequence[Card]:
        lexicon = await self.lexicons.of(corpus)
        return await corpus.cards(lexicon.ids_of(near_cards(span.text, lexicon)))


def near_cards(text: str, lexicon: Lexicon) -> tuple[int, ...]:
    """Return the cards whose names *text* is near, without its possessive where that is nearer."""
    found = [lexicon.near.meant(form) for form in readings(text)[:2]]
    return min((cards for cards in found if cards), key=len, default=())


def _first(forms: Iterable[str], names: Mapping[str, tuple[int, ...]]) -> tuple[int, ...]:
    """What the first of *forms* that is among *names* means."""
    return next((names[form] for form in forms if form in names), ())
