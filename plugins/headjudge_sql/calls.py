"""Stored calls, their ratings, and the threads that they belong to."""

import datetime
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from headjudge import Answer, By, Call, Corpus, Exchange, Question, Rating, Record
from headjudge_sql import rows, schema
from headjudge_sql.call_rows import asked_as, call, call_row, card_row, citation_row
from headjudge_sql.engine import Database
from headjudge_sql.records import record, record_row, texts_of

__all__ = ["SqlCalls", "SqlThreads"]

_LARGEST: Final = 2**63 - 1
FRESH: Final = 2.0
"""Seconds for which the rated calls are remembered, which every question asks for: so late is another process's rating seen."""


@attrs.frozen
class _Rated:
    """The rated calls as they were read last."""

    calls: Sequence[Call]
    stamp: tuple[object, ...]
    """What changes with every rating and every retirement."""
    fresh_until: float


@attrs.define(eq=False)
class SqlCalls:
    """The calls as the role `Calls` promises them."""

    _database: Database
    _remembered: _Rated | None = None

    async def save(self, question: Question, answer: Answer, record: Record, asked: datetime.datetime) -> int:
        written, texts = record_row(record)
        async with self._database.writing() as connection:
            if texts:
                await connection.execute(schema.InsertMissing(schema.texts), [{"hash": key, "text": text} for key, text in texts.items()])
            return await _insert(connection, question, answer, {**written, "asked": asked})

    async def repeat(self, question: Question, answer: Answer, call: int, asked: datetime.datetime) -> int:
        async with self._database.writing() as connection:
            columns = (schema.calls.c.synthesizer, schema.calls.c.model, schema.calls.c.prompt_hash)
            given = (await connection.execute(sa.select(*columns).where(schema.calls.c.id == call))).first()
            if given is None:
                raise LookupError(f"there is no call {call}")
            by = dict(zip(("synthesizer", "model", "prompt_hash"), given, strict=True))
            return await _insert(connection, question, answer, {**by, "from_case": False, "repeats": call, "asked": asked})

    async def call(self, number: int) -> Call | None:
        if not 0 < number <= _LARGEST:
            return None
        found = await self._calls(schema.calls.c.id == number)
        return found[0] if found else None

    async def record(self, number: int) -> Record | None:
        found = await self.call(number)
        columns = [schema.calls.c[name] for name in ("reading", "material", "turns", "gates", "versions", "from_case")]
        row = (await self._database.look(sa.select(*columns).where(schema.calls.c.id == number)) if found else [None])[0]
        if found is None or row is None or row.material is None:
            return None
        wanted = sa.select(schema.texts).where(schema.texts.c.hash.in_(texts_of(row)))
        texts = {text.hash: text.text for text in await self._database.look(wanted)}
        return record(row, found, texts)

    async def recent(self, limit: int, before: int | None = None) -> Sequence[Call]:
        older = schema.calls.c.id < before if before is not None else sa.true()
        newest = sa.select(schema.calls.c.id).where(older).order_by(schema.calls.c.id.desc()).limit(limit)
        return await self._calls(schema.calls.c.id.in_([row.id for row in await self._database.look(newest)]))

    async def same(self, question: Question, corpus: Corpus, by: By) -> Call | None:
        table = schema.calls
        alike = sa.and_(table.c.asked_as == asked_as(question), table.c.question == question.text, table.c.history == "[]")
        over = sa.and_(table.c.corpus == corpus.name, table.c.generation == corpus.generation)
        wrote = sa.and_(*(table.c[name].is_not_distinct_from(value) for name, value in attrs.asdict(by).items()))
        own = sa.and_(table.c.from_case.is_(False), table.c.retired.is_(None), table.c.repeats.is_(None))
        newest = sa.select(table.c.id).where(alike, over, wrote, own).order_by(table.c.id.desc()).limit(1)
        found = await self._database.look(newest)
        return await self.call(found[0].id) if found else None

    async def rate(self, rating: Rating) -> None:
        row = attrs.asdict(rating)
        key = {name: row.pop(name) for name in ("call", "member")}
        table = schema.ratings
        earlier = sa.and_(table.c.call == rating.call, table.c.member == rating.member, table.c.rated <= rating.rated)
        async with self._database.writing() as connection:
            if not await _exists(connection, rating.call):
                raise LookupError(f"there is no call {rating.call}")
            await connection.execute(schema.InsertMissing(table).values(**key, **row))
            await connection.execute(sa.update(table).where(earlier).values(row))
        self._remembered = None

    async def forget(self, member: str) -> int:
        async with self._database.writing() as connection:
            gone = (await connection.execute(sa.delete(schema.ratings).where(schema.ratings.c.member == member))).rowcount
        self._remembered = None
        return gone

    async def rated(self) -> Sequence[Call]:
        held = self._remembered
        if held is not None and time.monotonic() < held.fresh_until:
            return held.calls
        stamp = await self._stamp()
        if held is None or held.stamp != stamp:
            chosen = schema.calls.c.id.in_(sa.select(schema.ratings.c.call)) & schema.calls.c.retired.is_(None)
            calls = await self._calls(chosen) if stamp[0] else []
        else:
            calls = held.calls
        if self._remembered is held:  # nothing was rated here while we looked
            self._remembered = _Rated(calls, stamp, time.monotonic() + FRESH)
        return calls

    async def _stamp(self) -> tuple[object, ...]:
        rated = sa.join(schema.ratings, schema.calls, schema.ratings.c.call == schema.calls.c.id)
        counts: Sequence[sa.ColumnElement[Any]] = (sa.func.count(), sa.func.max(schema.ratings.c.rated), sa.func.count(schema.calls.c.retired))
        stamp = sa.select(*counts).select_from(rated)
        return tuple((await self._database.look(stamp))[0])

    async def _calls(self, which: sa.ColumnElement[bool]) -> Sequence[Call]:
        """Return the calls that *which* chooses, newest first."""
        chosen = sa.select(schema.calls.c.id).where(which)
        async with self._database.reading() as connection:
            found = (await connection.execute(sa.select(schema.calls).where(which).order_by(schema.calls.c.id.desc()))).all()
            citations = await _parts(connection, schema.citations, chosen, schema.citations.c.position)
            cards = await _parts(connection, schema.call_cards, chosen, schema.call_cards.c.position)
            ratings = await _parts(connection, schema.ratings, chosen, schema.ratings.c.rated)
        return [call(row, citations[row.id], cards[row.id], ratings[row.id]) for row in found]


@attrs.frozen(eq=False)
class SqlThreads:
    """The threads as the role `Threads` promises them."""

    _database: Database

    async def history(self, thread: str, limit: int) -> Sequence[Exchange]:
        if not rows.keepable(thread):
            return []
        table = schema.calls
        newest = sa.select(table.c.id).where(table.c.thread == thread).order_by(table.c.id.desc()).limit(limit)
        async with self._database.reading() as connection:
            chosen = [row.id for row in await connection.execute(newest)]
            asked = sa.select(table.c.id, table.c.question, table.c.answer).where(table.c.id.in_(chosen)).order_by(table.c.id)
            found = (await connection.execute(asked)).all()
            cards = await _parts(connection, schema.call_cards, chosen, schema.call_cards.c.position)
        return [Exchange(row.question, row.answer, tuple(card.name for card in cards[row.id])) for row in found]


async def _exists(connection: AsyncConnection, call: int) -> bool:
    if not 0 < call <= _LARGEST:
        return False
    return (await connection.execute(sa.select(schema.calls.c.id).where(schema.calls.c.id == call))).first() is not None


async def _parts(
    connection: AsyncConnection, table: sa.Table, chosen: "sa.Select[Any] | Sequence[int]", order: sa.Column[Any]
) -> Mapping[int, Sequence[sa.Row[Any]]]:
    """Return the rows of *table* of the *chosen* calls, by call."""
    parts: defaultdict[int, list[sa.Row[Any]]] = defaultdict(list)
    for row in await connection.execute(sa.select(table).where(table.c.call.in_(chosen)).order_by(table.c.call, order)):
        parts[row.call].append(row)
    return parts


async def _insert(connection: AsyncConnection, question: Question, answer: Answer, how: rows.Row) -> int:
    """Write an answered question with its parts, and return its number."""
    insert = sa.insert(schema.calls).values(**call_row(question, answer), **how).returning(schema.calls.c.id)
    number = int((await connection.execute(insert)).scalar_one())
    if answer.citations:
        await connection.execute(sa.insert(schema.citations), [citation_row(number, *placed) for placed in enumerate(answer.citations)])
    if answer.cards:
        await connection.execute(sa.insert(schema.call_cards), [card_row(number, *placed) for placed in enumerate(answer.cards)])
    return number
