"""Words as they are compared: folded, numbers as digits, without rule numbers and stop words, stemmed and weighed."""

import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final

import snowballstemmer

__all__ = ["LISTS", "NUMBERS", "STOP_WORDS", "TEXTS", "Lexicon", "Terms", "digits", "read_shares", "shares", "stem", "terms", "terms_of", "tokens"]

Terms = frozenset[str]
"""Stems that carry meaning."""

_SECTIONS: Final = re.compile(r"\b(?:rules?|cr|section)\s+\d{3}(?![\w/]|\.\d)", re.IGNORECASE)
_THREE: Final = re.compile(r"\s\d{3}(?![\w/])")
"""What `_SECTIONS` ends with: it is tried at every word, and finds little."""
# It looks behind its first digit, not before it: a pattern that begins with a look behind is tried at every character.
_RULES: Final = re.compile(r"\d(?<!\w\d)(?:\d\d\.\d{1,3}[a-z]{0,2}\b(?:[-–][a-z]\b)?|\d{3}-\d\d-\d\d\b)", re.IGNORECASE)
"""Numbers of rules and sections, and dates: they count nothing."""
_DIGIT: Final = re.compile(r"\d")
_MARKERS: Final = re.compile(r"\(\d\)|(?:^|\n)\s*\d{1,2}[.)]\s")
"""Numbers of a list's points count nothing."""
_TOKEN: Final = re.compile(r"\{\d+\}|[+-]?[\dx]+/[+-]?[\dx]+|\w+(?:'(?!s\b)\w+)*")
_UNITS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS: Final[Mapping[str, str]] = {word: str(value) for value, word in enumerate(_UNITS)} | {"fifteen": "15", "twenty": "20", "forty": "40"}
"""Number words and their digits."""
_LISTS: Final = tomllib.loads((files("headjudge_support") / "data" / "words.toml").read_text("utf-8"))
LISTS: Final[Mapping[str, frozenset[str]]] = {name: frozenset(words.split()) for name, words in _LISTS.items()}
"""Lists of words by name; what each is for stands beside it in the file."""
STOP_WORDS: Final = LISTS["stop"]
UNKNOWN: Final = 3.0
"""Of a thousand rules, how many are taken to hold a word that the table does not list."""
WORDS: Final = 20_000
"""Words whose stems are remembered: the rules have 6,000, askers' inventions are without end. About 3 MB."""
TEXTS: Final = 4_000
"""Texts that are remembered: about those of all the rules. About 10 MB."""


def tokens(text: str) -> list[str]:
    """Return the words of *text* in order: lower case, without possessives, rule numbers and a list's numbers; ``+1/+1`` and ``{3}`` are words."""
    plain = text if text.isascii() else text.replace("’", "'").replace("‘", "'")
    if _DIGIT.search(plain):
        plain = _MARKERS.sub(" ", _RULES.sub(" ", _SECTIONS.sub(" ", plain) if _THREE.search(plain) else plain))
    return [word for word in _TOKEN.findall(plain.casefold()) if word != "s"]


def digits(word: str) -> str:
    """Return the digits of *word* where it is a number below a thousand, in letters, digits or a cost's braces; else nothing."""
    if word.isalpha():
        return NUMBERS.get(word, "")
    written = word.strip("{}")
    return written if written.isascii() and written.isdecimal() and len(written) < 4 else ""


def read_shares() -> Mapping[str, float]:
    """Return the stems that are common in rules, and in how many rules of a thousand each stands."""
    lines = (files("headjudge_support") / "data" / "shares.txt").read_text("utf-8").splitlines()
    return {stem: float(share) for stem, share in (line.split() for line in lines if line and not line.startswith("#"))}


@lru_cache(WORDS)
def stem(word: str) -> str:
    """Return the stem of *word*, a number word's digits."""
    # A stemmer keeps the word it works on and is made in no time: each word has its own, so that threads may share this.
    return NUMBERS.get(word) or str(snowballstemmer.stemmer("english").stemWord(word))


def terms(words: Iterable[str]) -> Terms:
    """Return the stems of *words* that carry meaning."""
    return frozenset(stem(word) for word in words if word not in STOP_WORDS)


@lru_cache(TEXTS)
def terms_of(text: str) -> Terms:
    """Return the stems of *text* that carry meaning. Texts are remembered: rules come again and again."""
    return terms(tokens(text))


class Lexicon:
    """Weighs stems by how few rules hold them."""

    def __init__(self) -> None:
        self._common = read_shares()
        self._weights = {stem: math.log(1000 / share) ** 2 for stem, share in self._common.items()}
        self._rare = math.log(1000 / UNKNOWN) ** 2
        self._whole = lru_cache(TEXTS)(self.weight)

    def common(self, stem: str) -> bool:
        """Return whether many rules hold *stem*."""
        return stem in self._common

    def weight(self, terms: Iterable[str]) -> float:
        """Return how much *terms* tell together: the square of each one's rarity. A word of every rule tells nothing."""
        return math.fsum(self._weights.get(stem, self._rare) for stem in terms)

    def closeness(self, one: Terms, other: Terms) -> float:
        """Return how near *one* is to *other*, 0 to 1: the cosine of the angle between them."""
        shared = self.weight(one & other)
        return shared / math.sqrt(self._whole(one) * self._whole(other)) if shared else 0.0


def shares(texts: Sequence[str], fewest: int) -> Mapping[str, float]:
    """Return each stem that at least *fewest* of *texts* hold, and in how many of a thousand; the commonest first."""
    counts = Counter(stem for text in texts for stem in terms(tokens(text)))
    return {stem: round(1000 * count / len(texts), 1) for stem, count in sorted(counts.items(), key=_commonest) if count >= fewest}


def _commonest(pair: tuple[str, int]) -> tuple[int, str]:
    return -pair[1], pair[0]
