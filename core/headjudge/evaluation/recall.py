"""Recall of the deciding rules: must-cite and full, at five, seven and ten groups."""

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from headjudge.domain.names import Span
from headjudge.domain.passages import Brief, Kind
from headjudge.domain.questions import Question
from headjudge.domain.rules import group_of
from headjudge.evaluation.files import read_lines
from headjudge.pipeline import Judge
from headjudge.roles import Corpus

__all__ = ["DEPTHS", "Expected", "Result", "measure", "read_expected", "summary"]

DEPTHS: Final = (5, 7, 10)
"""Numbers of groups at which recall is counted."""


@attrs.frozen
class Expected:
    """A question and the rules that decide it."""

    id: str
    source: str
    text: str
    cards: tuple[str, ...]
    must: tuple[frozenset[str], ...]
    """Sets of alternatives: one of each must be found."""
    full: frozenset[str]
    """Every rule that bears on it; empty when nobody said."""


@attrs.frozen
class Result:
    """What was shown for one question, and how long it took."""

    expected: Expected
    groups: tuple[str, ...]
    """Parent rules in the order shown."""
    rules: tuple[str, ...]
    """Every rule in the packed text."""
    size: int
    """Bytes packed."""
    seconds: float

    def must(self, depth: int) -> float:
        """Return the share of the must-cites that lie in the first *depth* groups."""
        return self._share(self.expected.must, self.groups[:depth])

    def full(self, depth: int) -> float:
        """Return the share of all rules that bear on the question within the first *depth* groups."""
        return self._share([frozenset([number]) for number in self.expected.full], self.groups[:depth])

    @property
    def exact(self) -> float:
        """The share of the must-cites that stand, letter and all, in the packed text."""
        shown = set(self.rules)
        return sum(bool(alternatives & shown) for alternatives in self.expected.must) / len(self.expected.must)

    @property
    def reciprocal_rank(self) -> float:
        """One over the rank of the first group with a must-cite; 0 when none is shown."""
        wanted = {group_of(number) for alternatives in self.expected.must for number in alternatives}
        return next((1 / rank for rank, group in enumerate(self.groups, 1) if group in wanted), 0.0)

    @staticmethod
    def _share(wanted: Iterable[frozenset[str]], groups: Sequence[str]) -> float:
        found = [any(group_of(number) in groups for number in alternatives) for alternatives in wanted]
        return sum(found) / len(found)


def read_expected(path: Path) -> Sequence[Expected]:
    """Return the questions of *path* that have expected rules.

    Raises:
        QuestionsInvalid: a line cannot be used.
    """
    return read_lines(path, _expected)


def _expected(line: Mapping[str, Any]) -> Expected | None:
    must = _must(line)
    if not must:
        return None
    full = frozenset(map(str, line.get("alt_expected_rules") or ()))
    return Expected(str(line["id"]), str(line.get("source", "")), str(line["question"]), tuple(map(str, line.get("cards") or ())), must, full)


def _must(line: Mapping[str, Any]) -> tuple[frozenset[str], ...]:
    if line.get("must_cite"):
        return tuple(frozenset(map(str, alternatives)) for alternatives in line["must_cite"])
    rules = [str(number) for number in line.get("expected_rules") or ()]
    if line.get("match", "all") == "any" and rules:
        return (frozenset(rules),)
    return tuple(frozenset([number]) for number in rules)


async def measure(judge: Judge, corpus: Corpus, expected: Expected) -> Result:
    """Return what the judge shows for one question, its cards given by name."""
    begun = time.perf_counter()
    reading = await judge.read(Question(expected.text), corpus)
    spans = tuple(Span(name, bracketed=True) for name in expected.cards)
    # Recall is measured with the right cards: finding them is measured by `names`, declining by `declined`.
    brief = await judge.prepare(attrs.evolve(reading, spans=spans, declined=None), corpus)
    seconds = time.perf_counter() - begun
    if not isinstance(brief, Brief):
        return Result(expected, (), (), 0, seconds)
    rules = tuple(passage.reference.key for passage in brief.passages if passage.reference.kind is Kind.RULE)
    return Result(expected, brief.groups, rules, brief.size, seconds)


def summary(results: Sequence[Result]) -> dict[str, Any]:
    """Return the figures of *results*: means, and percentiles of milliseconds; by source under ``by_source``."""
    by_source: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        by_source[result.expected.source].append(result)
    return _figures(results) | {"by_source": {source: _figures(part) for source, part in sorted(by_source.items())}}


def _figures(results: Sequence[Result]) -> dict[str, Any]:
    with_full = [result for result in results if result.expected.full]
    times = sorted(1000 * result.seconds for result in results)
    return {
        "questions": len(results),
        **{f"must@{depth}": _mean(result.must(depth) for result in results) for depth in DEPTHS},
        **{f"full@{depth}": _mean(result.full(depth) for result in with_full) for depth in DEPTHS},
        "exact": _mean(result.exact for result in results),
        "mrr": _mean(result.reciprocal_rank for result in results),
        "bytes": round(_mean(result.size for result in results) or 0),
        "p50_ms": _percentile(times, 50),
        "p95_ms": _percentile(times, 95),
    }


def _mean(values: Iterable[float]) -> float | None:
    """The mean to four places; None of nothing."""
    listed = list(values)
    return round(sum(listed) / len(listed), 4) if listed else None


def _percentile(ordered: Sequence[float], percent: int) -> float | None:
    """The nearest-rank percentile of *ordered*, to a hundredth; None of nothing."""
    if not ordered:
        return None
    return round(ordered[max(0, -(-len(ordered) * percent // 100) - 1)], 2)
