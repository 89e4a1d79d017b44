"""Words as they are compared: folded, without stop words, stemmed."""

import re
from collections.abc import Iterable
from importlib.resources import files
from typing import Final

import snowballstemmer

from headjudge import fold_typography

__all__ = ["STOP_WORDS", "Stems", "tokens"]

_TOKEN = re.compile(r"[+-]?\d+/[+-]?\d+|\w+(?:'\w+)*")
_POSSESSIVE = re.compile(r"'s?$")
STOP_WORDS: Final = frozenset((files("headjudge_clerk") / "data" / "stop_words.txt").read_text("utf-8").split())
"""Words that tell no passage from another: plain function words, and those that every rule and every question holds."""


def tokens(text: str) -> list[str]:
    """Return the words of *text* in order: lower case, without possessives; ``+1/+1`` is one word."""
    return [_POSSESSIVE.sub("", word) for word in _TOKEN.findall(fold_typography(text).casefold())]


FORGET: Final = 20_000
"""Words known before all are forgotten: askers' inventions are without end."""


class Stems:
    """Stems words. Not to be shared between threads: the stemmer keeps the word it works on."""

    def __init__(self) -> None:
        self._stemmer = snowballstemmer.stemmer("english")
        self._known: dict[str, str] = {}

    def sequence(self, text: str) -> tuple[str, ...]:
        """Return the stems of every word of *text*, in order."""
        if len(self._known) > FORGET:
            self._known.clear()
        return tuple(self._stem(word) for word in tokens(text))

    def content(self, text: str) -> frozenset[str]:
        """Return the stems of *text* that carry meaning."""
        return frozenset(self._stem(word) for word in tokens(text) if word not in STOP_WORDS and (len(word) > 1 or word.isdecimal()))

    def of(self, texts: Iterable[str]) -> frozenset[str]:
        """Return the stems of all *texts* together that carry meaning."""
        return frozenset(stem for text in texts for stem in self.content(text))

    def _stem(self, word: str) -> str:
        if word not in self._known:
            self._known[word] = self._stemmer.stemWord(word)
        return self._known[word]
