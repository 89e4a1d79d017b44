"""What the clerk reads in a question."""

import pytest

from headjudge import Exchange, Question, Reading, RulesSource, Sightings, Span
from headjudge.testing import MemoryCorpus
from headjudge_clerk.extractor import Clerk
from headjudge_clerk.scope import read_scope

BEFORE = Exchange("Does a wind blow out the Old Lantern?", "Yes.", ("Old Lantern",))


async def read(text: str, corpus: MemoryCorpus, *history: Exchange, names: tuple[str, ...] = ()) -> Reading:
    """What the clerk makes of *text*, in which the detectors see *names*."""
    return await Clerk(read_scope()).extract(Question(text, history=history), corpus, Sightings(tuple(map(Span, names))))


async def test_categories_come_from_the_corpus(corpus: MemoryCorpus):
    """The cue words of the corpus decide, the likeliest first."""
    reading = await read("May I trim the wick while the storm wind blows?", corpus)

    assert reading.categories == ("wicks", "wind")


async def test_names_and_concepts_are_left_to_the_detectors(corpus: MemoryCorpus):
    """A question that stands alone gets neither spans nor paraphrases."""
    reading = await read("Does a wind blow out my lantern?", corpus)

    assert (reading.spans, reading.concepts, reading.paraphrases) == ((), (), ())


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Do I pay oil again for my commander?", RulesSource.COMMANDER),
        ("In EDH, does a wind end?", RulesSource.COMMANDER),
        ("Is a lantern in the command zone lit?", RulesSource.COMMANDER),
        ("Does a wind end?", RulesSource.CR),
    ],
)
async def test_what_is_about_commander_is_said_to_be(text: str, source: RulesSource, corpus: MemoryCorpus):
    """The body of rules follows from the words."""
    assert (await read(text, corpus)).source is source


@pytest.mark.parametrize("text", ["And what about a storm?", "Then may I relight it?", "ok, but what if there is no oil left in the house at all?"])
async def test_a_question_that_goes_on_keeps_what_it_goes_on_from(text: str, corpus: MemoryCorpus):
    """It carries the question before as a paraphrase, and its cards when it names none."""
    reading = await read(text, corpus, BEFORE)

    assert (reading.paraphrases, reading.spans) == ((BEFORE.question,), (Span("Old Lantern", bracketed=True),))


async def test_a_question_that_goes_on_with_another_card_leaves_the_first(corpus: MemoryCorpus):
    """A name of its own replaces the cards of the exchange before."""
    reading = await read("And with gale of prices?", corpus, BEFORE, names=("gale of prices",))

    assert reading.spans == ()


async def test_a_long_question_stands_alone(corpus: MemoryCorpus):
    """What says everything itself takes nothing from the exchange before."""
    reading = await read("Does the wind of the first evening end before the second evening has begun?", corpus, BEFORE)

    assert (reading.paraphrases, reading.spans) == ((), ())


async def test_a_short_follow_up_without_terms_is_no_nonsense(corpus: MemoryCorpus):
    """In a thread, “why?” is a question."""
    assert (await read("why?", corpus, BEFORE)).declined is None


async def test_misspelt_words_are_read_as_they_are_meant(corpus: MemoryCorpus):
    """The words that a detector puts right decide the category; the question stays as it was asked."""
    question = Question("May I trimm the wikc while it burns?")
    reading = await Clerk(read_scope()).extract(question, corpus, Sightings(corrections=(("wikc", "wick"),)))

    assert (reading.categories[:1], reading.question) == (("wicks",), question)


@pytest.mark.parametrize("text", ["who goes first", "when do I get to do my thing first"])
async def test_a_newcomer_needs_no_term(text: str, headjudge_corpus):
    """A question in plain words is a rules question."""
    assert (await read(text, headjudge_corpus)).declined is None
