"""What a database keeps besides the corpora."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, runtime_checkable

import attrs

from headjudge.domain.answers import Answer
from headjudge.domain.calls import By, Call, Rating, Record
from headjudge.domain.cases import Case
from headjudge.domain.money import Micros, PeriodSpend, Reservation
from headjudge.domain.questions import Exchange, Question
from headjudge.roles.corpus import Corpora, Corpus

__all__ = ["Calls", "Cases", "Ledger", "OpenStore", "Space", "Store", "Threads", "Vectors"]


class Calls(Protocol):
    """Stored calls and their ratings."""

    async def save(self, question: Question, answer: Answer, record: Record, asked: datetime.datetime) -> int:
        """Store an answered question, with all that answered it, and return the call's number."""
        ...

    async def repeat(self, question: Question, answer: Answer, call: int, asked: datetime.datetime) -> int:
        """Store that the verdict of *call* was given again for *question*, and return the new call's number.

        It belongs to the question's thread, and is never retrieved or given again itself.
        """
        ...

    async def call(self, number: int) -> Call | None: ...
    async def record(self, number: int) -> Record | None:
        """Return all that answered the call; None when it was stored without, cannot be read any more, or there is no such call."""
        ...

    async def recent(self, limit: int, before: int | None = None) -> Sequence[Call]:
        """Return the newest *limit* calls, newest first; of those with smaller numbers than *before*, if given."""
        ...

    async def same(self, question: Question, corpus: Corpus, by: By) -> Sequence[Call]:
        """Return the newest calls, some at most, that asked *question*'s very text with its very pins over *corpus*, answered *by* the same.

        Calls with history, of cases, retired ones and repeats are left out.
        """
        ...

    async def rate(self, rating: Rating) -> None:
        """Keep *rating*; it replaces an earlier one of the same member on the same call.

        Raises:
            LookupError: there is no such call.
        """
        ...

    async def forget(self, member: str) -> int:
        """Delete the ratings of *member* and return how many there were."""
        ...

    async def rated(self) -> Sequence[Call]:
        """Return every call that has a rating and is in use, newest first."""
        ...


class Threads(Protocol):
    """What was asked before in a thread."""

    async def history(self, thread: str, limit: int) -> Sequence[Exchange]:
        """Return the newest *limit* answered questions of *thread*, oldest first."""
        ...


class Cases(Protocol):
    """The cases of outside agents: shared by every process on one database."""

    async def add(self, case: Case) -> None:
        """Keep a new case."""
        ...

    async def case(self, case_id: str) -> Case | None:
        """Return the newest version of a case, expired or not; None when there is none, or when it cannot be read any more."""
        ...

    async def replace(self, case: Case) -> bool:
        """Put *case* in the place of the version before it. False, and nothing changed, when that is not the newest."""
        ...

    async def settle(self, case: Case, record: Record) -> Case | None:
        """As `replace`, for a case with its answer, which is stored as a call asked when the case was last touched: both, or neither.

        Return the case, its answer with the number of the call; None, and nothing changed, when *case* does not follow the newest version.

        Raises:
            ValueError: the case has no answer.
        """
        ...

    async def sweep(self, before: datetime.datetime) -> int:
        """Drop the cases that expired before *before*, in short transactions; return how many there were."""
        ...


class Ledger(Protocol):
    """Who may spend what: shared by every process on one database."""

    async def reserve(self, period: str, cap: Micros, amount: Micros) -> Reservation | None:
        """Set *amount* aside in *period*, or return None when it would pass *cap*. Racing processes are granted no more than the cap."""
        ...

    async def settle(self, reservation: Reservation, cost: Micros) -> None:
        """Book *cost* instead of the reservation, in the period that reserved. Settling twice changes nothing."""
        ...

    async def release(self, reservation: Reservation) -> None:
        """Give the reservation back: nothing was sent."""
        ...

    async def spent(self, period: str) -> Micros:
        """Return what is booked and reserved in *period*."""
        ...

    async def trip(self, period: str, cap: Micros) -> bool:
        """Note that *cap* was reached in *period*; return whether none so high was before, whichever process asks."""
        ...

    async def periods(self, limit: int) -> Sequence[PeriodSpend]:
        """Return the newest *limit* periods in which something was asked for, newest first."""
        ...


@attrs.frozen
class Space:
    """A vector space: vectors of two spaces cannot be compared."""

    embedder: str
    """Name of the embedder that makes its vectors."""
    dimension: int


class Vectors(Protocol):
    """Vectors of texts, and which space is in use.

    A text's key is its `masked_hash`, so that a release that only renumbers costs nothing.
    A vector is the bytes of its numbers, little-endian float32.
    """

    async def held(self) -> Space | None:
        """Return the space in use; None when none ever was."""
        ...

    async def adopt(self, space: Space) -> None:
        """Use the vectors of *space* from now on, and no others."""
        ...

    async def get(self, space: Space, keys: Collection[str]) -> Mapping[str, bytes]:
        """Return the vectors of *keys*; one that is not there is left out."""
        ...

    async def add(self, space: Space, vectors: Mapping[str, bytes]) -> None:
        """Write *vectors*, in one short transaction. What another process wrote meanwhile stays."""
        ...

    async def sweep(self, keys: Collection[str]) -> int:
        """Drop all vectors but those of *keys* in the space in use, in short transactions; return how many went."""
        ...


class OpenStore(Protocol):
    """An open database. Close it, or the process may hang at its exit."""

    @property
    def corpora(self) -> Corpora: ...
    @property
    def calls(self) -> Calls: ...
    @property
    def cases(self) -> Cases: ...
    @property
    def threads(self) -> Threads: ...
    @property
    def ledger(self) -> Ledger: ...
    @property
    def vectors(self) -> Vectors: ...
    async def ping(self) -> None:
        """Return once the database has answered.

        Raises:
            StoreFailed: it did not.
        """
        ...

    async def close(self) -> None: ...


@runtime_checkable
class Store(Protocol):
    """A kind of database."""

    @property
    def schemes(self) -> Sequence[str]:
        """The schemes of `JUDGE_DATABASE_URL` that it opens (``sqlite``)."""
        ...

    async def open(self, url: str) -> OpenStore:
        """Open the database at *url*; make it and bring its schema up to date where that is allowed.

        Raises:
            StoreFailed: it cannot be used; the message names it and the cure.
        """
        ...
