"""The course of a run: which questions are still to be asked or graded, several at once, until they are done or the run must stop."""

import asyncio
from collections.abc import Callable, Iterator, Sequence

import attrs

from headjudge.errors import BackendFailed, HeadjudgeError
from headjudge.evaluation.answers import Attempt, Known, Outcome, attempt
from headjudge.evaluation.grading import Grade, Grader
from headjudge.evaluation.results import AnswerResult, Results
from headjudge.evaluation.scores import Scored
from headjudge.pipeline import Judge
from headjudge.roles import Corpus

__all__ = ["LOST", "Exam"]

LOST = 5
"""After so many questions in a row at which the model was not heard the run stops: its key, its name or its server must be wrong."""


@attrs.define
class Exam:
    """A run of questions past a judge, and past a grader if there is one."""

    judge: Judge
    corpus: Corpus
    grader: Grader | None
    results: Results
    stopped: Exception | None = None
    """Why the run ended before its time."""
    _lost: int = 0

    def unasked(self, questions: Sequence[Known]) -> Sequence[Known]:
        """Return those of *questions* that have no reply yet, or at which the model was not heard."""
        return [known for known in questions if not (result := self.results.of(known.id)) or result.attempt.lost]

    def ungraded(self, questions: Sequence[Known]) -> Sequence[Known]:
        """Return those of *questions* that were answered, can be graded, and are not; none without a grader."""
        return [known for known in questions if (result := self.results.of(known.id)) and not result.grade and self._gradable(known, result.attempt)]

    def _gradable(self, known: Known, attempted: Attempt) -> bool:
        return bool(self.grader and known.answer and attempted.outcome is Outcome.ANSWERED)

    def left(self, questions: Sequence[Known]) -> Sequence[Known]:
        """Return those of *questions* that are still to be asked or graded."""
        return [*self.unasked(questions), *self.ungraded(questions)]

    def scored(self, questions: Sequence[Known]) -> Sequence[Scored]:
        """Return those of *questions* that were asked, with their results."""
        return [(known, result) for known in questions if (result := self.results.of(known.id))]

    async def run(self, questions: Sequence[Known], concurrency: int, tell: Callable[[int, int], None]) -> None:
        """Ask and grade what of *questions* is left, *concurrency* at once; *tell* is told how many are done, and of how many.

        What is under way is brought to its end when the run must stop. `stopped` says why it did.
        """
        left = self.left(questions)
        done = iter(range(1, len(left) + 1))
        waiting = iter(left)
        async with asyncio.TaskGroup() as workers:
            for _ in range(concurrency):
                workers.create_task(self._work(waiting, lambda: tell(next(done), len(left))))

    async def _work(self, waiting: Iterator[Known], tell: Callable[[], None]) -> None:
        for known in waiting:
            try:
                self._count(await self._ask_and_grade(known))
            except (HeadjudgeError, OSError) as error:  # OSError: the results cannot be written
                self.stopped = self.stopped or error
            else:
                tell()
            if self.stopped:
                return

    def _count(self, unheard: str) -> None:
        self._lost = self._lost + 1 if unheard else 0
        if self._lost == LOST:
            self.stopped = self.stopped or BackendFailed(f"the model was not heard at {LOST} questions in a row ({unheard})")

    async def _ask_and_grade(self, known: Known) -> str:
        """Why the model or the grader was not heard; blank when they were."""
        held = self.results.of(known.id)
        attempted = held.attempt if held and not held.attempt.lost else await attempt(self.judge, self.corpus, known)
        grade = None
        try:
            grade = await self._grade(known, attempted)
        except BackendFailed as error:
            return str(error)
        finally:  # a reply that was paid for is kept, whatever becomes of its grade
            self.results.add(AnswerResult(attempted, grade))
        return attempted.text if attempted.lost else ""

    async def _grade(self, known: Known, attempted: Attempt) -> Grade | None:
        return await self.grader.grade(known, attempted.text) if self.grader and self._gradable(known, attempted) else None
