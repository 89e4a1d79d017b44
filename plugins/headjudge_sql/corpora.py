"""The generations of the corpora: which is in force, how the next is made, and how old ones go."""

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from types import MappingProxyType
from typing import Any, Final

import attrs
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from headjudge import Corpus, CorpusAbsent, Edition, RowOf, Shelf, StoreFailed
from headjudge_sql import schema, shelving
from headjudge_sql.corpus import Shelves, SqlCorpus
from headjudge_sql.engine import Database
from headjudge_sql.locks import LoadingRight, living

__all__ = ["SqlCorpora"]

HELD: Final = datetime.timedelta(hours=2)
"""For how long after it was superseded a question or a case may still hold a generation."""


def _generations(which: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """The SELECT of the editions of the generation of which *which* is true."""
    generations, parts, editions = schema.generations, schema.generation_editions, schema.editions
    joined = generations.join(parts, parts.c.generation == generations.c.id).join(editions, editions.c.id == parts.c.edition)
    select = sa.select(generations.c.id.label("generation"), generations.c.corpus, generations.c.release.label("released"), editions)
    return select.select_from(joined).where(which)


# Made once, for every question asks for it: that takes longer than to run it.
_CURRENT: Final = _generations(schema.generations.c.id == sa.select(sa.func.max(schema.generations.c.id)).scalar_subquery())


@attrs.define(eq=False)
class SqlCorpora:
    """The corpora as the role `Corpora` promises them."""

    _database: Database
    _clock: Callable[[], datetime.datetime]
    _right: LoadingRight
    _shelves: Shelves
    _newest: SqlCorpus | None = attrs.field(default=None, init=False)
    """The generation that was in force last: while it is, all questions share it, and what is built for it is found at once."""

    async def current(self) -> Corpus:
        found = await self._database.look(_CURRENT)
        if not found:
            raise CorpusAbsent(f"no corpus was ever loaded into the database {self._database.name}; run `judge refresh`")
        if self._newest is None or self._newest.generation != found[0].generation:
            self._newest = self._read(found)
        return self._newest

    async def at(self, generation: int) -> Corpus:
        found = await self._database.look(_generations(schema.generations.c.id == generation))
        if not found:
            raise CorpusAbsent(f"the generation {generation} of the corpora was never in force or is gone; ask the one in force")
        return self._read(found)

    def _read(self, found: Sequence[sa.Row[Any]]) -> SqlCorpus:
        editions_by_shelf = _by_shelf([_edition(row) for row in found])
        return self._corpus(found[0].generation, found[0].corpus, found[0].released, editions_by_shelf)

    def _corpus(self, generation: int, name: str, release: str, editions: Mapping[Shelf, Edition]) -> SqlCorpus:
        return SqlCorpus(generation, name, release, editions, self._database, self._shelves)

    def loading(self) -> AbstractAsyncContextManager[None]:
        return self._right.held()

    async def begin(self, shelf: Shelf, source: str, version: str) -> int:
        row = {"shelf": shelf.value, "source": source, "version": version, "release": "", "rows": 0}
        insert = sa.insert(schema.editions).values(**row, loaded=self._clock(), finished=False, loader=self._right.token)
        async with self._database.writing() as connection:
            return int((await connection.execute(insert.returning(schema.editions.c.id))).scalar_one())

    async def add(self, edition: int, rows: Sequence[RowOf]) -> None:
        await shelving.add(self._database, edition, rows)

    async def finish(self, edition: int) -> Edition:
        table = schema.editions
        update = sa.update(table).where(table.c.id == edition, ~table.c.finished).values(finished=True, loaded=self._clock()).returning(table)
        async with self._database.writing() as connection:
            found = (await connection.execute(update)).first()
        if found is None:
            raise StoreFailed(f"the edition {edition} is finished or gone; begin another")
        return _edition(found)

    async def preview(self, name: str, editions: Mapping[Shelf, Edition]) -> Corpus:
        table = schema.editions
        wanted = [edition.id for edition in editions.values()]
        async with self._database.reading() as connection:
            found = (await connection.execute(sa.select(table).where(table.c.id.in_(wanted), table.c.finished))).all()
        known = {row.id: row for row in found}
        for shelf, edition in editions.items():
            if edition.id not in known or known[edition.id].shelf != shelf.value:
                raise StoreFailed(f"the edition {edition.id} is no finished edition of the {shelf.value}; load it again")
        rules = editions.get(Shelf.RULES)
        return self._corpus(0, name, known[rules.id].release if rules else "", _by_shelf(editions.values()))

    async def switch(self, corpus: Corpus) -> Corpus:
        if not corpus.editions:
            raise StoreFailed("a corpus of no edition cannot be put in force; load a shelf first")
        generation = sa.insert(schema.generations).values(corpus=corpus.name, release=corpus.release, switched=self._clock())
        async with self._database.writing() as connection:
            await self._right.confirm(connection)
            number = int((await connection.execute(generation.returning(schema.generations.c.id))).scalar_one())
            parts = [{"generation": number, "shelf": shelf.value, "edition": edition.id} for shelf, edition in corpus.editions.items()]
            await connection.execute(sa.insert(schema.generation_editions), parts)
        return self._corpus(number, corpus.name, corpus.release, corpus.editions)

    async def sweep(self) -> int:
        async with self._database.writing() as connection:
            await self._drop_generations(connection)
            doomed = await self._doom_editions(connection)
        gone = 0
        for edition in doomed:
            gone += await shelving.empty(self._database, edition)
            async with self._database.writing() as connection:
                await connection.execute(sa.delete(schema.editions).where(schema.editions.c.id == edition))
        return gone

    async def _drop_generations(self, connection: AsyncConnection) -> None:
        """Forget the generations whose successor has been in force for so long that nobody holds them."""
        table = schema.generations
        enough = sa.select(sa.func.max(table.c.id)).where(table.c.switched < self._clock() - HELD).scalar_subquery()
        await connection.execute(sa.delete(table).where(table.c.id < enough))

    async def _doom_editions(self, connection: AsyncConnection) -> Sequence[int]:
        """Close the editions that nobody can come to read, so that none becomes part of a generation, and return them."""
        now, table = self._clock(), schema.editions
        used = sa.select(schema.generation_editions.c.edition)
        abandoned = sa.or_(~table.c.finished, table.c.loaded < now - HELD)
        ours = sa.and_(table.c.loader != "", table.c.loader == await living(connection, now))
        update = sa.update(table).where(table.c.id.not_in(used), abandoned, ~ours).values(finished=False)
        return [int(row.id) for row in await connection.execute(update.returning(table.c.id))]


def _edition(row: sa.Row[Any]) -> Edition:
    return Edition(row.id, Shelf(row.shelf), row.source, row.version, row.rows, row.loaded)


def _by_shelf(editions: Iterable[Edition]) -> Mapping[Shelf, Edition]:
    """The editions in the order of the shelves."""
    given = {edition.shelf: edition for edition in editions}
    return MappingProxyType({shelf: given[shelf] for shelf in Shelf if shelf in given})  # lent to every plugin
