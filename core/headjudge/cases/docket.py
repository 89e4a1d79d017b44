"""The docket: where doors hand in what agents send for their cases."""

import datetime
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import attrs

from headjudge.cases import replies
from headjudge.cases.replies import Refused
from headjudge.cases.shapes import CaseReply
from headjudge.desk import Desk
from headjudge.domain.answers import Ambiguous, Busy, Declined, Draft, LookUp, NotFound, Objection, Reason, Undecided
from headjudge.domain.calls import By, Record
from headjudge.domain.cases import Awaits, Case
from headjudge.domain.names import fold
from headjudge.domain.passages import Brief, Kind, Reference
from headjudge.domain.questions import HISTORY, Pin, Question, Reading, Sightings, limit_fault
from headjudge.errors import CorpusAbsent
from headjudge.forms import FormInvalid, read_look_up, read_reading, read_verdict
from headjudge.pipeline import DRAFTS, UNSETTLED, UNVERIFIED, Findings, Minutes
from headjudge.roles import Corpus
from headjudge.steps.extract import completed, look

__all__ = ["Docket"]

IDLE: Final = datetime.timedelta(hours=1)
"""How long a case waits for its next step."""
KEPT: Final = datetime.timedelta(hours=23)
"""How much longer it is known to have expired."""
AGENT: Final = "outside agent"
"""What reads and writes, as a stored call names it."""


@attrs.frozen
class Docket:
    """Takes questions through cases. Each method is a step; what an agent gets wrong is a reply too, and leaves the case as it was.

    Every method raises `StoreFailed` when the database cannot be used.
    """

    desk: Desk
    door: str
    """Of the calls that come of the cases."""
    root: str
    """Under which the links of citations lie."""

    async def open(self, question: Question) -> CaseReply:
        """Open a case on *question* and tell what a reading of it is to hold."""
        if fault := limit_fault(question):
            return replies.refused(fault)
        if question.private:
            return replies.refused(replies.PRIVATE)
        corpus = await self.desk.store.corpora.current()
        if question.thread is not None:
            question = attrs.evolve(question, history=tuple(await self.desk.store.threads.history(question.thread, HISTORY)))
        now = self.desk.clock()
        case = Case(
            id=secrets.token_hex(8),
            version=1,
            awaits=Awaits.READING,
            question=attrs.evolve(question, door=self.door),
            generation=corpus.generation,
            opened=now,
            touched=now,
            expires=now + IDLE,
        )
        await self.desk.store.cases.sweep(now - KEPT)
        await self.desk.store.cases.add(case)
        return replies.opened(case, await corpus.categories())

    async def read(self, case: str, version: int, reading: str, pins: Sequence[Pin] = ()) -> CaseReply:
        """Take the *reading* of a case, JSON, with *pins* for its ambiguous names; show the material for a verdict, or what stands in its way."""
        return await self._step(case, version, Awaits.READING, lambda held, corpus: self._read(held, corpus, reading, pins))

    async def look_up(self, case: str, version: int, rules: Sequence[str] = (), search: str = "") -> CaseReply:
        """Add *rules* by their numbers, and those that *search* finds, to the material of a case: once."""
        return await self._step(case, version, Awaits.DRAFT, lambda held, corpus: self._look_up(held, corpus, rules, search))

    async def submit(self, case: str, version: int, draft: str) -> CaseReply:
        """Take a *draft* of the verdict, JSON: it is accepted and stored, or every objection is told, once."""
        return await self._step(case, version, Awaits.DRAFT, lambda held, corpus: self._submit(held, corpus, draft))

    async def status(self, case: str, part: int = 1) -> CaseReply:
        """Tell where a case stands, with all that its next step needs: *part* of its material, or its verdict."""
        try:
            held = await self._held(case)
            if held.awaits is Awaits.NOTHING:  # its verdict outlives its rules
                return replies.standing(held, (), self.root)
            corpus = await self._corpus(held)
        except Refused as refusal:
            return refusal.reply
        if held.awaits is Awaits.DRAFT:
            return await self._material(held, corpus, part)
        return replies.standing(held, await corpus.categories(), self.root)

    async def close(self, case: str) -> CaseReply:
        """Give a case up. One that is closed already stays as it is."""
        try:
            held = await self._held(case)
            while held.awaits is not Awaits.NOTHING:  # a step that is taken meanwhile does not keep it open
                ended = self._next(held, awaits=Awaits.NOTHING, declined=replies.GIVEN_UP)
                held = ended if await self.desk.store.cases.replace(ended) else await self._held(case)
        except Refused as refusal:
            return refusal.reply
        return replies.closed(held)

    async def _step(self, case: str, version: int, awaits: Awaits, step: Callable[[Case, Corpus], Awaitable[CaseReply]]) -> CaseReply:
        """What *step* gives, taken on the case in the state in which its agent knows it."""
        try:
            held = await self._held(case)
            if held.version != version and held.awaits is not Awaits.NOTHING:
                raise Refused(replies.crossed(held, version))
            if held.awaits is not awaits:
                raise Refused(replies.out_of_turn(held, awaits))
            return await step(held, await self._corpus(held))
        except Refused as refusal:
            return refusal.reply

    async def _read(self, case: Case, corpus: Corpus, text: str, pins: Sequence[Pin]) -> CaseReply:
        question = _pinned(case.question, pins)
        if fault := limit_fault(question):
            raise Refused(replies.refused(fault, case))
        names = [category.name for category in await corpus.categories()]
        try:
            reading = read_reading(text, question, names)
        except FormInvalid as error:
            raise Refused(replies.misshapen("reading", error.faults, case)) from None
        prepared = await self.desk.seated(lambda: self._prepared(reading, corpus))
        match prepared:
            case (Sightings() as seen, Brief() as brief):
                shown = (len(brief.passages),)
                case = await self._put(self._next(case, awaits=Awaits.DRAFT, question=question, seen=seen, brief=brief, shown=shown))
                return await self._material(case, corpus)
            case (_, Declined(reason=Reason.SCOPE) as declined):
                return await self._decline(case, declined.message)
            case (_, Ambiguous() | NotFound() as unresolved):
                return replies.unresolved(case, unresolved)
            case (_, Declined() as reply) | (Declined() | Busy() as reply):
                return replies.hindered(case, reply)

    async def _prepared(self, reading: Reading, corpus: Corpus) -> tuple[Sightings, Brief | Ambiguous | NotFound | Declined]:
        """What the detectors see in the question, and the material for *reading* with that added; or what stands in its way."""
        seen = await look(reading.question, corpus, self.desk.judge.detectors)
        return seen, await self.desk.judge.prepare(completed(reading, seen), corpus)

    async def _look_up(self, case: Case, corpus: Corpus, rules: Sequence[str], search: str) -> CaseReply:
        before = _brief(case)
        if case.looked_up:
            raise Refused(replies.refused(replies.LOOKED_UP, case))
        try:
            wanted = read_look_up(rules, search)
        except FormInvalid as error:
            raise Refused(replies.misshapen("look-up", error.faults, case)) from None
        found = await self.desk.seated(lambda: self.desk.judge.retrieval.widen(before, corpus, wanted.rules, wanted.search))
        if isinstance(found, Busy | Declined):
            return replies.hindered(case, found)
        if absent := [number for number in wanted.rules if not _shows(found, number)]:
            raise Refused(replies.no_rule(absent, case))
        if found == before:
            raise Refused(replies.refused(replies.NOTHING_NEW, case))
        case = await self._put(self._next(case, brief=found, shown=(*case.shown, len(found.passages)), looked_up=True))
        return replies.looked_up(case, found, before, [number for number in wanted.rules if _shows(before, number)])

    async def _material(self, case: Case, corpus: Corpus, part: int = 1) -> CaseReply:
        brief = _brief(case)
        return replies.material(case, brief, await self.desk.judge.retrieval.left_out(brief, corpus), part)

    async def _submit(self, case: Case, corpus: Corpus, text: str) -> CaseReply:
        brief = _brief(case)
        try:
            draft = read_verdict(text, brief)
        except FormInvalid as error:
            raise Refused(replies.misshapen("draft", error.faults, case)) from None
        if isinstance(draft, LookUp):
            raise Refused(replies.refused(replies.NO_DRAFT, case))
        if isinstance(draft, Undecided):
            return await self._decline(case, UNSETTLED[draft.lack])
        checked = await self.desk.attempted(lambda: self._checked(draft, brief, corpus))
        if isinstance(checked, Declined):
            return replies.hindered(case, checked)
        findings, widened = checked
        if findings.objections:
            return await self._reject(case, findings.objections, widened)
        answer = self.desk.judge.confirm(draft, brief, findings.doubts)
        doubts = tuple(doubt.text for doubt in findings.doubts)
        accepted = self._next(case, awaits=Awaits.NOTHING, answer=answer, doubts=doubts)
        settled = await self.desk.store.cases.settle(accepted, self._record(accepted, corpus))
        if settled is None:
            raise Refused(replies.crossed(await self._held(case.id), case.version))
        return replies.accepted(settled, answer, self.root)

    async def _checked(self, draft: Draft, brief: Brief, corpus: Corpus) -> tuple[Findings, Brief]:
        """What the laws and the validators say of *draft*, and *brief* with the rules that their objections name."""
        findings = self.desk.judge.check(draft, brief)
        named = [number for objection in findings.objections for number in objection.rules]
        return findings, await self.desk.judge.retrieval.widen(brief, corpus, named)

    async def _reject(self, case: Case, objections: Sequence[Objection], widened: Brief) -> CaseReply:
        """Tell why the draft may not be shown, and show what the next one may cite besides; after the last the case is closed."""
        told = tuple(objection.text for objection in objections)
        kept = self._next(case, objections=(*case.objections, *told), refused=case.refused + 1)
        if kept.refused == DRAFTS:
            return replies.rejected(await self._put(attrs.evolve(kept, awaits=Awaits.NOTHING, declined=UNVERIFIED)), told)
        kept = await self._put(attrs.evolve(kept, brief=widened, shown=(*case.shown, len(widened.passages))))
        return replies.rejected(kept, told, widened, _brief(case))

    async def _decline(self, case: Case, message: str) -> CaseReply:
        return replies.declined(await self._put(self._next(case, awaits=Awaits.NOTHING, declined=message)))

    def _record(self, case: Case, corpus: Corpus) -> Record:
        """All that answered the call of *case*: the agent stands in it where a model would."""
        minutes = Minutes(seen=case.seen, brief=case.brief, shown=[*case.shown], objections=[*case.objections], doubts=[*case.doubts])
        record = self.desk.judge.record(minutes, (), corpus)
        versions = tuple((what, AGENT if what in ("extractor", "synthesizer") else version) for what, version in record.versions)
        return attrs.evolve(record, by=By(AGENT), versions=versions, from_case=True)

    async def _held(self, case: str) -> Case:
        """The case, not yet expired."""
        held = await self.desk.store.cases.case(case)
        if held is None:
            raise Refused(replies.unknown(case))
        if held.expires <= self.desk.clock():
            raise Refused(replies.expired(held))
        return held

    async def _corpus(self, case: Case) -> Corpus:
        try:
            return await self.desk.store.corpora.at(case.generation)
        except CorpusAbsent:
            raise Refused(replies.refused(replies.REPLACED, case)) from None

    def _next(self, case: Case, **changes: Any) -> Case:
        """The version behind *case*, which *changes* some of it and waits anew."""
        now = self.desk.clock()
        return attrs.evolve(case, version=case.version + 1, touched=now, expires=now + IDLE, **changes)

    async def _put(self, case: Case) -> Case:
        if await self.desk.store.cases.replace(case):
            return case
        raise Refused(replies.crossed(await self._held(case.id), case.version - 1))


def _brief(case: Case) -> Brief:
    if case.brief is None:
        raise ValueError(f"case {case.id} waits for a draft and has no material")
    return case.brief


def _shows(brief: Brief, number: str) -> bool:
    return brief.find(Reference(Kind.RULE, number)) is not None


def _pinned(question: Question, pins: Sequence[Pin]) -> Question:
    """*question* with *pins*; one for a span that has one already takes its place."""
    anew = {fold(pin.span) for pin in pins}
    return attrs.evolve(question, pins=(*(pin for pin in question.pins if fold(pin.span) not in anew), *pins))
