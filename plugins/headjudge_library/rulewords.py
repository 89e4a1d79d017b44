"""How much each word says, by how few rules have it, and the rules that a text sounds like."""

import asyncio
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

from headjudge import Corpus, PerEdition, Rule, Shelf
from headjudge_library.words import stemmed

__all__ = ["RuleWords", "RuleWordsIndexes"]

K1: Final = 1.2
B: Final = 0.75
"""The usual constants of BM25."""
COMMON: Final = 10
"""A stem is common that more than one rule in so many has: about a hundred are, a megabyte of rows."""
KEPT: Final = 32
"""How many texts' scores stay: 12 kB each."""


@attrs.frozen(eq=False)
class RuleWords:
    """The words of one edition of the rules."""

    numbers: Sequence[str]
    places: Mapping[str, int]
    """Number → its place in `numbers`."""
    weights: Mapping[str, float]
    """Stem → how much it says (inverse document frequency)."""
    postings: Mapping[str, tuple[NDArray[np.int32], NDArray[np.float32]]]
    """Stem → the places of the rules that have it, and what it counts in each."""
    _rows: Mapping[str, NDArray[np.float32]] = attrs.field(init=False)
    """Stem → what it counts in each rule, of those that many rules have: a row is added in a tenth of the time that its places take."""
    _liked: dict[str, NDArray[np.float32]] = attrs.field(factory=dict, init=False)

    @_rows.default
    def _whole_rows(self) -> Mapping[str, NDArray[np.float32]]:
        rows = {}
        for stem, (places, counted) in self.postings.items():
            if COMMON * len(places) > len(self.numbers):
                rows[stem] = np.zeros(len(self.numbers), dtype=np.float32)
                rows[stem][places] = counted
        return rows

    @classmethod
    def of(cls, rules: Sequence[Rule]) -> "RuleWords":
        """Return the words of *rules*."""
        counts = [Counter(stemmed(f"{rule.heading} {rule.full_text}")) for rule in rules]
        spread = Counter(stem for count in counts for stem in count)
        weights = {stem: math.log(1 + (len(rules) - n + 0.5) / (n + 0.5)) for stem, n in spread.items()}
        numbers = tuple(rule.number for rule in rules)
        return cls(numbers, {number: place for place, number in enumerate(numbers)}, weights, _postings(counts, weights))

    def weight(self, stem: str) -> float:
        """Return how much *stem* says: nothing when no rule has it."""
        return self.weights.get(stem, 0.0)

    def shared(self, asked: Iterable[str]) -> Callable[[str], float]:
        """Return what tells which share of what *asked* says a text says too, 0 to 1."""
        weights = {stem: self.weight(stem) for stem in asked}
        whole = math.fsum(weights.values())

        def share(text: str) -> float:
            said = weights.keys() & stemmed(text)
            # fsum: a set has another order in each process, and a plain sum of floats would have another last digit.
            return math.fsum(weights[stem] for stem in said) / whole if whole else 0.0

        return share

    def like(self, text: str) -> NDArray[np.float32]:
        """Return the BM25 score of each rule for *text*, by place. Do not write into it: several legs ask for the same."""
        if text not in self._liked:
            while len(self._liked) >= KEPT:
                self._liked.pop(next(iter(self._liked)), None)
            self._liked[text] = self._like(text)
        return self._liked[text]

    def _like(self, text: str) -> NDArray[np.float32]:
        scores = np.zeros(len(self.numbers), dtype=np.float32)
        for stem in dict.fromkeys(stemmed(text)):
            if stem in self._rows:
                scores += self._rows[stem]
            elif stem in self.postings:
                places, counted = self.postings[stem]
                scores[places] += counted
        return scores

    def likeness(self, text: str) -> Callable[[str], float]:
        """Return what tells how much a rule, by its number, sounds like *text*: the one that does most 1, one that is not there 0."""
        scores = self.like(text)
        most = float(scores.max(initial=0.0)) or 1.0
        return lambda number: float(scores[self.places[number]]) / most if number in self.places else 0.0

    def best(self, scores: NDArray[np.float32], limit: int) -> Sequence[tuple[str, float]]:
        """Return the numbers of the *limit* best rules by *scores*, and their scores, best first."""
        if not limit:
            return []
        # Sorting every rule would take ten times as long as finding the least of the best.
        least = np.partition(scores, -limit)[-limit] if limit < len(scores) else 0.0
        likely = np.flatnonzero((scores >= least) & (scores > 0))
        order = likely[np.argsort(-scores[likely], kind="stable")[:limit]]
        return [(self.numbers[place], score) for place, score in zip(order.tolist(), scores[order].tolist(), strict=True)]


def _postings(counts: Sequence[Counter[str]], weights: Mapping[str, float]) -> Mapping[str, tuple[NDArray[np.int32], NDArray[np.float32]]]:
    usual = sum(count.total() for count in counts) / max(1, len(counts))
    found: dict[str, list[tuple[int, float]]] = {}
    for place, count in enumerate(counts):
        norm = K1 * (1 - B + B * count.total() / usual)
        for stem, times in count.items():
            found.setdefault(stem, []).append((place, weights[stem] * times * (K1 + 1) / (times + norm)))
    return {
        stem: (np.array([p for p, _ in pairs], dtype=np.int32), np.array([s for _, s in pairs], dtype=np.float32)) for stem, pairs in found.items()
    }


class RuleWordsIndexes:
    """The words of the rules of each edition."""

    def __init__(self) -> None:
        """Build nothing yet."""
        self._indexes = PerEdition(_build, (Shelf.RULES,))

    async def of(self, corpus: Corpus) -> RuleWords:
        """Return the words of the rules of *corpus*."""
        return await self._indexes.of(corpus)


async def _build(corpus: Corpus) -> RuleWords:
    return await asyncio.to_thread(RuleWords.of, await corpus.rules())
