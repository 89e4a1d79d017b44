"""The extractor that asks a model."""

import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from headjudge import Completion, Exchange, Purpose, Question, Reading, Sightings, Span
from headjudge.testing import MemoryCorpus
from headjudge_counsel.extractor import CounselExtractor

QUESTION = Question("if wind hits my old lantern may i relight it")
Made = Callable[..., tuple[CounselExtractor, Any]]


async def test_the_models_reading_is_given(extractor: Made, reading: Callable[..., str], headjudge_corpus: MemoryCorpus) -> None:
    """Spans as the question has them, and nothing of what the detectors saw: the core adds that."""
    counsel, script = extractor(reading(cards=["OLD LANTERN"], categories=["turn", "effects"]))

    assert await counsel.extract(QUESTION, headjudge_corpus, Sightings((Span("wind"),), ("wind",))) == Reading(
        QUESTION,
        (Span("old lantern"),),
        ("relight",),
        ("May a lantern that was blown out be relit?",),
        ("turn", "effects"),
    )
    assert [(prompt.purpose, prompt.max_tokens, prompt.repair) for prompt in script.prompts] == [(Purpose.READING, 1000, False)]


async def test_the_categories_of_the_corpus_are_a_closed_set(extractor: Made, reading: Callable[..., str], headjudge_corpus: MemoryCorpus) -> None:
    """They are listed with their titles, and the form lets in no other."""
    counsel, script = extractor(reading())
    await counsel.extract(QUESTION, headjudge_corpus, Sightings())

    assert "\n- turn: The phases of a turn\n- fray: Attacking, blocking, and fray damage\n" in script.prompts[0].system
    assert json.loads(script.prompts[0].schema)["properties"]["categories"]["items"]["enum"][:3] == ["start-and-end", "cards-and-zones", "turn"]


async def test_a_corpus_without_categories_is_read_all_the_same(extractor: Made, reading: Callable[..., str]) -> None:
    """The list is left empty."""
    counsel, script = extractor(reading())

    assert (await counsel.extract(QUESTION, MemoryCorpus.of(()), Sightings())).categories == ()
    assert "(none: leave it empty)" in script.prompts[0].system


async def test_the_game_is_named(extractor: Made, reading: Callable[..., str], headjudge_corpus: MemoryCorpus) -> None:
    """By the corpus: the same words serve another game."""
    counsel, script = extractor(reading(), reading())
    await counsel.extract(QUESTION, MemoryCorpus.of((), name="magic"), Sightings())
    await counsel.extract(QUESTION, headjudge_corpus, Sightings())

    assert [prompt.system.splitlines()[0].split(" and ")[0] for prompt in script.prompts] == [
        "You read rules questions about Magic: The Gathering",
        "You read rules questions about a card game",
    ]


async def test_a_question_that_gives_orders_is_fenced(
    extractor: Made, reading: Callable[..., str], headjudge_corpus: MemoryCorpus, orders: str
) -> None:
    """Neither it nor its history can close a fence, and the instructions are the same for every question."""
    counsel, script = extractor(reading(), reading(cards=[]))
    await counsel.extract(QUESTION, headjudge_corpus, Sightings())
    await counsel.extract(Question(orders, history=(Exchange(orders, orders, (orders,)),)), headjudge_corpus, Sightings())

    plain, ordered = script.prompts
    assert ordered.system == plain.system
    assert ordered.user.count("</question>") == plain.user.count("</question>") == 1
    assert ordered.user.count("<") == 8
    assert ordered.user.endswith("</question>\n\nWrite down what this question is about. Reply with the JSON object alone.\n")


async def test_cards_of_the_thread_are_carried(extractor: Made, reading: Callable[..., str], headjudge_corpus: MemoryCorpus) -> None:
    """A follow-up goes on about them, in brackets; a card that was never spoken of is not carried."""
    question = Question("and with two winds?", history=(Exchange("does my old lantern burn?", "Yes.", ("Old Lantern",)),))
    counsel, script = extractor(reading(cards=[], carried=["Old Lantern", "Black Lantern"]))

    assert (await counsel.extract(question, headjudge_corpus, Sightings())).spans == (Span("Old Lantern", bracketed=True),)
    assert '<answered number="1" cards="Old Lantern">Yes.</answered>' in script.prompts[0].user


@pytest.mark.parametrize(("source", "words"), [("tournament", "That is tournament policy"), ("out_of_scope", "I only answer rules questions")])
async def test_what_is_no_rules_question_is_declined(
    extractor: Made, reading: Callable[..., str], headjudge_corpus: MemoryCorpus, source: str, words: str
) -> None:
    """With our sentence, not the model's."""
    counsel, _ = extractor(reading(source=source))

    declined = (await counsel.extract(QUESTION, headjudge_corpus, Sightings())).declined
    assert declined is not None
    assert declined.startswith(words)


async def test_a_refusal_does_not_lose_the_question(extractor: Made, headjudge_corpus: MemoryCorpus) -> None:
    """What the detectors saw carries it on."""
    counsel, _ = extractor(Completion("", "scripted-1", 10, 10, refusal=True))

    assert await counsel.extract(QUESTION, headjudge_corpus, Sightings()) == Reading(QUESTION)


async def test_a_name_that_nobody_wrote_is_mended(extractor: Made, reading: Callable[..., str], headjudge_corpus: MemoryCorpus) -> None:
    """The model is told which."""
    counsel, script = extractor(reading(cards=["Older Lantern"]), reading())

    assert (await counsel.extract(QUESTION, headjudge_corpus, Sightings())).spans == (Span("old lantern"),)
    assert "- cards[0]: 'Older Lantern' is not written in the question;" in script.prompts[1].user
    assert script.prompts[1].purpose is Purpose.READING


async def test_the_same_question_makes_the_same_prompt(extractor: Made, reading: Callable[..., str], headjudge_corpus: MemoryCorpus) -> None:
    """Whatever the detectors saw: a replay has to find what was sent."""
    first, one = extractor(reading())
    second, other = extractor(reading())
    await first.extract(QUESTION, headjudge_corpus, Sightings())
    await second.extract(QUESTION, headjudge_corpus, Sightings((Span("wind"),), ("wind",), (("wnd", "wind"),)))

    assert one.prompts[0].hash == other.prompts[0].hash


@pytest.mark.parametrize("name", ["reading", "reading_asked", "repair"])
def test_the_hash_changes_with_a_word(extractor: Made, name: str) -> None:
    """Of any prompt that it uses."""
    counsel, _ = extractor()
    changed = attrs.evolve(counsel.wordings, **{name: getattr(counsel.wordings, name).replace("the", "The", 1)})

    assert attrs.evolve(counsel, wordings=changed).prompt_hash != counsel.prompt_hash


@pytest.mark.parametrize("name", ["verdict", "verdict_asked", "redraft"])
def test_the_hash_does_not_change_with_words_of_others(extractor: Made, name: str) -> None:
    """What it does not say does not count."""
    counsel, _ = extractor()

    assert attrs.evolve(counsel, wordings=attrs.evolve(counsel.wordings, **{name: "x"})).prompt_hash == counsel.prompt_hash
