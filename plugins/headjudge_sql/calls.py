"""Stored calls, their ratings, and the threads that they belong to."""

import datetime
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

import attrs
import sqlalchemy as sa
import structlog

from headjudge import Answer, By, Call, Corpus, Exchange, Question, Rating, Record
from headjudge_sql import rows, schema
from headjudge_sql.call_rows import asked_as, call, call_row, card_row, citation_row
from headjudge_sql.engine import Database
from headjudge_sql.records import record, record_row, texts_of

__all__ = ["Entry", "SqlCalls", "SqlThreads"]

log: Final = structlog.get_logger()
T = TypeVar("T")

_LARGEST: Final = 2**63 - 1
SAME: Final = 8
"""How many calls of one question are looked at."""
KEPT: Final = 10_000
"""Texts that are known to be stored: the rules', which nearly every call shows again, and the cards' of late. About 2 MB."""
FRESH: Final = 2.0
"""Seconds for which the rated calls are remembered, which every question asks for: so late is another process's rating seen."""


class _Chosen:
    """The SELECTs of some calls with their parts, made once: that takes longer than to run them."""

    def __init__(self, which: sa.ColumnElement[bool]) -> None:
        """Choose the calls of which *which* is true."""
        ids = sa.select(schema.calls.c.id).where(which)
        self._calls = sa.select(schema.calls).where(which).order_by(schema.calls.c.id.desc())
        self._citations = _parts_of(schema.citations, ids, schema.citations.c.position)
        self._cards = _parts_of(schema.call_cards, ids, schema.call_cards.c.position)
        self._ratings = _parts_of(schema.ratings, ids, schema.ratings.c.rated)

    def read(self, connection: sa.Connection, given: Mapping[str, object]) -> Sequence[Call]:
        """Return the calls, newest first, those left out that were damaged."""
        found = connection.execute(self._calls, given).all()
        citations, cards, ratings = (_by_call(connection, parts, given) for parts in (self._citations, self._cards, self._ratings))
        read = (_unless_damaged(row.id, partial(call, row, citations[row.id], cards[row.id], ratings[row.id])) for row in found)
        return [one for one in read if one is not None]


def _unless_damaged(number: int, read: Callable[[], T]) -> T | None:
    """What *read* makes of the rows of call *number*; None, and a log line, where somebody has damaged them: one call must not hide the others."""
    try:
        return read()
    except Exception as error:  # noqa: BLE001  # JSON that is none, kinds that are unknown, texts that are gone
        log.error("call.unreadable", call=number, error=type(error).__name__)
        return None


def _parts_of(table: sa.Table, chosen: sa.Select[Any] | sa.BindParameter[Any], order: sa.Column[Any]) -> sa.Select[Any]:
    """The rows of *table* of the *chosen* calls."""
    return sa.select(table).where(table.c.call.in_(chosen)).order_by(table.c.call, order)


def _by_call(connection: sa.Connection, parts: sa.Select[Any], given: Mapping[str, object]) -> Mapping[int, Sequence[sa.Row[Any]]]:
    found: defaultdict[int, list[sa.Row[Any]]] = defaultdict(list)
    for row in connection.execute(parts, given):
        found[row.call].append(row)
    return found


_MANY: Final = _Chosen(schema.calls.c.id.in_(sa.bindparam("numbers", expanding=True)))
_RATED: Final = _Chosen(schema.calls.c.id.in_(sa.select(schema.ratings.c.call)) & schema.calls.c.retired.is_(None) & schema.calls.c.repeats.is_(None))
_THE_ONE: Final = schema.calls.c.id == sa.bindparam("number")
_ONE: Final = _Chosen(_THE_ONE)
_RECORD: Final = sa.select(*(schema.calls.c[name] for name in ("reading", "material", "turns", "gates", "versions", "from_case"))).where(_THE_ONE)
_TEXTS: Final = sa.select(schema.texts).where(schema.texts.c.hash.in_(sa.bindparam("hashes", expanding=True)))
_CARDS: Final = _parts_of(schema.call_cards, sa.bindparam("numbers", expanding=True), schema.call_cards.c.position)
_EXISTS: Final = sa.select(schema.calls.c.id).where(_THE_ONE)
_BY: Final = sa.select(schema.calls.c.synthesizer, schema.calls.c.model, schema.calls.c.prompt_hash).where(_THE_ONE)
_KEEP: Final = schema.InsertMissing(schema.texts)
_SAME: Final = (
    sa.select(schema.calls.c.id)
    .where(schema.calls.c.question == sa.bindparam("text"), schema.calls.c.history == "[]", schema.calls.c.from_case.is_(False))
    .where(*(schema.calls.c[name] == sa.bindparam(name) for name in ("asked_as", "corpus", "generation", "synthesizer")))
    .where(*(schema.calls.c[name].is_not_distinct_from(sa.bindparam(name)) for name in ("model", "prompt_hash")))
    .where(schema.calls.c.retired.is_(None), schema.calls.c.repeats.is_(None))
    .order_by(schema.calls.c.id.desc())
    .limit(SAME)
)
_SAVE: Final = sa.insert(schema.calls).returning(schema.calls.c.id)


@attrs.frozen
class _Rated:
    """The rated calls as they were read last."""

    calls: Sequence[Call]
    stamp: tuple[object, ...]
    """What changes with every rating and every retirement."""
    fresh_until: float


@attrs.frozen(eq=False)
class Entry:
    """A call that is about to be stored."""

    shown: Sequence[rows.Row]
    """Texts that are not known to be stored."""
    row: rows.Row
    answer: Answer

    def write(self, connection: sa.Connection) -> int:
        """Write the call with its parts, and return its number."""
        return _save(connection, shown=self.shown, row=self.row, answer=self.answer)


@attrs.define(eq=False)
class SqlCalls:
    """The calls as the role `Calls` promises them."""

    _database: Database
    _remembered: _Rated | None = None
    _kept: dict[str, None] = attrs.field(factory=dict, init=False)
    """Hashes of texts that are stored for sure, the newest last."""

    async def save(self, question: Question, answer: Answer, record: Record, asked: datetime.datetime) -> int:
        entry = self.entry(question, answer, record, asked)
        number = await self._database.write(entry.write)
        self.keep(entry)
        return number

    def entry(self, question: Question, answer: Answer, record: Record, asked: datetime.datetime) -> Entry:
        """Return what `save` would write. Whoever writes it tells `keep`, once the transaction has ended well."""
        written, texts = record_row(record)
        new = sorted(key for key in texts if key not in self._kept)  # in one order: two calls that share texts would deadlock
        row = {**call_row(question, answer), **written, "asked": asked}
        return Entry([{"hash": key, "text": texts[key]} for key in new], row, answer)

    def keep(self, entry: Entry) -> None:
        """Note that the texts of *entry*, which was stored, need not be written again: no text is ever deleted."""
        self._kept |= dict.fromkeys(text["hash"] for text in entry.shown)
        while len(self._kept) > KEPT:
            self._kept.pop(next(iter(self._kept)))

    async def repeat(self, question: Question, answer: Answer, call: int, asked: datetime.datetime) -> int:
        row = {**call_row(question, answer), "from_case": False, "repeats": call, "asked": asked}
        return await self._database.write(partial(_repeat, row=row, answer=answer))

    async def call(self, number: int) -> Call | None:
        if not 0 < number <= _LARGEST:
            return None
        found = await self._database.read(partial(_ONE.read, given={"number": number}))
        return found[0] if found else None

    async def record(self, number: int) -> Record | None:
        return await self._database.read(partial(_record, number=number)) if 0 < number <= _LARGEST else None

    async def recent(self, limit: int, before: int | None = None) -> Sequence[Call]:
        older = schema.calls.c.id < before if before is not None else sa.true()
        newest = sa.select(schema.calls.c.id).where(older).order_by(schema.calls.c.id.desc()).limit(limit)
        numbers = [row.id for row in await self._database.look(newest)]
        return await self._database.read(partial(_MANY.read, given={"numbers": numbers}))

    async def same(self, question: Question, corpus: Corpus, by: By) -> Sequence[Call]:
        asked = {"asked_as": asked_as(question), "text": question.text}
        over = {"corpus": corpus.name, "generation": corpus.generation}
        return await self._database.read(partial(_same, given={**asked, **over, **attrs.asdict(by)}))

    async def rate(self, rating: Rating) -> None:
        row = attrs.asdict(rating)
        key = {name: row.pop(name) for name in ("call", "member")}
        table = schema.ratings
        earlier = sa.and_(table.c.call == rating.call, table.c.member == rating.member, table.c.rated <= rating.rated)

        def write(connection: sa.Connection) -> None:
            if not _exists(connection, rating.call):
                raise LookupError(f"there is no call {rating.call}")
            connection.execute(schema.InsertMissing(table).values(**key, **row))
            connection.execute(sa.update(table).where(earlier).values(row))

        await self._database.write(write)
        self._remembered = None

    async def forget(self, member: str) -> int:
        those = sa.delete(schema.ratings).where(schema.ratings.c.member == member)
        gone = await self._database.write(lambda connection: connection.execute(those).rowcount)
        self._remembered = None
        return gone

    async def rated(self) -> Sequence[Call]:
        held = self._remembered
        if held is not None and time.monotonic() < held.fresh_until:
            return held.calls
        stamp = await self._stamp()
        calls = held.calls if held is not None and held.stamp == stamp else await self._database.read(partial(_RATED.read, given={}))
        if self._remembered is held:  # nothing was rated here while we looked
            self._remembered = _Rated(calls, stamp, time.monotonic() + FRESH)
        return calls

    async def _stamp(self) -> tuple[object, ...]:
        rated = sa.join(schema.ratings, schema.calls, schema.ratings.c.call == schema.calls.c.id)
        counts: Sequence[sa.ColumnElement[Any]] = (
            sa.func.count(),
            sa.func.max(schema.ratings.c.rated),
            sa.func.sum(schema.ratings.c.value),
            sa.func.count(schema.calls.c.retired),
        )
        stamp = sa.select(*counts).select_from(rated)
        return tuple((await self._database.look(stamp))[0])


@attrs.frozen(eq=False)
class SqlThreads:
    """The threads as the role `Threads` promises them."""

    _database: Database

    async def history(self, thread: str, limit: int) -> Sequence[Exchange]:
        if not rows.keepable(thread):
            return []
        table = schema.calls
        newest = sa.select(table.c.id).where(table.c.thread == thread).order_by(table.c.id.desc()).limit(limit)
        asked = sa.select(table.c.id, table.c.question, table.c.answer).where(table.c.id.in_(newest)).order_by(table.c.id)
        return await self._database.read(partial(_exchanges, asked=asked))


def _exchanges(connection: sa.Connection, asked: sa.Select[Any]) -> Sequence[Exchange]:
    found = connection.execute(asked).all()
    cards = _by_call(connection, _CARDS, {"numbers": [row.id for row in found]})
    return [Exchange(row.question, row.answer, tuple(card.name for card in cards[row.id])) for row in found]


def _same(connection: sa.Connection, given: Mapping[str, object]) -> Sequence[Call]:
    numbers = [found.id for found in connection.execute(_SAME, given)]
    return _MANY.read(connection, {"numbers": numbers}) if numbers else []


def _record(connection: sa.Connection, number: int) -> Record | None:
    found, row = _ONE.read(connection, {"number": number}), connection.execute(_RECORD, {"number": number}).first()
    if not found or row is None or row.material is None:
        return None

    def read() -> Record:
        texts = connection.execute(_TEXTS, {"hashes": texts_of(row)})
        return record(row, found[0], {text.hash: text.text for text in texts})

    return _unless_damaged(number, read)


def _exists(connection: sa.Connection, call: int) -> bool:
    return 0 < call <= _LARGEST and connection.execute(_EXISTS, {"number": call}).first() is not None


def _save(connection: sa.Connection, *, shown: Sequence[rows.Row], row: rows.Row, answer: Answer) -> int:
    """Write an answered question with its parts and the texts that were *shown*, and return its number."""
    if shown:
        connection.execute(_KEEP, shown)
    number = int(connection.execute(_SAVE, row).scalar_one())
    if answer.citations:
        connection.execute(sa.insert(schema.citations), [citation_row(number, *placed) for placed in enumerate(answer.citations)])
    if answer.cards:
        connection.execute(sa.insert(schema.call_cards), [card_row(number, *placed) for placed in enumerate(answer.cards)])
    return number


def _repeat(connection: sa.Connection, *, row: rows.Row, answer: Answer) -> int:
    """Write a question that was answered with a stored call, and return its number."""
    given = connection.execute(_BY, {"number": row["repeats"]}).first() if 0 < row["repeats"] <= _LARGEST else None
    if given is None:
        raise LookupError(f"there is no call {row['repeats']}")
    return _save(connection, shown=(), row={**row, **given._asdict()}, answer=answer)
