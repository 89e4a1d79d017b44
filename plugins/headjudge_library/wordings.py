"""Wordings recognised in other words: all of their stems or most, in any order."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Generic, TypeVar

import attrs

__all__ = ["SILENT", "Wording", "Wordings"]

T = TypeVar("T")

COVERED: Final = 0.5
"""The least share of what a wording says that must stand in a text."""
PHRASE: Final = 1.5
"""How much more a wording counts that stands in the text word for word."""
SILENT: Final = frozenset(
    {"a", "an", "and", "are", "be", "do", "doe", "he", "her", "his", "i", "if", "in", "it"}
    | {"my", "of", "on", "or", "our", "she", "that", "the", "their", "they", "this", "to", "your"}
)
"""Stems that say nothing of what a question is about."""


@attrs.frozen
class Wording(Generic[T]):
    """One way to say something, and what it means."""

    stems: tuple[str, ...]
    meaning: T

    @property
    def phrase(self) -> str:
        """The stems as they would stand in a text."""
        return f" {' '.join(self.stems)} "


class Wordings(Generic[T]):
    """Finds what a text means by the wordings that it comes near to."""

    def __init__(self, entries: Iterable[tuple[Sequence[str], T]]) -> None:
        """Take in (stems, meaning) pairs. A stem says the more the fewer meanings have it."""
        told = ((tuple(stem for stem in stems if stem not in SILENT), meaning) for stems, meaning in entries)
        self._wordings = [Wording(stems, meaning) for stems, meaning in told if stems]
        self._says = _weights(self._wordings)
        self._whole = [sum(self._says[stem] for stem in set(wording.stems)) for wording in self._wordings]
        self._with: dict[str, list[int]] = {}
        for place, wording in enumerate(self._wordings):
            for stem in set(wording.stems):
                self._with.setdefault(stem, []).append(place)

    def strengths(self, stems: Sequence[str]) -> Sequence[tuple[T, float]]:
        """Return what *stems* can mean and how strongly, strongest first: by the best wording of each."""
        heard = [stem for stem in stems if stem not in SILENT]
        text = f" {' '.join(heard)} "
        best: dict[T, float] = {}
        for place, mass in self._masses(heard).items():
            covered = mass / self._whole[place]
            if covered >= COVERED:
                wording = self._wordings[place]
                strength = covered**2 * mass * (PHRASE if wording.phrase in text else 1.0)
                best[wording.meaning] = max(best.get(wording.meaning, 0.0), strength)
        return sorted(best.items(), key=lambda pair: -pair[1])

    def _masses(self, heard: Iterable[str]) -> Mapping[int, float]:
        """By the place of each wording that shares a stem: how much the shared ones say."""
        masses: dict[int, float] = {}
        for stem in dict.fromkeys(heard):
            for place in self._with.get(stem, ()):
                masses[place] = masses.get(place, 0.0) + self._says[stem]
        return masses


def _weights(wordings: Sequence[Wording[T]]) -> Mapping[str, float]:
    pairs = {(stem, wording.meaning) for wording in wordings for stem in wording.stems}
    spread = Counter(stem for stem, _ in pairs)
    meanings = len({meaning for _, meaning in pairs})
    return {stem: math.log(1 + meanings / count) for stem, count in spread.items()}
