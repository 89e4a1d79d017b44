"""Scores as hits."""

from collections.abc import Iterable, Mapping, Sequence

from headjudge import Hit, Kind, Reference

__all__ = ["hits_on", "merged", "raise_to"]


def hits_on(kind: Kind, scores: Mapping[str, float], limit: int) -> Sequence[Hit]:
    """Return at most *limit* hits of *kind*, best first; of equals the one that was found first."""
    ranked = sorted(((key, score) for key, score in scores.items() if score > 0), key=lambda pair: -pair[1])
    return [Hit(Reference(kind, key), score) for key, score in ranked[:limit]]


def merged(*found: Sequence[Hit], limit: int) -> Sequence[Hit]:
    """Return at most *limit* of the hits of all kinds in *found*, best first; of equals those of the later kind."""
    return sorted((hit for hits in reversed(found) for hit in hits), key=lambda hit: -hit.score)[:limit]


def raise_to(scores: dict[str, float], keys: Iterable[str], score: float) -> None:
    """Let each of *keys* have at least *score* in *scores*."""
    for key in keys:
        scores[key] = max(scores.get(key, 0.0), score)
