"""What each stage makes of a question."""

import pytest
import structlog

from headjudge import Card, Face, Inquiry, NotFound, Question, Rule, Span
from headjudge.evaluation.trace import LENT, trace
from headjudge.testing import MemoryCorpus, ScriptedRetriever

WHY = Question("Why?")


async def test_shares_add_up_to_the_score(corpus, judging, knowing) -> None:
    """Each leg's, and the largest first."""
    judge = judging(knowing({"Why?": ["101.1", "102.1"]}, "one"), knowing({"Why?": ["103.1", "101.1a"]}, "two"))
    traced = await trace(judge, corpus, WHY)

    assert traced.found is not None
    best = traced.found.groups[0]
    assert (best.group, best.score, list(best.shares.items())) == ("101.1", pytest.approx(1.5), [("one", 1.0), ("two", 0.5)])


async def test_what_a_group_is_lent_is_no_legs(judging, knowing) -> None:
    """A group that is cited has a tenth of its lender's score, under a name of its own."""
    citing = MemoryCorpus.of((Rule("101.1", "See rule 102.1.", "101", "Part 101"), Rule("102.1", "Ashes.", "102", "Part 102")))
    traced = await trace(judging(knowing({"Why?": ["101.1"]})), citing, WHY)

    assert traced.found is not None
    assert {group.group: dict(group.shares) for group in traced.found.groups} == {"101.1": {"knowing": 1.0}, "102.1": {LENT: pytest.approx(0.1)}}


async def test_every_stage_is_timed(corpus, judging, knowing) -> None:
    """In their order; together they are the whole."""
    traced = await trace(judging(knowing({"Why?": ["101.1"]})), corpus, WHY)

    assert list(traced.seconds) == ["read", "cards", "legs", "fuse", "pack"]
    assert all(seconds >= 0 for seconds in traced.seconds.values())


async def test_each_leg_is_asked_once(corpus, judging, knowing) -> None:
    """Fusing and packing are shown with what was found."""
    leg = knowing({"Why?": ["101.1"]})
    await trace(judging(leg), corpus, WHY)

    assert leg.asked == ["Why?"]


async def test_a_leg_that_fails_is_shown_as_such(corpus, judging, knowing) -> None:
    """The others are shown with their hits; the failure is logged once."""
    judge = judging(knowing({"Why?": ["101.1"]}), ScriptedRetriever(name="broken", fault=ZeroDivisionError("oh")))
    with structlog.testing.capture_logs() as logs:
        traced = await trace(judge, corpus, WHY)

    assert traced.found is not None
    assert {leg: hits is None for leg, hits in traced.found.legs.items()} == {"knowing": False, "broken": True}
    assert [entry["event"] for entry in logs] == ["leg.failed"]


async def test_what_is_packed_is_the_brief(corpus, judging, knowing) -> None:
    """Of the judge itself."""
    judge = judging(knowing({"Why?": ["101.1"]}))
    traced = await trace(judge, corpus, WHY)

    assert traced.found is not None
    assert traced.found.brief == await judge.prepare(traced.reading, corpus)


async def test_a_declined_question_ends_with_its_reading(corpus, judging) -> None:
    """Nothing is resolved, nothing found."""
    traced = await trace(judging(declined="No."), corpus, WHY)

    assert (traced.reading.declined, traced.outcome, traced.found, list(traced.seconds)) == ("No.", None, None, ["read"])


async def test_a_name_that_is_not_there_ends_with_the_cards(corpus, judging) -> None:
    """Nothing is found."""
    traced = await trace(judging(), corpus, WHY, ["Lost Card"])

    assert (traced.outcome, traced.found, list(traced.seconds)) == (NotFound(("Lost Card",)), None, ["read", "cards"])


async def test_given_cards_stand_in_for_the_names_that_are_read(judging) -> None:
    """And say that it is a rules question: so do the questions that recall is measured over."""
    bell = Card("bell", "Drowning Bell", (Face("Drowning Bell", "{3}", "Relic", "Toll."),), "normal")
    traced = await trace(judging(spans=(Span("it"),), declined="No."), MemoryCorpus.of((bell,)), WHY, ["drowning bell"])

    assert isinstance(traced.outcome, Inquiry)
    assert traced.outcome.cards == (bell,)
