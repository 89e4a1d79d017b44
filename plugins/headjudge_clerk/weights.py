"""What is asked, word by word, and how much of it stands in a text."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from headjudge import Brief
from headjudge_clerk.words import Stems

__all__ = ["Weights"]

CONCEPT: Final = 0.7
"""What a word of a concept that was detected counts beside one that was asked."""


@attrs.frozen
class Weights:
    """The telling words of one inquiry, and what each weighs: a word of one passage tells more than one of all."""

    stems: Stems
    asked: frozenset[str]
    """Stems of the asker's own words, names of cards left out; of the question before, too, where this one goes on with it."""
    _weights: Mapping[str, float]

    @classmethod
    def of(cls, brief: Brief) -> "Weights":
        """Return the weights for *brief*'s inquiry over its passages."""
        stems, inquiry = Stems(), brief.inquiry
        names = stems.of(card.name for card in inquiry.cards)
        asked = stems.content(inquiry.wording) | (stems.of(inquiry.reading.paraphrases) - names)
        wanted = dict.fromkeys(stems.of(inquiry.reading.concepts) - names, CONCEPT) | dict.fromkeys(asked, 1.0)
        rarity = _rarities(stems, (passage.text for passage in brief.passages))
        return cls(stems, asked, {stem: weight * rarity[stem] for stem, weight in wanted.items() if stem in rarity})

    @property
    def whole(self) -> float:
        """What all that is asked weighs; never 0."""
        return sum(self._weights.values()) or 1.0

    def held(self, text: str) -> frozenset[str]:
        """Return the telling stems that stand in *text*."""
        return frozenset(stem for stem in self.stems.content(text) if stem in self._weights)

    def overlap(self, text: str) -> float:
        """Return how much of what is asked stands in *text*."""
        return self.sum(self.held(text))

    def overlap_asked(self, text: str) -> float:
        """Return how much of the asker's own words stands in *text*."""
        return self.sum(self.held(text) & self.asked)

    def sum(self, stems: Iterable[str]) -> float:
        """Return what *stems* weigh together."""
        return sum(self._weights.get(stem, 0.0) for stem in stems)


def _rarities(stems: Stems, texts: Iterable[str]) -> Mapping[str, float]:
    held = [stems.content(text) for text in texts]
    counts = Counter(stem for content in held for stem in content)
    return {stem: math.log(1 + len(held) / count) for stem, count in counts.items()}
