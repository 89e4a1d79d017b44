"""Money as integer micro-dollars: what was set aside for a model call, and what a period spent."""

import datetime
from enum import Enum
from typing import Final, NewType

import attrs

__all__ = ["NOTHING", "BudgetPeriod", "Micros", "PeriodSpend", "Reservation", "period_key", "usd"]

Micros = NewType("Micros", int)
"""Millionths of a US dollar."""
NOTHING: Final = Micros(0)


def usd(micros: int) -> str:
    """Return *micros* in dollars, to the last of them: ``5 USD``, ``0.25 USD``, ``0.000031 USD``."""
    return f"{micros / 1_000_000:.6f}".rstrip("0").rstrip(".") + " USD"


class BudgetPeriod(Enum):
    """For how long one budget lasts."""

    DAY = "day"
    MONTH = "month"
    PROCESS = "process"


def period_key(period: BudgetPeriod, now: datetime.datetime, process: str) -> str:
    """Return the key of the budget that *now* (aware, UTC) falls into; *process* names the running process."""
    if period is BudgetPeriod.PROCESS:
        return f"process:{process}"
    return now.strftime("%Y-%m-%d" if period is BudgetPeriod.DAY else "%Y-%m")


@attrs.frozen
class Reservation:
    """Money set aside for one model call, until it is settled or released."""

    id: int
    period: str
    amount: Micros


@attrs.frozen
class PeriodSpend:
    """What one period spent."""

    period: str
    spent: Micros
    """Booked and reserved together: what counts against the cap."""
    reserved: Micros
    """The part of it that is not settled: calls under way, and those that were sent and lost."""
    requests: int
    """How many requests were sent, lost ones too."""
