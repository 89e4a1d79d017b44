"""Which of many keys share the most trigrams with a word or a phrase: counted with numpy over all of them at once."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Trigrams"]

# Letters, digits and the space have codes of their own, everything else shares one; 0 parts the keys.
_CODES: Final = np.full(256, 38, np.int32)
_CODES[0] = 0
_CODES[ord(" ")] = 1
_CODES[ord("0") : ord("9") + 1] = np.arange(2, 12)
_CODES[ord("a") : ord("z") + 1] = np.arange(12, 38)
_BASE: Final = 39


def _codes(text: str) -> NDArray[np.int32]:
    """The trigrams of *text* in order; those that hold a NUL are -1."""
    letters = _CODES[np.frombuffer(text.encode("ascii", "replace"), np.uint8)]
    first, second, third = letters[:-2], letters[1:-1], letters[2:]
    codes: NDArray[np.int32] = (first * _BASE + second) * _BASE + third
    codes[(first == 0) | (second == 0) | (third == 0)] = -1
    return codes


class Trigrams:
    """Keys by their trigrams. A key counts as padded: two spaces before it and one behind."""

    def __init__(self, keys: Sequence[str]) -> None:
        """Index *keys*, which are folded; the places that `best` gives are places in them."""
        text = "\0".join(f"  {key} " for key in keys)
        codes = _codes(text)
        owners = np.cumsum(np.frombuffer(text.encode("ascii", "replace"), np.uint8) == 0)[:-2]
        kept = codes >= 0
        pairs = np.sort(codes[kept].astype(np.int64) * len(keys) + owners[kept])
        pairs = pairs[np.diff(pairs, prepend=-1) > 0]
        self._owners: NDArray[np.int32] = (pairs % max(len(keys), 1)).astype(np.int32)
        self._starts = np.searchsorted(pairs // max(len(keys), 1), np.arange(_BASE**3 + 1))
        self.sizes: NDArray[np.int64] = np.bincount(self._owners, minlength=len(keys))
        """How many different trigrams each key has."""

    def shared(self, text: str) -> tuple[NDArray[np.int64], int]:
        """Return for each key how many trigrams of *text* it has, and how many different ones *text* has."""
        codes = np.unique(_codes(f"  {text} "))
        found = [self._owners[self._starts[code] : self._starts[code + 1]] for code in codes.tolist()]
        return np.bincount(np.concatenate(found), minlength=len(self.sizes)), len(codes)

    def best(self, text: str, count: int) -> list[int]:
        """Return the places of at most *count* keys that share the largest part of their trigrams with *text*, in no order."""
        shared, size = self.shared(text)
        return _largest(2 * shared, self.sizes + size, count)

    def within(self, text: str, part: float, count: int) -> list[int]:
        """Return the places of at most *count* keys of whose trigrams at least *part* stand in *text*, in no order."""
        shared, _ = self.shared(text)
        return [place for place in _largest(shared, self.sizes, count) if shared[place] >= part * self.sizes[place]]


def _largest(shared: NDArray[np.int64], whole: NDArray[np.int64], count: int) -> list[int]:
    places = np.flatnonzero(shared > 1)
    if len(places) > count:
        scores = shared[places] / whole[places]
        places = places[np.argpartition(-scores, count)[:count]]
    return [int(place) for place in places]
