"""Scores as hits."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Final

from headjudge import Hit, Kind, Reference

__all__ = ["hits_on", "merged", "raise_to"]

REFERENCES: Final = 10_000
"""References that are remembered: the rules' own, and the rulings' found last. About 2 MB."""
_reference = lru_cache(REFERENCES)(Reference)


def hits_on(kind: Kind, scores: Mapping[str, float], limit: int) -> Sequence[Hit]:
    """Return at most *limit* hits of *kind*, best first; of equals the one that was found first."""
    ranked = sorted([pair for pair in scores.items() if pair[1] > 0], key=itemgetter(1), reverse=True)
    return [Hit(_reference(kind, key), score) for key, score in ranked[:limit]]


def merged(*found: Sequence[Hit], limit: int) -> Sequence[Hit]:
    """Return at most *limit* of the hits of all kinds in *found*, best first; of equals those of the later kind."""
    return sorted((hit for hits in reversed(found) for hit in hits), key=lambda hit: -hit.score)[:limit]


def raise_to(scores: dict[str, float], keys: Iterable[str], score: float) -> None:
    """Let each of *keys* have at least *score* in *scores*."""
    for key in keys:
        scores[key] = max(scores.get(key, 0.0), score)
