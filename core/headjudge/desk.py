"""The desk: where every door hands in a question, and the only place that takes slots, stores calls and turns failures into replies."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import attrs
import structlog

from headjudge.domain.answers import Answer, Busy, Declined, Reason, Reply
from headjudge.domain.questions import HISTORY, Question, limit_fault
from headjudge.errors import BackendFailed, HeadjudgeError, SpendCapReached
from headjudge.pipeline import Judge, Stage, unheard
from headjudge.roles import Clock, OpenStore

__all__ = ["Desk", "Slots"]

log: Final = structlog.get_logger()


class Slots:
    """A fixed number of judge slots with a bounded wait."""

    def __init__(self, count: int, wait: float) -> None:
        """Make *count* slots for which a question waits at most *wait* seconds."""
        self._free = asyncio.Semaphore(count)
        self._wait = wait

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[bool]:
        """Hold a slot inside the block and give True, or give False at once when none came free in time."""
        got = await self._take()
        try:
            yield got
        finally:
            if got:
                self._free.release()

    async def _take(self) -> bool:
        if self._wait == 0 and self._free.locked():
            return False
        try:
            async with asyncio.timeout(self._wait or None):
                return await self._free.acquire()
        except TimeoutError:
            return False


@attrs.frozen
class Desk:
    """Hears questions. A door parses, awaits `hear`, and renders."""

    judge: Judge
    store: OpenStore
    slots: Slots
    clock: Clock

    async def hear(self, question: Question, stage: Stage = unheard) -> Reply:
        """Return the reply to *question*; *stage* is told the name of each stage as it begins.

        Raises:
            StoreFailed: the database cannot be used.
        """
        if fault := limit_fault(question):
            return Declined(fault, Reason.LIMITS)
        async with self.slots.taken() as got:
            if not got:
                return Busy("Every judge is busy; ask again in a moment.")
            return await self._judged(question, stage)

    async def _judged(self, question: Question, stage: Stage) -> Reply:
        corpus = await self.store.corpora.current()
        if question.thread is not None:
            question = attrs.evolve(question, history=tuple(await self.store.threads.history(question.thread, HISTORY)))
        try:
            reply = await self.judge.answer(question, corpus, stage)
        except SpendCapReached:
            return Declined("The budget for answers is used up for now; try again later.", Reason.SPEND_CAP)
        except BackendFailed as error:
            log.error("backend.failed", error=str(error))
            return Declined("The language model did not answer; try again in a moment.", Reason.BACKEND)
        except HeadjudgeError:
            raise
        except Exception as error:  # a stranger's plugin must not break the door
            log.error("question.failed", error=type(error).__name__, exc_info=not question.private)
            return Declined("Something broke while this was judged; the operator's log says what. Try other words.", Reason.BACKEND)
        return await self._stored(question, reply) if isinstance(reply, Answer) and not question.private else reply

    async def _stored(self, question: Question, answer: Answer) -> Answer:
        number = await self.store.calls.save(question, answer, self.judge.synthesizer.name, self.clock())
        return attrs.evolve(answer, call=number)
