"""The concept lists as sources."""

from headjudge import Concept, Services, Shelf
from headjudge.settings import Settings
from headjudge.testing import MemoryCalls, MemoryCorpus
from headjudge_library.plugin import headjudge_detectors, headjudge_retrievers, headjudge_sources
from headjudge_library.sources import magic, practice


def services(tmp_path) -> Services:
    """What a plugin is lent."""
    return Services(Settings(data_dir=tmp_path), MemoryCalls(), None, None, lambda: None)


async def test_source_gives_concepts_with_their_hashes():
    """Every pin of our list on Magic carries what it is found again by, and progress is told."""
    told = []

    batches = [batch async for batch in magic().fetch(await magic().latest(), lambda *progress: told.append(progress))]

    concepts = [concept for batch in batches for concept in batch]
    assert all(len(concept.hashes) == len(concept.rules) + len(concept.also) for concept in concepts)
    assert told == [("concepts", len(concepts), len(concepts))]


async def test_version_tells_lists_apart():
    """A version is the same every time, and another for another list."""
    assert await magic().latest() == await magic().latest()
    assert await magic().latest() != await practice().latest()


async def test_review_tells_lost_pins(rows, corpus):
    """A pin that leads nowhere is reported in one sentence; a whole list is not."""
    broken = MemoryCorpus.of((*rows, Concept("ants", ("ant",), "ants", ("100.1", "900.1"), ("900.2",))))

    assert await practice().review(corpus) == ()
    assert await practice().review(broken) == (
        "2 rules that concepts lead to are not in release 20090601: 900.1, 900.2; bring the concept list up to date.",
    )


def test_plugin_gives_its_parts(tmp_path):
    """Names are those that weights are set by; making them touches no disk."""
    lent = services(tmp_path)

    legs = sorted(leg.name for leg in headjudge_retrievers(lent))

    assert legs == ["abilities", "category", "concepts", "glossary", "keywords", "notes", "prior calls", "rulings", "told abilities"]
    assert [detector.name for detector in headjudge_detectors(lent)] == ["concepts"]
    assert [(source.corpus, source.shelf) for source in headjudge_sources(lent)] == [("magic", Shelf.CONCEPTS), ("practice", Shelf.CONCEPTS)]
    assert list(tmp_path.iterdir()) == []
