"""The straight line from a question to an answer, in three methods: `answer`, `prepare`, `decide`."""

import gc
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import attrs

from headjudge import laws
from headjudge.domain.answers import Ambiguous, Answer, Confidence, Declined, Doubt, Draft, Lack, LookUp, NotFound, Objection, Reason, Undecided
from headjudge.domain.calls import By, Call, Record
from headjudge.domain.passages import Brief
from headjudge.domain.prompts import Turn
from headjudge.domain.questions import Question, Reading, Sightings
from headjudge.roles import Corpus, Detector, Extractor, Prepares, Prompted, Resolver, Synthesizer, Validator
from headjudge.steps.extract import completed, look
from headjudge.steps.resolve import resolve
from headjudge.steps.retrieve import Retrieval

__all__ = ["Findings", "Judge", "Minutes", "Stage", "unheard"]

Stage = Callable[[str], None]
"""Told the name of each stage as it begins: ``cards``, ``rules``, ``drafting``, ``checking 1 of 4 quotes``."""
DRAFTS: Final = 2
"""A draft, and one redraft that is told every objection."""
LOOKED_UP: Final = Objection("What you asked to look up stands among the sources now, as far as it was found; there is no further look-up.")
"""Told to a synthesizer after its look-up: it remembers nothing, and would ask again."""
ASKED_TWICE: Final = Objection("There is no further look-up; write the verdict from the sources shown, or say that they do not settle it.")
UNVERIFIED: Final = "No answer could be verified against the sources; ask in other words, or name the cards in [[brackets]]."
UNSETTLED: Final[Mapping[Lack, str]] = {
    Lack.FACTS: "The question leaves open what the answer turns on; say what is on the battlefield, whose turn it is, and what was done when.",
    Lack.RULES: "The rules and rulings that were found do not settle this; ask in other words, or name the cards in [[brackets]].",
    Lack.WILL: "The language model would not answer this; ask in other words.",
}
"""What the asker is told when there is no verdict: our sentences, for nobody could check the model's."""


def unheard(_: str) -> None:
    """Nobody listens to the stages."""


@attrs.frozen
class Findings:
    """What the laws and the validators say of a draft."""

    objections: tuple[Objection, ...]
    """Why it may not be shown; empty when it may."""
    doubts: tuple[Doubt, ...] = ()


@attrs.define
class Minutes:
    """What is written down while a question is judged."""

    stage: Stage = unheard
    seen: Sightings = attrs.Factory(Sightings)
    brief: Brief | None = None
    """The last that a draft was written from."""
    shown: list[int] = attrs.Factory(list)
    """How many of its passages each draft was written from."""
    objections: list[str] = attrs.Factory(list)
    doubts: list[str] = attrs.Factory(list)

    def show(self, brief: Brief) -> None:
        """Note that a draft is written from *brief*."""
        self.brief = brief
        self.shown.append(len(brief.passages))


@attrs.frozen
class Judge:
    """Answers questions. An outside agent brings its own Reading and Draft to `prepare`, `check` and `confirm`."""

    extractor: Extractor
    detectors: Sequence[Detector]
    resolvers: Sequence[Resolver]
    retrieval: Retrieval
    synthesizer: Synthesizer
    validators: Sequence[Validator]
    model: str | None = None
    """What answers where a player asks a model, as `ModelBackend.model` names it."""
    version: str = ""
    """Of the program."""

    async def answer(self, question: Question, corpus: Corpus, minutes: Minutes | None = None) -> Answer | Ambiguous | NotFound | Declined:
        """Return the verdict on *question* from *corpus*, or why there is none."""
        minutes = minutes or Minutes()
        minutes.stage("cards")
        reading = await self.read(question, corpus, minutes)
        prepared = await self.prepare(reading, corpus, minutes)
        return await self.decide(prepared, corpus, minutes) if isinstance(prepared, Brief) else prepared

    async def read(self, question: Question, corpus: Corpus, minutes: Minutes | None = None) -> Reading:
        """Return what *question* asks about: the extractor's reading, with nothing lost that the detectors saw."""
        minutes = minutes or Minutes()
        minutes.seen = await look(question, corpus, self.detectors)
        return completed(await self.extractor.extract(question, corpus, minutes.seen), minutes.seen)

    async def prepare(self, reading: Reading, corpus: Corpus, minutes: Minutes | None = None) -> Brief | Ambiguous | NotFound | Declined:
        """Return the material for a verdict on *reading*, or what stands in its way."""
        minutes = minutes or Minutes()
        if reading.declined is not None:
            return Declined(reading.declined, Reason.SCOPE)
        inquiry = await resolve(reading, corpus, self.resolvers)
        if isinstance(inquiry, Ambiguous | NotFound | Declined):
            return inquiry
        minutes.stage("rules")
        return await self.retrieval.brief(inquiry, corpus)

    async def decide(self, brief: Brief, corpus: Corpus, minutes: Minutes | None = None) -> Answer | Declined:
        """Return a verdict on *brief*: a draft, at most one look-up, at most one redraft that is told every objection."""
        minutes = minutes or Minutes()
        objections: tuple[Objection, ...] = ()
        for _ in range(DRAFTS):
            brief = await self.retrieval.widen(brief, corpus, [number for objection in objections for number in objection.rules])
            minutes.stage("drafting")
            draft, brief = await self._draft(brief, corpus, minutes, objections)
            if isinstance(draft, Undecided):
                return Declined(UNSETTLED[draft.lack], Reason.UNANSWERED)
            findings = Findings((ASKED_TWICE,)) if isinstance(draft, LookUp) else self.check(draft, brief, minutes.stage)
            if isinstance(draft, Draft) and not findings.objections:
                minutes.doubts += [doubt.text for doubt in findings.doubts]
                return self.confirm(draft, brief, findings.doubts)
            objections = findings.objections
            minutes.objections += [objection.text for objection in objections]
        return Declined(UNVERIFIED, Reason.UNANSWERED)

    async def _draft(
        self, brief: Brief, corpus: Corpus, minutes: Minutes, objections: Sequence[Objection]
    ) -> tuple[Draft | Undecided | LookUp, Brief]:
        """What the synthesizer replies, and the brief it was shown; a look-up is granted to the first draft alone."""
        minutes.show(brief)
        reply = await self.synthesizer.synthesize(brief, objections)
        if isinstance(reply, LookUp) and not objections:
            brief = await self.retrieval.widen(brief, corpus, reply.rules, reply.search)
            minutes.show(brief)
            reply = await self.synthesizer.synthesize(brief, (LOOKED_UP,))
        return reply, brief

    def check(self, draft: Draft, brief: Brief, stage: Stage = unheard) -> Findings:
        """Return every objection to *draft*, the laws' first, and every doubt; *stage* is told of each quote."""
        broken = laws.objections(draft, brief, lambda number: stage(f"checking {number} of {len(draft.quotes)} quotes"))
        said = [finding for validator in self.validators for finding in validator.validate(draft, brief)]
        objections = (*broken, *(finding for finding in said if isinstance(finding, Objection)))
        return Findings(objections, tuple(finding for finding in said if isinstance(finding, Doubt)))

    def confirm(self, draft: Draft, brief: Brief, doubts: Sequence[Doubt] = ()) -> Answer:
        """Return *draft* as an answer whose every quote was found in its source, a step less sure where there are *doubts*.

        Raises:
            ValueError: the laws object to it.
        """
        answer = laws.confirm(draft, brief)
        return attrs.evolve(answer, confidence=_less(answer.confidence)) if doubts else answer

    def stands(self, call: Call, record: Record) -> bool:
        """Return whether the laws and the validators still say of the verdict of *call* what they said, over the material of its *record*."""
        answer = call.answer
        draft = Draft(answer.text, answer.quotes, answer.confidence)
        findings = self.check(draft, Brief(record.inquiry, record.material, answer.generation, answer.corpus, answer.release))
        return not findings.objections and tuple(doubt.text for doubt in findings.doubts) == record.doubts

    @property
    def by(self) -> By:
        """What answers here: the same on each call for which a stored verdict may be given again."""
        hashes = [player.prompt_hash for player in (self.extractor, self.synthesizer) if isinstance(player, Prompted)]
        return By(self.synthesizer.name, self.model if hashes else None, "-".join(hashes) or None)

    def record(self, minutes: Minutes, turns: Sequence[Turn], corpus: Corpus) -> Record:
        """Return all that answered a question, to be stored with it.

        Raises:
            ValueError: nothing was drafted in these *minutes*.
        """
        brief = minutes.brief
        if brief is None:
            raise ValueError("nothing was drafted in these minutes")
        players = (("program", self.version), ("extractor", self.extractor.name), ("synthesizer", self.synthesizer.name))
        settings = self.retrieval.settings
        tokens = (("most tokens of a reading", f"{settings.extract_max_tokens}"), ("most tokens of a verdict", f"{settings.model_max_tokens}"))
        editions = ((shelf.value, edition.version) for shelf, edition in corpus.editions.items())
        return Record(
            by=self.by,
            seen=minutes.seen,
            inquiry=brief.inquiry,
            material=brief.passages,
            shown=tuple(minutes.shown),
            turns=tuple(turns),
            gates=("law of citation", *(validator.name for validator in self.validators)),
            doubts=tuple(minutes.doubts),
            objections=tuple(minutes.objections),
            versions=(*players, *tokens, *editions),
        )

    async def ready(self, corpus: Corpus) -> None:
        """Build every index for *corpus* before the first question needs it."""
        await self.retrieval.prepare(corpus)
        for player in (self.extractor, *self.detectors, *self.resolvers):
            if isinstance(player, Prepares):
                await player.prepare(corpus)
        _settle()


def _less(confidence: Confidence) -> Confidence:
    """One step less sure; low stays low."""
    return Confidence.MEDIUM if confidence is Confidence.HIGH else Confidence.LOW


def _settle() -> None:
    """Take all that was built out of the garbage collector's rounds: walking through it stops a question for 5 ms now and then."""
    gc.unfreeze()  # an older generation's cycles may be garbage by now
    gc.collect()
    gc.freeze()
