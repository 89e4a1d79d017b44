"""Numbers that a quote contradicts, and those that it leaves alone."""

from collections.abc import Callable

import pytest

from headjudge_support.matter import Matter
from headjudge_support.miscounts import miscounts, uncovered

Matters = Callable[..., Matter]


@pytest.mark.parametrize(
    ("answer", "number", "said", "quoted"),
    [
        ("Each keeper begins the evening with eight candles.", "100.2", 8, 7),
        ("A lantern is relit for three measures of oil.", "200.1", 3, 2),
        ("It takes six or more lanterns in one row to make a beacon.", "200.2", 6, 3),
    ],
)
def test_another_number_in_the_same_place_is_a_miscount(matter_of: Matters, answer: str, number: str, said: int, quoted: int) -> None:
    """It counts the same thing in much the same words, and no source has it."""
    assert [(found.number.value, found.theirs.value) for found in miscounts(matter_of(answer, number))] == [(said, quoted)]


def test_a_number_that_answers_the_question_counts_what_was_asked(matter_of: Matters) -> None:
    """What stands in the question need not be said again."""
    question = "With how many candles does each keeper begin the evening?"

    assert [found.theirs.value for found in miscounts(matter_of("Six.", "100.2", question=question))] == [7]


@pytest.mark.parametrize(
    ("answer", "question"),
    [
        ("Each keeper begins the evening with seven candles.", "How many?"),
        ("You begin the evening with 9 candles.", "What if my keeper begins with 9 candles?"),
        ("You begin with seven candles and draw four, so your keeper has 11 candles.", "How many when the lamp is relit?"),
        ("A keeper with thirteen candles melts one at dusk.", "What happens to 13 of them?"),
        ("Only 15 winds were counted.", "How many winds?"),
    ],
)
def test_what_was_given_or_made_or_counts_other_things_is_no_miscount(matter_of: Matters, answer: str, question: str) -> None:
    """The question's numbers, the card's, sums with them, and numbers of things that the quote does not count."""
    assert list(miscounts(matter_of(answer, "100.2", question=question))) == []


def test_or_more_leaves_room(matter_of: Matters) -> None:
    """Five are three or more; six or more is another rule."""
    assert list(miscounts(matter_of("Five lanterns burn in one row, so the row is a beacon.", "200.2"))) == []


def test_more_of_a_kind_may_be_a_case_of_more(matter_of: Matters) -> None:
    """“Six or more brass lamps” are three or more lanterns, and the rule holds for them too; “six or more lanterns” is another rule."""
    answer = "If six or more {things} burn in one row, the row is called a beacon."

    assert list(miscounts(matter_of(answer.format(things="brass lamps"), "200.2"))) == []
    assert [found.theirs.value for found in miscounts(matter_of(answer.format(things="lanterns"), "200.2"))] == [3]


def test_a_sentence_is_held_against_the_rules_it_names(matter_of: Matters) -> None:
    """What another quote counts is no matter of its."""
    answer = "Relighting costs nine measures of oil ({rule})."

    assert [found.theirs.value for found in miscounts(matter_of(answer.format(rule="200.1"), "200.1", "300.1"))] == [2]
    assert list(miscounts(matter_of(answer.format(rule="300.1"), "200.1", "300.1"))) == []


def test_a_number_of_nowhere_is_uncovered(matter_of: Matters) -> None:
    """No quote has it, the question and its cards do not give it, and no calculation leads to it."""
    known = "Seven candles, and four for the lamp"

    assert [number.value for _, number in uncovered(matter_of(f"{known}, and 30 of the harbour.", "100.2"))] == [30]
    assert uncovered(matter_of(f"{known}; 15 + 15 makes 30.", "100.2")) == []
    assert uncovered(matter_of(f"15 + 15 = 30. {known}. So all 30 burn.", "100.2")) == []


@pytest.mark.parametrize(
    ("words", "found"), [("more than two toads", []), ("two or more toads", []), ("more than 31 toads", [31]), ("31 toads", [31])]
)
def test_two_or_more_are_several(matter_of: Matters, words: str, found: list[int]) -> None:
    """The words count nothing."""
    assert [number.value for _, number in uncovered(matter_of(f"Winds blow over {words}.", "100.2"))] == found
