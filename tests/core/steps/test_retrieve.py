"""From an inquiry to a brief: legs that work, fail and lie."""

import math

import pytest
import structlog

from headjudge import Card, Face, Hit, Inquiry, Kind, Question, Reading, Reference, Rule, Ruling
from headjudge.settings import Settings
from headjudge.steps.retrieve import Retrieval
from headjudge.testing import MemoryCalls, MemoryCorpus, ScriptedRetriever

RULES = tuple(
    Rule(number, text, number[:3], "Heading")
    for number, text in (
        ("100.1", "Turns."),
        ("100.1a", "A turn begins with a draw."),
        ("100.1b", "A turn ends."),
        ("200.1", "Fog. See rule 300.1."),
        ("300.1", "Ashes lie still."),
    )
)
BELL = Card("bell", "Drowning Bell", (Face("Drowning Bell", "{3}", "Relic", "Other creatures are 1/1."),), "normal")
RULING = Ruling("bell", None, "The bell rings twice.", "practice")
CORPUS = MemoryCorpus.of((*RULES, BELL, RULING))
INQUIRY = Inquiry(Reading(Question("When does a turn begin?")))


def rule(number: str, score: float = 1.0) -> Hit:
    return Hit(Reference(Kind.RULE, number), score)


def retrieval(*legs: ScriptedRetriever) -> Retrieval:
    return Retrieval(Settings(leg_weights={leg.name: 1.0 for leg in legs}), MemoryCalls(), legs)


async def test_the_text_is_read_from_the_corpus() -> None:
    """A leg hands over references; the brief holds the corpus' own words, with generation, name and release."""
    brief = await retrieval(ScriptedRetriever((rule("100.1a"),))).brief(INQUIRY, CORPUS)

    passage = brief.find(Reference(Kind.RULE, "100.1a"))
    assert passage is not None
    assert passage.text == "A turn begins with a draw."
    assert (brief.generation, brief.corpus) == (1, "practice")


async def test_every_leg_is_asked() -> None:
    """What any of them finds is in the brief."""
    brief = await retrieval(ScriptedRetriever((rule("100.1a"),), "a"), ScriptedRetriever((rule("300.1"),), "b")).brief(INQUIRY, CORPUS)

    assert {"100.1", "300.1"} <= set(brief.groups)


class Hearing:
    """A leg that finds the rule that it is asked for by number, and remembers what it was asked."""

    name = "hearing"

    def __init__(self) -> None:
        self.heard: list[tuple[str, int]] = []

    async def retrieve(self, inquiry: Inquiry, corpus: object, limit: int) -> list[Hit]:
        self.heard.append((inquiry.text, len(inquiry.cards)))
        return [rule(word) for word in inquiry.text.split() if word in ("100.1a", "300.1")]


async def test_paraphrases_are_looked_for_too() -> None:
    """Each by itself and without the cards, at most three; a blank one is none."""
    leg = Hearing()
    inquiry = Inquiry(Reading(Question("100.1a"), paraphrases=("300.1", " ", "b")), (BELL,))

    brief = await Retrieval(Settings(), MemoryCalls(), [leg]).brief(inquiry, CORPUS)

    assert brief.groups == ("300.1", "100.1")
    assert leg.heard == [("100.1a", 1), ("300.1", 0), ("b", 0)]


async def test_a_leg_that_fails_is_left_out() -> None:
    """It is logged; the others answer."""
    legs = (ScriptedRetriever(name="broken", fault=ZeroDivisionError("oh")), ScriptedRetriever((rule("100.1a"),)))
    with structlog.testing.capture_logs() as logs:
        brief = await retrieval(*legs).brief(INQUIRY, CORPUS)

    assert brief.groups == ("100.1",)
    assert logs == [{"event": "leg.failed", "log_level": "error", "leg": "broken", "error": "ZeroDivisionError"}]


async def test_when_every_leg_fails_the_failure_is_told() -> None:
    """Nothing found because nothing could be looked for is no answer."""
    with structlog.testing.capture_logs(), pytest.raises(ZeroDivisionError):
        await retrieval(ScriptedRetriever(fault=ZeroDivisionError("oh"))).brief(INQUIRY, CORPUS)


@pytest.mark.parametrize(
    "reference",
    [
        Reference(Kind.RULE, "999.9z"),
        Reference(Kind.RULE, ""),
        Reference(Kind.RULING, "nothing"),
        Reference(Kind.ORACLE, "nobody"),
        Reference(Kind.GLOSSARY, "nothing"),
        Reference(Kind.NOTE, "nobody"),
        Reference(Kind.CALL, "12"),
        Reference(Kind.CALL, "no number"),
        Reference(Kind.CALL, "٣"),
    ],
)
async def test_a_leg_that_refers_to_what_is_not_there_adds_nothing(reference: Reference) -> None:
    """No plugin can invent a source."""
    brief = await retrieval(ScriptedRetriever((Hit(reference, 5.0), rule("100.1a")))).brief(INQUIRY, CORPUS)

    assert {passage.reference.key for passage in brief.passages} == {"100.1", "100.1a", "100.1b"}


@pytest.mark.parametrize("score", [math.nan, math.inf, -math.inf, -1.0, 0.0])
@pytest.mark.parametrize("place", [0, 1, 2])
async def test_odd_scores_do_not_upset_the_ranking(score: float, place: int) -> None:
    """A score that is not a positive number does not count, wherever it stands; the sound ones keep their order."""
    hits = [rule("100.1a", 2.0), rule("300.1", 1.0)]
    hits.insert(place, rule("200.1", score))
    brief = await retrieval(ScriptedRetriever(hits)).brief(INQUIRY, CORPUS)

    assert [group for group in brief.groups if group != "200.1"] == ["100.1", "300.1"]
    assert all(math.isfinite(passage.score) for passage in brief.passages)


async def test_a_reference_that_is_repeated_counts_once() -> None:
    """Repeating lends no weight: the best score counts."""
    once = await retrieval(ScriptedRetriever((rule("200.1", 2.0), rule("100.1a", 1.0)))).rank(INQUIRY, CORPUS)
    often = await retrieval(ScriptedRetriever((rule("200.1", 2.0), *[rule("100.1a", 1.0)] * 5))).rank(INQUIRY, CORPUS)

    assert once == often


async def test_a_leg_that_gives_too_much_is_cut() -> None:
    """No leg has a say beyond the limit."""
    hits = [rule(f"{100 + number}.1") for number in range(100)]

    class Flood(ScriptedRetriever):
        async def retrieve(self, inquiry, corpus, limit):
            return hits

    assert (await retrieval(Flood()).ask(INQUIRY, CORPUS))["scripted"] == hits[:60]


@pytest.mark.parametrize("given", [None, 7, ["100.1a"], [Hit(Reference(Kind.RULE, "300.1"), "high")], [None]])
async def test_a_leg_that_gives_no_hits_is_left_out(given: object) -> None:
    """What is not a sequence of hits is a failure of that leg alone."""

    class Odd(ScriptedRetriever):
        async def retrieve(self, inquiry, corpus, limit):
            return given

    with structlog.testing.capture_logs() as logs:
        found = await retrieval(Odd(name="odd"), ScriptedRetriever((rule("100.1a"),))).ask(INQUIRY, CORPUS)

    assert found == {"scripted": [rule("100.1a")]}
    assert [line["leg"] for line in logs] == ["odd"]


async def test_a_score_that_is_no_number_does_not_poison_the_other_legs() -> None:
    """What another leg found stays found."""
    liar = ScriptedRetriever((rule("300.1", math.inf), rule("100.1a", math.nan)), "liar")
    brief = await retrieval(ScriptedRetriever((rule("300.1"), rule("100.1a"))), liar).brief(INQUIRY, CORPUS)

    assert set(brief.groups) == {"100.1", "300.1"}


async def test_widening_adds_rules_behind_what_was_shown() -> None:
    """Each once, and only those that exist; what was there stays first."""
    step = retrieval(ScriptedRetriever((rule("100.1a"),)))
    brief = await step.brief(INQUIRY, CORPUS)
    wider = await step.widen(brief, CORPUS, ["300.1", "100.1a", "999.1", "300.1"])

    assert wider.passages[: len(brief.passages)] == brief.passages
    assert [passage.reference.key for passage in wider.passages[len(brief.passages) :]] == ["300.1"]


async def test_widening_by_words_asks_the_legs_again() -> None:
    """The words of a look-up are a question of their own."""
    leg = ScriptedRetriever((rule("200.1"),))
    step = retrieval(leg)
    brief = await step.brief(INQUIRY, CORPUS)
    leg.hits = (rule("300.1"),)
    wider = await step.widen(brief, CORPUS, (), "ashes")

    assert leg.asked[-1].text == "ashes"
    assert wider.find(Reference(Kind.RULE, "300.1")) is not None


async def test_the_cards_of_the_inquiry_are_shown() -> None:
    """Their Oracle text is there, whatever the legs found."""
    brief = await retrieval(ScriptedRetriever()).brief(Inquiry(INQUIRY.reading, (BELL,)), CORPUS)

    assert [passage.text for passage in brief.passages] == ["Drowning Bell {3}\nRelic\nOther creatures are 1/1."]
