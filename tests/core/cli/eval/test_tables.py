"""How figures and misses are printed."""

from collections.abc import Sequence

import pytest

from headjudge.cli.eval.tables import print_misses, print_recall
from headjudge.evaluation.figures import summary
from headjudge.evaluation.misses import Miss, Missed
from headjudge.evaluation.recall import Expected, Result

HEADINGS = {"101.1": "Part 101", "102.1": "Part 102"}


def results(count: int, source: str = "one source", category: str = "combat", cards: tuple[str, ...] = ()) -> Sequence[Result]:
    """So many questions, every other of which is answered."""
    expected = Expected("q", source, "Why?", cards, (frozenset(["101.1"]),), frozenset())
    return [Result(expected, ("101.1",) if number % 2 else (), (), 1234, 0.0125, category) for number in range(count)]


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines, each with one space between its words."""
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def test_a_share_has_its_interval(capsys: pytest.CaptureFixture[str]) -> None:
    """Behind it; the other figures stand alone."""
    print_recall(summary(results(20)), "")
    lines = printed(capsys)

    assert "must@7 .500 (.300–.700)" in lines
    assert {"questions 20", "bytes 1,234", "ms, p95 12.5"} <= set(lines)


def test_card_free_questions_stand_beside_those_naming_cards(capsys: pytest.CaptureFixture[str]) -> None:
    """Where there are both."""
    print_recall(summary([*results(4), *results(2, cards=("Bell",))]), "")

    assert {"all card-free naming cards", "questions 6 4 2"} <= set(printed(capsys))


def test_each_source_and_each_larger_category_has_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    """Small categories are counted, not shown."""
    print_recall(summary([*results(4), *results(2, "another", "layers")]), "")
    lines = printed(capsys)

    assert [line for line in lines if line.startswith(("one source 4 ", "another 2 ", "combat 4 "))] != []
    assert "Categories of fewer than 4 questions: 1; --json has them too." in lines
    assert not any(line.startswith("layers") for line in lines)


def test_what_is_left_out_is_said_first(capsys: pytest.CaptureFixture[str]) -> None:
    """Figures of a trial must not be taken for those of the judge."""
    print_recall(summary(results(2)), "without concepts")

    assert printed(capsys)[0] == "Trial: without concepts."


def test_a_miss_is_told_with_what_was_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """The question, the alternatives with their places, and the groups in their place."""
    expected = results(1)[0].expected
    print_misses([Miss(expected, (Missed(("102.1",), 9, {"concepts": 3}), Missed(("103.1", "102.1"), None, {})), ("101.1",), "")], HEADINGS)

    assert printed(capsys)[1:] == [
        "Must-cites that are not among the first 7 groups: 2.",
        "",
        "q Why?",
        "missed 102.1 Part 102: place 9; places by leg: concepts 3",
        "missed 103.1 (not in this release) or 102.1 Part 102: not found",
        "1 101.1 Part 101",
    ]


def test_no_miss_is_told_too(capsys: pytest.CaptureFixture[str]) -> None:
    """Silence could mean anything."""
    print_misses([], {})

    assert printed(capsys)[1:] == ["Nothing was missed."]
