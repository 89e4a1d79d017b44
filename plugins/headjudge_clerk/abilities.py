"""Which lines of its Oracle text a card that was asked about is quoted with."""

import re
from collections.abc import Sequence
from typing import Final

import attrs

from headjudge import Card, Face, Inquiry
from headjudge_clerk.weights import Weights
from headjudge_clerk.words import content, content_of, tokens

__all__ = ["Line", "chosen_lines"]

LINES: Final = 2
"""Most lines of a card."""
CLOSE: Final = 0.5
"""Share of the best line's weight from which on a second is shown beside it."""
ORDINARY: Final = 0.6
"""A line whose kind counts less was hardly meant; it needs more than a single word of the question."""
MEETS: Final = 2
WORDS: Final = 3
"""A shorter line can't be quoted by itself."""
_LOYALTY: Final = re.compile(r"[+\-−–]?(?:\d+|X): ")
_MANA: Final = re.compile(r"[^.\"“]*: Add\b")
_COST: Final = re.compile(r"As an additional cost\b")
_DECREES: Final = re.compile(r"\b(?:can[’']t|can\b[^.]*\bonly|instead|as long as|don[’']t|doesn[’']t|would)\b")
_OF_LOYALTY: Final = re.compile(r"(?<!\S)[+\-−–][\dX]+(?![/\d])|\b(?:loyalty|ultimate|ult|plus|minus|uptick\w*|downtick\w*)\b", re.IGNORECASE)
_OF_MANA: Final = re.compile(r"\b(?:mana|tap\w*)\b", re.IGNORECASE)
_OF_COSTS: Final = re.compile(r"\b(?:costs?|pay\w*|paid)\b", re.IGNORECASE)


@attrs.frozen
class Line:
    """A line of a face, with what it counts for the question."""

    face: Face
    text: str
    """What to quote of it."""
    weight: float
    """How much of the question it holds, by its kind; 0 where that may be chance."""
    nature: float
    overlap: float
    """How much of the question it holds."""
    kinship: int
    """How many telling words it shares with the other cards."""


def chosen_lines(card: Card, inquiry: Inquiry, weights: Weights) -> tuple[Line, ...]:
    """Return the lines of *card* that bear on *inquiry*, the best first: at most two, at least one.

    Where none holds a word of the question, it is the line that most likely matters: what forbids, replaces or holds all the time
    comes before what a player has to activate, and what speaks of the same things as the other cards before what does not.
    """
    others = content_of(face.oracle_text for other in inquiry.cards if other != card for face in other.faces)
    lines = sorted(_lines(card, inquiry.wording, weights, others), key=lambda line: (-line.weight, -line.nature, -line.overlap, -line.kinship))
    best = lines[0].weight
    return tuple(line for place, line in enumerate(lines[:LINES]) if place == 0 or line.weight >= CLOSE * best > 0)


def _lines(card: Card, question: str, weights: Weights, others: frozenset[str]) -> Sequence[Line]:
    found: list[Line] = []
    for face in card.faces:
        for text, quote in _quotes(face):
            nature = _nature(text, question)
            overlap, meets = weights.overlap(text), len(weights.held(text)) >= (MEETS if nature < ORDINARY else 1)
            kinship = len(content(text) & others)
            found.append(Line(face, quote, nature * overlap * meets, nature, overlap, kinship))
    return found


def _quotes(face: Face) -> Sequence[tuple[str, str]]:
    """(what a line says, what to quote for it): a line too short to be quoted takes its neighbour along; without abilities, the type line."""
    written = face.text.split("\n")
    own = [line for line in face.oracle_text.split("\n") if line and not line.startswith("(")] or [face.type_line]
    return [(_bare(line), _long_enough(line, written)) for line in own]


def _long_enough(line: str, written: Sequence[str]) -> str:
    if quote := next((text for text in (_bare(line), line) if len(tokens(text)) >= WORDS), ""):
        return quote
    place = written.index(line)
    return "\n".join(written[place : place + 2]) if place + 1 < len(written) else "\n".join(written[max(place - 1, 0) :])


def _nature(line: str, question: str) -> float:
    """What a line counts by its kind: a player asks far more often what a card forbids than what it makes when tapped."""
    if _LOYALTY.match(line):
        return 1.0 if _OF_LOYALTY.search(question) else 0.3
    if _MANA.match(line):
        return 1.0 if _OF_MANA.search(question) else 0.5
    if _COST.match(line):
        return 1.0 if _OF_COSTS.search(question) else 0.5
    if _DECREES.search(line):
        return 1.5
    return 1.0 if line.endswith((".", "”", '"')) else 0.8


def _bare(line: str) -> str:
    """A line without its reminder text."""
    return line.split(" (", 1)[0] if line.endswith(")") else line
