"""Words as they are compared: folded, without stop words, stemmed.

What is read of a text is remembered, for the rules come again with every question.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Final

import snowballstemmer

from headjudge import fold_typography

__all__ = ["STOP_WORDS", "TEXTS", "content", "content_of", "sequence", "tokens"]

WORDS: Final = 20_000
"""Words whose stems are remembered: the rules have 6,000, askers' inventions are without end. About 3 MB."""
TEXTS: Final = 8_000
"""Texts that are remembered: the rules, their headings and their sentences that get quoted. About 15 MB."""
SEQUENCES: Final = 2_000
"""Texts that are remembered in their order: questions, and what the rules define. About 1 MB."""
_TOKEN = re.compile(r"[+-]?\d+/[+-]?\d+|\w+(?:'\w+)*")
STOP_WORDS: Final = frozenset((files("headjudge_clerk") / "data" / "stop_words.txt").read_text("utf-8").split())
"""Words that tell no passage from another: plain function words, and those that every rule and every question holds."""


def tokens(text: str) -> list[str]:
    """Return the words of *text* in order: lower case, without possessives; ``+1/+1`` is one word."""
    return [word.removesuffix("'s") for word in _TOKEN.findall(fold_typography(text).casefold())]


@lru_cache(WORDS)
def _stem(word: str) -> str:
    # A stemmer keeps the word it works on and is made in no time: each word has its own, so that threads may share this.
    return str(snowballstemmer.stemmer("english").stemWord(word))


@lru_cache(SEQUENCES)
def sequence(text: str) -> tuple[str, ...]:
    """Return the stems of every word of *text*, in order."""
    return tuple(map(_stem, tokens(text)))


@lru_cache(TEXTS)
def content(text: str) -> frozenset[str]:
    """Return the stems of *text* that carry meaning."""
    return frozenset(_stem(word) for word in tokens(text) if word not in STOP_WORDS and (len(word) > 1 or word.isdecimal()))


def content_of(texts: Iterable[str]) -> frozenset[str]:
    """Return the stems of all *texts* together that carry meaning."""
    return frozenset[str]().union(*map(content, texts))
