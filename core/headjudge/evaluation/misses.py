"""The must-cites that were not among the first groups: where they were instead, and what was shown in their place."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from headjudge.domain.passages import Hit, Kind
from headjudge.domain.rules import group_of
from headjudge.evaluation.recall import Expected, Result
from headjudge.roles import Corpus
from headjudge.steps.retrieve import Retrieval

__all__ = ["DEPTH", "Miss", "Missed", "miss_of", "missed_lines"]

DEPTH: Final = 7
"""A must-cite that is not among so many groups is a miss."""


@attrs.frozen
class Missed:
    """A must-cite that was not shown."""

    alternatives: tuple[str, ...]
    rank: int | None
    """Best place of its group among all that were ranked; None when no leg found it."""
    legs: Mapping[str, int]
    """Each leg that found it → its place among that leg's groups, the best first."""


@attrs.frozen
class Miss:
    """A question with must-cites that were not shown."""

    expected: Expected
    missed: tuple[Missed, ...]
    shown: tuple[str, ...]
    """The first groups that were shown."""
    obstacle: str
    """Why nothing was shown."""


async def miss_of(retrieval: Retrieval, corpus: Corpus, result: Result) -> Miss | None:
    """Return what *result* misses; *retrieval* is what it was measured with. None when it misses nothing."""
    shown = result.groups[:DEPTH]
    wanted = [alternatives for alternatives in result.expected.must if not any(group_of(number) in shown for number in alternatives)]
    if not wanted:
        return None
    ranked: Sequence[str] = ()
    legs: Mapping[str, Sequence[str]] = {}
    if result.inquiry:
        ranked = [group for group, _ in (await retrieval.rank(result.inquiry, corpus)).groups]
        legs = {leg: _groups(hits) for leg, hits in (await retrieval.ask(result.inquiry, corpus)).items()}
    return Miss(result.expected, tuple(_missed(alternatives, ranked, legs) for alternatives in wanted), shown, result.obstacle)


def _groups(hits: Sequence[Hit]) -> Sequence[str]:
    ordered = sorted(hits, key=lambda hit: -hit.score)
    return list(dict.fromkeys(group_of(hit.reference.key) for hit in ordered if hit.reference.kind is Kind.RULE))


def _missed(alternatives: frozenset[str], ranked: Sequence[str], legs: Mapping[str, Sequence[str]]) -> Missed:
    groups = {group_of(number) for number in alternatives}
    places = {leg: place for leg, found in legs.items() if (place := _place(groups, found))}
    return Missed(tuple(sorted(alternatives)), _place(groups, ranked), dict(sorted(places.items(), key=lambda pair: (pair[1], pair[0]))))


def _place(groups: set[str], ranked: Sequence[str]) -> int | None:
    """The first place, from 1, at which one of *groups* stands."""
    return next((place for place, group in enumerate(ranked, 1) if group in groups), None)


def missed_lines(misses: Sequence[Miss], headings: Mapping[str, str]) -> Sequence[dict[str, Any]]:
    """Return *misses* for JSON; *headings* gives each group's."""
    return [
        {
            "id": miss.expected.id,
            "question": miss.expected.text,
            "missed": [{"alternatives": missed.alternatives, "rank": missed.rank, "legs": dict(missed.legs)} for missed in miss.missed],
            "shown": [{"group": group, "heading": headings.get(group, "")} for group in miss.shown],
            "obstacle": miss.obstacle,
        }
        for miss in misses
    ]
