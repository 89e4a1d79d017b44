"""The desk: limits, slots, storing, and failures that become replies."""

import asyncio
import datetime
from collections.abc import Sequence
from typing import Any

import attrs
import pytest
import structlog

from headjudge import (
    Answer,
    BackendFailed,
    Brief,
    BudgetPeriod,
    Busy,
    By,
    CorpusAbsent,
    Declined,
    Doubt,
    Draft,
    Exchange,
    Failure,
    Hit,
    Kind,
    Micros,
    NotFound,
    Objection,
    Pin,
    Prompt,
    Question,
    Quote,
    Rating,
    Reason,
    Record,
    Reference,
    Rule,
    Span,
    SpendCapReached,
    StoreFailed,
)
from headjudge.desk import Desk, Slots
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
DRAFT = Draft("With a draw.", (Quote(Reference(Kind.RULE, "100.1a"), "begins with a draw"),))
QUESTION = Question("How does a turn begin?")


def desk(replies: Sequence[Draft | Exception], extractor: ScriptedExtractor | None = None, slots: Slots | None = None) -> Desk:
    return seated(ScriptedSynthesizer(replies), extractor, slots)


def seated(synthesizer: ScriptedSynthesizer, extractor: ScriptedExtractor | None = None, slots: Slots | None = None) -> Desk:
    store = OpenMemoryStore.holding(CORPUS)
    retrieval = Retrieval(Settings(), store.calls, (ScriptedRetriever((Hit(Reference(Kind.RULE, "100.1a"), 1.0),)),))
    judge = Judge(extractor or ScriptedExtractor(), (), (), retrieval, synthesizer, ())
    return Desk(judge, store, slots or Slots(2, 0.0), StoppedClock())


async def test_an_answer_is_stored_with_its_number() -> None:
    """Question, answer, who wrote it and when."""
    bench = desk([DRAFT])
    answer = await bench.hear(QUESTION)

    assert isinstance(answer, Answer)
    assert answer.call == 1
    call = await bench.store.calls.call(1)
    assert call is not None
    assert (call.question.text, call.answer, call.by, call.asked) == (QUESTION.text, answer, By("scripted"), StoppedClock().now)


async def test_a_private_question_stores_nothing() -> None:
    """It is answered all the same, without a number."""
    bench = desk([DRAFT])
    answer = await bench.hear(Question(QUESTION.text, private=True))

    assert isinstance(answer, Answer)
    assert answer.call is None
    assert await bench.store.calls.call(1) is None


async def test_what_is_no_answer_is_not_stored() -> None:
    """Names that match nothing leave no trace."""
    bench = desk([], ScriptedExtractor((Span("a turn"),)))

    assert await bench.hear(QUESTION) == NotFound(("a turn",))
    assert await bench.store.calls.call(1) is None


async def test_limits_are_checked_before_a_slot_is_taken() -> None:
    """Even with every slot taken the fault is told, and no one is asked."""
    bench = desk([], slots=Slots(1, 0.0))
    async with bench.slots.taken() as got:
        assert got
        reply = await bench.hear(Question("Who?", tuple(Pin(str(number), "x") for number in range(9))))

    assert reply == Declined("There are 9 pins; at most 8 fit. Write the other names as [[Full Name]].", Reason.LIMITS)


async def test_busy_at_once_when_nobody_waits() -> None:
    """With a wait of 0 a question that finds no slot is told so at once; a slot that is given back can be taken."""
    bench = desk([DRAFT], slots=Slots(1, 0.0))
    async with bench.slots.taken():
        assert await bench.hear(QUESTION) == Busy("Every judge is busy; ask again in a moment.")
        assert isinstance(await bench.hear(QUESTION), Busy)  # who got no slot gives none back

    assert isinstance(await bench.hear(QUESTION), Answer)


async def test_a_waiting_question_gets_the_slot_that_comes_free() -> None:
    """Within the bounded wait."""
    bench = desk([DRAFT], slots=Slots(1, 10.0))
    async with bench.slots.taken():
        waiting = asyncio.ensure_future(bench.hear(QUESTION))
        await asyncio.wait([waiting], timeout=0)
        assert not waiting.done()

    assert isinstance(await waiting, Answer)


async def test_the_wait_is_bounded() -> None:
    """When it is over the question is busy."""
    bench = desk([], slots=Slots(1, 0.01))
    async with bench.slots.taken():
        assert isinstance(await bench.hear(QUESTION), Busy)


async def test_a_slot_is_given_back_whatever_happens() -> None:
    """After a plugin's error, which the asker is told of without its words."""
    bench = desk([RuntimeError("oh"), DRAFT], slots=Slots(1, 0.0))
    broken = await bench.hear(QUESTION)
    assert isinstance(broken, Declined)
    assert "oh" not in broken.message

    assert isinstance(await bench.hear(QUESTION), Answer)
    assert bench.slots.taken_now == 0


class Held(ScriptedSynthesizer):
    """Writes nothing before its gate is open."""

    def __init__(self, replies: Sequence[Draft]) -> None:
        super().__init__(replies)
        self.gate = asyncio.Event()

    async def synthesize(self, brief, objections=()):
        await self.gate.wait()
        return await super().synthesize(brief, objections)


async def test_an_asker_who_goes_away_does_not_end_the_hearing() -> None:
    """The question is judged to its end and stored, and its slot is free again."""
    held = Held([DRAFT])
    bench = seated(held, slots=Slots(1, 0.0))
    asker = asyncio.ensure_future(bench.hear(QUESTION))
    await asyncio.wait([asker], timeout=0)
    asker.cancel()
    await asyncio.wait([asker])
    taken = bench.slots.taken_now

    held.gate.set()
    await bench.close(10.0)

    assert asker.cancelled()
    assert (taken, bench.slots.taken_now) == (1, 0)
    assert [call.question for call in await bench.store.calls.recent(5)] == [QUESTION]


async def test_a_closing_desk_ends_what_takes_too_long() -> None:
    """The asker's wait ends too, and nothing is stored."""
    bench = seated(Held([DRAFT]))
    asker = asyncio.ensure_future(bench.hear(QUESTION))
    await asyncio.wait([asker], timeout=0)

    await bench.close()

    await asyncio.wait([asker])
    assert asker.cancelled()
    assert bench.slots.taken_now == 0
    assert await bench.store.calls.recent(5) == []


async def test_as_many_are_judged_at_once_as_there_are_slots() -> None:
    """Two slots, three questions: the third is busy while the two run."""
    held = Held([DRAFT, DRAFT])
    bench = seated(held)
    running = [asyncio.ensure_future(bench.hear(QUESTION)) for _ in range(2)]
    await asyncio.wait(running, timeout=0)
    third = await bench.hear(QUESTION)
    held.gate.set()

    assert isinstance(third, Busy)
    assert [isinstance(reply, Answer) for reply in await asyncio.gather(*running)] == [True, True]


async def test_a_spend_cap_is_a_reply() -> None:
    """Without figures: they are the operator's."""
    assert await desk([SpendCapReached("the budget of 5 USD is used up")]).hear(QUESTION) == Declined(
        "The budget for answers is used up for now; try again later.", Reason.SPEND_CAP
    )


async def test_a_failed_back_end_is_a_reply() -> None:
    """What it said is logged and not shown."""
    with structlog.testing.capture_logs() as logs:
        reply = await desk([BackendFailed("503 from models.example, key sk-1")]).hear(QUESTION)

    assert reply == Declined("The language model did not answer; try again in a moment.", Reason.BACKEND)
    unread = await desk([BackendFailed("no form", failure=Failure.UNREADABLE)]).hear(QUESTION)
    assert unread == Declined("The language model gave no reply that can be used; try again, or ask in other words.", Reason.BACKEND)
    assert logs == [{"event": "backend.failed", "log_level": "error", "failure": "server error", "error": "503 from models.example, key sk-1"}]


async def test_a_thread_has_a_history() -> None:
    """The extractor of a later question is shown what was asked and answered before."""
    extractor = ScriptedExtractor()
    bench = desk([DRAFT] * 3, extractor)
    await bench.hear(Question("How does a turn begin?", thread="web:1"))
    await bench.hear(Question("And then?", thread="web:2"))
    await bench.hear(Question("And then?", thread="web:1"))

    assert [question.history for question in extractor.heard] == [(), (), (Exchange("How does a turn begin?", "With a draw."),)]


async def test_a_history_has_five_exchanges() -> None:
    """The newest, oldest first."""
    extractor = ScriptedExtractor()
    bench = desk([DRAFT] * 7, extractor)
    for number in range(7):
        await bench.hear(Question(f"Question {number}?", thread="t"))

    assert [exchange.question for exchange in extractor.heard[-1].history] == [f"Question {number}?" for number in range(1, 6)]


async def test_stages_reach_who_listens() -> None:
    """In their order."""
    heard: list[str] = []
    await desk([DRAFT]).hear(QUESTION, heard.append)

    assert heard == ["cards", "rules", "drafting", "checking 1 of 1 quotes"]


async def test_a_store_without_a_corpus_is_an_error() -> None:
    """Not a reply: the operator has to load one."""
    bench = desk([])
    empty = Desk(bench.judge, OpenMemoryStore.holding(), bench.slots, bench.clock)

    with pytest.raises(CorpusAbsent):
        await empty.hear(QUESTION)


class Asking:
    """Asks the scripted model for every draft, and works with the prompts of edition *prompt_hash*."""

    name = "asking"

    def __init__(self, model: MeteredModel, prompt_hash: str = "p" * 32, draft: Draft = DRAFT) -> None:
        self.model, self.prompt_hash, self.draft = model, prompt_hash, draft

    async def synthesize(self, brief: Brief, objections: Sequence[Objection] = ()) -> Draft:
        await self.model.complete(Prompt("Judge.", brief.inquiry.text, 20))
        return self.draft


class Modelled:
    """A desk over one store whose synthesizer asks a model, and how often the model was asked."""

    def __init__(self, cap: int = 1000) -> None:
        self.store = OpenMemoryStore.holding(CORPUS)
        self.model = ScriptedModel(["said"] * 10)
        self.metered = MeteredModel(self.model, Budget(self.store.ledger, StoppedClock(), Micros(cap), BudgetPeriod.DAY, "p1"))

    def desk(self, *, prompt_hash: str = "p" * 32, model: str = "scripted-1", reuse: bool = True, understudy: bool = False) -> Desk:
        retrieval = Retrieval(Settings(), self.store.calls, (ScriptedRetriever((Hit(Reference(Kind.RULE, "100.1a"), 1.0),)),))
        judge = Judge(ScriptedExtractor(), (), (), retrieval, Asking(self.metered, prompt_hash), (), model, "0.1.0")
        other = attrs.evolve(judge, synthesizer=ScriptedSynthesizer([DRAFT] * 3, name="excerpts")) if understudy else None
        return Desk(judge, self.store, Slots(2, 0.0), StoppedClock(), reuse, other)


async def test_a_call_keeps_all_that_answered_it() -> None:
    """Material, model's replies, who answered, gates and versions."""
    bench = Modelled()
    answer = await bench.desk().hear(QUESTION)

    assert isinstance(answer, Answer)
    record = await bench.store.calls.record(answer.call or 0)
    assert record is not None
    assert (record.by, record.shown, [turn.completion.text for turn in record.turns]) == (By("asking", "scripted-1", "p" * 32), (1,), ["said"])
    assert [passage.text for passage in record.material] == ["A turn begins with a draw."]
    assert record.gates == ("law of citation",)
    assert record.versions == (
        ("program", "0.1.0"),
        ("extractor", "scripted"),
        ("synthesizer", "asking"),
        ("most tokens of a reading", "2000"),
        ("most tokens of a verdict", "6000"),
        ("rules", "1"),
    )
    assert record.cost == len("Judge.How does a turn begin?") + 1


async def test_the_same_question_is_answered_from_its_stored_verdict() -> None:
    """At no cost, with the number of the call that was judged, and it says so."""
    bench = Modelled()
    first = await bench.desk().hear(QUESTION)
    again = await bench.desk().hear(attrs.evolve(QUESTION, thread="web:1"))

    assert isinstance(first, Answer)
    assert again == attrs.evolve(first, repeats=True)
    assert len(bench.model.prompts) == 1
    assert [(call.id, call.repeats, call.cost) for call in await bench.store.calls.recent(5)] == [(2, 1, 0), (1, None, 29)]


async def test_a_private_question_may_be_given_a_stored_verdict() -> None:
    """And nothing of it is stored."""
    bench = Modelled()
    await bench.desk().hear(QUESTION)
    again = await bench.desk().hear(attrs.evolve(QUESTION, private=True))

    assert isinstance(again, Answer)
    assert (again.repeats, len(await bench.store.calls.recent(5))) == (True, 1)


@pytest.mark.parametrize(
    ("question", "desk_of"),
    [
        (Question("How does a turn begin ?"), {}),
        (QUESTION, {"prompt_hash": "q" * 32}),
        (QUESTION, {"model": "scripted-2"}),
        (QUESTION, {"reuse": False}),
    ],
)
async def test_what_differs_is_judged_anew(question: Question, desk_of: dict[str, Any]) -> None:
    """Another text, other prompts, another model, or an operator who wants it so."""
    bench = Modelled()
    await bench.desk().hear(QUESTION)
    again = await bench.desk(**desk_of).hear(question)

    assert isinstance(again, Answer)
    assert (again.repeats, len(bench.model.prompts)) == (False, 2)


async def test_a_question_with_a_history_is_judged_anew() -> None:
    """It may mean something else than the same words without one."""
    bench = Modelled()
    for _ in range(2):
        await bench.desk().hear(attrs.evolve(QUESTION, thread="web:1"))

    assert len(bench.model.prompts) == 2


async def test_a_verdict_rated_down_is_not_given_again() -> None:
    """A new one is made."""
    bench = Modelled()
    await bench.desk().hear(QUESTION)
    await bench.store.calls.rate(Rating(1, "ann", 1, judge=False, rated=StoppedClock().now))
    again = await bench.desk().hear(QUESTION)

    assert isinstance(again, Answer)
    assert (again.repeats, len(bench.model.prompts)) == (False, 2)


async def test_words_that_were_rated_down_are_not_given_again() -> None:
    """A model may say them again: that call is unrated, and wrong all the same."""
    bench = Modelled()
    await bench.desk().hear(QUESTION)
    await bench.store.calls.rate(Rating(1, "ann", 1, judge=True, rated=StoppedClock().now))
    await bench.desk().hear(QUESTION)
    third = await bench.desk().hear(QUESTION)

    assert isinstance(third, Answer)
    assert (third.repeats, len(bench.model.prompts)) == (False, 3)


async def test_a_verdict_that_is_doubted_since_is_judged_anew() -> None:
    """A validator that came later would have lowered its confidence."""

    class Doubter:
        name = "doubter"

        def validate(self, draft: Draft, brief: Brief) -> Sequence[Doubt]:
            return [Doubt("Is it so?")]

    bench = Modelled()
    await bench.desk().hear(QUESTION)
    desk = bench.desk()
    again = await attrs.evolve(desk, judge=attrs.evolve(desk.judge, validators=(Doubter(),))).hear(QUESTION)

    assert isinstance(again, Answer)
    assert again.repeats is False


async def test_a_verdict_whose_record_is_gone_is_judged_anew() -> None:
    """Damaged, or of an earlier release: what it was judged from cannot be looked at again."""
    bench = Modelled()
    await bench.desk().hear(QUESTION)
    bench.store.calls.records.clear()
    again = await bench.desk().hear(QUESTION)

    assert isinstance(again, Answer)
    assert (again.repeats, len(bench.model.prompts)) == (False, 2)


async def test_an_answer_that_cannot_be_stored_is_given_all_the_same() -> None:
    """It is paid for and checked; it has no number, and the operator is told."""

    class Full(MemoryCalls):
        async def save(self, question: Question, answer: Answer, record: Record, asked: datetime.datetime) -> int:
            raise StoreFailed("the disk has no room left; make some")

    bench = Modelled()
    bench.store = attrs.evolve(bench.store, calls=Full())
    with structlog.testing.capture_logs() as logs:
        answer = await bench.desk().hear(QUESTION)

    assert isinstance(answer, Answer)
    assert (answer.text, answer.call) == ("With a draw.", None)
    assert logs == [{"event": "call.unsaved", "log_level": "error", "error": "the disk has no room left; make some"}]


async def test_what_a_backend_said_of_a_private_question_is_not_logged() -> None:
    """It may repeat what was asked; of what kind the failure was is told."""
    with structlog.testing.capture_logs() as logs:
        await desk([BackendFailed("no such thing: 'How does a turn begin?'")]).hear(attrs.evolve(QUESTION, private=True))

    assert logs == [{"event": "backend.failed", "log_level": "error", "failure": "server error"}]


async def test_an_understudy_that_needs_money_is_capped_too() -> None:
    """Its legs may embed."""
    bench = Modelled(cap=30).desk(understudy=True)
    poor = attrs.evolve(bench.judge, synthesizer=ScriptedSynthesizer([SpendCapReached("no more")]))

    assert await attrs.evolve(bench, understudy=poor).hear(QUESTION) == Declined(
        "The budget for answers is used up for now; try again later.", Reason.SPEND_CAP
    )


async def test_a_stored_verdict_passes_the_laws_again() -> None:
    """One that was tampered with is judged anew."""
    bench = Modelled()
    await bench.desk().hear(QUESTION)
    kept = bench.store.calls.kept[1]
    bench.store.calls.kept[1] = attrs.evolve(kept, answer=attrs.evolve(kept.answer, text="With a draw, as rule 999.9 says."))
    again = await bench.desk().hear(QUESTION)

    assert isinstance(again, Answer)
    assert (again.repeats, again.text) == (False, "With a draw.")


async def test_a_stored_verdict_whose_source_changed_is_not_given_again() -> None:
    """The hash of the source is held against the corpus."""
    bench = Modelled()
    await bench.desk().hear(QUESTION)
    kept = bench.store.calls.kept[1]
    citation = attrs.evolve(kept.answer.citations[0], source_hash="0" * 32)
    bench.store.calls.kept[1] = attrs.evolve(kept, answer=attrs.evolve(kept.answer, citations=(citation,)))
    again = await bench.desk().hear(QUESTION)

    assert isinstance(again, Answer)
    assert again.repeats is False


async def test_at_the_cap_the_understudy_answers() -> None:
    """Where the operator wants it so; the call says who answered, and that no model did."""
    bench = Modelled(cap=30)
    answer = await bench.desk(understudy=True).hear(QUESTION)

    assert isinstance(answer, Answer)
    call = await bench.store.calls.call(answer.call or 0)
    assert call is not None
    assert (call.by, bench.model.prompts) == (By("excerpts"), [])


async def test_at_the_cap_a_stored_verdict_is_still_given() -> None:
    """It costs nothing."""
    bench = Modelled(cap=60)
    first = await bench.desk().hear(QUESTION)
    capped = await bench.desk().hear(Question("How does a turn end?"))
    again = await bench.desk().hear(QUESTION)

    assert isinstance(first, Answer)
    assert isinstance(capped, Declined)
    assert isinstance(again, Answer)
    assert (capped.reason, again.repeats) == (Reason.SPEND_CAP, True)
