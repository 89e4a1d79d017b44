"""The law of spend: the worst case is reserved before each request to a model and settled after it, and a question makes at most five calls."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs
import stamina
import structlog

from headjudge.domain.money import NOTHING, BudgetPeriod, Micros, Reservation, period_key, usd
from headjudge.domain.prompts import Completion, Prompt, Turn
from headjudge.errors import BackendFailed, Failure, PluginInvalid, SpendCapReached, StoreFailed
from headjudge.roles import Alarm, Bills, Clock, Embedder, Event, Ledger, ModelBackend

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["CALLS", "Budget", "MeteredEmbedder", "MeteredModel", "Sitting", "sitting"]

log: Final = structlog.get_logger()
T = TypeVar("T")

CALLS: Final = 5
"""Most model calls of a question: its reading, a draft, one after a look-up, a redraft, and one repair of a reply that could not be read."""
ATTEMPTS: Final = 2
"""How often a call is tried; each attempt is paid for."""
LONGEST_WAIT: Final = 10.0
"""Seconds that a backend may ask for between the attempts: an asker waits."""
PATIENCE: Final = 15.0
"""Seconds that closing waits for alarms: a webhook's try takes at most ten, and who has the reply waits for nothing else."""
UNCAPPED: Final = Micros(2**62)
"""A cap that refuses nothing: what is spent already is booked however much it is."""


@attrs.define
class Sitting:
    """The model calls of one question."""

    turns: list[Turn] = attrs.Factory(list)
    begun: int = 0
    repaired: bool = False

    def begin(self, prompt: Prompt) -> None:
        """Count a call.

        Raises:
            BackendFailed: the question has made all its calls, or its one repair. Nothing was sent.
        """
        if self.begun == CALLS or (prompt.repair and self.repaired):
            what = "second repair of a reply" if self.begun < CALLS else "sixth model call"
            raise BackendFailed(f"a question may make no {what}; its replies could not be used", sent=False, failure=Failure.EXHAUSTED)
        self.begun += 1
        self.repaired |= prompt.repair


_SITTING: Final[ContextVar[Sitting | None]] = ContextVar("sitting", default=None)


@contextmanager
def sitting() -> Iterator[Sitting]:
    """Count and keep the model calls made inside the block, in tasks begun there too: those of one question."""
    held = Sitting()
    token = _SITTING.set(held)
    try:
        yield held
    finally:
        _SITTING.reset(token)


@attrs.define(eq=False)
class Budget:
    """What may be spent in a period, and who is told when it is used up."""

    ledger: Ledger
    clock: Clock
    cap: Micros
    period: BudgetPeriod
    process: str
    """Names this process, for budgets of a process."""
    alarms: Sequence[Alarm] = ()
    _sounding: set[asyncio.Task[None]] = attrs.Factory(set)

    async def reserve(self, amount: Micros) -> Reservation:
        """Set *amount* aside. An asker who is cancelled meanwhile leaves nothing reserved.

        Raises:
            SpendCapReached: it does not fit what is left.
            PluginInvalid: *amount* is no whole number from 0 on: a backend that does not know its price.
        """
        if not _priced(amount):
            raise PluginInvalid(
                f"a model backend gave a worst case of {amount} micro-dollars; give its prices, a call with no known price is refused"
            )
        if amount > self.cap:
            raise SpendCapReached(f"one call can cost {usd(amount)}, more than the whole budget of {usd(self.cap)}; raise JUDGE_MAX_USD")
        key = period_key(self.period, self.clock(), self.process)
        reservation = await self._set_aside(key, amount)
        if reservation is None:
            await _ended(self._trip(key))
            raise SpendCapReached(
                f"the budget of {usd(self.cap)} a {self.period.value} is used up; raise JUDGE_MAX_USD or wait for the next {self.period.value}"
            )
        return reservation

    async def _set_aside(self, key: str, amount: Micros) -> Reservation | None:
        """Reserve, and give it back when the asker is gone: nothing will be sent with it."""
        asked = asyncio.create_task(self.ledger.reserve(key, self.cap, amount))
        try:
            return await _ended(asked)
        except asyncio.CancelledError:
            if not asked.cancelled() and asked.exception() is None and (reservation := asked.result()):
                await self.release(reservation)
            raise

    async def _trip(self, key: str) -> None:
        """Sound the alarms: once a period and cap, whichever process comes first. The asker does not wait for them."""
        if not self.alarms or not await self.ledger.trip(key, self.cap):  # who can tell nobody leaves it to the others
            return
        self.tell(Event("spend_cap", f"The spend cap of {usd(self.cap)} for {key} is reached; model calls are refused.", self.clock()))

    def tell(self, event: Event) -> None:
        """Sound every alarm; nobody waits for them but `close`."""
        for alarm in self.alarms:
            task = asyncio.create_task(_sound(alarm, event), name=alarm.name)
            self._sounding.add(task)
            task.add_done_callback(self._sounding.discard)

    async def close(self) -> None:
        """Wait for the alarms that are still being sounded; one that takes longer than 15 s is cut off and logged."""
        if not self._sounding:
            return
        _, late = await asyncio.wait(self._sounding, timeout=PATIENCE)
        for task in late:
            log.error("alarm.abandoned", alarm=task.get_name(), seconds=PATIENCE)
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def release(self, reservation: Reservation) -> None:
        """Give *reservation* back: nothing was sent. It is given back even if the asker is cancelled meanwhile."""
        await _ended(self.ledger.release(reservation))

    async def settle(self, reservation: Reservation, cost: Micros) -> Micros:
        """Book *cost* for what was reserved, and return what was booked. It is booked even if the asker is cancelled meanwhile.

        A bill above its reservation is booked in full and logged, one that is no amount as reserved.
        So is one that the database cannot take now: a reply that is paid for is not lost for that.
        """
        cost = _billed(cost, reservation.amount)
        try:
            await _ended(self.ledger.settle(reservation, cost))
        except StoreFailed as error:
            log.error("spend.unsettled", cost=cost, booked=reservation.amount, error=str(error))
            return reservation.amount
        return cost

    async def book(self, cost: Micros) -> Micros:
        """Book *cost* for which nothing was reserved, and return what was booked.

        It should be 0, and the ledger is left alone. A bill above that is booked in full and logged, however much of the budget is left.
        """
        cost = _billed(cost, NOTHING)
        if cost > 0:
            await _ended(self._book(cost))
        return cost

    async def _book(self, cost: Micros) -> None:
        reservation = await self.ledger.reserve(period_key(self.period, self.clock(), self.process), UNCAPPED, NOTHING)
        if reservation is None:
            raise StoreFailed(f"the ledger did not take a bill of {usd(cost)}; its plugin refuses a reservation of nothing")
        await self.ledger.settle(reservation, cost)


async def _sound(alarm: Alarm, event: Event) -> None:
    try:
        await alarm.sound(event)
    except Exception as error:  # noqa: BLE001  # an alarm's failure must not change the reply
        log.error("alarm.failed", alarm=alarm.name, error=repr(error))


def _priced(amount: object) -> bool:
    return isinstance(amount, int) and amount >= 0


def _billed(cost: Micros, reserved: Micros) -> Micros:
    """What is booked for a bill of *cost*; what is odd about it is logged."""
    if not _priced(cost):
        log.error("spend.unpriced", cost=repr(cost), booked=reserved)
        return reserved
    if cost > reserved:
        log.warning("spend.exceeded_reservation", reserved=reserved, cost=cost)
    return cost


async def _ended(work: Coroutine[Any, Any, T] | asyncio.Task[T]) -> T:
    """Return what *work* gives. An asker who is cancelled meanwhile awaits its end all the same, and is cancelled then.

    Money that is booked half is booked wrong: a bill would stay at its worst case, a reservation without an owner.
    """
    task, gone = asyncio.ensure_future(work), None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            gone = gone or error
    if gone is not None:
        raise gone from (None if task.cancelled() else task.exception())
    return task.result()


async def _metered(budget: Budget, worst: Micros, send: Callable[[], Awaitable[T]], price: Callable[[T], Micros]) -> tuple[T, Micros]:
    """Reserve, send, settle; return the reply and what was booked.

    A request that was sent and lost stays spent at its worst case; one of which the backend says that it never left is released.
    Where nobody says so, it may have been sent: any other error, and an asker cancelled meanwhile, leave it spent at its worst case.
    """
    if worst == 0:  # a model of one's own: there is nothing to reserve
        reply = await send()
        return reply, await budget.book(price(reply))
    reservation = await budget.reserve(worst)
    try:
        reply = await send()
    except BackendFailed as error:
        if not error.sent:
            await budget.release(reservation)
        raise
    return reply, await budget.settle(reservation, price(reply))


async def _persisted(attempt: Callable[[], Awaitable[T]]) -> T:
    """Make *attempt*, and once more after a failure that may pass."""
    async for trial in stamina.retry_context(on=_pause, attempts=ATTEMPTS, timeout=None, wait_initial=0.5, wait_jitter=0.5):
        with trial:
            return await attempt()
    raise AssertionError("stamina gives the last attempt's error")  # tells the type checker that nothing falls through


def _pause(error: Exception) -> bool | float:
    """Whether to try again, or the seconds that the backend asked for."""
    if not isinstance(error, BackendFailed) or not error.failure.passing:
        return False
    if error.retry_after is None:
        return True
    return error.retry_after if error.retry_after <= LONGEST_WAIT else False


@attrs.frozen
class MeteredModel:
    """A model that cannot be called past the cap, nor more than five times for a question."""

    _backend: ModelBackend
    _budget: Budget

    @property
    def name(self) -> str:
        """The backend's name."""
        return self._backend.name

    @property
    def model(self) -> str:
        """What answers, as configured."""
        return self._backend.model

    async def complete(self, prompt: Prompt) -> Completion:
        """Send *prompt* and return the reply; a failure that may pass is tried once more.

        Raises:
            SpendCapReached: its worst case does not fit the period's budget. Nothing was sent.
            BackendFailed: no usable reply came. What was sent and lost stays spent at its worst case.

        Any other error of the backend, and being cancelled while it is asked, leave open what was sent: that stays spent too.
        """
        held = _SITTING.get()
        if held is not None:
            held.begin(prompt)
        worst = self._backend.worst_case(prompt)
        completion, cost = await _persisted(lambda: _metered(self._budget, worst, lambda: self._backend.complete(prompt), self._backend.price))
        if held is not None:
            held.turns.append(Turn(prompt.purpose, prompt.hash, completion, cost))
        return completion


@attrs.frozen
class MeteredEmbedder:
    """An embedder that cannot be called past the cap."""

    _backend: Embedder
    _budget: Budget

    @property
    def name(self) -> str:
        """The vector space."""
        return self._backend.name

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._backend.dimension

    def worst_case(self, texts: Sequence[str]) -> Micros:
        """Return the most that embedding *texts* in one call can cost."""
        return self._backend.worst_case(texts)

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector for each of *texts*, in order: float32, shape (len(texts), dimension).

        Raises:
            SpendCapReached: the worst case for all of *texts* does not fit the period's budget. Nothing was sent.
            BackendFailed: the backend answered with an error, after two tries. What was sent and lost stays spent at its worst case.
        """
        worst = self._backend.worst_case(texts)
        (vectors, _), _ = await _persisted(lambda: _metered(self._budget, worst, lambda: self._billed(texts, worst), lambda reply: reply[1]))
        return vectors

    async def _billed(self, texts: Sequence[str], worst: Micros) -> tuple[NDArray[np.float32], Micros]:
        """The vectors and their cost: the worst case where the backend does not tell."""
        if isinstance(self._backend, Bills):
            return await self._backend.embed_billed(texts)
        return await self._backend.embed(texts), worst
