"""Near spellings: which names a misspelt name can have been meant for, and how sure that is."""

from collections.abc import Sequence
from typing import Final

import attrs
import jellyfish

from headjudge_names.trigrams import Trigrams

__all__ = ["ALONE", "NEAR", "Near", "Spellings", "similarity", "slipped"]

CANDIDATES: Final = 50
ALONE: Final = 0.78
"""From this similarity on the nearest card is taken alone, if the next one is farther by `MARGIN`."""
MARGIN: Final = 0.10
NEAR: Final = 0.70
"""A card that is less similar is not even offered."""
SLIPS: Final = 3
"""So many letters may be wrong, in a long name one in every `LETTERS_A_SLIP`: more is another name that shares some words."""
LETTERS_A_SLIP: Final = 8
LEAST_LENGTH: Final = 4
"""A shorter name is near too many others."""


def similarity(one: str, other: str) -> float:
    """Return 1 less the share of letters that must be inserted, dropped, changed or swapped to make *one* the *other*; 0 when they are too many."""
    slips = jellyfish.damerau_levenshtein_distance(one, other)
    return 1 - slips / max(len(one), len(other), 1) if slips <= _slips(one, other) else 0.0


def _slips(one: str, other: str) -> int:
    """How many letters may be wrong between the two."""
    return max(SLIPS, max(len(one), len(other)) // LETTERS_A_SLIP)


def _comparable(one: str, other: str) -> bool:
    """Whether their lengths alone allow a `similarity` above 0: a comparison costs 5 µs."""
    return abs(len(one) - len(other)) <= _slips(one, other)


def slipped(written: str, meant: str) -> bool:
    """Return whether *written* is *meant*, or one letter away from it."""
    return written == meant or jellyfish.damerau_levenshtein_distance(written, meant) == 1


@attrs.frozen
class Spellings:
    """Words or names that others can be near to."""

    keys: Sequence[str]
    """Folded, each once."""
    trigrams: Trigrams

    @classmethod
    def of(cls, keys: Sequence[str]) -> "Spellings":
        """Return *keys* with their trigrams counted."""
        return cls(keys, Trigrams(keys))

    def ranked(self, name: str) -> list[tuple[float, int]]:
        """Return (similarity, place of the key) of the keys near *name*, folded; the most similar first."""
        alike = [place for place in self.trigrams.best(name, CANDIDATES) if _comparable(name, self.keys[place])]
        found = [(similarity(name, self.keys[place]), place) for place in alike]
        return sorted(found, key=lambda pair: (-pair[0], self.keys[pair[1]]))


@attrs.frozen
class Near:
    """Names with the cards that each can mean, found by near spellings."""

    names: Spellings
    cards: Sequence[tuple[int, ...]]
    """Of each name."""
    known: frozenset[str]
    """Every word of the names: whoever writes one has not misspelt it."""

    def meant(self, name: str) -> tuple[int, ...]:
        """Return the cards that *name*, folded, can have been meant for: one when that is sure, several to choose from, or none."""
        if len(name) < LEAST_LENGTH or not name.isprintable():  # the vendor cannot compare lone surrogates
            return ()
        cards: dict[int, float] = {}
        ranked = self.names.ranked(name)
        for score, place in ranked:
            for card in self.cards[place]:
                cards.setdefault(card, score)
        best = next(iter(cards.values()), 0.0)
        if best < NEAR:
            return ()
        near = tuple(card for card, score in cards.items() if score >= NEAR and score > best - MARGIN)
        if len(near) > 1:
            return near
        # Less than sure and nothing beside it: a lone guess would be taken for the card, so it is none.
        return near if best >= ALONE and self._misspelt(name, self.names.keys[ranked[0][1]]) else ()

    def _misspelt(self, name: str, key: str) -> bool:
        """Whether *name* is *key* with slips of the pen: a word that other names have stands in it by intention, unless one letter is all."""
        pairs = list(zip(name.split(), key.split(), strict=False))
        if len(name.split()) != len(key.split()):
            return True
        return all(word not in self.known or slipped(word, meant) for word, meant in pairs)
