"""The four rungs on which a name is looked up; the core asks them in the order of `Rung`."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

import attrs

from headjudge import Corpus, Rung, Span, fold
from headjudge_names.lexicon import Lexicon, Lexicons
from headjudge_names.readings import owner, readings

__all__ = ["AliasResolver", "FuzzyResolver", "PrintedResolver", "ShortResolver"]


@attrs.frozen
class AliasResolver:
    """Nicknames and abbreviations: ``goyf``, ``stp``. A name that is a card's as it stands is never read as one."""

    lexicons: Lexicons
    name: str = "aliases"
    rung: Rung = Rung.ALIAS

    async def resolve(self, span: Span, corpus: Corpus) -> Sequence[str]:
        lexicon = await self.lexicons.of(corpus)
        forms = takewhile(lambda form: form not in lexicon.real, readings(span.text))
        return lexicon.ids_of(_first(forms, lexicon.aliases))

    async def prepare(self, corpus: Corpus) -> None:
        await self.lexicons.of(corpus)


@attrs.frozen
class PrintedResolver:
    """The names that stand on cards: a card's own beats a face's, a face's one that a printing carries instead, that one in another language."""

    lexicons: Lexicons
    name: str = "printed names"
    rung: Rung = Rung.PRINTED

    async def resolve(self, span: Span, corpus: Corpus) -> Sequence[str]:
        lexicon = await self.lexicons.of(corpus)
        return lexicon.ids_of(_printed(readings(span.text), lexicon))


@attrs.frozen
class ShortResolver:
    """What players call a legend: the part before the comma, or the first words of a name without one."""

    lexicons: Lexicons
    name: str = "short names"
    rung: Rung = Rung.SHORT

    async def resolve(self, span: Span, corpus: Corpus) -> Sequence[str]:
        lexicon = await self.lexicons.of(corpus)
        return lexicon.ids_of(_first(readings(span.text), lexicon.short))


@attrs.frozen
class FuzzyResolver:
    """Near spellings of whole, short and faces' names; alone only when nothing else is nearly as near."""

    lexicons: Lexicons
    name: str = "near spellings"
    rung: Rung = Rung.FUZZY

    async def resolve(self, span: Span, corpus: Corpus) -> Sequence[str]:
        lexicon = await self.lexicons.of(corpus)
        return lexicon.ids_of(near_cards(span.text, lexicon))


def _printed(forms: Sequence[str], lexicon: Lexicon) -> tuple[int, ...]:
    """The cards on which one of *forms* is printed; in another language only where nothing is called so in the game's own."""
    own = _first(forms, lexicon.exact)
    if own or any(form in lexicon.short for form in forms):
        return own
    return next((cards for form in forms if (cards := lexicon.translated.cards(form))), ())


def near_cards(text: str, lexicon: Lexicon) -> tuple[int, ...]:
    """Return the cards whose names *text* is near, without its possessive where that is nearer."""
    found = [lexicon.near.meant(form) for form in dict.fromkeys((fold(text), owner(text)))]
    return min((cards for cards in found if cards), key=len, default=())


def _first(forms: Iterable[str], names: Mapping[str, tuple[int, ...]]) -> tuple[int, ...]:
    """What the first of *forms* that is among *names* means."""
    return next((names[form] for form in forms if form in names), ())
