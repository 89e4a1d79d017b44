"""What each stage makes of one question, for people who tune: the reading, each leg's hits, their shares, and the time of each."""

import time
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from headjudge.domain.answers import Ambiguous, Declined, NotFound
from headjudge.domain.names import Span
from headjudge.domain.passages import Brief, Hit
from headjudge.domain.questions import Inquiry, Question, Reading
from headjudge.evaluation.trials import Remembering
from headjudge.pipeline import Judge
from headjudge.roles import Corpus
from headjudge.steps.fuse import Ranking, fuse
from headjudge.steps.resolve import resolve
from headjudge.steps.retrieve import Retrieval

__all__ = ["LENT", "Found", "RankedGroup", "Trace", "trace"]

LENT: Final = "lent"
"""The share of a group's score that no leg gave it for the question itself: groups that cite it lent it, or a paraphrase found it."""


@attrs.frozen
class RankedGroup:
    """A parent rule and where its score comes from."""

    group: str
    score: float
    shares: Mapping[str, float]
    """Each leg that found it → its part of the score, the largest first; `LENT` is the rest."""


@attrs.frozen
class Found:
    """What was found for an inquiry."""

    legs: Mapping[str, Sequence[Hit] | None]
    """Each leg → its hits, the best first; None when it failed."""
    groups: tuple[RankedGroup, ...]
    brief: Brief


@attrs.frozen
class Trace:
    """All that was made of a question."""

    reading: Reading
    outcome: Inquiry | Ambiguous | NotFound | Declined | None
    """What the names became; None when the question was declined before."""
    found: Found | None
    """None when nothing was looked for."""
    seconds: Mapping[str, float]
    """Each stage → how long it took."""


@attrs.define
class _Watch:
    """Notes how long each stage took."""

    seconds: dict[str, float] = attrs.Factory(dict)
    _begun: float = attrs.field(factory=time.perf_counter, init=False)

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.seconds[stage], self._begun = now - self._begun, now


async def trace(judge: Judge, corpus: Corpus, question: Question, cards: Sequence[str] = ()) -> Trace:
    """Return what *judge* makes of *question*; *cards*, full names, stand in for the names that it reads, and say that it is a rules question."""
    watch = _Watch()
    reading = await judge.read(question, corpus)
    watch.lap("read")
    if cards:
        reading = attrs.evolve(reading, spans=tuple(Span(name, bracketed=True) for name in cards), declined=None)
    if reading.declined is not None:
        return Trace(reading, None, None, watch.seconds)
    outcome = await resolve(reading, corpus, judge.resolvers)
    watch.lap("cards")
    found = await _found(judge.retrieval, outcome, corpus, watch) if isinstance(outcome, Inquiry) else None
    return Trace(reading, outcome, found, watch.seconds)


async def _found(retrieval: Retrieval, inquiry: Inquiry, corpus: Corpus, watch: _Watch) -> Found:
    # The step's own methods run, one after the other; a leg that was asked once only remembers.
    legs = [Remembering(leg) for leg in retrieval.legs]
    hits = await attrs.evolve(retrieval, legs=legs).ask(inquiry, corpus)
    watch.lap("legs")
    remembering = attrs.evolve(retrieval, legs=[leg for leg in legs if leg.name in hits])
    ranking = await remembering.rank(inquiry, corpus)
    watch.lap("fuse")
    brief = await remembering.brief(inquiry, corpus)
    watch.lap("pack")
    watch.seconds["pack"] = max(0.0, watch.seconds["pack"] - watch.seconds["fuse"])  # packing fuses first
    ordered = {leg.name: sorted(hits[leg.name], key=lambda hit: -hit.score) if leg.name in hits else None for leg in legs}
    return Found(ordered, _shared(ranking, hits, retrieval), brief)


def _shared(ranking: Ranking, hits: Mapping[str, Sequence[Hit]], retrieval: Retrieval) -> tuple[RankedGroup, ...]:
    """The groups with each leg's share: what it gives when it is fused alone, and nobody lends."""
    alone = {leg: dict(fuse({leg: found}, retrieval.settings.weight, {}).groups) for leg, found in hits.items()}
    groups = []
    for group, score in ranking.groups:
        shares = {leg: given[group] for leg, given in alone.items() if group in given}
        rest = score - sum(shares.values())
        ordered = dict(sorted(shares.items(), key=lambda pair: (-pair[1], pair[0])))
        groups.append(RankedGroup(group, score, ordered | ({LENT: rest} if abs(rest) > 1e-9 else {})))
    return tuple(groups)
