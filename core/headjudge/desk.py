"""The desk: where every door hands in a question, and the only place that takes slots, stores calls and turns failures into replies."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final, TypeVar

import attrs
import structlog

from headjudge.domain.answers import Answer, Busy, Declined, Reason, Reply
from headjudge.domain.calls import Call, rated_down
from headjudge.domain.questions import HISTORY, Question, limit_fault
from headjudge.errors import BackendFailed, Failure, SpendCapReached, StoreFailed
from headjudge.lookups import Lookups
from headjudge.metering import sitting
from headjudge.pipeline import Judge, Minutes, Stage, unheard
from headjudge.roles import Clock, Corpus, OpenStore
from headjudge.steps.standing import unchanged

__all__ = ["Desk", "Slots"]

log: Final = structlog.get_logger()
T = TypeVar("T")

GRACE: Final = 5.0
"""Seconds that a hearing which is cancelled may take to end."""
UNANSWERED: Final = "The language model did not answer; try again in a moment."
UNUSABLE: Final = "The language model gave no reply that can be used; try again, or ask in other words."
"""What the asker is told of a backend that failed: what it said is the operator's."""


class Slots:
    """A fixed number of judge slots with a bounded wait."""

    def __init__(self, count: int, wait: float) -> None:
        """Make *count* slots for which a question waits at most *wait* seconds."""
        self._free = asyncio.Semaphore(count)
        self._wait = wait
        self.taken_now = 0
        """How many are taken."""

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[bool]:
        """Hold a slot inside the block and give True, or give False at once when none came free in time."""
        got = await self._take()
        self.taken_now += got
        try:
            yield got
        finally:
            self.taken_now -= got
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
    reuse: bool = True
    """Whether a stored verdict is given again when the very same question meets an unchanged corpus."""
    understudy: Judge | None = None
    """Who answers at the spend cap, without a model; None: nobody."""
    lookups: Lookups = attrs.field(
        default=attrs.Factory(lambda self: Lookups(self.store, self.judge), takes_self=True), init=False, eq=False, repr=False
    )
    """What is shown without judging: one for the process, for it keeps what it has read."""
    _hearings: set[asyncio.Task[Reply]] = attrs.field(factory=set, init=False, eq=False, repr=False)

    async def hear(self, question: Question, stage: Stage = unheard) -> Reply:
        """Return the reply to *question*; *stage* is told the name of each stage as it begins.

        An answer that cannot be stored is given all the same, without a number.
        An asker who goes away (the caller is cancelled) does not end the hearing: what is paid for is judged to its end and stored.

        Raises:
            StoreFailed: the database cannot be read.
        """
        if fault := limit_fault(question):
            return Declined(fault, Reason.LIMITS)
        hearing = asyncio.create_task(self._hearing(question, stage))
        self._hearings.add(hearing)
        hearing.add_done_callback(self._hearings.discard)
        return await asyncio.shield(hearing)

    async def close(self, patience: float = 0.0) -> None:
        """Wait at most *patience* seconds for the questions being judged, and end those that take longer."""
        if not self._hearings:
            return
        _, late = await asyncio.wait(self._hearings, timeout=patience)
        for hearing in late:
            hearing.cancel()
        if late:
            await asyncio.wait(late, timeout=GRACE)  # a query of a database that hangs does not heed it
            log.warning("questions.ended", count=len(late), after_secs=patience)

    async def _hearing(self, question: Question, stage: Stage) -> Reply:
        return await self.seated(lambda: self._heard(question, stage), private=question.private)

    async def seated(self, work: Callable[[], Awaitable[T]], *, private: bool = False) -> T | Declined | Busy:
        """Return what *work* gives while it holds a judge slot, `Busy` without one, or why it failed as a reply to the asker.

        Raises:
            StoreFailed: the database cannot be read.
        """
        async with self.slots.taken() as got:
            if not got:
                return Busy("Every judge is busy; ask again in a moment.")
            return await self.attempted(work, private=private)

    async def attempted(self, work: Callable[[], Awaitable[T]], *, private: bool = False) -> T | Declined:
        """Return what *work* gives. A spend cap that is reached, a backend that fails and whatever breaks become replies.

        Raises:
            StoreFailed: the database cannot be read.
        """
        try:
            return await work()
        except SpendCapReached as error:
            log.warning("spend.capped", error=str(error))
            return Declined("The budget for answers is used up for now; try again later.", Reason.SPEND_CAP)
        except BackendFailed as error:
            # A stranger's backend may repeat what was asked.
            log.error("backend.failed", failure=error.failure.value, **({} if private else {"error": str(error)}))
            return Declined(UNUSABLE if error.failure in (Failure.UNREADABLE, Failure.EXHAUSTED) else UNANSWERED, Reason.BACKEND)
        except StoreFailed:
            raise
        except Exception as error:  # a stranger's plugin must not break the door
            log.error("question.failed", error=type(error).__name__, exc_info=not private)
            return Declined("Something broke while this was judged; the operator's log says what. Try other words.", Reason.BACKEND)

    async def _heard(self, question: Question, stage: Stage) -> Reply:
        corpus = await self.store.corpora.current()
        if question.thread is not None:
            question = attrs.evolve(question, history=tuple(await self.store.threads.history(question.thread, HISTORY)))
        return await self._again(question, corpus) or await self._judged(question, corpus, stage)

    async def _judged(self, question: Question, corpus: Corpus, stage: Stage) -> Reply:
        """The judge's reply, or at the spend cap the understudy's."""
        try:
            return await self._answered(self.judge, question, corpus, stage)
        except SpendCapReached as error:
            if self.understudy is None:
                raise
            log.warning("spend.capped", error=str(error))
            return await self._answered(self.understudy, question, corpus, stage)

    async def _answered(self, judge: Judge, question: Question, corpus: Corpus, stage: Stage) -> Reply:
        """The reply of *judge*; an answer is stored with all that answered it, unless it is private."""
        minutes = Minutes(stage)
        with sitting() as held:
            reply = await judge.answer(question, corpus, minutes)
        if question.private:
            return reply
        if minutes.objections:
            log.debug("draft.refused", objections=minutes.objections)
        if not isinstance(reply, Answer):
            return reply
        record = judge.record(minutes, held.turns, corpus)
        return attrs.evolve(reply, call=await _stored(self.store.calls.save(question, reply, record, self.clock())))

    async def _again(self, question: Question, corpus: Corpus) -> Answer | None:
        """The stored verdict on this very question, if all that answered it is the same and it still passes the laws. It costs nothing."""
        by = self.judge.by
        if not self.reuse or question.history or by.model is None:  # without a model, judging anew costs nothing either
            return None
        calls = await self.store.calls.same(question, corpus, by)
        # A model may say again, word for word, what was rated down.
        wrong = {call.answer.text for call in calls if rated_down(call)}
        call = next(iter(calls), None)
        if call is None or call.answer.text in wrong or not await self._stands(call, corpus):
            return None
        if not question.private:
            await _stored(self.store.calls.repeat(question, call.answer, call.id, self.clock()))
        return attrs.evolve(call.answer, repeats=True)

    async def _stands(self, call: Call, corpus: Corpus) -> bool:
        record = await self.store.calls.record(call.id)
        return record is not None and await unchanged(call, corpus, self.store.calls) and self.judge.stands(call, record)


async def _stored(storing: Awaitable[int]) -> int | None:
    """The number of a call once it is stored. None, and a log line, where it cannot be: what is checked and paid for is given all the same."""
    try:
        return await storing
    except StoreFailed as error:
        log.error("call.unsaved", error=str(error))
        return None
