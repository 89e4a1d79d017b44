"""Rows in portions that a store writes in one short transaction, and reports of progress at a readable pace."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from headjudge import Progress

__all__ = ["Meter", "portions"]

T = TypeVar("T")
PORTION: Final = 500
PAUSE: Final = 0.3
"""Seconds between two reports of progress."""


def portions(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    """Give *rows* in order, at most 500 at a time."""
    for start in range(0, len(rows), PORTION):
        yield rows[start : start + PORTION]


class Meter:
    """Counts what is done and tells it a few times a second."""

    def __init__(self, progress: Progress, what: str, total: int | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._progress = progress
        self._what = what
        self._total = total
        self._clock = clock
        self._done = 0
        self._next = clock()

    def add(self, count: int) -> None:
        """Count *count* more, and tell when it is time."""
        self._done += count
        if self._clock() >= self._next:
            self.tell()

    def tell(self) -> None:
        """Tell how much is done."""
        self._next = self._clock() + PAUSE
        self._progress(self._what, self._done, self._total)
