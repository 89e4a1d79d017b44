"""The straight line from a question to an answer, in three methods: `answer`, `prepare`, `decide`."""

import gc
from collections.abc import Callable, Sequence

import attrs

from headjudge import laws
from headjudge.domain.answers import Ambiguous, Answer, Declined, Draft, LookUp, NotFound, Objection, Reason
from headjudge.domain.passages import Brief
from headjudge.domain.questions import Question, Reading
from headjudge.roles import Corpus, Detector, Extractor, Prepares, Resolver, Synthesizer, Validator
from headjudge.steps.extract import read
from headjudge.steps.resolve import resolve
from headjudge.steps.retrieve import Retrieval

__all__ = ["Judge", "Stage", "unheard"]

Stage = Callable[[str], None]
"""Told the name of each stage as it begins: ``cards``, ``rules``, ``drafting``, ``checking``."""


def unheard(_: str) -> None:
    """Nobody listens to the stages."""


@attrs.frozen
class Judge:
    """Answers questions. An outside agent brings its own Reading and Draft to `prepare`, `check` and `confirm`."""

    extractor: Extractor
    detectors: Sequence[Detector]
    resolvers: Sequence[Resolver]
    retrieval: Retrieval
    synthesizer: Synthesizer
    validators: Sequence[Validator]

    async def answer(self, question: Question, corpus: Corpus, stage: Stage = unheard) -> Answer | Ambiguous | NotFound | Declined:
        """Return the verdict on *question* from *corpus*, or why there is none."""
        stage("cards")
        reading = await self.read(question, corpus)
        prepared = await self.prepare(reading, corpus, stage)
        return await self.decide(prepared, corpus, stage) if isinstance(prepared, Brief) else prepared

    async def read(self, question: Question, corpus: Corpus) -> Reading:
        """Return what *question* asks about."""
        return await read(question, corpus, self.extractor, self.detectors)

    async def prepare(self, reading: Reading, corpus: Corpus, stage: Stage = unheard) -> Brief | Ambiguous | NotFound | Declined:
        """Return the material for a verdict on *reading*, or what stands in its way."""
        if reading.declined is not None:
            return Declined(reading.declined, Reason.SCOPE)
        inquiry = await resolve(reading, corpus, self.resolvers)
        if isinstance(inquiry, Ambiguous | NotFound | Declined):
            return inquiry
        stage("rules")
        return await self.retrieval.brief(inquiry, corpus)

    async def decide(self, brief: Brief, corpus: Corpus, stage: Stage = unheard) -> Answer | Declined:
        """Return a verdict on *brief*: a draft, at most one look-up, at most one redraft that is told every objection."""
        stage("drafting")
        draft, brief = await self._draft(brief, corpus)
        stage("checking")
        objections = self.check(draft, brief)
        if objections:
            brief = await self.retrieval.widen(brief, corpus, [number for objection in objections for number in objection.rules])
            draft, brief = await self._draft(brief, corpus, objections)
            objections = self.check(draft, brief)
        if objections:
            return Declined(
                "No answer could be verified against the sources; ask in other words, or name the cards in [[brackets]].", Reason.UNANSWERED
            )
        return self.confirm(draft, brief)

    async def _draft(self, brief: Brief, corpus: Corpus, objections: Sequence[Objection] = ()) -> tuple[Draft, Brief]:
        """A draft and the brief it was written from; a look-up is granted to the first draft alone."""
        reply = await self.synthesizer.synthesize(brief, objections)
        if isinstance(reply, LookUp) and not objections:
            brief = await self.retrieval.widen(brief, corpus, reply.rules, reply.search)
            reply = await self.synthesizer.synthesize(brief, objections)
        if isinstance(reply, LookUp):  # asked once too often: the laws refuse the silence
            reply = Draft("", ())
        return reply, brief

    def check(self, draft: Draft, brief: Brief) -> tuple[Objection, ...]:
        """Return every objection to *draft*: the laws', then the validators'."""
        return (*laws.objections(draft, brief), *(objection for validator in self.validators for objection in validator.validate(draft, brief)))

    def confirm(self, draft: Draft, brief: Brief) -> Answer:
        """Return *draft* as an answer whose every quote was found in its source.

        Raises:
            ValueError: there are objections to it.
        """
        return laws.confirm(draft, brief)

    async def ready(self, corpus: Corpus) -> None:
        """Build every index for *corpus* before the first question needs it."""
        await self.retrieval.prepare(corpus)
        for player in (self.extractor, *self.detectors, *self.resolvers):
            if isinstance(player, Prepares):
                await player.prepare(corpus)
        _settle()


def _settle() -> None:
    """Take all that was built out of the garbage collector's rounds: walking through it stops a question for 5 ms now and then."""
    gc.unfreeze()  # an older generation's cycles may be garbage by now
    gc.collect()
    gc.freeze()
