"""Fusing the legs: a weighted sum of normalised scores, summed up in parent rules, which lend to those they cite."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import Final, TypeVar

import attrs

from headjudge.domain.passages import Hit, Kind, Reference
from headjudge.domain.rules import group_of

__all__ = ["Ranking", "Tally", "fuse", "strongest", "tally"]

T = TypeVar("T")
Key = tuple[Kind, str]
"""A reference while it is summed up: its own hash and comparison take several times as long, and a question needs thousands."""

REFERENCES: Final = 10_000
"""References that are remembered: the rules' own, and the rulings' found last. About 2 MB."""
_reference = lru_cache(REFERENCES)(Reference)
LENDERS: Final = 12
"""How many of the first groups lend to the groups that they cite."""
LENT: Final = 0.1
"""Share of its score that a group lends."""
ANEW: Final = 0.95
"""What a score counts that a paraphrase has, beside the question's own."""
AGREED: Final = 0.2
"""What the paraphrases' scores add up to count besides: what several of them find is likelier."""


@attrs.frozen
class Ranking:
    """References and the groups of rules among them, with fused scores, best first."""

    references: tuple[tuple[Reference, float], ...]
    groups: tuple[tuple[str, float], ...]

    def of(self, kind: Kind) -> tuple[tuple[Reference, float], ...]:
        """Return the references of one kind, best first."""
        return tuple((reference, score) for reference, score in self.references if reference.kind is kind)


@attrs.frozen
class Tally:
    """What references and groups of rules count, in no order."""

    references: Mapping[Key, float]
    groups: Mapping[str, float]

    def ranking(self) -> Ranking:
        """Return them in order."""
        references = _ranked(self.references, lambda key: f"{key[0].value}:{key[1]}")
        return Ranking(tuple((_reference(*key), score) for key, score in references), _ranked(self.groups, str))


def fuse(legs: Mapping[str, Sequence[Hit]], weight: Callable[[str], float], cites: Mapping[str, Sequence[str]]) -> Ranking:
    """Return what *legs* found, ranked: see `tally`."""
    return tally(legs, weight, cites).ranking()


def tally(legs: Mapping[str, Sequence[Hit]], weight: Callable[[str], float], cites: Mapping[str, Sequence[str]]) -> Tally:
    """Return what *legs* found, summed up.

    Each leg's scores are divided by its maximum and multiplied by its weight; a reference gets the sum over the legs,
    a group the sum over the legs of its best rule in each. Hits with a score that is not positive do not count.

    Args:
        legs: hits by name of leg; their order plays no part.
        weight: gives a leg's weight.
        cites: the parent rules that each parent rule names.
    """
    references: dict[Key, float] = {}
    groups: dict[str, float] = {}
    for leg in sorted(legs):  # sums of floats depend on their order
        scores = _best([((hit.reference.kind, hit.reference.key), hit.score) for hit in legs[leg]])
        rules = _best([(group_of(key), score) for (kind, key), score in scores.items() if kind is Kind.RULE])
        _add(references, scores, weight(leg))
        _add(groups, rules, weight(leg))
    return Tally(references, _lend(groups, cites))


def _best(scored: Iterable[tuple[T, float]]) -> Mapping[T, float]:
    """The best score of each key that has a positive one."""
    best: dict[T, float] = {}
    for key, score in scored:
        if score > best.get(key, 0.0):
            best[key] = score
    return best


def _add(sums: dict[T, float], scores: Mapping[T, float], weight: float) -> None:
    """Add *scores*, divided by their maximum and multiplied by *weight*, to *sums*."""
    most = max(scores.values(), default=1.0)
    for key, score in scores.items():
        sums[key] = sums.get(key, 0.0) + weight * (score / most)


def strongest(asked: Tally, anew: Sequence[Tally]) -> Tally:
    """Return the tally of a question, *asked*, with those of its paraphrases, *anew*.

    Each paraphrase names one concept, so the best counts, not the mean: a rule that only one of them finds must not sink.
    """
    if not anew:
        return asked
    references = _strongest(asked.references, [said.references for said in anew])
    return Tally(references, _strongest(asked.groups, [said.groups for said in anew]))


def _strongest(asked: Mapping[T, float], anew: Sequence[Mapping[T, float]]) -> Mapping[T, float]:
    said: dict[T, list[float]] = {}
    for scores in anew:
        for key, score in scores.items():
            said.setdefault(key, []).append(score)
    found = {key: max(asked.get(key, 0.0), ANEW * max(scores)) + AGREED * sum(scores) for key, scores in said.items()}
    return {**asked, **found}


def _lend(groups: Mapping[str, float], cites: Mapping[str, Sequence[str]]) -> Mapping[str, float]:
    scores = dict(groups)
    for lender, score in sorted(groups.items(), key=lambda pair: (-pair[1], pair[0]))[:LENDERS]:
        for cited in cites.get(lender, ()):
            if cited != lender:
                scores[cited] = scores.get(cited, 0.0) + LENT * score
    return scores


def _ranked(scores: Mapping[T, float], name: Callable[[T], str]) -> tuple[tuple[T, float], ...]:
    """By score, best first; ties in the order of their names, so that a ranking can be repeated."""
    ordered = sorted([pair for pair in scores.items() if pair[1] > 0], key=itemgetter(1), reverse=True)
    # Names are compared among equals alone: writing out all of them would take longer than all else here.
    equals = [place for place, (one, next_one) in enumerate(pairwise(ordered)) if one[1] == next_one[1]]
    for score in {ordered[place][1] for place in equals}:
        tied = [place for place in equals if ordered[place][1] == score]
        start, end = tied[0], tied[-1] + 2
        ordered[start:end] = sorted(ordered[start:end], key=lambda pair: name(pair[0]))
    return tuple(ordered)
