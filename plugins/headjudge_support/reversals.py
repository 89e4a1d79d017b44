"""Sentences of the answer that deny what a quote affirms, or the other way round."""

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from headjudge_support.matter import Matter, Source
from headjudge_support.negations import Claim
from headjudge_support.statements import Statement

__all__ = ["Reversal", "reversals"]

ALIKE: Final = 3
"""Words beside the verb that both sentences must have."""


@attrs.frozen
class Reversal:
    """A claim of the answer whose opposite a quote says in nearly the same words."""

    statement: Statement
    claim: Claim
    source: Source
    quoted: Statement
    closeness: float
    """How near the two sentences are, 0 to 1."""


def reversals(matter: Matter) -> Iterator[Reversal]:
    """Give each claim of the answer whose opposite stands in a quote, unless the quotes say it too, or the answer says both."""
    ours = [claim for statement in matter.statements for claim in statement.claims]
    for statement in matter.statements:
        tied = matter.tied(statement) if statement.claims else ()
        for claim in statement.claims:
            found = [(claim.alike(other), source, sentence, other) for source in tied for sentence, other in source.claims.get(claim.verb, ())]
            if found and not claim.hedged and (reversal := _reversal(claim, found, ours)):
                _, source, sentence, _ = reversal
                yield Reversal(statement, claim, source, sentence, matter.lexicon.closeness(statement.terms, sentence.terms))


_Found = tuple[int, Source, Statement, Claim]


def _reversal(claim: Claim, found: Sequence[_Found], ours: Sequence[Claim]) -> _Found | None:
    """The quoted claim that is most like *claim*, when it says the opposite."""
    opposite = max((each for each in found if each[3].denied is not claim.denied), key=lambda each: each[0], default=None)
    if opposite is None or opposite[0] < ALIKE or opposite[3].hedged:
        return None
    if any(alike >= opposite[0] for alike, _, _, other in found if other.denied is claim.denied):
        return None
    both = (own for own in ours if own.verb == claim.verb and own.denied is not claim.denied)
    return None if any(own.alike(opposite[3]) >= opposite[0] - 1 for own in both) else opposite
