"""Ratings and which calls may be shown again."""

import datetime

import attrs
import pytest

from headjudge import Exchange, Question, Rating, retrievable, score
from headjudge.testing.contracts.plants import CALL

NOON = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)


def crowd(*values: int) -> tuple[Rating, ...]:
    return tuple(Rating(1, f"member {place}", value, judge=False, rated=NOON) for place, value in enumerate(values))


def judge(value: int, minute: int = 0) -> Rating:
    return Rating(1, f"judge {minute}", value, judge=True, rated=NOON.replace(minute=minute))


@pytest.mark.parametrize(
    ("ratings", "effective"),
    [((), 2.0), (crowd(3), 2.25), (crowd(1, 1, 1), 1.5), (crowd(3, 3, 3, 3, 3), 2.625), ((*crowd(1, 1, 1), judge(3)), 3.0)],
)
def test_the_effective_score(ratings: tuple[Rating, ...], effective: float) -> None:
    """The crowd's mean is drawn towards 2 by three votes; a judge overrides the crowd."""
    assert score(ratings) == effective


def test_the_newest_judge_counts() -> None:
    """Of several judges the last to rate decides."""
    assert score((judge(1, 5), judge(3, 1))) == 1.0


@pytest.mark.parametrize(
    ("ratings", "shown"),
    [
        ((), False),
        (crowd(1), True),
        (crowd(1, 1, 1, 1), True),
        (crowd(1, 1, 1, 1, 1), False),
        (crowd(1, 1, 1, 1, 2), True),
        ((judge(1),), False),
        ((judge(2),), True),
        ((*crowd(1, 1, 1, 1, 1), judge(3)), True),
    ],
)
def test_which_calls_are_shown(ratings: tuple[Rating, ...], *, shown: bool) -> None:
    """Only rated calls; never one that five found wrong, nor one that a judge did."""
    assert retrievable(attrs.evolve(CALL, ratings=ratings)) is shown


def test_a_call_with_history_is_not_shown() -> None:
    """What was asked in the middle of a talk does not stand alone."""
    question = Question("And then?", history=(Exchange("Who?", "You."),))

    assert not retrievable(attrs.evolve(CALL, question=question))


@pytest.mark.parametrize("value", [0, 4, -1])
def test_a_rating_is_one_of_three(value: int) -> None:
    """1, 2 or 3."""
    with pytest.raises(ValueError, match="'value' must be in"):
        Rating(1, "ann", value, judge=False, rated=NOON)
