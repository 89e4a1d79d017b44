"""Money as integer micro-dollars, and what was set aside for a model call."""

import datetime
from enum import Enum
from typing import NewType

import attrs

__all__ = ["BudgetPeriod", "Completion", "Micros", "Prompt", "Reservation", "period_key"]

Micros = NewType("Micros", int)
"""Millionths of a US dollar."""


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
class Prompt:
    """What is sent to a model: instructions, the material, and the most tokens that may come back."""

    system: str
    user: str
    max_tokens: int
    schema: str | None = None
    """JSON schema that the reply must fit, as text."""


@attrs.frozen
class Completion:
    """What a model sent back, with the usage it reported."""

    text: str
    model: str
    input_tokens: int
    output_tokens: int
