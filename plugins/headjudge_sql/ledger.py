"""Who may spend what: one row a period, changed only by updates that guard the cap."""

import datetime
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import attrs
import sqlalchemy as sa

from headjudge import Micros, PeriodSpend, Reservation
from headjudge_sql.engine import Database
from headjudge_sql.schema import InsertMissing, budgets, spend

__all__ = ["SqlLedger"]


OPEN: Final = InsertMissing(budgets)
# One guarded update: reading first and writing then would let racing processes pass the cap together.
_FITS: Final = sa.and_(budgets.c.period == sa.bindparam("of"), budgets.c.spent + sa.bindparam("amount") <= sa.bindparam("cap"))
CLAIM: Final = sa.update(budgets).where(_FITS).values(spent=budgets.c.spent + sa.bindparam("amount"))
ENTER: Final = sa.insert(spend).returning(spend.c.id)
_STILL: Final = sa.and_(spend.c.id == sa.bindparam("entry"), spend.c.state == "reserved")
END: Final = sa.update(spend).where(_STILL).returning(spend.c.period, spend.c.reserved)
CHANGE: Final = sa.update(budgets).where(budgets.c.period == sa.bindparam("of")).values(spent=budgets.c.spent + sa.bindparam("by"))
_FIRST: Final = sa.and_(budgets.c.period == sa.bindparam("of"), sa.func.coalesce(budgets.c.tripped, -1) < sa.bindparam("cap"))
TRIP: Final = sa.update(budgets).where(_FIRST).values(tripped=sa.bindparam("cap"))
"""The statements, made once: that takes longer than to run them."""


@attrs.frozen(eq=False)
class SqlLedger:
    """The ledger as the role `Ledger` promises it."""

    _database: Database
    _clock: Callable[[], datetime.datetime]

    async def reserve(self, period: str, cap: Micros, amount: Micros) -> Reservation | None:
        if amount > cap:
            return None
        return await self._database.write(partial(_reserve, period=period, cap=cap, amount=amount, now=self._clock()))

    async def settle(self, reservation: Reservation, cost: Micros) -> None:
        await self._database.write(partial(_end, reservation=reservation, state="settled", cost=cost))

    async def release(self, reservation: Reservation) -> None:
        await self._database.write(partial(_end, reservation=reservation, state="released", cost=Micros(0)))

    async def spent(self, period: str) -> Micros:
        found = await self._database.look(sa.select(budgets.c.spent).where(budgets.c.period == period))
        return Micros(found[0].spent if found else 0)

    async def trip(self, period: str, cap: Micros) -> bool:
        return await self._database.write(partial(_trip, period=period, cap=cap))

    async def periods(self, limit: int) -> Sequence[PeriodSpend]:
        still = sa.func.sum(sa.case((spend.c.state == "reserved", spend.c.reserved), else_=0))
        sent = sa.func.sum(sa.case((spend.c.state == "released", 0), else_=1))
        entries = sa.select(spend.c.period, still.label("reserved"), sent.label("sent"), sa.func.max(spend.c.id).label("last"))
        asked = entries.group_by(spend.c.period).order_by(sa.desc("last")).limit(limit).subquery()
        whole = sa.select(asked, budgets.c.spent).join(budgets, budgets.c.period == asked.c.period).order_by(asked.c.last.desc())
        async with self._database.reading() as connection:
            found = (await connection.execute(whole)).all()
        return [PeriodSpend(row.period, Micros(row.spent), Micros(int(row.reserved)), int(row.sent)) for row in found]


def _reserve(connection: sa.Connection, *, period: str, cap: Micros, amount: Micros, now: datetime.datetime) -> Reservation | None:
    claim = {"of": period, "amount": amount, "cap": cap}
    if connection.execute(CLAIM, claim).rowcount != 1:
        # The period is full, or this is its first claim.
        connection.execute(OPEN, {"period": period, "spent": 0})
        if connection.execute(CLAIM, claim).rowcount != 1:
            return None
    entry = {"period": period, "reserved": amount, "state": "reserved", "at": now}
    return Reservation(int(connection.execute(ENTER, entry).scalar_one()), period, amount)


def _end(connection: sa.Connection, *, reservation: Reservation, state: str, cost: Micros) -> None:
    """Book *cost* in place of what is reserved; an entry that is no longer reserved stays as it is."""
    entry = connection.execute(END, {"entry": reservation.id, "state": state, "settled": cost}).first()
    if entry is not None:
        connection.execute(CHANGE, {"of": entry.period, "by": cost - entry.reserved})


def _trip(connection: sa.Connection, *, period: str, cap: Micros) -> bool:
    connection.execute(OPEN, {"period": period, "spent": 0})
    return connection.execute(TRIP, {"of": period, "cap": cap}).rowcount == 1
