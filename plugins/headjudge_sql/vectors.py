"""Vectors of texts, and which embedder's are in use."""

import datetime
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

import attrs
import sqlalchemy as sa

from headjudge import Space
from headjudge_sql.engine import Database
from headjudge_sql.schema import InsertMissing, embedders, vectors
from headjudge_sql.shelving import brief

__all__ = ["SqlVectors"]

NAMED: Final = 500
"""Keys that one statement names: SQLite takes 32,766 values, old ones 999."""


@attrs.frozen(eq=False)
class SqlVectors:
    """The vectors as the role `Vectors` promises them."""

    _database: Database
    _clock: Callable[[], datetime.datetime]

    async def held(self) -> Space | None:
        newest = sa.select(embedders.c.name, embedders.c.dimension).order_by(embedders.c.since.desc(), embedders.c.name).limit(1)
        async with self._database.reading() as connection:
            found = (await connection.execute(newest)).first()
        return Space(found.name, found.dimension) if found else None

    async def adopt(self, space: Space) -> None:
        row = {"name": space.embedder, "dimension": space.dimension, "since": self._clock()}
        async with self._database.writing() as connection:
            await connection.execute(sa.delete(embedders))
            await connection.execute(InsertMissing(embedders).values(row))

    async def get(self, space: Space, keys: Collection[str]) -> Mapping[str, bytes]:
        ours = sa.and_(vectors.c.embedder == space.embedder, vectors.c.dimension == space.dimension)
        select = sa.select(vectors.c.text_hash, vectors.c.vector).where(ours)
        found: dict[str, bytes] = {}
        async with self._database.reading() as connection:
            for some in _parts(keys):
                rows = await connection.execute(select.where(vectors.c.text_hash.in_(some)))
                found.update((row.text_hash, row.vector) for row in rows)
        return found

    async def add(self, space: Space, vectors_by_key: Mapping[str, bytes]) -> None:
        ours = {"embedder": space.embedder, "dimension": space.dimension}
        rows = [{**ours, "text_hash": key, "vector": vector} for key, vector in vectors_by_key.items()]
        if not rows:
            return
        of_embedder = sa.and_(vectors.c.embedder == space.embedder, vectors.c.text_hash.in_(list(vectors_by_key)))
        async with brief(self._database) as connection:
            # An embedder that changed its dimension and kept its name: what it made before is of no use.
            await connection.execute(sa.delete(vectors).where(of_embedder, vectors.c.dimension != space.dimension))
            await connection.execute(InsertMissing(vectors), rows)

    async def sweep(self, keys: Collection[str]) -> int:
        gone = 0
        for embedder, doomed in (await self._useless(set(keys))).items():
            for some in _parts(doomed):
                delete = sa.delete(vectors).where(vectors.c.embedder == embedder, vectors.c.text_hash.in_(some))
                async with brief(self._database) as connection:
                    gone += (await connection.execute(delete)).rowcount
        return gone

    async def _useless(self, keys: Collection[str]) -> Mapping[str, Sequence[str]]:
        """The keys of all vectors but those of *keys* in the space in use, by embedder."""
        space = await self.held()
        async with self._database.reading() as connection:
            rows = (await connection.execute(sa.select(vectors.c.embedder, vectors.c.dimension, vectors.c.text_hash))).all()
        useless: dict[str, list[str]] = {}
        for row in rows:
            if Space(row.embedder, row.dimension) != space or row.text_hash not in keys:
                useless.setdefault(row.embedder, []).append(row.text_hash)
        return useless


def _parts(keys: Collection[str]) -> Iterator[Sequence[str]]:
    left = iter(keys)
    while some := list(islice(left, NAMED)):
        yield some
