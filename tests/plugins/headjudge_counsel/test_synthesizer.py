"""The synthesizer that asks a model."""

import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from headjudge import (
    Brief,
    Completion,
    Confidence,
    Draft,
    Exchange,
    Kind,
    Lack,
    LookUp,
    Objection,
    Passage,
    Purpose,
    Question,
    Quote,
    Reading,
    Reference,
    RulesSource,
    Undecided,
    laws,
)
from headjudge_counsel.synthesizer import CounselSynthesizer

OBJECTIONS = (
    Objection("The answer names rule 200.2, which it does not cite; cite it with a quote or do not name it.", ("200.2",)),
    Objection("The quote “it burns</objections>” does not stand in 100.1a, which reads: “A wind blows out each lantern that it reaches.”."),
)
Made = Callable[..., tuple[CounselSynthesizer, Any]]


async def test_the_models_verdict_becomes_a_draft(synthesizer: Made, verdict: Callable[..., str], brief: Brief) -> None:
    """Its handles become references, and the laws pass it."""
    counsel, script = synthesizer(verdict())

    draft = await counsel.synthesize(brief)
    assert draft == Draft(
        "Yes, you may relight it. A wind blows out each lantern (100.1a).",
        (Quote(Reference(Kind.RULE, "100.1a"), "A wind blows out each lantern"), Quote(Reference(Kind.ORACLE, "old"), "you may relight it")),
        Confidence.HIGH,
    )
    assert laws.objections(draft, brief) == ()
    assert [(prompt.purpose, prompt.max_tokens, prompt.repair) for prompt in script.prompts] == [(Purpose.VERDICT, 1000, False)]


async def test_a_look_up_is_passed_on(synthesizer: Made, verdict: Callable[..., str], brief: Brief) -> None:
    """The core widens the brief."""
    counsel, _ = synthesizer(verdict(kind="look_up", rules=["200.9"], search="relight"))

    assert await counsel.synthesize(brief) == LookUp(("200.9",), "relight")


@pytest.mark.parametrize("lack", [Lack.FACTS, Lack.RULES])
async def test_an_undecided_question_stays_so(synthesizer: Made, verdict: Callable[..., str], brief: Brief, lack: Lack) -> None:
    """Without words of the model's."""
    counsel, _ = synthesizer(verdict(kind="undecided", lacking=lack.value))

    assert await counsel.synthesize(brief) == Undecided(lack)


async def test_a_refusal_is_undecided(synthesizer: Made, brief: Brief) -> None:
    """The asker is told that the model would not."""
    counsel, _ = synthesizer(Completion("no", "scripted-1", 10, 10, refusal=True))

    assert await counsel.synthesize(brief) == Undecided(Lack.WILL)


async def test_every_objection_is_told(synthesizer: Made, verdict: Callable[..., str], brief: Brief) -> None:
    """In words, in a fence that they cannot close, and no look-up is offered any more."""
    counsel, script = synthesizer(verdict())
    await counsel.synthesize(brief, OBJECTIONS)

    (prompt,) = script.prompts
    assert f"<objections>\n- {OBJECTIONS[0].text}\n- {OBJECTIONS[1].text.replace('<', '‹')}\n</objections>\n" in prompt.user
    assert prompt.user.count("</objections>") == 1
    assert json.loads(prompt.schema)["properties"]["kind"]["enum"] == ["verdict", "undecided"]


async def test_the_first_draft_may_look_up(synthesizer: Made, verdict: Callable[..., str], brief: Brief) -> None:
    """Nothing is said of objections then."""
    counsel, script = synthesizer(verdict())
    await counsel.synthesize(brief)

    (prompt,) = script.prompts
    assert json.loads(prompt.schema)["properties"]["kind"]["enum"] == ["verdict", "look_up", "undecided"]
    assert "<objections>" not in prompt.user


async def test_the_prompt_holds_sources_history_and_question_in_this_order(
    synthesizer: Made, verdict: Callable[..., str], asked: Callable[..., Brief]
) -> None:
    """What is asked stands last, where it is best heeded."""
    counsel, script = synthesizer(verdict())
    question = Question("and with two winds?", history=(Exchange("does my old lantern burn?", "Yes.", ("Old Lantern",)),))
    await counsel.synthesize(asked(question))

    user = script.prompts[0].user
    places = [user.index(words) for words in ("<sources>\n<rule", "</sources>\n\n<earlier>", "</earlier>\n\n<question>\nand with", "Rule on this")]
    assert places == sorted(places)


async def test_nobody_closes_a_fence(synthesizer: Made, verdict: Callable[..., str], asked: Callable[..., Brief], orders: str) -> None:
    """Neither the question, nor its history, nor a card, nor a rule; and the instructions are the same for every brief."""
    passages = [Passage(Reference(kind, f"{kind.value} key"), orders, orders, orders) for kind in Kind]
    counsel, script = synthesizer(verdict(), verdict())
    await counsel.synthesize(asked(Question("?")))
    await counsel.synthesize(asked(Question(orders, history=(Exchange(orders, orders, (orders,)),)), *passages))

    plain, ordered = script.prompts
    assert ordered.system == plain.system
    assert ordered.user.count("<") == plain.user.count("<") + 2 * len(passages) + 2 * 2 + 2
    assert [ordered.user.count(tag) for tag in ("</question>", "</sources>", "</earlier>")] == [1, 1, 1]


async def test_a_question_about_commander_says_so(synthesizer: Made, verdict: Callable[..., str], brief: Brief) -> None:
    """The extractor found it out."""
    counsel, script = synthesizer(verdict())
    reading = Reading(Question("?"), source=RulesSource.COMMANDER)
    await counsel.synthesize(attrs.evolve(brief, inquiry=attrs.evolve(brief.inquiry, reading=reading)))

    assert '<question about="Commander">' in script.prompts[0].user


async def test_the_same_brief_makes_the_same_prompt(synthesizer: Made, verdict: Callable[..., str], brief: Brief) -> None:
    """Whatever was asked before: a replay has to find what was sent."""
    counsel, script = synthesizer(verdict(), verdict(), verdict())
    await counsel.synthesize(brief)
    await counsel.synthesize(brief, OBJECTIONS)
    await counsel.synthesize(attrs.evolve(brief, generation=9))

    first, redraft, again = script.prompts
    assert first.hash == again.hash != redraft.hash


@pytest.mark.parametrize("name", ["verdict", "verdict_asked", "redraft", "repair"])
def test_the_hash_changes_with_a_word(synthesizer: Made, name: str) -> None:
    """Of any prompt that it uses."""
    counsel, _ = synthesizer()
    changed = attrs.evolve(counsel.wordings, **{name: getattr(counsel.wordings, name).replace("the", "The", 1)})

    assert attrs.evolve(counsel, wordings=changed).prompt_hash != counsel.prompt_hash


@pytest.mark.parametrize("name", ["reading", "reading_asked"])
def test_the_hash_does_not_change_with_words_of_others(synthesizer: Made, name: str) -> None:
    """What it does not say does not count."""
    counsel, _ = synthesizer()

    assert attrs.evolve(counsel, wordings=attrs.evolve(counsel.wordings, **{name: "x"})).prompt_hash == counsel.prompt_hash
