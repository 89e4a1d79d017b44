"""Numbers of the answer that a quote contradicts."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from headjudge_support.matter import Matter, Source
from headjudge_support.numbers import Bound, Number, values
from headjudge_support.statements import Statement

__all__ = ["Miscount", "contradicted", "miscounts", "uncovered"]

SHARED: Final = 2
"""Words that must stand about both numbers."""
SHARED_ASKED: Final = 3
"""The same of an answer that begins with its number: what it counts stands in the question."""
ALIGNED: Final = 3
"""So many of the same words right beside both numbers: one is a slip for the other, however it came about."""
OPENING: Final = 2
"""An answer begins with a number that is among so many first words."""
SMALL: Final = 1
"""“One” and “zero” stand in too many sentences; they must be aligned."""
SEVERAL: Final = 2
"""“Two or more” and “more than two” say no more than several."""
_CALCULATION: Final = re.compile(
    r"\d\s*[-+*/x×−=]\s*\d|\b(?:plus|minus|times|twice|double[ds]?|triple[ds]?|half|total|makes?|leaves?|remaining)\b", re.IGNORECASE
)


@attrs.frozen
class Miscount:
    """A number of the answer, and the number that a quote has in its place."""

    statement: Statement
    number: Number
    source: Source
    quoted: Statement
    theirs: Number


def miscounts(matter: Matter) -> Iterator[Miscount]:
    """Give each number of the answer that no source has while a quote has another in its place."""
    stated = frozenset(number.value for statement in matter.statements for number in statement.numbers)
    for place, statement, number in _orphans(matter):
        asked = matter.asked if place == 0 and len(number.words[0]) < OPENING else frozenset[str]()
        excused = number.value in matter.made and number.bound is Bound.EXACT and not number.label
        theirs = ((source, sentence, other) for source in matter.tied(statement) for sentence in source.statements for other in sentence.numbers)
        for source, sentence, other in theirs:
            if contradicted(number, other, excused=excused or other.value in stated, asked=asked):
                yield Miscount(statement, number, source, sentence, other)
                break


def uncovered(matter: Matter) -> Sequence[tuple[Statement, Number]]:
    """Return the numbers of the answer that stand nowhere, cannot be made of those that do, and are in no calculation; and their sentences."""
    orphans = [(statement, number) for _, statement, number in _orphans(matter)]
    if not orphans:
        return ()
    calculated = (statement.text for statement in matter.statements if _CALCULATION.search(statement.text))
    known = values(source.quote.text for source in matter.sources) | values(calculated) | matter.made
    strange = [(statement, number) for statement, number in orphans if number.value not in known]
    return [(statement, number) for statement, number in strange if number.value > (SMALL if number.bound is Bound.EXACT else SEVERAL)]


def _orphans(matter: Matter) -> Iterator[tuple[int, Statement, Number]]:
    """The numbers that stand in no quote and were not given with the question: place of the sentence, sentence, number."""
    for place, statement in enumerate(matter.statements):
        for number in statement.numbers:
            if number.value not in matter.counted and number.value not in matter.given:
                yield place, statement, number


def contradicted(number: Number, other: Number, *, excused: bool, asked: frozenset[str]) -> bool:
    """Return whether *other* counts the same thing as *number* and leaves no room for it.

    An *excused* number must be a slip word for word. What an answer's first number counts may stand in *asked*, the question, alone.
    """
    if other.formula or (other.admits(number.value) and other.bound is not number.bound):
        return False
    if Bound.LOWER is number.bound is other.bound and number.after[:1] != other.after[:1]:
        return False  # “four or more winds” may be a case of “two or more lights”
    shared = number.around & other.around
    if number.aligned(other) >= ALIGNED and shared:
        return True
    if excused or min(number.value, other.value) <= SMALL:
        return False
    return (number.kin(other) and len(shared) >= SHARED) or len(asked & other.around) >= SHARED_ASKED
