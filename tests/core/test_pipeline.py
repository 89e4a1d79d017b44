"""The straight line from a question to an answer."""

import gc
import weakref
from collections.abc import Sequence

import attrs
import pytest

from headjudge import (
    Answer,
    Brief,
    Card,
    Confidence,
    Declined,
    Doubt,
    Draft,
    Face,
    Hit,
    Kind,
    Lack,
    LookUp,
    NotFound,
    Objection,
    Question,
    Quote,
    Reason,
    Reference,
    Rule,
    Span,
    Undecided,
)
from headjudge.pipeline import Findings, Judge, Minutes
from headjudge.settings import Settings
from headjudge.steps.retrieve import Retrieval
from headjudge.testing import MemoryCalls, MemoryCorpus, ScriptedExtractor, ScriptedResolver, ScriptedRetriever, ScriptedSynthesizer

DRAW = Rule("100.1a", "A turn begins with a draw.", "100", "Turns")
FOG = Rule("300.1", "The fog takes what falls.", "300", "Fog")
BELL = Card("bell", "Drowning Bell", (Face("Drowning Bell", "{3}", "Relic", "Other creatures are 1/1."),), "normal")
CORPUS = MemoryCorpus.of((DRAW, FOG, BELL))
QUESTION = Question("How does a turn begin?")
GOOD = Draft("With a draw (rule 100.1a).", (Quote(Reference(Kind.RULE, "100.1a"), "begins with a draw"),))
BAD = Draft("With a nap (rule 300.1).", (Quote(Reference(Kind.RULE, "100.1a"), "begins with a nap"),))


class Objector:
    """Objects to every draft that says "draw"."""

    name = "objector"

    def validate(self, draft: Draft, brief: Brief) -> Sequence[Objection]:
        return (Objection("Do not say draw.", ("300.1",)),) if "draw" in draft.answer else ()


def judge(synthesizer: ScriptedSynthesizer, extractor: ScriptedExtractor | None = None, validators: Sequence[Objector] = ()) -> Judge:
    leg = ScriptedRetriever((Hit(Reference(Kind.RULE, "100.1a"), 1.0),))
    retrieval = Retrieval(Settings(), MemoryCalls(), (leg,))
    return Judge(extractor or ScriptedExtractor(), (), (ScriptedResolver({"bell": (BELL,)}),), retrieval, synthesizer, validators)


async def test_a_sound_draft_is_the_answer() -> None:
    """With the source's words, from the corpus that was given."""
    answer = await judge(ScriptedSynthesizer([GOOD])).answer(QUESTION, CORPUS)

    assert isinstance(answer, Answer)
    assert answer.text == "With a draw (rule 100.1a)."
    assert [(cited.label, cited.quote) for cited in answer.citations] == [("100.1a", "begins with a draw")]


async def test_stages_are_told_in_order() -> None:
    """Cards, rules, drafting, checking."""
    heard: list[str] = []
    await judge(ScriptedSynthesizer([GOOD])).answer(QUESTION, CORPUS, Minutes(heard.append))

    assert heard == ["cards", "rules", "drafting", "checking 1 of 1 quotes"]


async def test_out_of_scope_is_declined_before_anything_is_drafted() -> None:
    """With the extractor's own sentence."""
    synthesizer = ScriptedSynthesizer([])
    reply = await judge(synthesizer, ScriptedExtractor(declined="Ask about rules.")).answer(QUESTION, CORPUS)

    assert reply == Declined("Ask about rules.", Reason.SCOPE)
    assert synthesizer.shown == []


async def test_an_unknown_name_ends_the_line() -> None:
    """Nothing is retrieved or drafted for it."""
    synthesizer = ScriptedSynthesizer([])

    assert await judge(synthesizer, ScriptedExtractor((Span("a turn"),))).answer(QUESTION, CORPUS) == NotFound(("a turn",))
    assert synthesizer.shown == []


async def test_the_cards_of_the_question_are_in_the_answer() -> None:
    """With their address and hash."""
    answer = await judge(ScriptedSynthesizer([GOOD]), ScriptedExtractor((Span("bell"),))).answer(Question("How does a bell begin?"), CORPUS)

    assert isinstance(answer, Answer)
    assert [(card.name, card.oracle_id, card.text_hash) for card in answer.cards] == [("Drowning Bell", "bell", BELL.hash)]


async def test_a_look_up_widens_the_brief_once() -> None:
    """The rules it names are shown to the second call, which must draft."""
    synthesizer = ScriptedSynthesizer([LookUp(("300.1", "999.9")), GOOD])
    answer = await judge(synthesizer).answer(QUESTION, CORPUS)

    assert isinstance(answer, Answer)
    first, second = (brief for brief, _ in synthesizer.shown)
    assert first.find(Reference(Kind.RULE, "300.1")) is None
    assert second.find(Reference(Kind.RULE, "300.1")) is not None


async def test_a_second_look_up_is_refused() -> None:
    """It is told so, and redrafted once."""
    synthesizer = ScriptedSynthesizer([LookUp(("300.1",)), LookUp(("300.1",)), GOOD])
    answer = await judge(synthesizer).answer(QUESTION, CORPUS)

    assert isinstance(answer, Answer)
    assert [objection.text for objection in synthesizer.shown[2][1]] == [
        "There is no further look-up; write the verdict from the sources shown, or say that they do not settle it."
    ]


async def test_a_redraft_is_told_every_objection() -> None:
    """In words, and is shown the rules that they name."""
    synthesizer = ScriptedSynthesizer([BAD, GOOD])
    answer = await judge(synthesizer).answer(QUESTION, CORPUS)

    assert isinstance(answer, Answer)
    brief, objections = synthesizer.shown[1]
    assert [objection.text for objection in objections] == [
        "The quote “begins with a nap” does not stand in 100.1a, which reads: “A turn begins with a draw.”; copy its words.",
        "The answer names rule 300.1, which it does not cite; cite it with a quote or do not name it.",
    ]
    assert brief.find(Reference(Kind.RULE, "300.1")) is not None


async def test_a_second_failure_is_declined() -> None:
    """There is no third draft, and nothing of the refused ones is shown."""
    synthesizer = ScriptedSynthesizer([BAD, BAD])
    reply = await judge(synthesizer).answer(QUESTION, CORPUS)

    assert reply == Declined(
        "No answer could be verified against the sources; ask in other words, or name the cards in [[brackets]].", Reason.UNANSWERED
    )
    assert len(synthesizer.shown) == 2


async def test_a_redraft_may_not_look_up() -> None:
    """A look-up instead of the redraft is a silence, and declined."""
    synthesizer = ScriptedSynthesizer([BAD, LookUp(("300.1",))])

    assert isinstance(await judge(synthesizer).answer(QUESTION, CORPUS), Declined)
    assert len(synthesizer.shown) == 2


async def test_a_validator_adds_its_objections_to_those_of_the_laws() -> None:
    """It comes after them, and lifts none."""
    synthesizer = ScriptedSynthesizer([GOOD, Draft("Read the rule.", GOOD.quotes)])
    answer = await judge(synthesizer, validators=(Objector(),)).answer(QUESTION, CORPUS)

    assert isinstance(answer, Answer)
    assert [objection.text for objection in synthesizer.shown[1][1]] == ["Do not say draw."]


@pytest.mark.parametrize(("before", "after"), [("high", "medium"), ("medium", "low"), ("low", "low")])
async def test_a_doubt_lowers_the_confidence_by_a_step(before: str, after: str) -> None:
    """However many there are; it is written down, and stops nothing."""

    class Doubter:
        name = "doubter"

        def validate(self, draft, brief):
            return [Doubt("Is it so?"), Doubt("Really?")]

    minutes = Minutes()
    draft = attrs.evolve(GOOD, confidence=Confidence(before))
    answer = await judge(ScriptedSynthesizer([draft]), validators=(Doubter(),)).answer(QUESTION, CORPUS, minutes)

    assert isinstance(answer, Answer)
    assert answer.confidence is Confidence(after)
    assert minutes.doubts == ["Is it so?", "Really?"]


@pytest.mark.parametrize(
    ("lack", "words"),
    [(Lack.FACTS, "leaves open what the answer turns on"), (Lack.RULES, "do not settle this"), (Lack.WILL, "would not answer this")],
)
async def test_without_a_verdict_the_asker_is_told_why(lack: Lack, words: str) -> None:
    """In our words; nothing is drafted again."""
    synthesizer = ScriptedSynthesizer([Undecided(lack)])
    reply = await judge(synthesizer).answer(QUESTION, CORPUS)

    assert isinstance(reply, Declined)
    assert (reply.reason, words in reply.message) == (Reason.UNANSWERED, True)


async def test_the_minutes_hold_what_each_draft_was_written_from() -> None:
    """A look-up and objections add to the end of the material."""
    minutes = Minutes()
    await judge(ScriptedSynthesizer([LookUp(("300.1",)), BAD, GOOD])).answer(QUESTION, CORPUS, minutes)

    assert minutes.brief is not None
    assert minutes.shown == [1, 2, 2]
    assert [passage.label for passage in minutes.brief.passages] == ["100.1a", "300.1"]
    assert len(minutes.objections) == 2


async def test_an_outside_agent_is_under_the_same_law() -> None:
    """With a reading and a draft of its own it walks through `prepare`, `check` and `confirm`."""
    bench = judge(ScriptedSynthesizer([]))
    brief = await bench.prepare(await bench.read(QUESTION, CORPUS), CORPUS)

    assert isinstance(brief, Brief)
    assert len(bench.check(BAD, brief).objections) == 2
    assert bench.check(GOOD, brief) == Findings(())
    assert bench.confirm(GOOD, brief).citations[0].quote == "begins with a draw"


async def test_whatever_can_prepare_is_made_ready() -> None:
    """Extractor, detectors, resolvers and legs, each with the corpus; those that need nothing are passed over."""
    ready: list[str] = []

    class ReadyExtractor(ScriptedExtractor):
        async def prepare(self, corpus):
            ready.append(f"extractor {corpus.name}")

    class ReadyLeg(ScriptedRetriever):
        async def prepare(self, corpus):
            ready.append(f"leg {corpus.name}")

    retrieval = Retrieval(Settings(), MemoryCalls(), (ReadyLeg(), ScriptedRetriever(name="plain")))
    await Judge(ReadyExtractor(), (), (), retrieval, ScriptedSynthesizer([]), ()).ready(CORPUS)

    assert ready == ["leg practice", "extractor practice"]


async def test_what_was_built_is_no_longer_walked_through() -> None:
    """The garbage collector leaves an index alone, until a newer generation is made ready: then the old one may go."""

    class Index:
        def __init__(self) -> None:
            self.itself = self  # only the garbage collector finds that nobody holds it

    class IndexingLeg(ScriptedRetriever):
        async def prepare(self, corpus):
            self.index = Index()

    leg = IndexingLeg()
    bench = Judge(ScriptedExtractor(), (), (), Retrieval(Settings(), MemoryCalls(), (leg,)), ScriptedSynthesizer([]), ())
    await bench.ready(CORPUS)
    old = weakref.ref(leg.index)
    walked = any(found is leg.index for found in gc.get_objects())

    await bench.ready(CORPUS)
    gc.unfreeze()

    assert not walked
    assert old() is None
