"""Numbers in a sentence, what each counts, and which of them a quote contradicts."""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import takewhile
from typing import Final

import attrs

from headjudge import fold_typography
from headjudge_support.words import LISTS, STOP_WORDS, TEXTS, Terms, digits, stem

__all__ = ["Bound", "Number", "numbers", "values"]

WINDOW: Final = 6
"""So many telling words on each side say what a number is about."""
BESIDE: Final = 2
"""What a number counts is among so many telling words before or behind it."""
FORMULA: Final = 4
"""So many words around a number tell that it is calculated with."""
_WORD: Final = re.compile(r"\d+|[a-z]+")
_MORE: Final = re.compile(r"^(?:or (?:more|greater|higher)|and up)\b")
_LESS: Final = re.compile(r"^or (?:less|fewer|lower|smaller)\b")
_OVER: Final = re.compile(r"(?<!no )\b(?:(?:more|greater|higher) than|at least|over|exceeds?)$")
_UNDER: Final = re.compile(r"\b(?:(?:less|fewer|lower|smaller) than|at most|up to|under|no more than|maximum of)$")
_LABELLED: Final = frozenset({("layer",), ("layers",), ("sublayer",), ("chapter",), ("level",)})


class Bound(Enum):
    """Which numbers a number stands for."""

    EXACT = "exactly"
    LOWER = "or more"
    UPPER = "or less"


@attrs.frozen
class Number:
    """A number of a text and the words about it."""

    value: int
    bound: Bound
    before: tuple[str, ...]
    """Telling stems before it in its sentence, the nearest first."""
    after: tuple[str, ...]
    """Telling stems behind it, the nearest first."""
    words: tuple[tuple[str, ...], tuple[str, ...]]
    """All words before it, the nearest first, and all words behind it."""

    symbol: bool = False
    """It stands in a cost's braces."""
    formula: bool = False
    """It is calculated with: “20 plus or minus the modifier”."""

    @property
    def around(self) -> Terms:
        """The stems on both sides."""
        return frozenset(self.before) | frozenset(self.after)

    @property
    def label(self) -> bool:
        """Whether it names one of a numbered row and counts nothing: layer 4."""
        return self.words[0][:1] in _LABELLED

    def kin(self, other: "Number") -> bool:
        """Return whether this and *other* count the same thing: a word beside both is the same, and the nearest to one of them.

        Costs and labels are kinds of their own.
        """
        if (self.label, self.symbol) != (other.label, other.symbol):
            return False
        ours, theirs = ({*number.before[:BESIDE], *number.after[:BESIDE]} for number in (self, other))
        nearest = {*self.before[:1], *self.after[:1], *other.before[:1], *other.after[:1]}
        return bool(ours & theirs & nearest)

    def aligned(self, other: "Number") -> int:
        """Return how many words next to it, on both sides, are those next to *other*."""
        sides = zip(self.words, other.words, strict=True)
        return sum(len(list(takewhile(lambda pair: pair[0] == pair[1], zip(ours, theirs, strict=False)))) for ours, theirs in sides)

    def admits(self, value: int) -> bool:
        """Return whether what is said of this number may be true of *value*: “two or more” are three as well."""
        return value == self.value or (self.bound is Bound.LOWER and value > self.value) or (self.bound is Bound.UPPER and value < self.value)


def numbers(words: Sequence[str]) -> tuple[Number, ...]:
    """Return the numbers that *words*, a sentence's, count or measure with; “one” only where it is no pronoun."""
    return tuple(_number(words, place) for place in range(len(words)) if _counts(words, place))


def values(texts: Iterable[str]) -> frozenset[int]:
    """Return every number that stands in *texts*, in strengths and costs too."""
    return frozenset[int]().union(*map(_values, texts))


@lru_cache(TEXTS)
def _values(text: str) -> frozenset[int]:
    words = _WORD.findall(fold_typography(text).casefold())
    return frozenset(int(found) for word in words if word != "one" and (found := digits(word)))


def _counts(words: Sequence[str], place: int) -> bool:
    if not digits(words[place]) or (place and words[place - 1] == "no"):
        return False  # “no two lamps” counts none
    return words[place] != "one" or not _pronoun(words, place)


def _pronoun(words: Sequence[str], place: int) -> bool:
    last = place + 1 == len(words)
    return last or words[place + 1] in LISTS["behind_pronoun"] or (place > 0 and words[place - 1] in LISTS["before_pronoun"])


def _text(words: Sequence[str], start: int, end: int) -> str:
    return " ".join(words[max(start, 0) : end])


def _number(words: Sequence[str], place: int) -> Number:
    before, after = tuple(reversed(words[:place])), tuple(words[place + 1 :])
    beside = (_stems(before), _stems(after))
    formula = not LISTS["formulas"].isdisjoint(words[max(place - FORMULA, 0) : place + 1 + FORMULA])
    return Number(int(digits(words[place])), _bound(words, place), *beside, (before, after), words[place].startswith("{"), formula)


def _bound(words: Sequence[str], place: int) -> Bound:
    before, after = _text(words, place - 3, place), _text(words, place + 1, place + 4)
    if _MORE.search(after) or _OVER.search(before):
        return Bound.LOWER
    return Bound.UPPER if _LESS.search(after) or _UNDER.search(before) else Bound.EXACT


def _stems(words: Iterable[str]) -> tuple[str, ...]:
    told: Iterator[str] = (word for word in words if word not in STOP_WORDS and word not in LISTS["scales"] and not digits(word))
    return tuple(stem(word) for word, _ in zip(told, range(WINDOW), strict=False))
