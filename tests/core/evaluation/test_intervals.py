"""Bootstrap intervals."""

import pytest

from headjudge.evaluation.intervals import difference, interval


def test_an_interval_repeats() -> None:
    """The same values give the same bounds, whatever was drawn before."""
    values = [0.0, 1.0] * 30
    first = interval(values)
    interval([0.5] * 11)

    assert interval(values) == first


def test_the_bounds_lie_about_the_mean() -> None:
    """Of a hundred coins, half of them heads, between 0.40 and 0.60: two standard errors of 0.05."""
    low, high = interval([0.0, 1.0] * 50)

    assert low == pytest.approx(0.40, abs=0.015)
    assert high == pytest.approx(0.60, abs=0.015)


def test_more_questions_say_more() -> None:
    """Four times as many halve the width."""
    few, many = interval([0.0, 1.0] * 25), interval([0.0, 1.0] * 100)

    assert (few[1] - few[0]) / (many[1] - many[0]) == pytest.approx(2, rel=0.15)


def test_a_handful_has_no_interval() -> None:
    """Under ten questions."""
    assert interval([0.0, 1.0] * 4) is None
    assert interval([0.0, 1.0] * 5) is not None


def test_a_difference_is_paired() -> None:
    """A change that is the same for every question is certain, however much the questions differ."""
    before = [0.0, 1.0] * 10

    assert difference(before, [value - 0.25 for value in before]) == (-0.25, (-0.25, -0.25))


@pytest.mark.parametrize(("before", "after"), [([], []), ([1.0], [1.0, 1.0])])
def test_what_cannot_be_paired_is_refused(before: list[float], after: list[float]) -> None:
    """Different questions, or none."""
    with pytest.raises(ValueError):
        difference(before, after)
