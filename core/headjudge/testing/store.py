"""A whole store in memory: what doors and desks are tested on."""

import asyncio
import datetime
import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import ClassVar

import attrs

from headjudge.domain.answers import Answer
from headjudge.domain.calls import By, Call, Rating, Record
from headjudge.domain.cases import Case
from headjudge.domain.money import Micros, PeriodSpend, Reservation
from headjudge.domain.questions import Exchange, Question
from headjudge.roles import Clock, Corpus, Space
from headjudge.testing.corpora import MemoryCorpora
from headjudge.testing.corpus import MemoryCorpus
from headjudge.testing.scripted import StoppedClock

__all__ = ["MemoryCalls", "MemoryCases", "MemoryLedger", "MemoryStore", "MemoryThreads", "MemoryVectors", "OpenMemoryStore"]


@attrs.define(eq=False)
class MemoryCalls:
    """Stored calls as the role `Calls` promises them."""

    kept: dict[int, Call] = attrs.Factory(dict)
    records: dict[int, Record] = attrs.Factory(dict)

    async def save(self, question: Question, answer: Answer, record: Record, asked: datetime.datetime) -> int:
        number = self._put(Call(0, question, answer, asked, record.by, cost=record.cost, from_case=record.from_case))
        self.records[number] = record
        return number

    async def repeat(self, question: Question, answer: Answer, call: int, asked: datetime.datetime) -> int:
        return self._put(Call(0, question, answer, asked, self.kept[call].by, repeats=call))

    def _put(self, call: Call) -> int:
        number = len(self.kept) + 1
        self.kept[number] = attrs.evolve(call, id=number, answer=attrs.evolve(call.answer, call=number))
        return number

    async def call(self, number: int) -> Call | None:
        return self.kept.get(number)

    async def record(self, number: int) -> Record | None:
        return self.records.get(number)

    async def recent(self, limit: int, before: int | None = None) -> Sequence[Call]:
        return [call for call in reversed(self.kept.values()) if before is None or call.id < before][:limit]

    async def same(self, question: Question, corpus: Corpus, by: By) -> Sequence[Call]:
        found = []
        for call in reversed(self.kept.values()):
            alike = (call.question.text, call.question.pins) == (question.text, question.pins) and call.by == by
            over = (call.answer.corpus, call.answer.generation) == (corpus.name, corpus.generation)
            if alike and over and not call.question.history and not call.from_case and call.repeats is None:
                found.append(call)
        return found

    async def rate(self, rating: Rating) -> None:
        if rating.call not in self.kept:
            raise LookupError(f"there is no call {rating.call}")
        others = tuple(other for other in self.kept[rating.call].ratings if other.member != rating.member)
        ratings = tuple(sorted((*others, rating), key=lambda rated: rated.rated))
        self.kept[rating.call] = attrs.evolve(self.kept[rating.call], ratings=ratings)

    async def forget(self, member: str) -> int:
        gone = 0
        for number, call in self.kept.items():
            left = tuple(rating for rating in call.ratings if rating.member != member)
            gone += len(call.ratings) - len(left)
            self.kept[number] = attrs.evolve(call, ratings=left)
        return gone

    async def rated(self) -> Sequence[Call]:
        return [call for call in reversed(self.kept.values()) if call.ratings and call.repeats is None]


@attrs.define(eq=False)
class MemoryCases:
    """Cases as the role `Cases` promises them, for one process."""

    _calls: MemoryCalls
    kept: dict[str, Case] = attrs.Factory(dict)

    async def add(self, case: Case) -> None:
        self.kept[case.id] = case

    async def case(self, case_id: str) -> Case | None:
        held = self.kept.get(case_id)
        await asyncio.sleep(0)  # as with a database, racing steps all read the version that one of them replaces
        return held

    async def replace(self, case: Case) -> bool:
        if not self._follows(case):
            return False
        self.kept[case.id] = case
        return True

    async def settle(self, case: Case, record: Record) -> Case | None:
        if case.answer is None:
            raise ValueError(f"case {case.id} has no answer; replace it instead")
        if not self._follows(case):
            return None
        number = await self._calls.save(case.question, case.answer, record, case.touched)
        self.kept[case.id] = attrs.evolve(case, answer=attrs.evolve(case.answer, call=number))
        return self.kept[case.id]

    def _follows(self, case: Case) -> bool:
        newest = self.kept.get(case.id)
        return newest is not None and newest.version == case.version - 1

    async def sweep(self, before: datetime.datetime) -> int:
        doomed = [case.id for case in self.kept.values() if case.expires < before]
        for one in doomed:
            del self.kept[one]
        return len(doomed)


@attrs.frozen(eq=False)
class MemoryThreads:
    """What was asked in a thread, read from the calls."""

    _calls: MemoryCalls

    async def history(self, thread: str, limit: int) -> Sequence[Exchange]:
        asked = [call for call in self._calls.kept.values() if call.question.thread == thread]
        return [Exchange(call.question.text, call.answer.text, tuple(card.name for card in call.answer.cards)) for call in asked[-limit:]]


@attrs.define(eq=False)
class MemoryLedger:
    """A ledger as the role `Ledger` promises it, for one process."""

    booked: dict[str, int] = attrs.Factory(dict)
    """Micro-dollars spent or reserved, by period."""
    _asked: dict[str, int] = attrs.Factory(dict)
    _tripped: dict[str, int] = attrs.Factory(dict)
    _open: dict[int, Reservation] = attrs.Factory(dict)
    _ids: Iterator[int] = attrs.Factory(lambda: itertools.count(1))

    async def reserve(self, period: str, cap: Micros, amount: Micros) -> Reservation | None:
        if self.booked.get(period, 0) + amount > cap:
            return None
        self.booked[period] = self.booked.get(period, 0) + amount
        reservation = Reservation(next(self._ids), period, amount)
        self._open[reservation.id] = reservation
        self._asked[period] = self._asked.get(period, 0) + 1
        return reservation

    async def settle(self, reservation: Reservation, cost: Micros) -> None:
        if self._open.pop(reservation.id, None):
            self.booked[reservation.period] += cost - reservation.amount

    async def release(self, reservation: Reservation) -> None:
        if reservation.id in self._open:
            self._asked[reservation.period] -= 1
        await self.settle(reservation, Micros(0))

    async def spent(self, period: str) -> Micros:
        return Micros(self.booked.get(period, 0))

    async def trip(self, period: str, cap: Micros) -> bool:
        first = self._tripped.get(period, -1) < cap
        self._tripped[period] = max(self._tripped.get(period, -1), cap)
        return first

    async def periods(self, limit: int) -> Sequence[PeriodSpend]:
        reserved = {period: sum(held.amount for held in self._open.values() if held.period == period) for period in self.booked}
        newest = list(reversed(self.booked))[:limit]
        return [PeriodSpend(period, Micros(self.booked[period]), Micros(reserved[period]), self._asked[period]) for period in newest]


@attrs.define(eq=False)
class MemoryVectors:
    """Vectors as the role `Vectors` promises them."""

    kept: dict[tuple[Space, str], bytes] = attrs.Factory(dict)
    """By space and key."""
    _held: Space | None = None

    async def held(self) -> Space | None:
        return self._held

    async def adopt(self, space: Space) -> None:
        self._held = space

    async def get(self, space: Space, keys: Collection[str]) -> Mapping[str, bytes]:
        return {key: self.kept[space, key] for key in keys if (space, key) in self.kept}

    async def add(self, space: Space, vectors: Mapping[str, bytes]) -> None:
        for key, vector in vectors.items():
            self.kept.setdefault((space, key), vector)

    async def sweep(self, keys: Collection[str]) -> int:
        doomed = [(space, key) for space, key in self.kept if space != self._held or key not in keys]
        for one in doomed:
            del self.kept[one]
        return len(doomed)


@attrs.frozen(eq=False)
class OpenMemoryStore:
    """An open store as the role `OpenStore` promises it."""

    corpora: MemoryCorpora
    calls: MemoryCalls
    threads: MemoryThreads
    ledger: MemoryLedger
    vectors: MemoryVectors
    cases: MemoryCases = attrs.Factory(lambda store: MemoryCases(store.calls), takes_self=True)

    @classmethod
    def holding(cls, *corpora: MemoryCorpus, clock: Clock | None = None) -> "OpenMemoryStore":
        """Return a store in which *corpora* were put in force one after the other: the last one is."""
        calls = MemoryCalls()
        store = cls(MemoryCorpora(clock or StoppedClock()), calls, MemoryThreads(calls), MemoryLedger(), MemoryVectors())
        for corpus in corpora:
            store.corpora.put(corpus)
        return store

    async def ping(self) -> None:
        """Memory always answers."""

    async def close(self) -> None:
        """There is nothing to close: who opens the same URL finds what was stored."""


@attrs.define(eq=False)
class MemoryStore:
    """A kind of database that is gone with this object: ``memory:NAME`` opens the one of that name."""

    schemes: ClassVar[Sequence[str]] = ("memory",)
    _opened: dict[str, OpenMemoryStore] = attrs.Factory(dict)

    async def open(self, url: str) -> OpenMemoryStore:
        return self._opened.setdefault(url, OpenMemoryStore.holding())
