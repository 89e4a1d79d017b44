"""Phrases looked up in running text, in time that does not grow with how many phrases there are."""

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

import attrs

__all__ = ["Match", "PhraseBook"]

T = TypeVar("T")


@attrs.frozen
class Match(Generic[T]):
    """A phrase that stands in a text, from the stem at *start* up to the one before *end*."""

    start: int
    end: int
    meaning: T

    @property
    def length(self) -> int:
        """How many stems the phrase has."""
        return self.end - self.start


class PhraseBook(Generic[T]):
    """What each phrase means. One phrase may have several meanings."""

    def __init__(self, entries: Iterable[tuple[Sequence[str], T]]) -> None:
        """Take in (stems of the phrase, meaning) pairs; phrases without stems are left out."""
        self._meanings: dict[tuple[str, ...], list[T]] = {}
        for stems, meaning in entries:
            if stems and meaning not in (meanings := self._meanings.setdefault(tuple(stems), [])):
                meanings.append(meaning)
        lengths: dict[str, set[int]] = {}
        for stems in self._meanings:
            lengths.setdefault(stems[0], set()).add(len(stems))
        self._lengths = {first: sorted(known, reverse=True) for first, known in lengths.items()}

    def matches(self, stems: Sequence[str]) -> tuple[Match[T], ...]:
        """Return the phrases that stand in *stems*, longest first; those inside a longer one are left out."""
        kept: list[Match[T]] = []
        reach = -1
        for start, stem in enumerate(stems):
            for length in self._lengths.get(stem, ()):
                end = start + length
                meanings = self._meanings.get(tuple(stems[start:end])) if reach < end <= len(stems) else None
                if meanings:
                    kept += (Match(start, end, meaning) for meaning in meanings)
                    reach = end
                    break  # a shorter one from here lies inside it
        return tuple(sorted(kept, key=lambda match: -match.length))
