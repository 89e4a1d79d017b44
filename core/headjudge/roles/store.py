"""What a database keeps besides the corpora."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from headjudge.domain.answers import Answer
from headjudge.domain.calls import Call, Rating
from headjudge.domain.money import Micros, Reservation
from headjudge.domain.questions import Exchange, Question
from headjudge.roles.corpus import Corpora

__all__ = ["Calls", "Ledger", "OpenStore", "Store", "Threads"]


class Calls(Protocol):
    """Stored calls and their ratings."""

    async def save(self, question: Question, answer: Answer, synthesizer: str, asked: datetime.datetime) -> int:
        """Store an answered question and return the call's number."""
        ...

    async def call(self, number: int) -> Call | None: ...
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


class OpenStore(Protocol):
    """An open database. Close it, or the process may hang at its exit."""

    @property
    def corpora(self) -> Corpora: ...
    @property
    def calls(self) -> Calls: ...
    @property
    def threads(self) -> Threads: ...
    @property
    def ledger(self) -> Ledger: ...
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
