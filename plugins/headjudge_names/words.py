"""The words of a running text, with where they stand and how they are written."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from headjudge import fold, fold_typography

__all__ = ["Word", "words"]

_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_POSSESSIVE: Final = re.compile(r"'[sS]$")
_SENTENCE_END: Final = re.compile(r"[.?!\n][\s\"')\]*]*$|[.?!\n]\s+|[\"“•]\s*$|^\s*[-*>]\s")
_CUT: Final = re.compile(r"[.?!;\n]|[()\[\]{}]|\s[-–—]\s|\s{4,}")
"""What a name does not run across. Brackets that the core has blanked out leave many spaces."""
_TITLE: Final = re.compile(r"(?i:\b(?:mr|mrs|ms|dr|st|jr|sr|prof|vs))\Z")
"""Words whose full stop ends no sentence."""
_PAUSE: Final = re.compile(rf"[,:]|{_CUT.pattern}")
SHOUTING: Final = 0.75
"""Share of capitalised words from which on capitals say nothing."""
LEAST_SHOUTED: Final = 4


@attrs.frozen
class Word:
    """A word of a text."""

    start: int
    end: int
    """Where it ends, a possessive ending left out."""
    whole_end: int
    """Where it ends, all told."""
    key: str
    """Folded, as it stands, possessive and all."""
    bare: str
    """Folded, without a possessive ending."""
    capital: bool
    upper: bool
    """All capitals, and at least two of them."""
    opens: bool
    """A sentence begins with it, so that its capital says nothing."""
    cut: bool
    """No name holds both this word and the one before it."""
    pause: bool
    """A comma, a colon or more stands before it."""
    slash: bool
    """A slash stands before it."""


def words(text: str) -> tuple[Word, ...]:
    """Return the words of *text* in order. Where nearly all have capitals, the capitals say nothing and are not reported."""
    found = tuple(_words(fold_typography(text)))
    return tuple(attrs.evolve(word, capital=False, upper=False) for word in found) if _shouted(found) else found


def _words(plain: str) -> Iterator[Word]:
    end = 0
    for match in _WORD.finditer(plain):
        written, gap = match[0], plain[end : match.start()]
        if gap.startswith(".") and _TITLE.search(plain, max(0, end - 4), end):
            gap = gap[1:]
        alone = gap == " "  # as nearly always: then nothing of what follows is so
        if key := fold(written):
            owner = _POSSESSIVE.sub("", written)
            yield Word(
                start=match.start(),
                end=match.start() + len(owner),
                whole_end=match.end(),
                key=key,
                bare=key if owner == written else fold(owner),
                capital=written[0].isupper(),
                upper=written.isupper() and len(written) > 1,
                opens=end == 0 or (not alone and _SENTENCE_END.search(gap) is not None),
                cut=end > 0 and not alone and _CUT.search(gap) is not None,
                pause=end > 0 and not alone and _PAUSE.search(gap) is not None,
                slash="/" in gap,
            )
        end = match.end()


def _shouted(text: Sequence[Word]) -> bool:
    letters = [word for word in text if word.key[0].isalpha()]
    return len(letters) >= LEAST_SHOUTED and sum(word.capital for word in letters) > SHOUTING * len(letters)
