"""The legs search the vectors of the question's corpus, and nothing while vectors are off."""

import asyncio
import datetime

import attrs
import pytest
import structlog

from headjudge import BackendFailed, Card, Corpus, Face, Inquiry, Question, Reading, Rule, Space
from headjudge.services import Services
from headjudge.settings import Settings
from headjudge.testing import MemoryCalls, MemoryCorpus
from headjudge_faiss.legs import legs
from headjudge_faiss.plugin import headjudge_retrievers
from headjudge_faiss.search import PAUSE, Search

CARD = Card("e", "Ember", (Face("Ember", "", "Kite", ""),), "normal")


def asked(text: str, *cards: Card) -> Inquiry:
    return Inquiry(Reading(Question(text)), cards)


@pytest.fixture
def both(keeping):
    """The two legs over one search."""
    return legs(Search(keeping.lent(), keeping.clock))


async def found(leg, text: str, corpus: Corpus, *cards: Card) -> list[str]:
    """The numbers that *leg* finds, best first."""
    return [hit.reference.key for hit in await leg.retrieve(asked(text, *cards), corpus, 20)]


async def test_rules_and_groups_are_found_by_meaning(keeping, corpus, both) -> None:
    """The rule that speaks of it comes first, and so does its group."""
    await keeping.embed(corpus, both)

    assert (await found(both[0], "What is hail?", corpus))[0] == "108.1a"
    assert (await found(both[1], "What is hail?", corpus))[0] == "108.1"


async def test_both_legs_share_one_embedding_of_the_question(keeping, corpus, both) -> None:
    """Asked at once or one after the other, it is embedded once, without the names of its cards."""
    await keeping.embed(corpus, both)

    await asyncio.gather(*(leg.retrieve(asked("Does Ember see the fog?", CARD), corpus, 5) for leg in both))

    assert [text.split() for text in keeping.embedder.asked] == [["Does", "see", "the", "fog?"]]


async def test_a_question_of_names_alone_finds_nothing(keeping, corpus, both) -> None:
    """Nothing is left to be embedded."""
    await keeping.embed(corpus, both)

    assert await found(both[0], "[[Ember]]", corpus, CARD) == []
    assert keeping.embedder.asked == []


async def test_a_failing_embedder_is_told_to_the_core(keeping, corpus, both) -> None:
    """Which leaves the legs out of that question; the next one is embedded again."""
    await keeping.embed(corpus, both)
    keeping.embedder.fault = BackendFailed("no lamp")
    with pytest.raises(BackendFailed):
        await found(both[0], "What is hail?", corpus)
    keeping.embedder.fault = None

    assert (await found(both[0], "What is hail?", corpus))[0] == "108.1a"


async def test_vectors_that_are_off_are_logged_once(keeping, corpus, both) -> None:
    """No error a question: the legs find nothing, and nothing is embedded."""
    with structlog.testing.capture_logs() as logs:
        hits = [await found(leg, "What is hail?", corpus) for leg in (*both, *both)]

    assert hits == [[], [], [], []]
    assert [(line["event"], line["log_level"]) for line in logs] == [("vectors.off", "warning")]
    assert logs[0]["reason"] == "the database holds no vectors yet; run `judge refresh embeddings --yes`"
    assert keeping.embedder.asked == []


async def test_another_embedders_vectors_are_never_searched(keeping, corpus, both) -> None:
    """The legs are off, and say which embedder's are there."""
    await keeping.embed(corpus, both)
    await keeping.vectors.adopt(Space("candle", 32))

    with structlog.testing.capture_logs() as logs:
        assert await found(both[0], "What is hail?", corpus) == []
    assert "holds vectors of 'candle'" in logs[0]["reason"]


async def test_a_running_process_takes_new_vectors_up(keeping, corpus, both) -> None:
    """What another process embedded is seen without a restart, though not looked for at every question."""
    with structlog.testing.capture_logs():
        await both[0].prepare(corpus)
    await keeping.embed(corpus, both)

    at_once = await found(both[0], "What is hail?", corpus)
    keeping.clock.move(PAUSE + datetime.timedelta(seconds=1))
    later = await found(both[0], "What is hail?", corpus)

    assert (at_once, later[0]) == ([], "108.1a")


async def test_half_a_corpus_is_never_searched(keeping, corpus, both) -> None:
    """A rule and its group without a vector, and both legs are off."""
    await keeping.embed(corpus, both)
    more = corpus.with_rows(Rule("103.1b", "Something new.", "100", "Kites"))

    with structlog.testing.capture_logs() as logs:
        assert await found(both[0], "What is hail?", more) == []
    assert logs[0]["reason"].startswith("2 of 26 texts have no vector yet")


async def test_each_state_of_the_rules_has_its_own_index(keeping, corpus, both) -> None:
    """A question that holds the older generation is answered from it."""
    newer = MemoryCorpus.of([attrs.evolve(rule, number=f"2{rule.number[1:]}") for rule in await corpus.rules()])
    await keeping.embed(corpus, both)

    assert (await found(both[0], "What is hail?", newer))[0] == "208.1a"
    assert (await found(both[0], "What is hail?", corpus))[0] == "108.1a"


async def test_rules_without_vectors_leave_the_others_searched(keeping, corpus, both) -> None:
    """A state of the rules that could not be embedded is not searched; one that could goes on, without a pause."""
    await keeping.embed(corpus, both)
    more = corpus.with_rows(Rule("103.1b", "Something new.", "100", "Kites"))

    with structlog.testing.capture_logs():
        await both[0].prepare(more)

    assert (await found(both[0], "What is hail?", corpus))[0] == "108.1a"


async def test_an_embedder_has_two_legs(keeping, tmp_path) -> None:
    """By the names that their weights are set by; no file is written."""
    services = Services(Settings(data_dir=tmp_path), MemoryCalls(), None, keeping.lent(), keeping.clock)

    assert [leg.name for leg in headjudge_retrievers(services)] == ["vectors", "group vectors"]
    assert list(tmp_path.iterdir()) == []
