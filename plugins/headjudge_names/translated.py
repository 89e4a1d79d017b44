"""Names in other languages: a hundred thousand of them, so only their hashes are held."""

import hashlib
import re
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import attrs

from headjudge import fold

__all__ = ["KINDS", "Translated", "code"]

SCRIPT: Final = r"\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f"
"""Characters of the scripts that part no words."""
_UNPARTED: Final = re.compile(f"[{SCRIPT}]")
_RUN: Final = re.compile(f"[{SCRIPT}][{SCRIPT}、・]*")
LEAST_LETTERS: Final = 5
"""A shorter name of one word is as likely a word of its language."""
LEAST_PHRASE: Final = 8
"""The same for a name of several words."""
LEAST_SIGNS: Final = 3
"""The same where signs stand for words."""
FREQUENT: Final = 4
"""A word that stands in more names than this is a common word of its language."""
KINDS: Final = "QiBQi"
"""The types of the columns of `Translated`, as `array` calls them."""
PREFIX: Final = 2
"""So many signs begin a name that is looked for where words are not parted."""


def code(text: str) -> int:
    """Return a number for *text*: two of a hundred thousand names have the same by one chance in a billion."""
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


@attrs.frozen
class Translated:
    """Looks names in other languages up. A name that several cards have stands once for each."""

    codes: Sequence[int] = array("Q")
    """Of the folded names, sorted."""
    owners: Sequence[int] = array("i")
    """The card of each."""
    weak: Sequence[int] = array("B")
    """1 where the name is likelier a word or a phrase of its language, so that running text cannot be trusted with it; else 0."""
    first_codes: Sequence[int] = array("Q")
    """Of what names begin with: a word, or two signs where words are not parted. Sorted."""
    first_counts: Sequence[int] = array("i")
    """How long the longest name is that begins so: in words, or in signs."""

    @classmethod
    def of(cls, names: Iterable[tuple[str, str]], places: Mapping[str, int], taken: frozenset[str]) -> "Translated":
        """Return *names*, (Oracle id, name), of the cards at *places*; one that is *taken* in the game's own language means that card alone."""
        known = [(key, places[oracle_id]) for oracle_id, name in names if oracle_id in places and (key := fold(name)) and key not in taken]
        keys = {key for key, _ in known}
        used = Counter(word for key in keys for word in set(key.split()))
        rows = sorted({(code(key), owner, int(_weak(key, used))) for key, owner in known})
        firsts = sorted(_longest(key for key in keys if not _weak(key, used)).items())
        columns = [[row[place] for row in rows] for place in range(3)] + [[first[place] for first in firsts] for place in range(2)]
        return cls(*(array(kind, column) for kind, column in zip(KINDS, columns, strict=True)))

    def cards(self, key: str) -> tuple[int, ...]:
        """Return the cards that are called *key*, folded, in some language."""
        return tuple(self.owners[place] for place in self._places(key))

    def uncertain(self, key: str) -> bool:
        """Return whether *key* is no name that running text can be trusted with."""
        return any(self.weak[place] for place in self._places(key))

    def _places(self, key: str) -> Iterator[int]:
        if self.codes:
            wanted = code(key)
            place = bisect_left(self.codes, wanted)
            while place < len(self.codes) and self.codes[place] == wanted:
                yield place
                place += 1

    def longest(self, first: str) -> int:
        """Return how many words, or signs, the longest name has that begins with *first*; 0 when none does."""
        if not self.codes:
            return 0
        wanted = code(first)
        place = bisect_left(self.first_codes, wanted)
        found = place < len(self.first_codes) and self.first_codes[place] == wanted
        return self.first_counts[place] if found else 0

    def unparted(self, text: str) -> Iterator[tuple[int, int]]:
        """Give where names stand in *text* that is written without spaces, the longest first at each place; no two overlap."""
        if not self.codes:
            return
        for run in _RUN.finditer(text):
            start = run.start()
            while start < run.end() - 1:
                end = self._longest_from(text, start, run.end())
                if end:
                    yield start, end
                start = end or start + 1

    def _longest_from(self, text: str, start: int, stop: int) -> int:
        """Where the longest name ends that begins at *start*; 0 when none does."""
        count = self.longest(fold(text[start : start + PREFIX]))
        for end in range(min(start + count, stop), start + LEAST_SIGNS - 1, -1):
            if self.cards(fold(text[start:end])):
                return end
        return 0


def _weak(key: str, used: Mapping[str, int]) -> bool:
    if _UNPARTED.search(key):
        return len(key) < LEAST_SIGNS
    if " " in key:
        return len(key) < LEAST_PHRASE
    return len(key) < LEAST_LETTERS or used[key] > FREQUENT


def _longest(names: Iterable[str]) -> dict[int, int]:
    longest: dict[int, int] = {}
    for name in names:
        unparted = _UNPARTED.match(name) is not None
        first, count = (name[:PREFIX], len(name)) if unparted else (name.partition(" ")[0], name.count(" ") + 1)
        key = code(first)
        longest[key] = max(count, longest.get(key, 0))
    return longest
