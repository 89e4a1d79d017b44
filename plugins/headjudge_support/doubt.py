"""How much is to be doubted that a draft's quotes carry its answer."""

import math
from collections.abc import Sequence
from typing import Final

from headjudge_support.matter import Matter, Source
from headjudge_support.statements import Statement
from headjudge_support.words import Terms

__all__ = ["doubt", "reaches", "strays", "unsupported"]

STRAY: Final = 0.965
"""From this doubt on a quote beside others is a stray."""


def doubt(matter: Matter, quoted: Terms | None = None) -> float:
    """Return how doubtful it is that *quoted*, by default all quotes of *matter*, carries its answer, 0 to 1.

    It falls with how near answer and quotes are, and with how near they are beside the rule of the brief that is nearest to the answer:
    an answer in other words than the rules' is far from every rule, but not farther from its own than from others.
    """
    held = matter.quoted if quoted is None else quoted
    if not held:
        return 0.0  # nothing can be compared; the laws refuse what is blank or trivial
    near = matter.closeness(held)
    best, _ = matter.nearest
    return 1 - math.sqrt(near * min(1.0, near / best if best else 1.0))


def reaches(matter: Matter, degree: float, quoted: Terms | None = None) -> bool:
    """Return whether `doubt` is at least *degree*; quick where answer and quotes are so near that no other rule can be much nearer."""
    held = matter.quoted if quoted is None else quoted
    return matter.closeness(held) <= 1 - degree and doubt(matter, held) >= degree


def strays(matter: Matter) -> Sequence[Source]:
    """Return the quotes that have to do with no sentence of the answer while others have; of a single quote `doubt` speaks."""
    if len(matter.sources) < 2:
        return ()
    return [source for source in matter.sources if reaches(matter, STRAY, source.terms)]


def unsupported(matter: Matter) -> Sequence[Statement]:
    """Return the sentences of the answer that say something, those first that share least with the quotes."""
    lexicon = matter.lexicon
    telling = [statement for statement in matter.statements if statement.terms]
    return sorted(telling, key=lambda statement: lexicon.weight(statement.terms & matter.quoted) / lexicon.weight(statement.terms))
