"""Stored calls, their ratings, and the threads that they belong to."""

import datetime
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from headjudge import Answer, Call, CardLink, Citation, Confidence, Exchange, Kind, Pin, Question, Rating, Reference, RulesSource
from headjudge_sql import rows, schema
from headjudge_sql.engine import Database

__all__ = ["SqlCalls", "SqlThreads"]

_LARGEST: Final = 2**63 - 1
UNRATED: Final = 2.0
"""Seconds for which it is remembered that there is no rating, which every question asks: so late is another process's first one seen."""


@attrs.define(eq=False)
class SqlCalls:
    """The calls as the role `Calls` promises them."""

    _database: Database
    _unrated_until: float = 0.0
    _rated: int = 0
    """How many ratings this process has kept."""

    async def save(self, question: Question, answer: Answer, synthesizer: str, asked: datetime.datetime) -> int:
        row = _call_row(question, answer)
        insert = sa.insert(schema.calls).values(**row, synthesizer=synthesizer, asked=asked).returning(schema.calls.c.id)
        async with self._database.writing() as connection:
            number = int((await connection.execute(insert)).scalar_one())
            if answer.citations:
                await connection.execute(sa.insert(schema.citations), [_citation_row(number, *placed) for placed in enumerate(answer.citations)])
            if answer.cards:
                await connection.execute(sa.insert(schema.call_cards), [_card_row(number, *placed) for placed in enumerate(answer.cards)])
        return number

    async def call(self, number: int) -> Call | None:
        if not 0 < number <= _LARGEST:
            return None
        found = await self._calls(schema.calls.c.id == number)
        return found[0] if found else None

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
        self._rated += 1
        self._unrated_until = 0.0

    async def forget(self, member: str) -> int:
        async with self._database.writing() as connection:
            return (await connection.execute(sa.delete(schema.ratings).where(schema.ratings.c.member == member))).rowcount

    async def rated(self) -> Sequence[Call]:
        if time.monotonic() < self._unrated_until:
            return []
        rated = self._rated
        if not await self._database.look(sa.select(schema.ratings.c.call).limit(1)):
            if rated == self._rated:  # nothing was rated here while we looked
                self._unrated_until = time.monotonic() + UNRATED
            return []
        return await self._calls(schema.calls.c.id.in_(sa.select(schema.ratings.c.call)) & schema.calls.c.retired.is_(None))

    async def _calls(self, which: sa.ColumnElement[bool]) -> Sequence[Call]:
        """Return the calls that *which* chooses, newest first."""
        chosen = sa.select(schema.calls.c.id).where(which)
        async with self._database.reading() as connection:
            found = (await connection.execute(sa.select(schema.calls).where(which).order_by(schema.calls.c.id.desc()))).all()
            citations = await _parts(connection, schema.citations, chosen, schema.citations.c.position)
            cards = await _parts(connection, schema.call_cards, chosen, schema.call_cards.c.position)
            ratings = await _parts(connection, schema.ratings, chosen, schema.ratings.c.rated)
        return [_call(row, citations[row.id], cards[row.id], ratings[row.id]) for row in found]


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


def _call_row(question: Question, answer: Answer) -> rows.Row:
    return {
        "door": question.door,
        "thread": question.thread,
        "question": question.text,
        "pins": rows.dump(question.pins),
        "history": rows.dump(question.history),
        "answer": answer.text,
        "confidence": answer.confidence.value,
        "source": answer.source.value,
        "release": answer.release,
        "corpus": answer.corpus,
        "generation": answer.generation,
        "from_case": False,
    }


def _citation_row(call: int, position: int, citation: Citation) -> rows.Row:
    return {
        "call": call,
        "position": position,
        "kind": citation.reference.kind.value,
        "key": citation.reference.key,
        "label": citation.label,
        "release": citation.release,
        "quote": citation.quote,
        "source_hash": citation.source_hash,
        "card": citation.card,
    }


def _card_row(call: int, position: int, card: CardLink) -> rows.Row:
    return {"call": call, "position": position, **attrs.asdict(card)}


def _call(row: sa.Row[Any], citations: Sequence[sa.Row[Any]], cards: Sequence[sa.Row[Any]], ratings: Sequence[sa.Row[Any]]) -> Call:
    pins, history = rows.load(row.pins, tuple[Pin, ...]), rows.load(row.history, tuple[Exchange, ...])
    return Call(
        id=row.id,
        question=Question(row.question, pins, row.thread, door=row.door, history=history),
        answer=_answer(row, citations, cards),
        asked=row.asked,
        synthesizer=row.synthesizer,
        model=row.model,
        prompt_hash=row.prompt_hash,
        ratings=tuple(Rating(found.call, found.member, found.value, found.judge, found.rated) for found in ratings),
    )


def _answer(row: sa.Row[Any], citations: Sequence[sa.Row[Any]], cards: Sequence[sa.Row[Any]]) -> Answer:
    return Answer(
        text=row.answer,
        confidence=Confidence(row.confidence),
        source=RulesSource(row.source),
        release=row.release,
        corpus=row.corpus,
        generation=row.generation,
        citations=tuple(map(_citation, citations)),
        cards=tuple(CardLink(card.name, card.url, card.oracle_id, card.text_hash, card.span) for card in cards),
        call=row.id,
    )


def _citation(row: sa.Row[Any]) -> Citation:
    return Citation(Reference(Kind(row.kind), row.key), row.label, row.quote, row.release, row.source_hash, row.card)
