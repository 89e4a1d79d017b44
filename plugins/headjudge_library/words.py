"""Words as the legs compare them: lower case, without apostrophes, inflections taken off."""

import re
from typing import Final

import snowballstemmer

from headjudge import fold_typography

__all__ = ["Words"]

FORGET: Final = 50_000
"""Words known before all are forgotten: the rules have 6,000, askers' inventions are without end."""
_WORD: Final = re.compile(r"[+\-]?[0-9x]+/[+\-]?[0-9x]+|\d{3}\.\d+[a-z]*|\w+")


class Words:
    """Takes texts apart into stems. One thread at a time: the stemmer keeps the word that it works on."""

    def __init__(self) -> None:
        """Know no word yet: each is stemmed once, for stemming takes 20 µs."""
        self._stemmer = snowballstemmer.stemmer("english")
        self._known: dict[str, str] = {}

    def stems(self, text: str) -> tuple[str, ...]:
        """Return the stems of *text* in its order (``Can't`` and ``cant`` are the same; ``+1/+1`` stays whole)."""
        if len(self._known) > FORGET:
            self._known.clear()
        return tuple(self._known.get(word) or self._stem(word) for word in _WORD.findall(fold_typography(text).casefold().replace("'", "")))

    def _stem(self, word: str) -> str:
        return self._known.setdefault(word, self._stemmer.stemWord(word))
