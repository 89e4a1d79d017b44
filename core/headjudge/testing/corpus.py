"""A corpus in memory, made of the values that sources give."""

import datetime
import zlib
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, TypeVar

import attrs

from headjudge.domain.cards import Alias, Card, Note, Printing, Ruling, Symbol, Translation
from headjudge.domain.names import CardName, NameKind, fold, short_name
from headjudge.domain.rules import Category, Concept, GlossaryEntry, Release, Rule, Section
from headjudge.roles import Corpus, Edition, RowOf, Shelf

__all__ = ["SHELF_OF", "MemoryCorpus"]

T = TypeVar("T")

SHELF_OF: Final[Mapping[type, Shelf]] = {
    Release: Shelf.RULES,
    Section: Shelf.RULES,
    Rule: Shelf.RULES,
    GlossaryEntry: Shelf.RULES,
    Card: Shelf.CARDS,
    Printing: Shelf.CARDS,
    Ruling: Shelf.RULINGS,
    Alias: Shelf.ALIASES,
    Note: Shelf.NOTES,
    Symbol: Shelf.SYMBOLS,
    Category: Shelf.CATEGORIES,
    Concept: Shelf.CONCEPTS,
    Translation: Shelf.NAMES,
}
"""The shelf on which each type of value stands."""
_LOADED: Final = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)
_STRENGTH: Final = list(NameKind)


@attrs.frozen(eq=False)
class MemoryCorpus:
    """A corpus as the role `Corpus` promises it. `MemoryCorpus.of` makes one of a few values."""

    generation: int
    name: str
    editions: Mapping[Shelf, Edition]
    shelved: Mapping[Shelf, Sequence[RowOf]]
    """The rows of each edition."""

    @classmethod
    def of(cls, rows: Iterable[RowOf], name: str = "practice", generation: int = 1) -> "MemoryCorpus":
        """Return a corpus that holds *rows*, each on its shelf. Equal rows make equal editions, so that indexes can tell."""
        shelved: dict[Shelf, list[RowOf]] = {}
        for row in rows:
            shelved.setdefault(SHELF_OF[type(row)], []).append(row)
        editions = {shelf: _edition(shelf, shelved[shelf]) for shelf in Shelf if shelf in shelved}
        return cls(generation, name, editions, shelved)

    @classmethod
    async def copied(cls, corpus: Corpus) -> "MemoryCorpus":
        """Return all that *corpus* says, in memory."""
        day = [Release(datetime.datetime.strptime(corpus.release, "%Y%m%d").date())] if corpus.release else []  # noqa: DTZ007  (a day has no zone)
        cards = [card async for card in corpus.every_card()]
        own = {(card.oracle_id, name) for card in cards for name in card.printed_names}
        printed = [name for name in await corpus.names() if name.kind is NameKind.PRINTED and (name.oracle_id, name.text) not in own]
        rows: list[RowOf] = [*day, *await corpus.sections(), *await corpus.rules(), *await corpus.glossary(), *cards]
        rows += [Printing(name.oracle_id, name.text) for name in printed]
        rows += [ruling async for ruling in corpus.every_ruling()]
        rows += [*await corpus.aliases(), *await corpus.notes(), *await corpus.symbols(), *await corpus.categories(), *await corpus.concepts()]
        rows += [translation async for translation in corpus.every_translation()]
        return cls.of(rows, corpus.name, corpus.generation)

    def with_rows(self, *rows: RowOf) -> "MemoryCorpus":
        """Return this corpus with *rows* behind what is on their shelves."""
        return MemoryCorpus.of((*(row for shelf in Shelf for row in self.shelved.get(shelf, ())), *rows), self.name, self.generation)

    @property
    def release(self) -> str:
        """See `headjudge.roles.Corpus`."""
        return next((row.key for row in self._all(Shelf.RULES, Release)), "")

    def _all(self, shelf: Shelf, kind: type[T]) -> tuple[T, ...]:
        return tuple(row for row in self.shelved.get(shelf, ()) if isinstance(row, kind))

    async def sections(self) -> Sequence[Section]:
        return self._all(Shelf.RULES, Section)

    @cached_property
    def _rules(self) -> dict[str, Rule]:
        return {rule.number: rule for rule in reversed(self._all(Shelf.RULES, Rule))}

    async def rules(self) -> Sequence[Rule]:
        return self._all(Shelf.RULES, Rule)

    async def rule(self, number: str) -> Rule | None:
        return self._rules.get(number)

    async def glossary(self) -> Sequence[GlossaryEntry]:
        return self._all(Shelf.RULES, GlossaryEntry)

    @cached_property
    def _cards(self) -> dict[str, Card]:
        return {card.oracle_id: card for card in self._all(Shelf.CARDS, Card)}

    async def card(self, oracle_id: str) -> Card | None:
        return self._cards.get(oracle_id)

    async def cards(self, oracle_ids: Sequence[str]) -> Sequence[Card]:
        return [self._cards[oracle_id] for oracle_id in oracle_ids if oracle_id in self._cards]

    async def every_card(self) -> AsyncIterator[Card]:
        for card in self._all(Shelf.CARDS, Card):
            yield card

    @cached_property
    def _names(self) -> Mapping[tuple[str, str], CardName]:
        """By (Oracle id, folded name): of names that fold alike, the first and strongest."""
        names: dict[tuple[str, str], CardName] = {}
        for card in self._all(Shelf.CARDS, Card):
            for name in _names_of(card):
                names.setdefault((card.oracle_id, fold(name.text)), name)
        for printing in self._all(Shelf.CARDS, Printing):
            if card_of := self._cards.get(printing.oracle_id):
                name = CardName(printing.printed_name, NameKind.PRINTED, card_of.oracle_id, card_of.name)
                names.setdefault((card_of.oracle_id, fold(name.text)), name)
        return names

    async def named(self, folded: str) -> Sequence[CardName]:
        found = [name for (_, key), name in self._names.items() if key == folded]
        return sorted(found, key=lambda name: _STRENGTH.index(name.kind))

    async def names(self) -> Sequence[CardName]:
        return tuple(self._names.values())

    async def every_translation(self) -> AsyncIterator[Translation]:
        unique: dict[tuple[str, str], Translation] = {}
        for translation in self._all(Shelf.NAMES, Translation):
            unique.setdefault((translation.oracle_id, fold(translation.name)), translation)
        for translation in unique.values():
            yield translation

    async def rulings(self, oracle_id: str) -> Sequence[Ruling]:
        found = [ruling for ruling in self._all(Shelf.RULINGS, Ruling) if ruling.oracle_id == oracle_id]
        return sorted(found, key=lambda ruling: ruling.published or datetime.date.min)

    async def ruling(self, key: str) -> Ruling | None:
        return next((ruling for ruling in self._all(Shelf.RULINGS, Ruling) if ruling.key == key), None)

    async def every_ruling(self) -> AsyncIterator[Ruling]:
        for ruling in self._all(Shelf.RULINGS, Ruling):
            yield ruling

    async def aliases(self) -> Sequence[Alias]:
        return self._all(Shelf.ALIASES, Alias)

    async def notes(self) -> Sequence[Note]:
        return self._all(Shelf.NOTES, Note)

    async def symbols(self) -> Sequence[Symbol]:
        return self._all(Shelf.SYMBOLS, Symbol)

    async def categories(self) -> Sequence[Category]:
        return self._all(Shelf.CATEGORIES, Category)

    async def concepts(self) -> Sequence[Concept]:
        return self._all(Shelf.CONCEPTS, Concept)


def _edition(shelf: Shelf, rows: Sequence[RowOf]) -> Edition:
    return Edition(zlib.crc32(repr(rows).encode(errors="surrogatepass")), shelf, "memory", "1", len(rows), _LOADED)


def _names_of(card: Card) -> Iterator[CardName]:
    faces = [face.name for face in card.faces]
    shorts = [short for name in (card.name, *faces) if (short := short_name(name))]
    by_kind = {NameKind.CARD: [card.name], NameKind.FACE: faces, NameKind.PRINTED: card.printed_names, NameKind.SHORT: shorts}
    for kind, names in by_kind.items():
        yield from (CardName(name, kind, card.oracle_id, card.name) for name in names)
