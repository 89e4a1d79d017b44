"""Writing the rows of an edition, and taking them away again, a short transaction at a time."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import islice
from typing import Any, Final

import attrs
import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from headjudge import Card, Printing, Release, RowOf, StoreFailed
from headjudge_sql import rows, schema
from headjudge_sql.engine import Database

__all__ = ["add", "empty"]

log: Final = structlog.get_logger()

BATCH: Final = 400
"""Rows of one transaction: 10 to 25 ms of cards, and others write between two."""
SWEPT: Final = 2000
"""Rows that one transaction takes away."""
CONTENTS: Final = (schema.rules, schema.cards, schema.card_names, schema.rulings, schema.entries)


@attrs.define
class _Batch:
    """Rows made ready before their transaction begins."""

    size: int = 0
    release: str | None = None
    tables: dict[sa.Table, list[rows.Row]] = attrs.Factory(dict)
    printings: list[tuple[int, Printing]] = attrs.Factory(list)

    def put(self, value: RowOf) -> None:
        if isinstance(value, Release):
            self.release = value.key
            return
        if isinstance(value, Printing):
            self.printings.append((self.size, value))
        else:
            table, row = rows.row(value, self.size)
            self.tables.setdefault(table, []).append(row)
        if isinstance(value, Card):
            self.tables.setdefault(schema.card_names, []).extend(rows.name_rows(value, self.size))
        self.size += 1


async def add(database: Database, edition: int, values: Sequence[RowOf]) -> None:
    """Write *values* behind what *edition* has, in their order.

    Raises:
        StoreFailed: the edition is finished or gone.
    """
    left = iter(values)
    while some := tuple(islice(left, BATCH)):
        batch = _Batch()
        for value in some:
            batch.put(value)
        async with brief(database) as connection:
            await _write(connection, edition, batch)


@asynccontextmanager
async def brief(database: Database) -> AsyncIterator[AsyncConnection]:
    """Give a writer's connection; where one writer keeps all others waiting, wait afterwards for as long as it took.

    SQLite's waiters look again every few milliseconds: with a gap as long as the transaction one gets in within a few looks.
    """
    async with database.writing() as connection:
        begun = time.perf_counter()
        yield connection
    if database.one_writer:
        await asyncio.sleep(time.perf_counter() - begun)


async def _write(connection: AsyncConnection, edition: int, batch: _Batch) -> None:
    start = await _extend(connection, edition, batch)
    for table, made in batch.tables.items():
        for row in made:
            row["edition"] = edition
            row["position"] += start
        insert = schema.InsertMissing(table) if table is schema.card_names else sa.insert(table)
        await connection.execute(insert, made)
    if batch.printings:
        await _write_printings(connection, edition, start, batch.printings)


async def _extend(connection: AsyncConnection, edition: int, batch: _Batch) -> int:
    """Lengthen *edition* by *batch* and return the position where that begins."""
    table = schema.editions
    changes: dict[str, Any] = {"rows": table.c.rows + batch.size}
    if batch.release is not None:
        changes["release"] = batch.release
    update = sa.update(table).where(table.c.id == edition, ~table.c.finished).values(changes).returning(table.c.rows)
    length = (await connection.execute(update)).scalar()
    if length is None:
        raise StoreFailed(f"the edition {edition} is finished or gone; begin another")
    return int(length) - batch.size


async def _write_printings(connection: AsyncConnection, edition: int, start: int, printings: Sequence[tuple[int, Printing]]) -> None:
    table = schema.cards
    wanted = {printing.oracle_id for _, printing in printings}
    select = sa.select(table.c.oracle_id, table.c.name).where(table.c.edition == edition, table.c.oracle_id.in_(wanted))
    names = {row.oracle_id: row.name for row in await connection.execute(select)}
    made = [
        {"edition": edition, **rows.printed_name(printing, names[printing.oracle_id], start + position)}
        for position, printing in printings
        if printing.oracle_id in names
    ]
    if made:
        await connection.execute(schema.InsertMissing(schema.card_names), made)
    if strangers := wanted - names.keys():
        log.info("printings.left_out", edition=edition, cards=len(strangers), reason="their cards are not in the edition")


async def empty(database: Database, edition: int) -> int:
    """Take the rows of *edition* away and return how many there were."""
    gone = 0
    for table in CONTENTS:
        while count := await _take(database, table, edition):
            gone += count
    return gone


async def _take(database: Database, table: sa.Table, edition: int) -> int:
    """Take the first rows of *edition* out of *table*, in the order of its key."""
    column = list(table.primary_key.columns)[1]
    of_edition = table.c.edition == edition
    async with brief(database) as connection:
        last = (await connection.execute(sa.select(column).where(of_edition).order_by(column).offset(SWEPT - 1).limit(1))).scalar()
        upto = [of_edition] if last is None else [of_edition, column <= last]
        return (await connection.execute(sa.delete(table).where(*upto))).rowcount
