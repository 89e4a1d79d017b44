"""Budget periods."""

import datetime

import pytest

from headjudge.domain.money import BudgetPeriod, period_key

NOW = datetime.datetime(2026, 3, 1, 23, 59, 59, tzinfo=datetime.UTC)


@pytest.mark.parametrize(
    ("period", "key"), [(BudgetPeriod.DAY, "2026-03-01"), (BudgetPeriod.MONTH, "2026-03"), (BudgetPeriod.PROCESS, "process:abc")]
)
def test_a_period_has_a_key(period: BudgetPeriod, key: str) -> None:
    """A day and a month are those of UTC; a process has a budget of its own."""
    assert period_key(period, NOW, "abc") == key
