"""Micro-dollars and budget periods."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.domain.money import BudgetPeriod, micros, period_key

NOW = datetime.datetime(2026, 3, 1, 23, 59, 59, tzinfo=datetime.UTC)


@given(st.integers(0, 10**12))
def test_an_amount_is_read_exactly(amount: int) -> None:
    """Six places are kept; no float is in between."""
    assert micros(f"{amount // 1_000_000}.{amount % 1_000_000:06}") == amount


@pytest.mark.parametrize(("dollars", "amount"), [("5", 5_000_000), ("0.25", 250_000), (".5", 500_000), ("5.", 5_000_000), (" 1 ", 1_000_000)])
def test_how_amounts_are_written(dollars: str, amount: int) -> None:
    """A point may stand at either end."""
    assert micros(dollars) == amount


@pytest.mark.parametrize("dollars", ["", ".", "-1", "1e3", "1,5", "0.1234567", "٣", "five", "1.2.3", "+1", "NaN"])
def test_what_is_no_amount(dollars: str) -> None:
    """Signs, exponents, other digits and more than six places are refused."""
    with pytest.raises(ValueError, match="no amount of dollars"):
        micros(dollars)


@pytest.mark.parametrize(
    ("period", "key"), [(BudgetPeriod.DAY, "2026-03-01"), (BudgetPeriod.MONTH, "2026-03"), (BudgetPeriod.PROCESS, "process:abc")]
)
def test_a_period_has_a_key(period: BudgetPeriod, key: str) -> None:
    """A day and a month are those of UTC; a process has a budget of its own."""
    assert period_key(period, NOW, "abc") == key
