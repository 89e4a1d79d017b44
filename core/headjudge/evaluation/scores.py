"""What a run over questions with known answers comes to."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from headjudge.domain.answers import Confidence
from headjudge.domain.rules import group_of
from headjudge.evaluation.answers import Known, Outcome
from headjudge.evaluation.grading import Grade, Mark
from headjudge.evaluation.intervals import interval
from headjudge.evaluation.results import AnswerResult

__all__ = ["MEASURES", "Scored", "answers_summary"]

Scored = tuple[Known, AnswerResult]
"""A question and what came of it."""
Measure = Callable[[Known, AnswerResult], float | None]


def _answered(_: Known, result: AnswerResult) -> float:
    return float(result.attempt.outcome is Outcome.ANSWERED)


def _solved(known: Known, result: AnswerResult) -> float | None:
    if result.attempt.outcome is not Outcome.ANSWERED:
        return 0.0 if known.answer else None
    return _marked(Mark.RIGHT)(known, result)


def _marked(mark: Mark) -> Measure:
    return lambda _, result: float(grade.mark is mark) if (grade := _graded(result)) else None


def _mistaken(known: Known, result: AnswerResult) -> float | None:
    return float(bool(grade.mistakes)) if (grade := _graded(result)) and known.mistakes else None


def _facts(known: Known, result: AnswerResult) -> float | None:
    return len(grade.facts) / len(known.facts) if (grade := _graded(result)) and known.facts else None


def _graded(result: AnswerResult) -> Grade | None:
    """The grade, if enough votes could be read."""
    return result.grade if result.grade and result.grade.mark else None


def _cited(known: Known, result: AnswerResult) -> float | None:
    return _share(known, result, set(result.attempt.rules), lambda number: number)


def _group_cited(known: Known, result: AnswerResult) -> float | None:
    return _share(known, result, {group_of(number) for number in result.attempt.rules}, group_of)


def _share(known: Known, result: AnswerResult, cited: set[str], form: Callable[[str], str]) -> float | None:
    """The share of the must-cites with an alternative among *cited*; None where nobody said, or nothing was answered."""
    if not known.must or result.attempt.outcome is not Outcome.ANSWERED:
        return None
    return sum(any(form(number) in cited for number in alternatives) for alternatives in known.must) / len(known.must)


MEASURES: Final[Mapping[str, Measure]] = {
    "answered": _answered,
    "solved": _solved,
    **{mark.value.replace(" ", "_"): _marked(mark) for mark in Mark},
    "mistake": _mistaken,
    "facts": _facts,
    "cited": _cited,
    "group_cited": _group_cited,
}
"""What is measured of each question; None where it has no say.

*answered* and *solved* (answered right; only where something was graded) are of all questions, the others of those that were answered.
"""


def answers_summary(scored: Sequence[Scored]) -> dict[str, Any]:
    """Return the figures of *scored*, how they ended, and the same by source, by confidence, and by whether they can be decided as asked."""
    graded = any(result.grade for _, result in scored)
    measures = MEASURES if graded else {name: measure for name, measure in MEASURES.items() if name != "solved"}

    def parts(part: Callable[[Known, AnswerResult], str | None]) -> dict[str, Any]:
        return {name: _figures(found, measures) for name, found in _parted(scored, part).items()}

    return _figures(scored, measures) | {
        "outcomes": dict(Counter(_ending(result) for _, result in scored).most_common()),
        "by_source": parts(lambda known, _: known.source),
        "by_confidence": parts(lambda _, result: _confidence(result)),
        "by_decidable": parts(lambda known, _: "decidable" if known.decidable else "open as asked"),
    }


def _ending(result: AnswerResult) -> str:
    attempt = result.attempt
    return ": ".join(part.value for part in (attempt.outcome, attempt.reason, attempt.failure) if part)


def _confidence(result: AnswerResult) -> str | None:
    return result.attempt.confidence.value if result.attempt.confidence else None


def _parted(scored: Iterable[Scored], part: Callable[[Known, AnswerResult], str | None]) -> Mapping[str, Sequence[Scored]]:
    parts: dict[str, list[Scored]] = defaultdict(list)
    for known, result in scored:
        if (name := part(known, result)) is not None:
            parts[name].append((known, result))
    return {name: parts[name] for name in sorted(parts, key=_order)}


def _order(name: str) -> tuple[int, str]:
    """Confidences from low to high, all else by its letters."""
    levels = [level.value for level in Confidence]
    return (levels.index(name) if name in levels else 0), name


def _figures(scored: Sequence[Scored], measures: Mapping[str, Measure]) -> dict[str, Any]:
    measured = {name: _values(scored, measures[name]) if name in measures else () for name in MEASURES}
    results = [result for _, result in scored]
    attempts = [result.attempt for result in results]
    costs = [attempt.cost for attempt in attempts]
    return {
        "questions": len(scored),
        "graded": sum(_graded(result) is not None for result in results),
        "ungraded": sum(result.grade is not None and result.grade.mark is None for result in results),
        **{name: _mean(found) for name, found in measured.items()},
        "redrafted": sum(bool(attempt.objections) for attempt in attempts),
        "doubted": sum(bool(attempt.doubts) for attempt in attempts),
        "calls": _mean([attempt.calls for attempt in attempts]),
        "usd": _usd(sum(costs) / len(costs)) if costs else None,
        "usd_total": _usd(sum(costs)),
        "usd_grading": _usd(sum(result.grade.cost for result in results if result.grade)),
        "p50_s": _percentile([attempt.seconds for attempt in attempts], 50),
        "p95_s": _percentile([attempt.seconds for attempt in attempts], 95),
        "intervals": {name: interval(found) for name, found in measured.items()},
    }


def _values(scored: Sequence[Scored], measure: Measure) -> Sequence[float]:
    found = (measure(known, result) for known, result in scored)
    return [value for value in found if value is not None]


def _mean(found: Sequence[float]) -> float | None:
    return round(sum(found) / len(found), 4) if found else None


def _usd(micros: float) -> float:
    return round(micros / 1_000_000, 6)


def _percentile(seconds: Sequence[float], percent: int) -> float | None:
    """The nearest rank, to a thousandth; None of nothing."""
    return round(float(np.percentile(seconds, percent, method="inverted_cdf")), 3) if seconds else None
