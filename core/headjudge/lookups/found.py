"""What a look-up finds, or that it found nothing."""

import datetime
from typing import Final

import attrs

from headjudge.domain.cards import Card, Ruling
from headjudge.domain.rules import GlossaryEntry, Rule, Section
from headjudge.roles import Corpus

__all__ = [
    "PRACTICE",
    "CardFound",
    "Chapter",
    "Contents",
    "Counted",
    "Found",
    "GlossaryFound",
    "Missing",
    "RuleFound",
    "SectionFound",
    "absent",
    "malformed",
]

PRACTICE: Final = "practice"
"""The corpus that an empty database is given, so that the first question can be answered."""
HINT: Final = "; this is the practice rulebook, a small game of our own: `judge refresh` loads Magic"
SHOWN: Final = 80
"""Most characters of what was asked for that a sentence repeats."""


@attrs.frozen
class RuleFound:
    """A rule where it stands in the rules."""

    corpus: str
    """Name of the corpus (``magic``, ``practice``)."""
    release: str
    """Release of the rules, YYYYMMDD."""
    rule: Rule
    members: tuple[Rule, ...]
    """The rule first, then its sub-rules in order; the rule alone when it is a sub-rule."""
    previous: str | None = None
    """Number of the rule before it: of a sub-rule any, of a parent rule the parent rule before."""
    next: str | None = None


@attrs.frozen
class SectionFound:
    """A section with its parent rules, in order."""

    corpus: str
    release: str
    section: Section
    rules: tuple[Rule, ...]
    previous: str | None = None
    """Number of the section before it."""
    next: str | None = None


@attrs.frozen
class CardFound:
    """The one card that a name means, with the rulings on it, oldest first."""

    corpus: str
    card: Card
    rulings: tuple[Ruling, ...]


@attrs.frozen
class GlossaryFound:
    """The entries of the glossary that have the term."""

    release: str
    entries: tuple[GlossaryEntry, ...]


@attrs.frozen
class Found:
    """The rules that a search found with their scores, best first."""

    release: str
    rules: tuple[tuple[Rule, float], ...]


@attrs.frozen
class Chapter:
    """A chapter of the rules with its sections, in order."""

    title: str
    sections: tuple[Section, ...]


@attrs.frozen
class Contents:
    """The chapters of the rules, in order."""

    corpus: str
    release: str
    chapters: tuple[Chapter, ...]


@attrs.frozen
class Counted:
    """How much is loaded."""

    corpus: str
    release: str
    cards: int
    rules: int
    """Rules and sub-rules."""
    refreshed: datetime.datetime | None
    """When the newest part of it was loaded; a refresh that finds nothing new loads nothing."""


@attrs.frozen
class Missing:
    """Nothing was found."""

    message: str
    """One sentence for the asker: what is missing, and the cure or what is near."""
    malformed: bool = False
    """What was asked for has not the form of such a thing; no other corpus would have it."""


def absent(corpus: Corpus, thing: str, cure: str) -> Missing:
    """Return that *thing* is not in *corpus*, and which corpus that is when it may not be the one that is meant."""
    return Missing(f"{thing}; {cure}{HINT if corpus.name == PRACTICE else ''}")


def malformed(text: str, cure: str) -> Missing:
    """Return that *text* is not of the form that *cure* tells."""
    return Missing(f"{shown(text)} {cure}", malformed=True)


def shown(text: str) -> str:
    """Return *text* in quotes, as a sentence repeats it: what cannot be printed is escaped, what is too long is cut."""
    return repr(text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…")
