"""Budget periods."""

import datetime

import pytest

from headjudge.domain.money import BudgetPeriod, period_key, usd

NOW = datetime.datetime(2026, 3, 1, 23, 59, 59, tzinfo=datetime.UTC)


@pytest.mark.parametrize(
    ("period", "key"), [(BudgetPeriod.DAY, "2026-03-01"), (BudgetPeriod.MONTH, "2026-03"), (BudgetPeriod.PROCESS, "process:abc")]
)
def test_a_period_has_a_key(period: BudgetPeriod, key: str) -> None:
    """A day and a month are those of UTC; a process has a budget of its own."""
    assert period_key(period, NOW, "abc") == key


@pytest.mark.parametrize(
    ("micros", "written"),
    [(0, "0 USD"), (1, "0.000001 USD"), (31, "0.000031 USD"), (250_000, "0.25 USD"), (5_000_000, "5 USD"), (50_000_000, "50 USD")],
)
def test_money_is_written_out(micros: int, written: str) -> None:
    """To the last micro-dollar: no exponent, no zeros at the end."""
    assert usd(micros) == written
