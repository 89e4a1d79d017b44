"""Judging a stored call again, without a model."""

from collections.abc import Sequence

import attrs
import pytest

from headjudge import (
    Answer,
    Brief,
    BudgetPeriod,
    Call,
    Draft,
    Hit,
    Kind,
    LookUp,
    Micros,
    Objection,
    Prompt,
    Purpose,
    Question,
    Quote,
    Reading,
    Record,
    Reference,
    Rule,
    Sightings,
)
from headjudge.desk import Desk, Slots
from headjudge.metering import Budget, MeteredModel
from headjudge.pipeline import Judge
from headjudge.replay import RecordedModel, Replay, replay
from headjudge.settings import Settings
from headjudge.steps.retrieve import Retrieval
from headjudge.testing import MemoryCorpus, OpenMemoryStore, ScriptedDetector, ScriptedModel, ScriptedRetriever, StoppedClock

CORPUS = MemoryCorpus.of((Rule("100.1a", "A turn begins with a draw.", "100", "Turns"), Rule("300.1", "The fog takes what falls.", "300", "Fog")))
QUESTION = Question("How does a turn in the fog begin?")


class Reader:
    """Takes the model's reply for a concept."""

    name = "reader"
    prompt_hash = "r" * 32

    def __init__(self, model: MeteredModel) -> None:
        self.model = model

    async def extract(self, question: Question, corpus: MemoryCorpus, seen: Sightings) -> Reading:
        said = await self.model.complete(Prompt("Read.", question.text, 20, purpose=Purpose.READING))
        return Reading(question, concepts=(said.text,))


class Writer:
    """Takes the model's reply for the quote of a draft; "look" looks up rule 300.1."""

    name = "writer"
    prompt_hash = "w" * 32

    def __init__(self, model: MeteredModel) -> None:
        self.model = model

    async def synthesize(self, brief: Brief, objections: Sequence[Objection] = ()) -> Draft | LookUp:
        shown = "\n".join((*(passage.text for passage in brief.passages), *(objection.text for objection in objections)))
        said = await self.model.complete(Prompt("Judge.", f"{brief.inquiry.text}\n{shown}", 20))
        return LookUp(("300.1",)) if said.text == "look" else Draft(f"It {said.text}.", (Quote(Reference(Kind.RULE, "100.1a"), said.text),))


def bench(backend: ScriptedModel | RecordedModel, store: OpenMemoryStore) -> Judge:
    model = MeteredModel(backend, Budget(store.ledger, StoppedClock(), Micros(10_000), BudgetPeriod.DAY, "p1"))
    retrieval = Retrieval(Settings(), store.calls, (ScriptedRetriever((Hit(Reference(Kind.RULE, "100.1a"), 1.0),)),))
    return Judge(Reader(model), (ScriptedDetector(concepts=("fog",)),), (), retrieval, Writer(model), (), backend.model)


@pytest.fixture
async def stored() -> tuple[OpenMemoryStore, Call, Record]:
    """A call that took a look-up and a redraft, and what answered it."""
    store = OpenMemoryStore.holding(CORPUS)
    judge = bench(ScriptedModel(["drawing", "look", "begins with a nap", "begins with a draw"]), store)
    answer = await Desk(judge, store, Slots(1, 0.0), StoppedClock()).hear(QUESTION)
    assert isinstance(answer, Answer)
    call, record = await store.calls.call(1), await store.calls.record(1)
    assert call is not None
    assert record is not None
    return store, call, record


async def again(store: OpenMemoryStore, call: Call, record: Record) -> Replay:
    model = RecordedModel(record.turns, "scripted-1")
    return await replay(bench(model, store), model, call, record, MemoryCorpus.of(()))


def with_reply(record: Record, number: int, text: str) -> Record:
    """*record* with another reply in the place of one."""
    turns = list(record.turns)
    turns[number] = attrs.evolve(turns[number], completion=attrs.evolve(turns[number].completion, text=text))
    return attrs.evolve(record, turns=tuple(turns))


async def test_a_call_comes_out_as_it_was_stored(stored: tuple[OpenMemoryStore, Call, Record]) -> None:
    """Every prompt is the very one, every reply is used, and the corpus is not asked."""
    assert await again(*stored) == Replay((True, True, True, True), 0, ())


NO_VERDICT = "There is no verdict: No answer could be verified against the sources; ask in other words, or name the cards in [[brackets]]."


@pytest.mark.parametrize(
    ("number", "text", "differences", "unused"),
    [
        (0, "napping", ("The reading has other concepts: ('napping', 'fog') for ('drawing', 'fog').",), 0),
        (1, "begins with a draw", (), 2),
        (2, "begins with a draw", (), 1),
        (3, "turn begins with a draw", ("The answer differs in its text.", "The answer differs in its citations."), 0),
        (3, "begins with a nap", (NO_VERDICT,), 0),
    ],
)
async def test_one_altered_reply_changes_the_outcome(
    stored: tuple[OpenMemoryStore, Call, Record], number: int, text: str, differences: tuple[str, ...], unused: int
) -> None:
    """Whichever it is: the reading, the answer, or the replies that are left over."""
    store, call, record = stored
    outcome = await again(store, call, with_reply(record, number, text))

    assert (outcome.same, outcome.differences, outcome.unused) == (False, differences, unused)


async def test_altered_material_changes_the_prompt(stored: tuple[OpenMemoryStore, Call, Record]) -> None:
    """The hash of what was sent tells."""
    store, call, record = stored
    changed = attrs.evolve(record.material[0], text="A turn begins with a draw, or not.")
    outcome = await again(store, call, attrs.evolve(record, material=(changed, *record.material[1:])))

    assert outcome.prompts == (True, False, False, False)


async def test_too_few_replies_lead_nowhere(stored: tuple[OpenMemoryStore, Call, Record]) -> None:
    """It is told, not raised."""
    store, call, record = stored
    outcome = await again(store, call, attrs.evolve(record, turns=record.turns[:2]))

    assert outcome.differences == ("The replies lead nowhere: only 2 replies were recorded.",)


async def test_a_recorded_reply_costs_nothing(stored: tuple[OpenMemoryStore, Call, Record]) -> None:
    """Nothing is reserved or booked."""
    store, call, record = stored
    before = dict(store.ledger.booked)
    await again(store, call, record)

    assert store.ledger.booked == before
