"""What every retrieval leg promises."""

import asyncio
import itertools
import math
from collections.abc import Collection
from typing import ClassVar

import pytest

from headjudge.domain.passages import Hit, Kind, Reference
from headjudge.domain.questions import Inquiry, Question, Reading
from headjudge.roles import Corpus, Prepares, Retriever
from headjudge.testing.contracts.plants import INQUIRY, PARENT, REFERENCE, ROWS
from headjudge.testing.corpus import MemoryCorpus

__all__ = ["RetrieverContract"]


@pytest.mark.asyncio
class RetrieverContract:
    """Every promise of `Retriever`. A subclass gives the fixture `retriever`, and may change `planted`."""

    planted: ClassVar[Collection[Reference]] = (REFERENCE, Reference(Kind.RULE, PARENT.number))
    """Where the planted fact stands; one of these must be found. A leg that finds no rules names what it finds."""

    @pytest.fixture
    def retriever(self) -> Retriever:
        """The leg under test."""
        raise NotImplementedError("give the fixture `retriever`")

    @pytest.fixture
    def corpus(self, headjudge_corpus: MemoryCorpus) -> MemoryCorpus:
        """The practice rulebook with a keyword of its own planted into every shelf."""
        return headjudge_corpus.with_rows(*ROWS)

    async def test_it_plays_the_role(self, retriever: Retriever) -> None:
        """It has all that a `Retriever` must have, and a name."""
        assert isinstance(retriever, Retriever)
        assert retriever.name.strip()

    async def test_the_planted_fact_is_found(self, retriever: Retriever, corpus: Corpus) -> None:
        """What decides the planted question is among the hits."""
        found = {hit.reference for hit in await retriever.retrieve(INQUIRY, corpus, 20)}

        assert found & set(self.planted)

    async def test_hits_are_references_and_scores(self, retriever: Retriever, corpus: Corpus) -> None:
        """A leg hands over references and finite scores above zero, never text."""
        hits = await retriever.retrieve(INQUIRY, corpus, 20)

        assert hits
        assert all(isinstance(hit, Hit) and math.isfinite(hit.score) and hit.score > 0 for hit in hits)

    async def test_the_best_come_first(self, retriever: Retriever, corpus: Corpus) -> None:
        """Scores never rise along the hits."""
        hits = await retriever.retrieve(INQUIRY, corpus, 20)

        assert [(one, two) for one, two in itertools.pairwise(hits) if two.score > one.score] == []

    async def test_each_reference_comes_once(self, retriever: Retriever, corpus: Corpus) -> None:
        """No reference is repeated."""
        references = [hit.reference for hit in await retriever.retrieve(INQUIRY, corpus, 60)]

        assert len(references) == len(set(references))

    @pytest.mark.parametrize("limit", [1, 2, 5])
    async def test_the_limit_holds(self, retriever: Retriever, corpus: Corpus, limit: int) -> None:
        """There are at most as many hits as were asked for, and one at least."""
        assert 1 <= len(await retriever.retrieve(INQUIRY, corpus, limit)) <= limit

    async def test_rules_that_are_found_exist(self, retriever: Retriever, corpus: Corpus) -> None:
        """Every rule that is referred to stands in the corpus."""
        numbers = [hit.reference.key for hit in await retriever.retrieve(INQUIRY, corpus, 60) if hit.reference.kind is Kind.RULE]

        assert [number for number in numbers if await corpus.rule(number) is None] == []

    async def test_the_same_question_finds_the_same(self, retriever: Retriever, corpus: Corpus) -> None:
        """Asked again, and twice at once, a leg gives the same hits."""
        first = list(await retriever.retrieve(INQUIRY, corpus, 20))
        again = await asyncio.gather(*(retriever.retrieve(INQUIRY, corpus, 20) for _ in range(2)))

        assert [list(hits) for hits in again] == [first, first]

    async def test_preparing_changes_nothing(self, retriever: Retriever, corpus: Corpus) -> None:
        """A leg that was made ready for the corpus finds the planted fact too."""
        if isinstance(retriever, Prepares):
            await retriever.prepare(corpus)

        assert {hit.reference for hit in await retriever.retrieve(INQUIRY, corpus, 20)} & set(self.planted)

    async def test_another_corpus_is_another_matter(self, retriever: Retriever, corpus: Corpus) -> None:
        """A leg reads the corpus of the question: in an empty one nothing stands."""
        await retriever.retrieve(INQUIRY, corpus, 20)

        found = {hit.reference for hit in await retriever.retrieve(INQUIRY, MemoryCorpus.of((), name="empty"), 20)}
        assert not found & set(self.planted)

    @pytest.mark.parametrize("text", ["?!", "[[", "\"'(*:^~", "AND OR NOT", "🜏" * 300, "a" * 1000])
    async def test_odd_questions_break_nothing(self, retriever: Retriever, corpus: Corpus, text: str) -> None:
        """Whatever passes the limits can be looked for; nothing in it is syntax."""
        hits = await retriever.retrieve(Inquiry(Reading(Question(text))), corpus, 20)

        assert len(hits) <= 20
