"""The course of a run: what is left, what stops it, and what is kept then."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import attrs
import pytest

from headjudge import BackendFailed, BudgetPeriod, Draft, Failure, Hit, Kind, Micros, Quote, Reference, Rule, SpendCapReached
from headjudge.evaluation.answers import Known
from headjudge.evaluation.exam import LOST, Exam
from headjudge.evaluation.grading import Grader, Mark
from headjudge.evaluation.results import Results, Run
from headjudge.metering import Budget, MeteredModel
from headjudge.pipeline import Judge
from headjudge.settings import Settings
from headjudge.steps.retrieve import Retrieval
from headjudge.testing import (
    MemoryCalls,
    MemoryCorpus,
    OpenMemoryStore,
    ScriptedExtractor,
    ScriptedModel,
    ScriptedRetriever,
    ScriptedSynthesizer,
    StoppedClock,
)

CORPUS = MemoryCorpus.of((Rule("100.1a", "A turn begins with a draw.", "100", "Turns"),))
REFERENCE = Reference(Kind.RULE, "100.1a")
DRAFT = Draft("With a draw.", (Quote(REFERENCE, "begins with a draw"),))
RUN = Run(questions="q", file="f", model=None, prompts=None, extractor="e", synthesizer="s", corpus="c", release="r", generation=1, program="0")
RIGHT = json.dumps({"reason": "So.", "facts": [], "mistakes": [], "verdict": "right"})
AWAY = BackendFailed("the server is away", failure=Failure.UNREACHABLE, sent=False)
USED_UP = SpendCapReached("the budget is used up")


def questions(count: int) -> Sequence[Known]:
    return [Known(str(number), "s", "How does a turn begin?", answer="With a draw.") for number in range(count)]


def exam(*replies: Draft | Exception, votes: Sequence[str | Exception] | None = None) -> Exam:
    legs = [ScriptedRetriever([Hit(REFERENCE, 1.0)])]
    judge = Judge(ScriptedExtractor(), (), (), Retrieval(Settings(), MemoryCalls(), legs), ScriptedSynthesizer(replies), ())
    return Exam(judge, CORPUS, None if votes is None else grader(votes), Results(RUN))


def grader(votes: Sequence[str | Exception]) -> Grader:
    budget = Budget(OpenMemoryStore.holding().ledger, StoppedClock(), Micros(10**9), BudgetPeriod.DAY, "p")
    return Grader(MeteredModel(ScriptedModel(votes), budget), "Grade.", 100)


async def taken(sat: Exam, asked: Sequence[Known], concurrency: int = 1) -> list[tuple[int, int]]:
    told: list[tuple[int, int]] = []
    await sat.run(asked, concurrency, lambda done, of: told.append((done, of)))
    return told


async def test_every_question_is_asked_and_graded() -> None:
    """And told as it is done."""
    sat, asked = exam(DRAFT, DRAFT, votes=[RIGHT] * 4), questions(2)
    told = await taken(sat, asked)

    assert [result.grade and result.grade.mark for _, result in sat.scored(asked)] == [Mark.RIGHT, Mark.RIGHT]
    assert (told, sat.left(asked), sat.stopped) == ([(1, 2), (2, 2)], [], None)


async def test_only_what_is_left_is_asked() -> None:
    """The scripts end where a second asking would begin."""
    sat, asked = exam(DRAFT, DRAFT, votes=[RIGHT] * 4), questions(2)
    await taken(sat, asked[:1])
    told = await taken(sat, asked)

    assert (told, len(sat.scored(asked))) == ([(1, 1)], 2)


async def test_the_cap_ends_the_run() -> None:
    """Nothing more is asked, and the question at which it was reached is not taken for answered."""
    sat, asked = exam(DRAFT, USED_UP), questions(3)
    await taken(sat, asked)

    assert sat.stopped is USED_UP
    assert [known.id for known in sat.left(asked)] == ["1", "2"]


async def test_an_answer_outlives_its_grader() -> None:
    """The cap was reached at its votes: it is kept, and graded in the next run without being asked again."""
    sat, asked = exam(DRAFT, votes=[RIGHT, USED_UP]), questions(1)
    await taken(sat, asked)
    kept = sat.scored(asked)[0][1]
    again = attrs.evolve(sat, grader=grader([RIGHT, RIGHT]), stopped=None)
    await taken(again, asked)

    assert (kept.attempt.text, kept.grade, sat.unasked(asked), sat.ungraded(asked)) == ("With a draw.", None, [], [])
    assert again.scored(asked)[0][1].grade is not None


async def test_a_model_that_is_away_ends_the_run() -> None:
    """After some questions in a row, all of which are asked again in the next."""
    sat, asked = exam(*[AWAY] * LOST), questions(LOST + 3)
    await taken(sat, asked)

    assert str(sat.stopped) == "the model was not heard at 5 questions in a row (the server is away)"
    assert len(sat.left(asked)) == LOST + 3
    assert len(sat.scored(asked)) == LOST


async def test_a_model_that_comes_back_goes_on() -> None:
    """One answer between the failures is enough."""
    sat, asked = exam(*[AWAY] * (LOST - 1), DRAFT, AWAY), questions(LOST + 1)
    await taken(sat, asked)

    assert (sat.stopped, len(sat.left(asked))) == (None, LOST)


async def test_a_grader_that_is_away_ends_the_run_too() -> None:
    """The answers are kept."""
    gone = BackendFailed("no such model", failure=Failure.REFUSED, sent=False)
    sat, asked = exam(*[DRAFT] * LOST, votes=[gone] * LOST), questions(LOST)
    await taken(sat, asked)

    assert str(sat.stopped) == "the model was not heard at 5 questions in a row (no such model)"
    assert (len(sat.unasked(asked)), len(sat.ungraded(asked))) == (0, LOST)


async def test_results_that_cannot_be_written_end_the_run(tmp_path: Any) -> None:
    """Rather than being paid for and lost."""
    sat, asked = exam(DRAFT, DRAFT), questions(2)
    sat.results.path = tmp_path / "gone" / "results.jsonl"
    await taken(sat, asked)

    assert isinstance(sat.stopped, FileNotFoundError)
    assert len(sat.left(asked)) == 2


@pytest.mark.parametrize("concurrency", [1, 3])
async def test_so_many_are_asked_at_once(concurrency: int) -> None:
    """Never more, and no fewer while there are any."""
    sat, asked = exam(), questions(7)
    gauge = Gauge(concurrency)
    await taken(attrs.evolve(sat, judge=attrs.evolve(sat.judge, synthesizer=gauge)), asked, concurrency)

    assert gauge.most == concurrency


class Gauge(ScriptedSynthesizer):
    """Drafts once as many are waiting as are awaited, or nobody else can come; remembers how many waited at once."""

    def __init__(self, awaited: int) -> None:
        super().__init__([])
        self.waiting = self.most = 0
        self.full = asyncio.Event()
        self.awaited = awaited

    async def synthesize(self, brief: Any, objections: Any = ()) -> Draft:
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        if self.waiting == self.awaited:
            self.full.set()
        await self.full.wait()
        self.waiting -= 1
        return DRAFT
