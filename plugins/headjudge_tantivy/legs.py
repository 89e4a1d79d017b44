"""The two full-text legs: the asker's own words, and the rules' words for them."""

from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from headjudge import Corpus, Hit, Inquiry, Kind, Reference
from headjudge_tantivy.index import RulesIndexes

__all__ = ["FullText", "Vocabulary"]

PARAPHRASE: Final = 0.95
"""What the best paraphrase counts beside the question itself."""
AGREEMENT: Final = 0.2
"""What each further paraphrase adds that finds the same rule."""


@attrs.frozen
class FullText:
    """Finds rules by the words of the question, without the names of its cards."""

    indexes: RulesIndexes
    name: str = "full text"

    async def prepare(self, corpus: Corpus) -> None:
        await self.indexes.of(corpus)

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        index = await self.indexes.of(corpus)
        return _hits(index.search(inquiry.wording, limit), limit)


@attrs.frozen
class Vocabulary:
    """Finds rules by the question together with the rules' words for what it is about, and by each paraphrase."""

    indexes: RulesIndexes
    name: str = "vocabulary"

    async def prepare(self, corpus: Corpus) -> None:
        await self.indexes.of(corpus)

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        index = await self.indexes.of(corpus)
        reading = inquiry.reading
        asked = index.search(" ".join((inquiry.wording, *reading.concepts)), limit)
        said_again = [index.search(paraphrase, limit) for paraphrase in reading.paraphrases]
        return _hits(fused(asked, said_again), limit)


def fused(asked: Mapping[str, float], said_again: Sequence[Mapping[str, float]]) -> Mapping[str, float]:
    """Return one score a rule: its best, as the question or a paraphrase found it, and a little for each that agrees.

    Each search is divided by its own maximum first, for longer texts score higher.
    """
    first, others = _shares(asked), [_shares(scores) for scores in said_again]
    numbers = dict.fromkeys(number for scores in (first, *others) for number in scores)
    return {number: _together(first.get(number, 0.0), [scores.get(number, 0.0) for scores in others]) for number in numbers}


def _together(question: float, paraphrases: Sequence[float]) -> float:
    return max(question, PARAPHRASE * max(paraphrases, default=0.0)) + AGREEMENT * sum(paraphrases)


def _shares(scores: Mapping[str, float]) -> Mapping[str, float]:
    best = max(scores.values(), default=1.0)
    return {number: score / best for number, score in scores.items()}


def _hits(scores: Mapping[str, float], limit: int) -> Sequence[Hit]:
    ranked = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
    return [Hit(Reference(Kind.RULE, number), score) for number, score in ranked[:limit]]
