"""Wordings recognised in other words: all of their stems or most, in any order."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Generic, TypeVar

import attrs
import numpy as np
from numpy.typing import NDArray

__all__ = ["SILENT", "Wording", "Wordings"]

T = TypeVar("T")

COVERED: Final = 0.5
"""The least share of what a wording says that must stand in a text."""
PHRASE: Final = 1.2
"""How much more a wording counts that stands in the text word for word."""
CHIME: Final = 0.3
"""What the stems count that a text shares with all wordings of a meaning, beside its best wording."""
USUAL: Final = 10
"""How many stems the wordings of a meaning usually have: those of many share much with any text."""
SILENT: Final = frozenset(
    {"a", "an", "and", "are", "be", "do", "doe", "he", "her", "his", "i", "if", "in", "it"}
    | {"my", "of", "on", "or", "our", "she", "that", "the", "their", "they", "this", "to", "your"}
)
"""Stems that say nothing of what a question is about."""
QUIET: Final = frozenset(
    {"about", "all", "alreadi", "also", "am", "ani", "as", "at", "becaus", "been", "but", "by", "can", "could", "did", "down", "for", "from"}
    | {"get", "go", "had", "happen", "has", "have", "him", "how", "into", "is", "isnt", "just", "like", "make", "me", "mean", "more", "need"}
    | {"not", "now", "off", "onli", "onto", "other", "out", "over", "own", "put", "should", "so", "some", "still", "than", "them", "then"}
    | {"there", "thing", "those", "through", "up", "us", "use", "want", "was", "way", "we", "were", "what", "when", "where", "whi", "which"}
    | {"while", "who", "whose", "will", "with", "work", "would", "you"}
)
"""Stems of everyday English: they say a little of a wording, and must not outweigh the terms of the game for being rare in wordings."""
HUSHED: Final = 0.3
"""What a quiet stem says, as a share of what it would by its rarity."""


@attrs.frozen
class Wording(Generic[T]):
    """One way to say something, and what it means."""

    stems: tuple[str, ...]
    meaning: T
    phrase: str = attrs.field(init=False)
    """The stems as they would stand in a text."""

    @phrase.default
    def _phrase(self) -> str:
        return f" {' '.join(self.stems)} "


class Wordings(Generic[T]):
    """Finds what a text means by the wordings that it comes near to."""

    def __init__(self, entries: Iterable[tuple[Sequence[str], T]]) -> None:
        """Take in (stems, meaning) pairs. A stem says the more the fewer meanings have it."""
        told = ((tuple(stem for stem in stems if stem not in SILENT), meaning) for stems, meaning in entries)
        self._wordings = [Wording(stems, meaning) for stems, meaning in told if stems]
        meanings = _by_stem(self._wordings)
        breadth = Counter(meaning for having in meanings.values() for meaning in having)
        self._places = {meaning: place for place, meaning in enumerate(breadth)}
        self._meant = tuple(breadth)
        self._place_of = [self._places[wording.meaning] for wording in self._wordings]
        self._says = _weights(meanings, len(breadth))
        # fsum: a set has another order in each process, and a plain sum of floats would have another last digit.
        self._whole = np.array([math.fsum(self._says[stem] for stem in set(wording.stems)) for wording in self._wordings])
        self._enough = COVERED * self._whole
        self._chime = CHIME / np.sqrt(1 + np.array(list(breadth.values())) / USUAL)
        self._meanings = {stem: np.array([self._places[meaning] for meaning in having]) for stem, having in meanings.items()}
        self._with = _places_by_stem(self._wordings)

    def strengths(self, stems: Sequence[str]) -> Sequence[tuple[T, float]]:
        """Return what *stems* can mean and how strongly, strongest first: by the best wording of each, and a little by the others."""
        heard = [stem for stem in stems if stem not in SILENT]
        text = f" {' '.join(heard)} "
        masses = self._said(heard, self._with, len(self._wordings))
        best: dict[int, float] = {}
        near = np.flatnonzero((masses > 0) & (masses >= self._enough))
        for place, mass, whole in zip(near.tolist(), masses[near].tolist(), self._whole[near].tolist(), strict=True):
            strength = (mass / whole) ** 2 * mass * (PHRASE if self._wordings[place].phrase in text else 1.0)
            if strength > best.get(meaning := self._place_of[place], 0.0):
                best[meaning] = strength
        # What a text has in common with all wordings of a meaning together.
        chiming = (self._said(heard, self._meanings, len(self._places)) * self._chime).tolist()
        return sorted(((self._meant[place], strength + chiming[place]) for place, strength in best.items()), key=lambda pair: -pair[1])

    def _said(self, heard: Iterable[str], places: Mapping[str, NDArray[np.intp]], size: int) -> NDArray[np.float64]:
        """By place: how much those of *heard* say that stand there."""
        masses = np.zeros(size)
        for stem in dict.fromkeys(heard):
            if stem in places:
                masses[places[stem]] += self._says[stem]
        return masses


def _places_by_stem(wordings: Sequence[Wording[T]]) -> Mapping[str, NDArray[np.intp]]:
    places: dict[str, list[int]] = {}
    for place, wording in enumerate(wordings):
        for stem in set(wording.stems):
            places.setdefault(stem, []).append(place)
    return {stem: np.array(known) for stem, known in places.items()}


def _by_stem(wordings: Iterable[Wording[T]]) -> Mapping[str, Sequence[T]]:
    """The meanings of the wordings that have each stem, each once."""
    meanings: dict[str, dict[T, None]] = {}
    for wording in wordings:
        for stem in wording.stems:
            meanings.setdefault(stem, {})[wording.meaning] = None
    return {stem: tuple(known) for stem, known in meanings.items()}


def _weights(meanings: Mapping[str, Sequence[object]], known: int) -> Mapping[str, float]:
    return {stem: math.log(1 + known / len(having)) * (HUSHED if stem in QUIET else 1.0) for stem, having in meanings.items()}
