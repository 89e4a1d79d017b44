"""What tools are given and what they give, as attrs classes."""

import datetime
from typing import Final

import attrs

from headjudge import described
from headjudge.lookups.shapes import EntryBody, HitBody, RuleBody, RulingBody
from headjudge_api.requests import WORDS, PinBody
from headjudge_http.about import AboutBody

__all__ = [
    "LISTED",
    "AboutReply",
    "CardArguments",
    "FindArguments",
    "GlossaryArguments",
    "GlossaryPart",
    "JudgeArguments",
    "NoArguments",
    "NumbersArguments",
    "RulesPart",
    "RulingsArguments",
    "RulingsPart",
    "SearchArguments",
    "SearchPart",
]

LISTED: Final = 10
"""How many are listed where nothing is said."""
SESSION: Final = r"^[A-Za-z0-9._-]{8,64}$(?!\n)"


def _offset() -> int:
    number: int = described("How many to leave out: `next_offset` of the reply before. 0 for the beginning.", default=0, minimum=0, maximum=100_000)
    return number


def _rest() -> int | None:
    number: int | None = described("Ask again with this `offset` and the same other arguments for the rest; null when nothing is left.")
    return number


@attrs.frozen
class NoArguments:
    """Nothing is asked for."""


@attrs.frozen
class JudgeArguments:
    """A question."""

    question: str = described(
        "A rules question in plain words, at most 1,000 characters. `[[Full Card Name]]` matches that exact card.",
        minLength=1,
        maxLength=1000,
        pattern=WORDS,
    )
    session_id: str | None = described(
        "A name that you make up for a conversation: 8 to 64 of A-Z a-z 0-9 . _ -. Questions that share one share their history. Absent: none.",
        default=None,
        pattern=SESSION,
    )
    pins: tuple[PinBody, ...] | None = described(
        "Choices for names that an earlier reply called ambiguous, one for each span.", default=None, maxItems=8, uniqueItems=True
    )


@attrs.frozen
class FindArguments:
    """A part of a name."""

    name: str = described(
        "The beginning of a card's name or of a word in it, a nickname, or a misspelt name.", minLength=1, maxLength=200, pattern=WORDS
    )
    limit: int = described("Most names to list.", default=LISTED, minimum=1, maximum=50)


@attrs.frozen
class CardArguments:
    """A card."""

    card: str = described(
        "The card's full name, a nickname, a short or a misspelt name, or its Oracle id.", minLength=1, maxLength=200, pattern=WORDS
    )


@attrs.frozen
class RulingsArguments:
    """A card whose rulings are read."""

    card: str = described(
        "The card's full name, a nickname, a short or a misspelt name, or its Oracle id.", minLength=1, maxLength=200, pattern=WORDS
    )
    offset: int = _offset()


@attrs.frozen
class NumbersArguments:
    """Rules by number."""

    numbers: tuple[str, ...] = described(
        "Numbers: `702.19b` gives that sub-rule, `702.19` the rule with its sub-rules, `702` the rules of the section without their sub-rules.",
        minItems=1,
        maxItems=20,
    )
    offset: int = _offset()


@attrs.frozen
class SearchArguments:
    """Words to search for."""

    query: str = described("Words of the rules, or a question; a rule's number in it comes first.", minLength=1, maxLength=1000, pattern=WORDS)
    limit: int = described("Most rules to list.", default=LISTED, minimum=1, maximum=50)
    offset: int = _offset()


@attrs.frozen
class GlossaryArguments:
    """A term."""

    term: str = described("A term of the rules, such as `trample`; case and accents do not count.", minLength=1, maxLength=200, pattern=WORDS)


@attrs.frozen
class RulingsPart:
    """Rulings on a card, oldest first."""

    card: str = described("The card's full name.")
    rulings: tuple[RulingBody, ...] = described("The rulings from `offset` on, as many as fit.")
    total: int = described("How many rulings there are on the card.")
    next_offset: int | None = _rest()


@attrs.frozen
class RulesPart:
    """Rules, in the order in which they were asked for."""

    cr_version: str = described("Release of the rules, YYYYMMDD.")
    rules: tuple[RuleBody, ...] = described("The rules from `offset` on, as many as fit.")
    missing: tuple[str, ...] = described("What is not there, a sentence for each number, with what is near it.")
    total: int = described("How many rules there are in all.")
    next_offset: int | None = _rest()


@attrs.frozen
class SearchPart:
    """Rules that a search found, best first."""

    cr_version: str = described("Release of the rules, YYYYMMDD.")
    rules: tuple[HitBody, ...] = described("The rules from `offset` on, as many as fit.")
    next_offset: int | None = _rest()


@attrs.frozen
class GlossaryPart:
    """Entries of the glossary."""

    cr_version: str = described("Release of the rules, YYYYMMDD.")
    entries: tuple[EntryBody, ...] = described("The entries that have the term; most terms have one.")


@attrs.frozen
class AboutReply(AboutBody):
    """What runs here, who answers for it, and what it holds."""

    corpus: str = described("Name of the game's corpus: `magic`, or `practice` for a small game of our own.")
    cr_version: str = described("Release of the rules, YYYYMMDD.")
    cards: int = described("How many cards are loaded.")
    rules: int = described("How many rules and sub-rules are loaded.")
    refreshed_at: datetime.datetime | None = described("When something was loaded last.")
    judge_limit: int = described("How many questions may be put to judge, and cases opened, together, in a window.")
    judge_window_secs: int = described("Seconds of that window.")
