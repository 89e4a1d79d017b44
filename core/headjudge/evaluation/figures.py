"""What a run of questions comes to: means with intervals, bytes, milliseconds; for all and by part."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from headjudge.evaluation.intervals import interval
from headjudge.evaluation.recall import DEPTHS, Result

__all__ = ["MEASURES", "NO_CATEGORY", "summary", "values"]

Measure = Callable[[Result], float | None]


def _must(depth: int) -> Measure:
    return lambda result: result.must(depth)


def _full(depth: int) -> Measure:
    return lambda result: result.full(depth)


MEASURES: Final[Mapping[str, Measure]] = {
    **{f"must@{depth}": _must(depth) for depth in DEPTHS},
    **{f"full@{depth}": _full(depth) for depth in DEPTHS},
    "exact": lambda result: result.exact,
    "mrr": lambda result: result.reciprocal_rank,
}
"""What is measured of each question; None where a question does not say."""
NO_CATEGORY: Final = "no category"
"""Of questions to which neither the file nor the reader gives one."""


def values(results: Iterable[Result], measure: str) -> Sequence[float]:
    """Return *measure* of each of *results* that has it."""
    found = (MEASURES[measure](result) for result in results)
    return [value for value in found if value is not None]


def summary(results: Sequence[Result]) -> dict[str, Any]:
    """Return the figures of *results*, and those of its parts under ``by_source``, ``by_category`` and ``by_cards``."""
    return _figures(results) | {
        "by_source": _parts(results, lambda result: result.expected.source),
        "by_category": _parts(results, lambda result: result.category or NO_CATEGORY),
        "by_cards": _parts(results, lambda result: "naming cards" if result.expected.cards else "card-free"),
    }


def _parts(results: Iterable[Result], part: Callable[[Result], str]) -> dict[str, Any]:
    parts: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        parts[part(result)].append(result)
    return {name: _figures(found) for name, found in sorted(parts.items())}


def _figures(results: Sequence[Result]) -> dict[str, Any]:
    measured = {name: values(results, name) for name in MEASURES}
    times = sorted(1000 * result.seconds for result in results)
    return {
        "questions": len(results),
        **{name: _mean(found) for name, found in measured.items()},
        "bytes": round(_mean([result.size for result in results]) or 0),
        "p50_ms": _percentile(times, 50),
        "p95_ms": _percentile(times, 95),
        "intervals": {name: interval(found) for name, found in measured.items()},
    }


def _mean(found: Sequence[float]) -> float | None:
    """The mean to four places; None of nothing."""
    return round(sum(found) / len(found), 4) if found else None


def _percentile(ordered: Sequence[float], percent: int) -> float | None:
    """The nearest-rank percentile of *ordered*, to a hundredth; None of nothing."""
    if not ordered:
        return None
    return round(ordered[max(0, -(-len(ordered) * percent // 100) - 1)], 2)
