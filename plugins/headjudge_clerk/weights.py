"""What is asked, word by word, and how much of it stands in a text."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

import attrs

from headjudge import Brief
from headjudge_clerk.words import content, content_of

__all__ = ["Weights"]

CONCEPT: Final = 0.7
"""What a word of a concept that was detected counts beside one that was asked."""


@attrs.frozen
class Weights:
    """The telling words of one inquiry, and what each weighs: a word of one passage tells more than one of all."""

    asked: frozenset[str]
    """Stems of the asker's own words, names of cards left out; of the question before, too, where this one goes on with it."""
    _weights: Mapping[str, float]
    _telling: frozenset[str]
    """Its keys."""
    whole: float
    """What all that is asked weighs; never 0."""
    _held: dict[str, frozenset[str]]
    """The telling stems of the texts that were looked at: each rule is weighed several times."""

    @classmethod
    def of(cls, brief: Brief) -> "Weights":
        """Return the weights for *brief*'s inquiry over its passages."""
        inquiry = brief.inquiry
        names = content_of(card.name for card in inquiry.cards)
        asked = content(inquiry.wording) | (content_of(inquiry.reading.paraphrases) - names)
        wanted = dict.fromkeys(content_of(inquiry.reading.concepts) - names, CONCEPT) | dict.fromkeys(asked, 1.0)
        stems = frozenset(wanted)
        found = [(passage.text, stems & content(passage.text)) for passage in brief.passages]
        weights = {stem: wanted[stem] * rare for stem, rare in _rarities([held for _, held in found]).items()}
        return cls(asked, weights, frozenset(weights), math.fsum(weights.values()) or 1.0, dict(found))

    def held(self, text: str) -> frozenset[str]:
        """Return the telling stems that stand in *text*."""
        if text not in self._held:
            self._held[text] = self._telling & content(text)
        return self._held[text]

    def held_under(self, heading: str, text: str) -> frozenset[str]:
        """Return the telling stems that stand in *text* or its *heading*."""
        return self.held(heading) | self.held(text)

    def overlap(self, text: str) -> float:
        """Return how much of what is asked stands in *text*."""
        return self.sum(self.held(text))

    def overlap_asked(self, text: str) -> float:
        """Return how much of the asker's own words stands in *text*."""
        return self.sum(self.held(text) & self.asked)

    def sum(self, stems: Iterable[str]) -> float:
        """Return what *stems*, telling ones, weigh together: the same in whatever order a set gives them."""
        return math.fsum(map(self._weights.__getitem__, stems))


def _rarities(held: Sequence[frozenset[str]]) -> Mapping[str, float]:
    """How rare each stem is that any of the texts has, given those that each has."""
    counts = Counter(chain.from_iterable(held))
    return {stem: math.log(1 + len(held) / count) for stem, count in counts.items()}
