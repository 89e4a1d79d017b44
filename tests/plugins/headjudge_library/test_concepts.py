"""The concepts leg and its detector."""

import pytest

from headjudge import Concept, Inquiry, Question, Reading
from headjudge.testing import MemoryCorpus
from headjudge_library.concepts import ConceptDetector, ConceptIndexes, Concepts


def asked(text: str) -> Inquiry:
    """An inquiry of *text*."""
    return Inquiry(Reading(Question(text)))


async def test_wording_leads_to_its_rules_in_order(corpus):
    """The most decisive pin comes first, and the rule that is seldom named last."""
    hits = await Concepts(ConceptIndexes()).retrieve(asked("Help, the line snapped!"), corpus, 10)

    assert [hit.reference.key for hit in hits] == ["100.1a", "100.1", "200.1"]
    assert [hit.score / hits[0].score for hit in hits] == pytest.approx([1, 1 / 1.25, 0.4])


async def test_inflections_are_the_same_word(corpus):
    """Another tense of the wording means the same."""
    hits = await Concepts(ConceptIndexes()).retrieve(asked("if the lines snap"), corpus, 10)

    assert hits[0].reference.key == "100.1a"


async def test_question_of_something_else_finds_nothing(corpus):
    """No concept is forced on a question."""
    assert await Concepts(ConceptIndexes()).retrieve(asked("How many players are there?"), corpus, 10) == []


async def test_limit_is_kept(corpus):
    """No more hits than asked for, the best of them."""
    hits = await Concepts(ConceptIndexes()).retrieve(asked("line snapped"), corpus, 1)

    assert [hit.reference.key for hit in hits] == ["100.1a"]


async def test_detector_says_it_in_the_rules_words(corpus):
    """Each concept once, the longest wording first; a wording in pieces is not seen."""
    detector = ConceptDetector(ConceptIndexes())

    seen = await detector.detect("The line snapped, the line snapped! Can she grab it out of the air?", corpus)
    pieces = await detector.detect("The line of players snapped", corpus)

    assert seen.concepts == ("kite caught, wind turns", "string breaks, drifts away")
    assert seen.spans == ()
    assert pieces.concepts == ()


async def test_slang_is_read_as_the_word_that_it_stands_for(rows):
    """A concept without rules says what a word means: wordings are found by it, and it is not seen for itself."""
    corpus = MemoryCorpus.of((*rows, Concept("the word line", ("cord", "piece of string"), "line", ())))

    hits = await Concepts(ConceptIndexes()).retrieve(asked("My cord snapped."), corpus, 10)
    seen = await ConceptDetector(ConceptIndexes()).detect("Her piece of string snapped, then the cord was cut.", corpus)

    assert hits[0].reference.key == "100.1a"
    assert seen.concepts == ("string breaks, drifts away",)
