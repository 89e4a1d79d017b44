"""Words as the legs compare them: lower case, without apostrophes, inflections taken off."""

import re
from functools import lru_cache
from typing import Final

import snowballstemmer

from headjudge import fold_typography

__all__ = ["stemmed"]

WORDS: Final = 20_000
"""Words whose stems are remembered: the rules have 6,000, askers' inventions are without end. About 3 MB."""
TEXTS: Final = 2_000
"""Texts that are remembered: eight legs read each question, and cards bear the same keywords. About 3 MB."""
_WORD: Final = re.compile(r"[+\-]?[0-9x]+/[+\-]?[0-9x]+|\d{3}\.\d+[a-z]*|\w+")


@lru_cache(TEXTS)
def stemmed(text: str) -> tuple[str, ...]:
    """Return the stems of *text* in its order (``Can't`` and ``cant`` are the same; ``+1/+1`` stays whole)."""
    return tuple(map(_stem, _WORD.findall(fold_typography(text).casefold().replace("'", ""))))


@lru_cache(WORDS)
def _stem(word: str) -> str:
    # A stemmer keeps the word it works on and is made in no time: each word has its own, so that threads may share this.
    return str(snowballstemmer.stemmer("english").stemWord(word))
