"""Comprehensive Rules: sections, rules and sub-rules, glossary entries, and the numbers that name them."""

import datetime
import hashlib
import re
from functools import cached_property, lru_cache
from typing import Final

import attrs

__all__ = [
    "Category",
    "Concept",
    "GlossaryEntry",
    "Release",
    "Rule",
    "Section",
    "group_of",
    "masked",
    "masked_hash",
    "rule_numbers",
    "text_hash",
]

TEXTS: Final = 8_000
"""Texts whose hashes are remembered: twice as many as there are rules. About 2 MB."""
# NNN.N or NNN.Nx; sub-rule letters skip l and o, two letters occur. Not part of a longer number or a decimal;
# letters may stand right before it (CR702.19b), and Markdown's underscores on both sides.
# It looks behind its first digit, not before it: a pattern that begins with a look behind is tried at every character.
_NUMBER = re.compile(r"(\d(?<!\d\d)(?<!\d\.\d)\d{2}\.\d{1,3}(?:[a-km-np-z]{1,2})?)(?![^\W_]|\.\d)")
_MASK = re.compile(r"\d{3}\.\d+[a-z]{0,2}|\b\d{3}\b")


def rule_numbers(text: str) -> tuple[str, ...]:
    """Return the rule numbers (``NNN.N`` or ``NNN.Nx``) that *text* names, in order, each once.

    A bare three-digit number is not a rule number.
    """
    return tuple(dict.fromkeys(_NUMBER.findall(text)))


def group_of(number: str) -> str:
    """Return the parent rule of *number*: ``702.19`` for ``702.19b`` and for itself."""
    return number.rstrip("abcdefghijklmnopqrstuvwxyz")


@lru_cache(TEXTS)
def text_hash(text: str) -> str:
    """Return the hash by which a stored call knows that its source still says the same: 32 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def masked(text: str) -> str:
    """Return *text* with rule and section numbers masked: a renumbering does not change it."""
    return _MASK.sub("#", text)


def masked_hash(text: str) -> str:
    """Return a hash of *text* that a renumbering does not change: rule and section numbers are masked."""
    return hashlib.sha256(masked(text).encode()).hexdigest()[:16]


@attrs.frozen
class Release:
    """Which release of the rules the rows that follow it are: the day from which it is in effect."""

    date: datetime.date

    @property
    def key(self) -> str:
        """YYYYMMDD."""
        return self.date.strftime("%Y%m%d")


@attrs.frozen
class Section:
    """A section of the rules: ``702``, *Keyword Abilities*, in the chapter *Additional Rules*."""

    number: str
    title: str
    chapter: str


@attrs.frozen
class Rule:
    """A rule or a sub-rule with the examples that illustrate it."""

    number: str
    text: str
    section: str
    """Number of its section."""
    heading: str
    """Title of its section, and of its parent rule where that is a title (``Keyword Abilities: Trample``)."""
    examples: tuple[str, ...] = ()

    @property
    def group(self) -> str:
        """The parent rule's number."""
        return group_of(self.number)

    @cached_property
    def full_text(self) -> str:
        """The text with its examples, as quotes are checked against it."""
        return "\n".join((self.text, *(f"Example: {example}" for example in self.examples)))


@attrs.frozen
class GlossaryEntry:
    """A glossary entry; most have one term, some several."""

    terms: tuple[str, ...]
    text: str


@attrs.frozen
class Category:
    """A part of the rules that a question can belong to, and the words that point to it."""

    name: str
    title: str
    sections: tuple[str, ...]
    cues: tuple[str, ...]


@attrs.frozen
class Concept:
    """A thing players ask about: how they say it, how the rules say it, and the rules that decide it."""

    name: str
    wordings: tuple[str, ...]
    vocabulary: str
    rules: tuple[str, ...]
    """Most decisive first. None: the wordings are slang, and the vocabulary is what they stand for."""
    also: tuple[str, ...] = ()
    """Rules needed together with the deciding ones, but seldom named."""
    hashes: tuple[tuple[str, str, str], ...] = ()
    """(rule number, `masked_hash` of its text, of what it stands under) when the list was written: how a renumbered pin is found again."""
