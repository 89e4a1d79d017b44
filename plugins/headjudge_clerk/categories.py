"""The parts of the rules that a question belongs to, by the words that point to them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from headjudge import Category
from headjudge_clerk.words import sequence

__all__ = ["Cues"]

MOST: Final = 3
"""How many categories a question is given."""
LONGEST: Final = 8
"""Words of the longest cue that is looked for."""


@attrs.frozen
class Cues:
    """Which categories each cue points to."""

    _categories: Mapping[tuple[str, ...], Sequence[str]]
    """Stemmed words of a cue → names of categories."""
    _first: frozenset[str]
    """The first words of the cues."""

    @classmethod
    def of(cls, categories: Sequence[Category]) -> "Cues":
        """Return the cues of *categories*."""
        found: dict[tuple[str, ...], list[str]] = {}
        for category in categories:
            for cue in category.cues:
                names = found.setdefault(sequence(cue), [])
                if category.name not in names:
                    names.append(category.name)
        return cls(found, frozenset(words[0] for words in found if words))

    def read(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return the categories that the stemmed *words* of a question point to, the likeliest first, at most three.

        A cue of several words counts a vote a word; votes are shared where a cue points to several categories.
        """
        votes: dict[str, float] = defaultdict(float)
        begun = [start for start, word in enumerate(words) if word in self._first]
        for phrase in {tuple(words[start:end]) for start in begun for end in range(start + 1, min(start + LONGEST, len(words)) + 1)}:
            names = self._categories.get(phrase, ())
            for name in names:
                votes[name] += len(phrase) / len(names)
        return tuple(sorted(votes, key=lambda name: (-votes[name], name))[:MOST])
