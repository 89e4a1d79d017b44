"""The file of results: what is in it is gone on with, and nothing else is touched."""

from pathlib import Path

import attrs
import pytest

from headjudge import BudgetPeriod, Confidence, Failure, Micros, Reason
from headjudge.evaluation.answers import Attempt, Outcome
from headjudge.evaluation.grading import Grade, Grader, Mark, Vote
from headjudge.evaluation.results import AnswerResult, ResultsInvalid, Run, open_results
from headjudge.metering import Budget, MeteredModel
from headjudge.testing import OpenMemoryStore, ScriptedModel, StoppedClock

RUN = Run(
    questions="q.jsonl",
    file="0123456789abcdef",
    model="openai/practice",
    prompts="aa",
    extractor="counsel",
    synthesizer="counsel",
    corpus="practice",
    release="20090601",
    generation=1,
    program="0.1.0",
)
ANSWERED = Attempt(
    id="a",
    outcome=Outcome.ANSWERED,
    text="Yes: “so” (101.1).\u2028",
    confidence=Confidence.HIGH,
    citations=(("101.1", "so"),),
    rules=("101.1",),
    objections=("no",),
    doubts=("hm",),
    calls=3,
    cost=Micros(12),
    seconds=1.5,
)
LOST = Attempt(id="b", outcome=Outcome.DECLINED, reason=Reason.BACKEND, failure=Failure.TIMED_OUT, text="away")
GRADE = Grade("openai/grader", "bb", Mark.NO_VERDICT, (1,), (2, 3), (None, Vote(Mark.NO_VERDICT, (1,), (2, 3), "So.")), Micros(7))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


def written(path: Path, *results: AnswerResult) -> Path:
    opened = open_results(path, RUN)
    for result in results:
        opened.add(result)
    return path


def test_what_was_written_is_read_again(path: Path) -> None:
    """To the last field, whatever characters are in it; a line each."""
    written(path, AnswerResult(ANSWERED, GRADE), AnswerResult(LOST, None))
    again = open_results(path, RUN)

    assert (again.of("a"), again.of("b"), again.of("c")) == (AnswerResult(ANSWERED, GRADE), AnswerResult(LOST, None), None)
    assert path.read_bytes().count(b"\n") == 2


def test_the_last_line_of_a_question_counts(path: Path) -> None:
    """It was asked again, or graded later."""
    written(path, AnswerResult(ANSWERED, None), AnswerResult(ANSWERED, GRADE))

    assert open_results(path, RUN).of("a") == AnswerResult(ANSWERED, GRADE)


@pytest.mark.parametrize("kept", [1, 5, 40, -1])
def test_a_line_that_was_cut_off_is_taken_away(path: Path, kept: int) -> None:
    """Wherever the process died in it; the next line begins where it began."""
    whole = written(path, AnswerResult(ANSWERED, GRADE)).read_bytes()
    path.write_bytes(whole + whole[:-1][:kept])
    again = open_results(path, RUN)

    assert again.of("a") == AnswerResult(ANSWERED, GRADE)
    assert path.read_bytes() == whole


def test_lone_surrogates_can_be_written(path: Path) -> None:
    """A model can send them."""
    written(path, AnswerResult(attrs.evolve(ANSWERED, text="\ud800"), None))

    assert open_results(path, RUN).of("a") == AnswerResult(attrs.evolve(ANSWERED, text="?"), None)


def test_results_of_another_run_are_refused_by_what_differs(path: Path) -> None:
    """Every difference is named."""
    written(path, AnswerResult(ANSWERED, None))

    with pytest.raises(ResultsInvalid, match=r"another run \(model openai/practice, now openai/other; generation 1, now 2\); name another file"):
        open_results(path, attrs.evolve(RUN, model="openai/other", generation=2))


@pytest.mark.parametrize("content", ['{"id": "1", "question": "Why?"}\n', '{"id": "1"', "", "run", '{"run": {}}\n', "[]\n", "\n"])
def test_a_file_of_something_else_is_left_as_it_is(path: Path, content: str) -> None:
    """Nothing is cut off it or added to it."""
    path.write_text(content)
    if content:
        with pytest.raises(ResultsInvalid, match=r"line 1 of .* is no result of `judge eval answers`"):
            open_results(path, RUN)

    assert path.read_text() == content


def test_a_file_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    """Before anything is paid for."""
    with pytest.raises(FileNotFoundError):
        open_results(tmp_path / "absent" / "results.jsonl", RUN)


def test_without_a_file_results_are_held_all_the_same() -> None:
    """For the table at the end."""
    results = open_results(None, RUN)
    results.add(AnswerResult(ANSWERED, None))

    assert results.of("a") == AnswerResult(ANSWERED, None)


def test_grades_of_two_graders_are_not_mixed(path: Path) -> None:
    """Nor of one that is told otherwise than then."""
    written(path, AnswerResult(ANSWERED, GRADE))
    model = ScriptedModel([], model="openai/grader")
    grader = Grader(
        MeteredModel(model, Budget(OpenMemoryStore.holding().ledger, StoppedClock(), Micros(1), BudgetPeriod.DAY, "p")), "Grade well.", 100
    )

    with pytest.raises(ResultsInvalid, match=r"by another grader \(openai/grader told bb, now openai/grader told "):
        open_results(path, RUN).refuse_other(grader)
