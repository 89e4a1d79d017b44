"""What counts as a number, what it counts, and how far it reaches."""

import pytest

from headjudge_support.numbers import Bound, Number, numbers, values
from headjudge_support.words import tokens


@pytest.fixture
def read() -> "type[numbers]":
    """Gives the numbers of a sentence."""
    return lambda sentence: numbers(tokens(sentence))


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Pay {3} or two oil.", [3, 2]),
        ("It gets one candle.", [1]),
        ("No one relights it, and the one who tries is one of us.", []),
        ("It is a 5/3 with a +1/+1 counter.", []),
        ("See rule 702.15b and rule 509.", []),
        ("No two lamps burn alike.", []),
        ("Nothing is counted.", []),
    ],
)
def test_numbers_count_or_measure(read: "type[numbers]", sentence: str, found: list[int]) -> None:
    """Strengths, rules' numbers and the pronoun “one” do not."""
    assert [number.value for number in read(sentence)] == found


@pytest.mark.parametrize(
    ("sentence", "bound", "admitted"),
    [
        ("two lanterns", Bound.EXACT, {2}),
        ("two or more lanterns", Bound.LOWER, {2, 3}),
        ("more than two lanterns", Bound.LOWER, {2, 3}),
        ("at most two lanterns", Bound.UPPER, {1, 2}),
        ("two or fewer lanterns", Bound.UPPER, {1, 2}),
    ],
)
def test_a_bound_admits_other_numbers(read: "type[numbers]", sentence: str, bound: Bound, admitted: set[int]) -> None:
    """“Two or more” may be three as well."""
    (number,) = read(sentence)

    assert number.bound is bound
    assert {value for value in (1, 2, 3) if number.admits(value)} == admitted


def test_numbers_know_what_they_count(read: "type[numbers]") -> None:
    """The telling words beside them, nearest first; measures and other numbers are passed over."""
    (number,) = read("Each keeper holds exactly seven more candles")

    assert (number.before, number.after) == (("hold", "keeper"), ("candl",))


def test_numbers_of_one_thing_are_kin(read: "type[numbers]") -> None:
    """A word beside both is the same."""
    (seven,), (twelve,), (oil,) = read("seven candles burn"), read("a keeper with twelve candles"), read("two measures of oil")

    assert seven.kin(twelve)
    assert not seven.kin(oil)


def test_alignment_counts_the_same_words_right_beside(read: "type[numbers]") -> None:
    """From the number outwards, on both sides."""
    one, other = read("a row of three burning lanterns")[0], read("the row of four burning candles")[0]

    assert one.aligned(other) == 3


def test_a_label_counts_nothing(read: "type[numbers]") -> None:
    """Layer 4 is the fourth, not four of anything."""
    (label,), (count,) = read("in layer 4"), read("in four layers")

    assert (label.label, count.label) == (True, False)


def test_costs_and_labels_are_kin_to_their_own(read: "type[numbers]") -> None:
    """{3} oil is a cost, three oil an amount."""
    (cost,), (other,), (amount,) = read("pay {3} oil"), read("pay {4} oil"), read("pay three oil")

    assert cost.kin(other)
    assert not cost.kin(amount)


def test_a_number_is_seen_to_be_calculated_with(read: "type[numbers]") -> None:
    """What comes of it is another number."""
    (plain,), (formula,) = read("twenty candles for a keeper"), read("twenty candles plus those of the keeper")

    assert (plain.formula, formula.formula) == (False, True)


def test_every_number_of_a_text_is_given() -> None:
    """In strengths and costs too; “one” is no number where it may be a pronoun."""
    assert values(["Does one 5/3 with two counters cost {4}{R}?"]) == {5, 3, 2, 4}


def test_numbers_are_frozen(read: "type[numbers]") -> None:
    """They are values: equal where they say the same."""
    assert isinstance(read("two lamps")[0], Number)
    assert read("two lamps") == read("two lamps")
