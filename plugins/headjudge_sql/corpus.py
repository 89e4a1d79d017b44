"""One generation of a corpus, read from its editions. Editions never change, so no transaction needs to be kept open."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

import attrs
import sqlalchemy as sa

from headjudge import (
    Alias,
    Card,
    CardName,
    Category,
    Concept,
    Corpus,
    Edition,
    GlossaryEntry,
    Note,
    PerEdition,
    Rule,
    Ruling,
    Section,
    Shelf,
    Symbol,
    Translation,
)
from headjudge_sql import rows, schema
from headjudge_sql.engine import Database

__all__ = ["Shelves", "SqlCorpus"]

T = TypeVar("T")

BATCH: Final = 500
"""Cards or rulings in memory at a time: some 10 ms of reading."""
NAMES: Final = 2000
"""Names read at a time."""
RECENT: Final = 1000
"""Cards, and cards' rulings, that stay in memory: a question reads each several times, and the next one often the same."""


def _in_edition(table: sa.Table) -> sa.ColumnElement[bool]:
    ours: sa.ColumnElement[bool] = table.c.edition == sa.bindparam("edition")
    return ours


# The SELECTs that questions make, made once: that takes longer than to run them.
_CARDS: Final = sa.select(schema.cards.c.oracle_id, schema.cards.c.payload).where(
    _in_edition(schema.cards), schema.cards.c.oracle_id.in_(sa.bindparam("oracle_ids", expanding=True))
)
_NAMED: Final = (
    sa.select(schema.card_names)
    .where(_in_edition(schema.card_names), schema.card_names.c.folded == sa.bindparam("folded"))
    .order_by(schema.card_names.c.position)
)
_RULINGS: Final = (
    sa.select(schema.rulings)
    .where(_in_edition(schema.rulings), schema.rulings.c.oracle_id == sa.bindparam("oracle_id"))
    .order_by(schema.rulings.c.published.nulls_first(), schema.rulings.c.position)
)


class Recent(Generic[T]):
    """What was read last of an edition, by Oracle id. An edition never changes once it can be read."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._kept: dict[tuple[int, str], T] = {}

    def recall(self, edition: int, oracle_ids: Iterable[str]) -> dict[str, T]:
        """Return what is kept of *oracle_ids*, by id."""
        return {oracle_id: self._kept[edition, oracle_id] for oracle_id in oracle_ids if (edition, oracle_id) in self._kept}

    def keep(self, edition: int, read: Mapping[str, T]) -> None:
        """Keep *read* for the next look; the oldest goes."""
        self._kept |= {(edition, oracle_id): thing for oracle_id, thing in read.items()}
        while len(self._kept) > RECENT:
            self._kept.pop(next(iter(self._kept)))


class Shelves:
    """The small shelves, kept in memory once they were read: of the two newest editions each; and the cards and rulings read last."""

    def __init__(self, database: Database) -> None:
        """Read from *database*."""
        self.rules: PerEdition[Sequence[Rule]] = PerEdition(lambda corpus: _rules(database, corpus), (Shelf.RULES,))
        self.sections = _kept(database, Section, Shelf.RULES)
        self.glossary = _kept(database, GlossaryEntry, Shelf.RULES)
        self.aliases = _kept(database, Alias, Shelf.ALIASES)
        self.notes = _kept(database, Note, Shelf.NOTES)
        self.symbols = _kept(database, Symbol, Shelf.SYMBOLS)
        self.categories = _kept(database, Category, Shelf.CATEGORIES)
        self.concepts = _kept(database, Concept, Shelf.CONCEPTS)
        self.cards: Recent[Card] = Recent()
        self.rulings: Recent[Sequence[Ruling]] = Recent()


def _kept(database: Database, kind: type[T], shelf: Shelf) -> PerEdition[Sequence[T]]:
    async def read(corpus: Corpus) -> Sequence[T]:
        table = schema.entries
        chosen = (table.c.edition == _edition(corpus, shelf), table.c.kind == rows.ENTRIES[kind])
        found = await database.look(sa.select(table.c.payload).where(*chosen).order_by(table.c.position))
        return tuple(rows.entry(row.payload, kind) for row in found)

    return PerEdition(read, (shelf,))


async def _rules(database: Database, corpus: Corpus) -> Sequence[Rule]:
    table = schema.rules
    found = await database.look(sa.select(table).where(table.c.edition == _edition(corpus, Shelf.RULES)).order_by(table.c.position))
    return tuple(map(rows.rule, found))


def _edition(corpus: Corpus, shelf: Shelf) -> int:
    """The edition of *shelf*; 0, which none has, where the corpus has no such shelf."""
    edition = corpus.editions.get(shelf)
    return edition.id if edition else 0


@attrs.frozen(eq=False)
class SqlCorpus:
    """A corpus as the role `Corpus` promises it."""

    generation: int
    """0 while it is a preview."""
    name: str
    release: str
    editions: Mapping[Shelf, Edition]
    _database: Database
    _shelves: Shelves

    async def sections(self) -> Sequence[Section]:
        return await self._shelves.sections.of(self)

    async def rules(self) -> Sequence[Rule]:
        return await self._shelves.rules.of(self)

    async def rule(self, number: str) -> Rule | None:
        table = schema.rules
        found = await self._first(table, Shelf.RULES, table.c.number, number)
        return rows.rule(found) if found else None

    async def glossary(self) -> Sequence[GlossaryEntry]:
        return await self._shelves.glossary.of(self)

    async def card(self, oracle_id: str) -> Card | None:
        return next(iter(await self.cards([oracle_id])), None)

    async def cards(self, oracle_ids: Sequence[str]) -> Sequence[Card]:
        edition = _edition(self, Shelf.CARDS)
        found = self._shelves.cards.recall(edition, oracle_ids)
        wanted = [oracle_id for oracle_id in dict.fromkeys(oracle_ids) if oracle_id not in found and rows.keepable(oracle_id)]
        for start in range(0, len(wanted), BATCH):
            some = await self._database.look(_CARDS.params(edition=edition, oracle_ids=wanted[start : start + BATCH]))
            read = {row.oracle_id: rows.card(row.payload) for row in some}
            self._shelves.cards.keep(edition, read)
            found |= read
        return [found[oracle_id] for oracle_id in oracle_ids if oracle_id in found]

    async def every_card(self) -> AsyncIterator[Card]:
        async for found in self._batches(schema.cards, Shelf.CARDS):
            for row in found:
                yield rows.card(row.payload)

    async def named(self, folded: str) -> Sequence[CardName]:
        if not rows.keepable(folded):
            return []
        found = await self._database.look(_NAMED.params(edition=_edition(self, Shelf.CARDS), folded=folded))
        return sorted(map(rows.card_name, found), key=lambda name: rows.strength(name.kind))

    async def names(self) -> Sequence[CardName]:
        placed: list[tuple[int, int, CardName]] = []
        async for row in self._named_rows(Shelf.CARDS):
            name = rows.card_name(row)
            placed.append((row.position, rows.strength(name.kind), name))
        placed.sort(key=lambda place: place[:2])
        return [name for _, _, name in placed]

    async def every_translation(self) -> AsyncIterator[Translation]:
        async for row in self._named_rows(Shelf.NAMES):
            yield rows.translation(row)

    async def _named_rows(self, shelf: Shelf) -> AsyncIterator[sa.Row[Any]]:
        """The rows of `card_names` that *shelf* has, in the order of their key."""
        table = schema.card_names
        key = (table.c.folded, table.c.oracle_id)
        last: tuple[str, str] = ("", "")
        select = sa.select(table).where(self._of(table, shelf)).order_by(*key).limit(NAMES)
        while found := await self._database.look(select.where(sa.tuple_(*key) > sa.tuple_(*last))):
            for row in found:
                yield row
            last = (found[-1].folded, found[-1].oracle_id)

    async def rulings(self, oracle_id: str) -> Sequence[Ruling]:
        if not rows.keepable(oracle_id):
            return []
        edition = _edition(self, Shelf.RULINGS)
        if kept := self._shelves.rulings.recall(edition, [oracle_id]):
            return kept[oracle_id]
        found = await self._database.look(_RULINGS.params(edition=edition, oracle_id=oracle_id))
        read = tuple(rows.ruling(row) for row in found)
        self._shelves.rulings.keep(edition, {oracle_id: read})
        return read

    async def ruling(self, key: str) -> Ruling | None:
        found = await self._first(schema.rulings, Shelf.RULINGS, schema.rulings.c.key, key)
        return rows.ruling(found) if found else None

    async def every_ruling(self) -> AsyncIterator[Ruling]:
        async for found in self._batches(schema.rulings, Shelf.RULINGS):
            for row in found:
                yield rows.ruling(row)

    async def aliases(self) -> Sequence[Alias]:
        return await self._shelves.aliases.of(self)

    async def notes(self) -> Sequence[Note]:
        return await self._shelves.notes.of(self)

    async def symbols(self) -> Sequence[Symbol]:
        return await self._shelves.symbols.of(self)

    async def categories(self) -> Sequence[Category]:
        return await self._shelves.categories.of(self)

    async def concepts(self) -> Sequence[Concept]:
        return await self._shelves.concepts.of(self)

    def _of(self, table: sa.Table, shelf: Shelf) -> sa.ColumnElement[bool]:
        ours: sa.ColumnElement[bool] = table.c.edition == _edition(self, shelf)
        return ours

    async def _first(self, table: sa.Table, shelf: Shelf, column: sa.Column[Any], key: str) -> sa.Row[Any] | None:
        """The first row of *shelf* whose *column* is *key*."""
        if not rows.keepable(key):
            return None
        select = sa.select(table).where(self._of(table, shelf), column == key).order_by(table.c.position).limit(1)
        return next(iter(await self._database.look(select)), None)

    async def _batches(self, table: sa.Table, shelf: Shelf) -> AsyncIterator[Sequence[sa.Row[Any]]]:
        """The rows of *shelf* in order, a batch at a time; no transaction is open while a batch is used."""
        last = -1
        select = sa.select(table).where(self._of(table, shelf)).order_by(table.c.position).limit(BATCH)
        while found := await self._database.look(select.where(table.c.position > last)):
            yield found
            last = found[-1].position
