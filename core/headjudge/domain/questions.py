"""A question on its way in: as asked, as read, and with its cards found."""

import re
from collections.abc import Sequence
from enum import Enum
from functools import cached_property
from typing import Final

import attrs

from headjudge.domain.cards import Card
from headjudge.domain.names import Span, fold_typography, short_name

__all__ = [
    "HISTORY",
    "PINS",
    "PIN_LENGTH",
    "QUESTION_LENGTH",
    "Exchange",
    "Inquiry",
    "Pin",
    "Question",
    "Reading",
    "RulesSource",
    "Sightings",
    "bracketed",
    "control_character",
    "corrected",
    "limit_fault",
]

QUESTION_LENGTH: Final = 1000
"""Most characters (code points) of a question: a limit of the contract."""
PINS: Final = 8
PIN_LENGTH: Final = 200
HISTORY: Final = 5
"""How many answered questions of a thread are its history."""


_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_BRACKETS = re.compile(r"\[\[(.+?)\]\]")


def bracketed(text: str) -> tuple[str, ...]:
    """Return what stands in double square brackets in *text*, in order, each once; blanks are left out."""
    return tuple(dict.fromkeys(name.strip() for name in _BRACKETS.findall(text) if name.strip()))


def corrected(text: str, corrections: Sequence[tuple[str, str]]) -> str:
    """Return *text* with each misspelt word of *corrections*, (as written, as meant), replaced; names in double square brackets stay."""
    meant = dict(corrections)
    if not meant:
        return text
    pattern = rf"\[\[.+?\]\]|(?<!\w)(?:{_any_of(set(meant))})(?!\w)"
    return re.sub(pattern, lambda match: meant.get(match[0], match[0]), text)


class RulesSource(Enum):
    """Which body of rules a question belongs to, as the contract names it."""

    CR = "cr"
    COMMANDER = "commander"


@attrs.frozen
class Pin:
    """A choice of the asker: the span that was ambiguous, and the full card name chosen."""

    span: str
    name: str


@attrs.frozen
class Exchange:
    """An answered question of the same thread."""

    question: str
    answer: str
    cards: tuple[str, ...] = ()
    """Full names of the cards it was about."""


@attrs.frozen
class Question:
    """A question as it came through a door."""

    text: str
    pins: tuple[Pin, ...] = ()
    thread: str | None = None
    """Questions of one thread share a history; None stands alone."""
    private: bool = False
    """Answered, and nothing of it is stored."""
    door: str = "cli"
    history: tuple[Exchange, ...] = ()
    """Oldest first; the desk fills it from the thread."""

    @property
    def pinned_text(self) -> str:
        """The text with each pin's name written over its span as ``[[Name]]``, or appended where the span is absent."""
        names = {_as_pinned(pin.span): pin.name.strip() for pin in self.pins}
        if not names:
            return self.text
        spans = "|".join(r"\s+".join(map(re.escape, span.split())) for span in sorted(names, key=len, reverse=True))
        # One pass, so that a name that was written in is never rewritten; a bracketed span is replaced with its brackets.
        pattern = re.compile(rf"\[\[\s*(?P<inner>{spans})\s*\]\]|\[\[.+?\]\]|(?<!\w)(?P<bare>{spans})(?!\w)", re.IGNORECASE)
        seen: set[str] = set()

        def write(match: re.Match[str]) -> str:
            span = _as_pinned(match["inner"] or match["bare"] or "")
            if span not in names:
                return match[0]
            seen.add(span)
            return f"[[{names[span]}]]"

        text = pattern.sub(write, self.text)
        return text + "".join(f" ([[{name}]])" for span, name in names.items() if span not in seen)


def limit_fault(question: Question) -> str | None:
    """Return in one sentence which limit of the contract *question* breaks, or None."""
    if not question.text.strip():
        return "The question is blank; ask something."
    if len(question.text) > QUESTION_LENGTH:
        return f"The question has {len(question.text)} characters; at most {QUESTION_LENGTH} fit."
    if (bad := control_character(question.text)) is not None:
        return f"The question holds the control character U+{ord(bad):04X}; take it out."
    return _pin_fault(question.pins)


def _pin_fault(pins: tuple[Pin, ...]) -> str | None:
    if len(pins) > PINS:
        return f"There are {len(pins)} pins; at most {PINS} fit. Write the other names as [[Full Name]]."
    spans = [_as_pinned(pin.span) for pin in pins]
    if twice := next((pin.span for pin in pins if spans.count(_as_pinned(pin.span)) > 1), None):
        return f"Two pins are given for {twice!r}; send one a span."
    for pin in pins:
        for field, text in (("span", pin.span), ("name", pin.name)):
            if not text.strip():
                return f"A pin's {field} is blank; give the text as the reply showed it."
            if len(text) > PIN_LENGTH:
                return f"A pin's {field} has {len(text)} characters; at most {PIN_LENGTH} fit."
            if (bad := control_character(text)) is not None:
                return f"A pin's {field} holds the control character U+{ord(bad):04X}; take it out."
    return None


def control_character(text: str) -> str | None:
    """Return the first character of *text* that nobody needs: controls but tab and line ends, and lone surrogates.

    Some terminals obey those from U+0080 on as they obey an escape.
    """
    found = _CONTROL.search(text)
    return found and found[0]


@attrs.frozen
class Sightings:
    """What a detector saw in a question."""

    spans: tuple[Span, ...] = ()
    concepts: tuple[str, ...] = ()
    """Phrases in the rules' own words."""
    corrections: tuple[tuple[str, str], ...] = ()
    """(word as written, word that is meant) of misspelt words, each once: what is searched for, never what is shown."""


@attrs.frozen
class Reading:
    """What an extractor made of a question."""

    question: Question
    spans: tuple[Span, ...] = ()
    concepts: tuple[str, ...] = ()
    """Phrases in the rules' own words."""
    paraphrases: tuple[str, ...] = ()
    """The question said again in the rules' words, a concept each."""
    categories: tuple[str, ...] = ()
    """Names of categories, the likeliest first."""
    corrections: tuple[tuple[str, str], ...] = ()
    """(word as written, word that is meant) of misspelt words. The question itself stays as it was asked."""
    source: RulesSource = RulesSource.CR
    declined: str | None = None
    """Why it is no rules question, as a sentence for the asker; None when it is one."""


@attrs.frozen
class Inquiry:
    """A reading whose every name has become a card."""

    reading: Reading
    cards: tuple[Card, ...] = ()
    meant: tuple[tuple[str, str], ...] = ()
    """(span as written, full card name) of each card, in the order of the question."""

    @property
    def text(self) -> str:
        """The question with pinned names written in."""
        return self.reading.question.pinned_text

    @cached_property  # every leg asks for it
    def wording(self) -> str:
        """The question without the names of its cards, brackets too, its misspelt words put right: what is looked for in the rules."""
        full = {name for card in self.cards for name in (card.name, *(face.name for face in card.faces))} | {span for span, _ in self.meant}
        # A short name may be an everyday word as well (Storm, Force of Nature): only as it is written on the card.
        short = {name for card in self.cards if (name := short_name(card.name))}
        patterns = ([f"(?i:{_any_of(full)})"] if full else []) + ([_any_of(short)] if short else [])
        text = _BRACKETS.sub(" ", fold_typography(corrected(self.text, self.reading.corrections)))
        return re.sub(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)", " ", text) if patterns else text


def _as_pinned(span: str) -> str:
    """*span* as it is compared with the question: lower case, one space between words."""
    return " ".join(span.lower().split())


def _any_of(names: set[str]) -> str:
    """A pattern that matches any of *names*, the longest that fits."""
    return "|".join(re.escape(fold_typography(name)) for name in sorted(names, key=lambda name: (-len(name), name)))
