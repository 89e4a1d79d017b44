"""How the figures of `judge eval answers` are printed."""

from collections.abc import Sequence

import attrs
import pytest

from headjudge import Confidence, Micros, Reason
from headjudge.cli.eval.answer_tables import print_answers
from headjudge.evaluation.answers import Attempt, Known, Outcome
from headjudge.evaluation.grading import Grade, Mark
from headjudge.evaluation.results import AnswerResult, Run
from headjudge.evaluation.scores import Scored, answers_summary

RUN = Run(
    questions="q",
    file="f",
    model="openai/practice",
    prompts="0123456789",
    extractor="counsel",
    synthesizer="counsel",
    corpus="magic",
    release="20260227",
    generation=3,
    program="0",
)
KNOWN = Known("q", "somebody/with-a-long-name and/a/longer/path.jsonl", "Why?", (frozenset(["101.1"]),), "So.", ("one",), ("never",))
ATTEMPT = Attempt(
    id="q", outcome=Outcome.ANSWERED, text="So.", confidence=Confidence.MEDIUM, rules=("101.1",), calls=5, cost=Micros(123_456), seconds=12.3
)
GRADE = Grade("openai/practice", "h", Mark.RIGHT, (), (1,), (), Micros(1000))


def scored(count: int, grade: Grade | None = GRADE, source: str = KNOWN.source) -> Sequence[Scored]:
    return [(attrs.evolve(KNOWN, source=source), AnswerResult(ATTEMPT, grade))] * count


def declined() -> Scored:
    return attrs.evolve(KNOWN, decidable=False), AnswerResult(
        Attempt(id="q", outcome=Outcome.DECLINED, reason=Reason.UNANSWERED, text="No.", seconds=0.5), None
    )


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines, each with one space between its words."""
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def test_the_headline_has_shares_costs_and_times(capsys: pytest.CaptureFixture[str]) -> None:
    """Each share with its interval."""
    print_answers(answers_summary([*scored(10), declined()]), RUN, "openai/practice")
    lines = printed(capsys)

    assert lines[0] == "Answered by openai/practice (prompts 01234567); graded by the same."
    assert {"questions 11", "answered .909 (.727–1.00)", "answers: right 1.00 (1.00–1.00)", "model calls a question 4.5"} <= set(lines)
    assert "USD a question; in all 0.1122; 1.23, and 0.0100 for grading" in lines
    assert "seconds, p50; p95 12; 12" in lines
    assert {"answered 10", "declined: unanswered 1"} <= set(lines)


def test_parts_have_rows(capsys: pytest.CaptureFixture[str]) -> None:
    """The largest source first; confidences; and what is open as asked, where there is any."""
    print_answers(answers_summary([*scored(1, source="few"), *scored(2, source="many"), declined()]), RUN, "openai/grader")
    lines = printed(capsys)

    assert lines[0].endswith("graded by openai/grader.")
    assert [line.split()[0] for line in lines if line.startswith(("few", "many"))] == ["many", "few"]
    assert any(line.startswith("medium 3 1.00 1.00 .000 .000 1.00 1.00 5.0 0.1235 12") for line in lines)
    assert any(line.startswith("open as asked 1 .000 .000") for line in lines)


def test_what_nobody_graded_has_no_rows(capsys: pytest.CaptureFixture[str]) -> None:
    """An empty row would look like a failure."""
    print_answers(answers_summary(scored(2, grade=None)), attrs.evolve(RUN, model=None), None)
    lines = printed(capsys)

    assert lines[0] == "Answered by counsel, without a model; not graded."
    assert not any(line.startswith(("answered right", "answers:", "forbidden", "key facts")) for line in lines)
    assert "Confidence n answ. cited group calls USD s p95" in lines


def test_ungraded_answers_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """They are missing from the shares."""
    print_answers(answers_summary([*scored(2), *scored(1, attrs.evolve(GRADE, mark=None))]), RUN, "openai/practice")

    assert "Ungraded, since too few votes could be read: 1." in printed(capsys)


def test_a_terminal_of_100_columns_is_wide_enough(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Long names lose their beginning, and no row is broken."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "dumb")
    print_answers(answers_summary([*scored(120), declined()]), RUN, "openai/practice")
    lines = capsys.readouterr().out.splitlines()

    assert max(map(len, lines)) <= 100
    assert [line for line in lines if "…" in line and line.rstrip().endswith("12")] != []
    assert sum(line.startswith("Source") for line in lines) == 1
