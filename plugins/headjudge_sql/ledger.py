"""Who may spend what: one row a period, changed only by updates that guard the cap."""

import datetime
from collections.abc import Callable, Sequence

import attrs
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from headjudge import Micros, PeriodSpend, Reservation
from headjudge_sql.engine import Database
from headjudge_sql.schema import InsertMissing, budgets, spend

__all__ = ["SqlLedger"]


@attrs.frozen(eq=False)
class SqlLedger:
    """The ledger as the role `Ledger` promises it."""

    _database: Database
    _clock: Callable[[], datetime.datetime]

    async def reserve(self, period: str, cap: Micros, amount: Micros) -> Reservation | None:
        if amount > cap:
            return None
        fits = sa.and_(budgets.c.period == period, budgets.c.spent + amount <= cap)
        entry = sa.insert(spend).values(period=period, reserved=amount, state="reserved", at=self._clock()).returning(spend.c.id)
        async with self._database.writing() as connection:
            await connection.execute(InsertMissing(budgets).values(period=period, spent=0))
            # One guarded update: reading first and writing then would let racing processes pass the cap together.
            if (await connection.execute(sa.update(budgets).where(fits).values(spent=budgets.c.spent + amount))).rowcount != 1:
                return None
            return Reservation(int((await connection.execute(entry)).scalar_one()), period, amount)

    async def settle(self, reservation: Reservation, cost: Micros) -> None:
        async with self._database.writing() as connection:
            await self._close(connection, reservation, "settled", cost)

    async def release(self, reservation: Reservation) -> None:
        async with self._database.writing() as connection:
            await self._close(connection, reservation, "released", Micros(0))

    async def spent(self, period: str) -> Micros:
        async with self._database.reading() as connection:
            found = (await connection.execute(sa.select(budgets.c.spent).where(budgets.c.period == period))).scalar()
        return Micros(found or 0)

    async def trip(self, period: str) -> bool:
        first = sa.and_(budgets.c.period == period, budgets.c.tripped.is_(None))
        async with self._database.writing() as connection:
            await connection.execute(InsertMissing(budgets).values(period=period, spent=0))
            return (await connection.execute(sa.update(budgets).where(first).values(tripped=self._clock()))).rowcount == 1

    async def periods(self, limit: int) -> Sequence[PeriodSpend]:
        still = sa.func.sum(sa.case((spend.c.state == "reserved", spend.c.reserved), else_=0))
        sent = sa.func.sum(sa.case((spend.c.state == "released", 0), else_=1))
        entries = sa.select(spend.c.period, still.label("reserved"), sent.label("sent"), sa.func.max(spend.c.id).label("last"))
        asked = entries.group_by(spend.c.period).order_by(sa.desc("last")).limit(limit).subquery()
        whole = sa.select(asked, budgets.c.spent).join(budgets, budgets.c.period == asked.c.period).order_by(asked.c.last.desc())
        async with self._database.reading() as connection:
            found = (await connection.execute(whole)).all()
        return [PeriodSpend(row.period, Micros(row.spent), Micros(int(row.reserved)), int(row.sent)) for row in found]

    async def _close(self, connection: AsyncConnection, reservation: Reservation, state: str, cost: Micros) -> None:
        """Book *cost* in place of what is reserved; an entry that is no longer reserved stays as it is."""
        still = sa.and_(spend.c.id == reservation.id, spend.c.state == "reserved")
        update = sa.update(spend).where(still).values(state=state, settled=cost).returning(spend.c.period, spend.c.reserved)
        entry = (await connection.execute(update)).first()
        if entry is None:
            return
        change = sa.update(budgets).where(budgets.c.period == entry.period).values(spent=budgets.c.spent - entry.reserved + cost)
        await connection.execute(change)
