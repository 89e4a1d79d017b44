"""`judge spend`: what the language model has cost."""

from collections.abc import Sequence
from typing import Final

import click
from rich.table import Column, Table

from headjudge.assemble import utc_now
from headjudge.cli.run import ANSWERED, command, configured, with_library
from headjudge.cli.show import console, print_json
from headjudge.domain.money import BudgetPeriod, PeriodSpend, period_key, usd
from headjudge.roles import OpenStore
from headjudge.settings import Settings

__all__ = ["spend_command"]

PERIODS: Final = 12
"""How many are shown."""


@click.command("spend")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, in micro-dollars.")
@command
async def spend_command(as_json: bool) -> int:
    """Print what was spent in the newest periods, and what is left of the present one."""
    settings, _ = configured()

    async def work(store: OpenStore) -> int:
        periods, left = await store.ledger.periods(PERIODS), await _left(settings, store)
        if as_json:
            print_json(_body(settings, periods, left))
        else:
            _print(settings, periods, left)
        return ANSWERED

    return await with_library(work)


def _body(settings: Settings, periods: Sequence[PeriodSpend], left: int | None) -> dict[str, object]:
    listed = [{"period": one.period, "spent": one.spent, "reserved": one.reserved, "requests": one.requests} for one in periods]
    return {"cap": settings.max_micros, "budget_period": settings.budget_period, "left": left, "periods": listed}


async def _left(settings: Settings, store: OpenStore) -> int | None:
    """Micro-dollars left of the present period; None where each process has a budget of its own."""
    period = BudgetPeriod(settings.budget_period)
    if period is BudgetPeriod.PROCESS:
        return None
    return max(settings.max_micros - await store.ledger.spent(period_key(period, utc_now(), "")), 0)


def _print(settings: Settings, periods: Sequence[PeriodSpend], left: int | None) -> None:
    out = console()
    rest = "each process has a budget of its own" if left is None else f"{usd(left)} are left of this {settings.budget_period}"
    out.print(f"The cap is {usd(settings.max_micros)} a {settings.budget_period}; {rest}.")
    if not periods:
        out.print("Nothing was spent yet.")
        return
    right = [Column(name, justify="right") for name in ("Spent", "Of it unsettled", "Requests")]
    table = Table("Period (UTC)", *right, box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for one in periods:
        table.add_row(one.period, usd(one.spent), usd(one.reserved) if one.reserved else "", f"{one.requests:,}")
    out.print()
    out.print(table)
    if any(one.reserved for one in periods):
        out.print("\nUnsettled: requests under way, and those that were sent and lost, at their worst case.", style="dim")
