"""What a run over questions with known answers comes to."""

from typing import Any

import attrs
import pytest

from headjudge import Confidence, Failure, Micros, Reason
from headjudge.evaluation.answers import Attempt, Known, Outcome
from headjudge.evaluation.grading import Grade, Mark
from headjudge.evaluation.results import AnswerResult
from headjudge.evaluation.scores import Scored, answers_summary

KNOWN = Known("q", "ours", "Why?", (frozenset(["101.1a", "102.1"]), frozenset(["103.1"])), "So.", ("one", "two"), ("never",))
ATTEMPT = Attempt(id="q", outcome=Outcome.ANSWERED, text="So.", confidence=Confidence.HIGH, rules=("101.1b",), calls=2, cost=Micros(500), seconds=1.0)
GRADE = Grade("m", "h", Mark.RIGHT, (), (1,), (), Micros(100))


def answered(mark: Mark | None = Mark.RIGHT, *, known: Known = KNOWN, mistakes: tuple[int, ...] = (), **changes: Any) -> Scored:
    grade = attrs.evolve(GRADE, mark=mark, mistakes=mistakes)
    return known, AnswerResult(attrs.evolve(ATTEMPT, **changes), grade)


def declined(reason: Reason = Reason.SCOPE, failure: Failure | None = None) -> Scored:
    return KNOWN, AnswerResult(Attempt(id="q", outcome=Outcome.DECLINED, reason=reason, failure=failure, text="No.", seconds=0.1), None)


def test_marks_are_shares_of_what_was_graded() -> None:
    """What was declined is no answer; what is solved is a share of all."""
    figures = answers_summary([answered(Mark.RIGHT), answered(Mark.PARTLY), answered(Mark.WRONG), answered(Mark.NO_VERDICT), declined()])

    assert (figures["answered"], figures["solved"]) == (0.8, 0.2)
    assert [figures[name] for name in ("right", "partly", "wrong", "no_verdict")] == [0.25] * 4


def test_what_is_ungraded_is_counted_and_left_out() -> None:
    """Too few votes say nothing of an answer."""
    figures = answers_summary([answered(Mark.RIGHT), answered(None)])

    assert (figures["graded"], figures["ungraded"], figures["right"], figures["solved"], figures["answered"]) == (1, 1, 1.0, 1.0, 1.0)


def test_without_grades_nothing_is_said_of_them() -> None:
    """A question that was declined is not wrong when nobody graded."""
    known, result = answered()
    figures = answers_summary([(known, attrs.evolve(result, grade=None)), declined()])

    assert [figures[name] for name in ("solved", "right", "wrong", "mistake", "facts")] == [None] * 5
    assert figures["answered"] == 0.5


@pytest.mark.parametrize(
    ("rules", "exact", "group"),
    [(("101.1b",), 0.0, 0.5), (("102.1",), 0.5, 0.5), (("103.1", "101.1a"), 1.0, 1.0), ((), 0.0, 0.0), (("103.1a",), 0.0, 0.5)],
)
def test_must_cites_are_counted_among_the_rules_cited(rules: tuple[str, ...], exact: float, group: float) -> None:
    """Each set of alternatives once: by the rule itself, letter and all, and by its group."""
    figures = answers_summary([answered(rules=rules), declined()])

    assert (figures["cited"], figures["group_cited"]) == (exact, group)


def test_what_nobody_said_is_not_scored() -> None:
    """No must-cites, no facts, no mistakes, no reference answer."""
    figures = answers_summary([answered(known=Known("q", "", "Why?"))])

    assert [figures[name] for name in ("cited", "group_cited", "facts", "mistake")] == [None] * 4


def test_mistakes_and_facts_are_those_that_were_seen() -> None:
    """Mistakes as the share of answers that make one, facts as the mean share said."""
    figures = answers_summary([answered(mistakes=(1,)), answered(), answered(), answered()])

    assert (figures["mistake"], figures["facts"]) == (0.25, 0.5)


def test_replies_are_counted_by_kind_and_reason() -> None:
    """The most frequent first."""
    figures = answers_summary([declined(Reason.BACKEND, Failure.UNREADABLE), answered(), answered(), declined()])

    assert list(figures["outcomes"].items()) == [("answered", 2), ("declined: backend: unreadable", 1), ("declined: scope", 1)]


def test_parts_are_by_source_confidence_and_kind_of_question() -> None:
    """Confidences from low to high; what was not answered has none."""
    loose = attrs.evolve(KNOWN, source="theirs", decidable=False)
    figures = answers_summary([answered(), answered(Mark.WRONG, confidence=Confidence.LOW), answered(known=loose), declined()])

    assert {name: part["questions"] for name, part in figures["by_source"].items()} == {"ours": 3, "theirs": 1}
    assert [(name, part["right"]) for name, part in figures["by_confidence"].items()] == [("low", 0.0), ("high", 1.0)]
    assert {name: part["questions"] for name, part in figures["by_decidable"].items()} == {"decidable": 3, "open as asked": 1}


def test_costs_calls_and_times_are_of_all_questions() -> None:
    """Grading is told apart from answering."""
    figures = answers_summary([answered(), answered(calls=5, cost=Micros(1500), seconds=3.0, objections=("no",), doubts=("hm",)), declined()])

    assert (figures["calls"], figures["usd"], figures["usd_total"], figures["usd_grading"]) == (2.3333, 0.000667, 0.002, 0.0002)
    assert (figures["p50_s"], figures["p95_s"]) == (1.0, 3.0)
    assert (figures["redrafted"], figures["doubted"]) == (1, 1)


def test_a_share_of_many_has_an_interval() -> None:
    """The bootstrap's, which repeats."""
    figures = answers_summary([answered()] * 6 + [answered(Mark.WRONG)] * 6)

    low, high = figures["intervals"]["right"]
    assert 0.2 <= low < 0.5 < high <= 0.8
    assert figures["by_source"]["ours"]["intervals"]["right"] == (low, high)


def test_nothing_asked_is_no_error() -> None:
    """A run can be stopped at its first question."""
    figures = answers_summary([])

    assert (figures["questions"], figures["answered"], figures["usd"], figures["p50_s"]) == (0, None, None, None)
