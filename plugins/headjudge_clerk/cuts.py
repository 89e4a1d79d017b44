"""From a passage to the sentences that are quoted of it: none twice, none that says nothing, and few that name other rules."""

import re
from collections.abc import Sequence, Set
from functools import lru_cache
from typing import Final

import attrs

from headjudge import Brief, Kind, Passage, rule_numbers
from headjudge_clerk.sentences import closed, sentences
from headjudge_clerk.weights import Weights
from headjudge_clerk.words import TEXTS, tokens

__all__ = ["LONGEST", "Cuts", "Extract", "body", "quotable", "quotes_something"]

EXTRACT: Final = 350
"""Most characters of an extract, where its sentences are shorter."""
LONGEST: Final = 520
"""Most characters of one sentence that is quoted whole."""
OPENING: Final = 1.5
"""What the first sentence of a passage counts more than others: it states the main case, and the others what is left of it."""
NAMING: Final = 0.8
"""What a sentence counts that names a rule which would have to be cited for its sake."""
NAMED: Final = 1
"""Most rules of an answer that are cited only because a quote names them."""
SAME: Final = 0.9
"""Share of words from which on two sentences are the same: the rules repeat some with little more than another reference in them."""
_REFERENCE = re.compile(r"\s*\((?:see|but see|see also) rules? [^()]*\)", re.IGNORECASE)
_LAST_REFERENCE = re.compile(_REFERENCE.pattern + r"[.!]?\s*$", re.IGNORECASE)
_LEANING: Final = re.compile(
    r"(?:it|its|this|that|these|those|they|their|such|note|then|first|next|rather|instead|otherwise|however|similarly|also|but|and|or"
    r"|once it|if (?:so|not|it|they|this|that)|in (?:this|that|these|those|such)|for example)\b"
    r"|[^.,]*\b(?:that|those|this) (?:characteristic|choice|ability|player|object|spell|event|effect)"
    r"|[^.,]*\b(?:that|those) (?:steps?|phase|point|time|zone|cost|card|permanent|creature|action|number|list)\b",
    re.IGNORECASE,
)
"""How sentences begin that lean on the sentence before."""


@attrs.frozen
class Extract:
    """Words of a passage, to be quoted."""

    passage: Passage
    text: str
    title: str = ""
    """What to call the passage's card or face."""
    rank: int = 0
    """Which are kept where not all have room: the lowest first."""
    example: bool = False
    """The words are of an example, not of the rule itself."""


class Cuts:
    """Cuts the passages of one answer; what it has kept is not cut again."""

    def __init__(self, brief: Brief, weights: Weights) -> None:
        self._weights = weights
        self._packed = frozenset(passage.reference.key for passage in brief.passages if passage.reference.kind is Kind.RULE)
        self._said: list[frozenset[str]] = []
        self._cited: set[str] = set()
        self._named: set[str] = set()

    def cut(self, passage: Passage, text: str, opening: float = OPENING) -> str:
        """Return what to quote of *passage*'s *text*; empty when nothing of it can be.

        All of a short text; else the sentence that matches best, with what it leans on, and what follows while there is room.

        Args:
            passage: where *text* stands.
            text: all of the passage's text, or a part of it.
            opening: what the first sentence counts more than the others.
        """
        pieces = sentences(text)
        usable = {place for place, piece in enumerate(pieces) if self._usable(piece, passage)}
        for best in sorted(usable, key=lambda place: (-self._worth(pieces[place], passage) * (1.0 if place else opening), place)):
            first, last = self._grown(pieces, best, usable, passage)
            # A sentence that leans on one that is not quoted says nothing by itself.
            if first == 0 or not _LEANING.match(pieces[first]):
                return _clipped("".join(pieces[first : last + 1]))
        return ""

    def keep(self, passage: Passage, text: str) -> None:
        """Note that *text* of *passage* is quoted."""
        self._said += map(_gist, sentences(text))
        if passage.reference.kind is Kind.RULE:
            self._cited.add(passage.reference.key)
        self._named |= set(rule_numbers(text))

    def _usable(self, piece: str, passage: Passage) -> bool:
        return quotable(piece) and not self._repeats(piece) and self._bearable(piece, passage, NAMED)

    def _repeats(self, piece: str) -> bool:
        words = _gist(piece)
        return any(len(words & said) >= SAME * len(words | said) for said in self._said)

    def _bearable(self, text: str, passage: Passage, most: int) -> bool:
        """Whether quoting *text* makes at most *most* rules be cited for their mention alone, all of them packed."""
        added = self._added(text, passage)
        return added <= self._packed and (not added or len(added | (self._named - self._cited)) <= most)

    def _added(self, text: str, passage: Passage) -> frozenset[str]:
        """The rules that only *text* would make the answer cite."""
        return _named_in(text) - self._cited - self._named - {passage.reference.key}

    def _worth(self, piece: str, passage: Passage) -> float:
        return self._weights.overlap(piece) * (NAMING if self._added(piece, passage) else 1.0)

    def _grown(self, pieces: Sequence[str], best: int, usable: Set[int], passage: Passage) -> tuple[int, int]:
        """The first and the last sentence to quote around the *best*."""

        def fits(first: int, last: int, most: int) -> bool:
            text = "".join(pieces[first : last + 1])
            return len(text.strip()) <= most and self._added(text, passage) <= self._added(pieces[best], passage)

        first = last = best
        while first - 1 in usable and _LEANING.match(pieces[first]) and fits(first - 1, last, LONGEST):
            first -= 1
        if usable >= set(range(first)) and fits(0, last, EXTRACT):
            first = 0
        while last + 1 in usable and fits(first, last + 1, EXTRACT):
            last += 1
        return first, last


def body(text: str) -> str:
    """Return a rule without its examples."""
    return text.split("\nExample: ", 1)[0]


@lru_cache(TEXTS)
def quotable(piece: str) -> bool:
    """Return whether *piece* is a sentence that says something: no title, no bare reference, no opening of a list, no torn quotation."""
    text = piece.strip()
    says = not text.startswith(("(", "See rule")) and text[-1:] in '.!?”")' and len(tokens(text)) >= 5
    return says and len(text) <= LONGEST and closed(text)


@lru_cache(TEXTS)
def quotes_something(text: str) -> bool:
    """Return whether any sentence of *text*, a rule's, is quotable."""
    return any(map(quotable, sentences(body(text))))


@lru_cache(TEXTS)
def _named_in(text: str) -> frozenset[str]:
    """The rules that a quote of *text* names."""
    return frozenset(rule_numbers(_clipped(text)))


def _clipped(text: str) -> str:
    """*text* without a reference in brackets at its end, which would have to be cited too."""
    return _LAST_REFERENCE.sub("", text.strip())


@lru_cache(TEXTS)
def _gist(piece: str) -> frozenset[str]:
    return frozenset(tokens(_REFERENCE.sub("", piece)))
