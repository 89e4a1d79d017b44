"""Trials of legs: left out, as placebo, and remembering."""

import pytest

from headjudge import Inquiry, Question, Reading
from headjudge.evaluation.files import QuestionsInvalid
from headjudge.evaluation.recall import measure
from headjudge.evaluation.trials import Remembering, Trial, judges, partners

ANSWERS = {"One?": ["101.1"], "Two?": ["102.1"]}


def inquiry(text: str) -> Inquiry:
    return Inquiry(Reading(Question(text)))


async def shown(judge, corpus, questions, trial: Trial) -> list[tuple[str, ...]]:
    tried = await judges(judge, corpus, questions, trial)
    return [(await measure(one, corpus, question)).groups for one, question in zip(tried, questions, strict=True)]


async def test_a_leg_that_is_left_out_says_nothing(corpus, judging, knowing, expecting) -> None:
    """The others say what they said."""
    judge = judging(knowing(ANSWERS, "left out"), knowing({"One?": ["105.1"]}, "kept"))

    assert await shown(judge, corpus, [expecting("One?", "101.1")], Trial(without=frozenset(["left out"]))) == [("105.1",)]


async def test_a_placebo_answers_another_question(corpus, judging, knowing, expecting) -> None:
    """What it found for that one is shown for this one; the other legs stay with theirs."""
    judge = judging(knowing(ANSWERS, "placebo"), knowing({"One?": ["105.1"], "Two?": ["106.1"]}, "true"))
    questions = [expecting("One?", "101.1"), expecting("Two?", "102.1")]

    found = await shown(judge, corpus, questions, Trial(placebo=frozenset(["placebo"])))
    assert [set(groups) for groups in found] == [{"102.1", "105.1"}, {"101.1", "106.1"}]


def test_the_other_question_is_half_the_file_further_on() -> None:
    """The file is a ring."""
    ring = [inquiry(text) for text in "abcde"]

    assert [other.text for other in partners(ring)] == ["c", "d", "e", "a", "b"]


def test_one_question_has_no_other() -> None:
    """It would be its own placebo, and nothing would change."""
    with pytest.raises(QuestionsInvalid, match="there is but one"):
        partners([inquiry("a")])


async def test_a_question_whose_card_is_not_there_lends_nothing(corpus, judging, knowing, expecting) -> None:
    """Its partner's placebo finds nothing."""
    judge = judging(knowing(ANSWERS, "placebo"))
    questions = [expecting("One?", "101.1"), expecting("Two?", "102.1", cards=("Lost Card",))]

    assert await shown(judge, corpus, questions, Trial(placebo=frozenset(["placebo"]))) == [(), ()]


async def test_a_leg_that_remembers_is_asked_once(corpus, knowing) -> None:
    """Once an inquiry."""
    leg = knowing(ANSWERS)
    remembering = Remembering(leg)
    first = await remembering.retrieve(inquiry("One?"), corpus, 9)

    assert await remembering.retrieve(inquiry("One?"), corpus, 9) == first
    assert await remembering.retrieve(inquiry("Two?"), corpus, 9) != first
    assert (leg.asked, remembering.name) == (["One?", "Two?"], "knowing")
