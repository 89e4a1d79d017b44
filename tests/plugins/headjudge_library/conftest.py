"""A game of kites: a few rules, cards, rulings, and what the library keeps about them."""

import datetime
from collections.abc import Sequence

import pytest

from headjudge import Card, Category, Concept, Face, GlossaryEntry, Note, Release, RowOf, Rule, Ruling, Section
from headjudge.testing import MemoryCorpus

SECTIONS = (Section("100", "Flying", "The Sky"), Section("200", "Landing", "The Sky"), Section("700", "Keyword Moves", "The Hand"))
RULES = (
    Rule("100.1", "A kite flies while its string is held.", "100", "Flying"),
    Rule("100.1a", "A kite whose string breaks drifts away.", "100", "Flying"),
    Rule("100.2", "A drifting kite can’t be caught before the wind turns.", "100", "Flying"),
    Rule("200.1", "A kite lands on its owner’s field.", "200", "Landing"),
    Rule("200.1a", "A torn kite lands at once.", "200", "Landing"),
    Rule("700.1", "Swoop", "700", "Keyword Moves: Swoop"),
    Rule("700.1a", "To do this, a player lowers the kite.", "700", "Keyword Moves: Swoop"),
    Rule("700.2", "Fold and Unfold", "700", "Keyword Moves: Fold and Unfold"),
    Rule("700.3", "Long Tail", "700", "Keyword Moves: Long Tail"),
)
GLOSSARY = (
    GlossaryEntry(("Drift",), "To fly without a string. See rule 100.1a."),
    GlossaryEntry(("Wind", "Wind Turn"), "What decides when a kite is caught. See rule 100.2 and section 200."),
)
RED = Card("red", "Red Kite", (Face("Red Kite", "", "Kite", "When it lands, unfold it. (To swoop is another thing.)"),), "normal", ("Long Tail",))
BLUE = Card("blue", "Blue Kite", (Face("Blue Kite", "", "Kite", "Swoop."),), "normal")
RULINGS = (
    Ruling("red", datetime.date(2009, 6, 1), "A torn kite is still red.", "kites"),
    Ruling("red", datetime.date(2009, 6, 2), "If its string breaks, it drifts like any other: rule 100.1a applies.", "kites"),
    Ruling("blue", None, "It lands at once when it is torn.", "kites"),
)
NOTES = (Note("Red Kite", "It unfolds where it lands, and not before.", ("200.1", "700.2")),)
CATEGORIES = (Category("landing", "Landing", ("200",), ("come down", "lands")), Category("flying", "Flying", ("100",), ("in the air",)))
CONCEPTS = (
    Concept("lost kite", ("my kite got away", "line snapped"), "string breaks, drifts away", ("100.1a", "100.1"), ("200.1",)),
    Concept("catching", ("grab it", "grab it out of the air"), "kite caught, wind turns", ("100.2",)),
)


@pytest.fixture
def rows() -> Sequence[RowOf]:
    """The game of kites, as sources give it."""
    return (Release(datetime.date(2009, 6, 1)), *SECTIONS, *RULES, *GLOSSARY, RED, BLUE, *RULINGS, *NOTES, *CATEGORIES, *CONCEPTS)


@pytest.fixture
def corpus(rows: Sequence[RowOf]) -> MemoryCorpus:
    """The game of kites."""
    return MemoryCorpus.of(rows)


@pytest.fixture
def red() -> Card:
    """A card with a keyword, two rulings and a note."""
    return RED


@pytest.fixture
def blue() -> Card:
    """A card with a ruling that names no rule."""
    return BLUE
