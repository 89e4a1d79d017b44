"""How far a mean can be trusted: bootstrap intervals that repeat."""

from collections.abc import Sequence
from typing import Final

import numpy as np

__all__ = ["FEWEST", "RESAMPLES", "Interval", "difference", "interval"]

Interval = tuple[float, float]
RESAMPLES: Final = 2000
FEWEST: Final = 10
"""Under so many questions there is no interval: drawing again from a handful says nothing of questions that are not in it."""
SEED: Final = 20260227
BOUNDS: Final = (2.5, 97.5)


def interval(values: Sequence[float]) -> Interval | None:
    """Return between which bounds the mean of *values* lies in 95 of 100 drawings of as many questions; None of fewer than `FEWEST`."""
    if len(values) < FEWEST:
        return None
    # Seeded anew each time, so that a figure does not depend on which were drawn before it.
    drawn = np.random.default_rng(SEED).integers(0, len(values), (RESAMPLES, len(values)), dtype=np.uint32)
    low, high = np.percentile(np.asarray(values, dtype=np.float64)[drawn].mean(axis=1), BOUNDS)
    return round(float(low), 4), round(float(high), 4)


def difference(before: Sequence[float], after: Sequence[float]) -> tuple[float, Interval | None]:
    """Return by how much the mean rises from *before* to *after*, question by question the same ones, and its interval.

    Raises:
        ValueError: they are not equally many, or none.
    """
    changes = [new - old for old, new in zip(before, after, strict=True)]
    if not changes:
        raise ValueError("nothing was measured")
    return round(sum(changes) / len(changes), 4), interval(changes)
