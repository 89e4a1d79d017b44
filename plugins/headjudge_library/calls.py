"""The leg that remembers rated answers to questions like this one."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Self

import attrs
import numpy as np
from numpy.typing import NDArray

from headjudge import Call, Calls, Corpus, Hit, Inquiry, Kind, holds, score
from headjudge_library.hits import hits_on
from headjudge_library.rulewords import RuleWords, RuleWordsIndexes
from headjudge_library.words import stemmed

__all__ = ["PriorCalls"]

ALIKE: Final = 0.5
"""The least share of what the question says that a call's question must say too."""
READ: Final = 8
"""How many of the most alike are held against the corpus: that reads each of their citations."""
MARGIN: Final = 1e-6
"""By how much a plain sum of floats may miss the exact one."""


@attrs.frozen(eq=False)
class _Heard:
    """Rated calls by the words of their questions: to compare a question with each of them would take a second's tenth."""

    calls: Sequence[Call]
    corpus: tuple[str, int]
    """Name and generation."""
    stems: Mapping[int, frozenset[str]]
    """Of the question of each call, by its number."""
    places: Mapping[str, NDArray[np.intp]]
    """Stem → the places in `calls` of those whose question has it."""
    holding: dict[int, bool] = attrs.field(factory=dict, init=False)
    """What is known of whether a call holds over `corpus`, by its number."""

    @classmethod
    def of(cls, calls: Sequence[Call], corpus: tuple[str, int], known: Mapping[int, frozenset[str]]) -> Self:
        """Return *calls*; *known* are the stems of some of them."""
        stems = {call.id: known.get(call.id) or frozenset(stemmed(call.question.pinned_text)) for call in calls}
        places: dict[str, list[int]] = {}
        for place, call in enumerate(calls):
            for stem in stems[call.id]:
                places.setdefault(stem, []).append(place)
        return cls(calls, corpus, stems, {stem: np.array(having) for stem, having in places.items()})

    def alike(self, asked: Iterable[str], words: RuleWords) -> Sequence[tuple[Call, float]]:
        """Return the calls that ask much the same as the stems *asked*, best first: how much the same, times how well they are rated."""
        weights = {stem: words.weight(stem) for stem in asked}
        whole = math.fsum(weights.values())
        masses = np.zeros(len(self.calls))
        for stem, weight in weights.items():
            if stem in self.places:
                masses[self.places[stem]] += weight
        likely = np.flatnonzero(masses >= (ALIKE - MARGIN) * whole).tolist() if whole else ()
        # fsum: a set has another order in each process, and a plain sum of floats would have another last digit.
        shares = ((self.calls[place], math.fsum(map(weights.__getitem__, weights.keys() & self._said(place))) / whole) for place in likely)
        return sorted(((call, share * score(call.ratings) / 3) for call, share in shares if share >= ALIKE), key=lambda pair: -pair[1])

    def _said(self, place: int) -> frozenset[str]:
        return self.stems[self.calls[place].id]

    async def holds(self, call: Call, corpus: Corpus, calls: Calls) -> bool:
        """Return whether *call* may be shown; read once: the corpus is the same, and so are all ratings."""
        if call.id not in self.holding:
            self.holding[call.id] = await holds(call, corpus, calls)
        return self.holding[call.id]


@attrs.define(eq=False)
class PriorCalls:
    """Finds rated calls on questions like this one, every citation of which still reads as it did."""

    calls: Calls
    words: RuleWordsIndexes
    name: str = "prior calls"
    _heard: _Heard | None = attrs.field(default=None, init=False)

    async def prepare(self, corpus: Corpus) -> None:
        await self.words.of(corpus)

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        rated = await self.calls.rated()
        if not rated:
            return ()
        words = await self.words.of(corpus)
        heard = self._hear(rated, corpus)
        alike = heard.alike(stemmed(inquiry.wording), words)
        holding = {str(call.id): worth for call, worth in alike[:READ] if await heard.holds(call, corpus, self.calls)}
        return hits_on(Kind.CALL, holding, limit)

    def _hear(self, rated: Sequence[Call], corpus: Corpus) -> _Heard:
        over, held = (corpus.name, corpus.generation), self._heard
        if held is None or held.calls is not rated or held.corpus != over:
            held = self._heard = _Heard.of(rated, over, held.stems if held else {})
        return held
