"""The law of spend: the worst case is reserved before a model is called, and settled after."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

import attrs
import structlog

from headjudge.domain.money import BudgetPeriod, Completion, Micros, Prompt, Reservation, period_key
from headjudge.errors import BackendFailed, PluginInvalid, SpendCapReached
from headjudge.roles import Alarm, Clock, Embedder, Event, Ledger, ModelBackend

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Budget", "MeteredEmbedder", "MeteredModel"]

log: Final = structlog.get_logger()
T = TypeVar("T")


@attrs.define
class Budget:
    """What may be spent in a period, and who is told when it is used up."""

    ledger: Ledger
    clock: Clock
    cap: Micros
    period: BudgetPeriod
    process: str
    """Names this process, for budgets of a process."""
    alarms: Sequence[Alarm] = ()
    _told: str = ""

    async def reserve(self, amount: Micros) -> Reservation:
        """Set *amount* aside.

        Raises:
            SpendCapReached: it does not fit what is left.
            PluginInvalid: *amount* is no whole number from 0 on: a backend that does not know its price.
        """
        if not _priced(amount):
            raise PluginInvalid(
                f"a model backend gave a worst case of {amount} micro-dollars; give its prices, a call with no known price is refused"
            )
        if amount > self.cap:
            raise SpendCapReached(f"one call can cost {amount / 1e6:g} USD, more than the whole budget of {self.cap / 1e6:g}; raise JUDGE_MAX_USD")
        key = period_key(self.period, self.clock(), self.process)
        reservation = await self.ledger.reserve(key, self.cap, amount)
        if reservation is None:
            await self._trip(key)
            raise SpendCapReached(
                f"the budget of {self.cap / 1e6:g} USD a {self.period.value} is used up; raise JUDGE_MAX_USD or wait for the next {self.period.value}"
            )
        return reservation

    async def _trip(self, key: str) -> None:
        """Sound the alarms, once a period."""
        if self._told == key:
            return
        event = Event("spend_cap", f"The spend cap of {self.cap / 1e6:g} USD for {key} is reached; model calls are refused.", self.clock())
        for alarm in self.alarms:
            try:
                await alarm.sound(event)
            except Exception as error:  # noqa: BLE001  # an alarm's failure must not change the reply
                log.error("alarm.failed", alarm=alarm.name, error=repr(error))
            else:
                self._told = key

    async def settle(self, reservation: Reservation, cost: Micros) -> None:
        """Book *cost* for what was reserved; a bill above its reservation is booked in full and logged, one that is no amount as reserved."""
        if not _priced(cost):
            log.error("spend.unpriced", cost=repr(cost), booked=reservation.amount)
            cost = reservation.amount
        if cost > reservation.amount:
            log.warning("spend.exceeded_reservation", reserved=reservation.amount, cost=cost)
        await self.ledger.settle(reservation, cost)


def _priced(amount: object) -> bool:
    return isinstance(amount, int) and amount >= 0


async def _metered(budget: Budget, worst: Micros, send: Callable[[], Awaitable[T]], price: Callable[[T], Micros]) -> T:
    """Reserve, send, settle. A request that was sent and lost stays spent at its worst case; one that never left is released."""
    reservation = await budget.reserve(worst)
    try:
        reply = await send()
    except BackendFailed as error:
        if not error.sent:
            await budget.ledger.release(reservation)
        raise
    await budget.settle(reservation, price(reply))
    return reply


@attrs.frozen
class MeteredModel:
    """A model that cannot be called past the cap."""

    _backend: ModelBackend
    _budget: Budget

    @property
    def name(self) -> str:
        """The backend's name."""
        return self._backend.name

    async def complete(self, prompt: Prompt) -> Completion:
        """Send *prompt* and return the reply.

        Raises:
            SpendCapReached: its worst case does not fit the period's budget. Nothing was sent.
            BackendFailed: no usable reply came. The worst case stays spent.
        """
        return await _metered(self._budget, self._backend.worst_case(prompt), lambda: self._backend.complete(prompt), self._backend.price)


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
            BackendFailed: the backend answered with an error. The worst case stays spent.
        """
        worst = self._backend.worst_case(texts)
        if worst == 0:  # runs here: there is nothing to reserve
            return await self._backend.embed(texts)
        return await _metered(self._budget, worst, lambda: self._backend.embed(texts), lambda _: worst)
