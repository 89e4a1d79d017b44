"""A game of lanterns: a few rules, cards and rulings, and the passages packed for a question about them."""

import datetime
import tomllib
from pathlib import Path

import pytest

from headjudge import Brief, Card, Category, Concept, Face, GlossaryEntry, Inquiry, Kind, Passage, Question, Reading, Reference, Rule, Ruling, Section
from headjudge.testing import MemoryCorpus

CATEGORIES = (
    Category("wind", "Wind and storms", ("100",), ("wind", "blows out", "storm")),
    Category("light", "Light", ("200",), ("lantern", "light", "blows out", "relight")),
    Category("oil", "Oil", ("300",), ("oil", "pour", "pay oil for")),
    Category("wicks", "Wicks", ("400",), ("wick", "trim")),
)
OLD = "Shielded\nWhenever a wind blows this lantern out, you may relight it."
CARDS = (
    Card("old", "Old Lantern", (Face("Old Lantern", "", "Lantern", OLD),), "normal"),
    Card("gale", "Gale of Prices", (Face("Gale of Prices", "", "Wind", "Blow out target lantern. (It gives no light.)"),), "normal"),
    Card("bribe", "Bribery", (Face("Bribery", "", "Trick", "Take an opponent’s lantern."),), "normal"),
)
RULINGS = (
    Ruling("old", datetime.date(2009, 6, 1), "You may relight the lantern even when the wind blows again.", "lanterns"),
    Ruling("old", None, "The glass may be painted in any way.", "lanterns"),
)
RULES = (
    ("100.1", "Wind", "Wind"),
    ("100.1a", "A wind blows out each lantern that it reaches. A blown-out lantern gives no light until it is relit (see rule 200.2).", "Wind"),
    ("100.1b", "A wind ends with the evening.", "Wind"),
    ("200.1", "A lantern burns oil.", "Light"),
    ("200.2", "To relight a lantern, its owner pays one oil. See rule 999.9a.", "Light"),
)


@pytest.fixture
def corpus() -> MemoryCorpus:
    """The lantern game, under the name of a corpus that ships."""
    rules = [Rule(number, text, number[:3], heading) for number, text, heading in RULES]
    rows = (Section("100", "Wind", "The Sky"), *rules, GlossaryEntry(("Blown Out",), "Without light."), *CARDS, *RULINGS, *CATEGORIES)
    return MemoryCorpus.of((*rows, Concept("lantern", ("my lamp",), "lantern light", ("200.1",))), name="magic")


@pytest.fixture
def questions() -> dict[str, list[str]]:
    """Questions of our own, by kind; ``rules`` are in scope."""
    return tomllib.loads((Path(__file__).parent / "questions.toml").read_text("utf-8"))


def passage(number: str, score: float) -> Passage:
    """The rule *number* as a passage."""
    text, heading = next((text, heading) for known, text, heading in RULES if known == number)
    return Passage(Reference(Kind.RULE, number), number, text, heading, score=score)


def lanterns(text: str = "If a wind blows out my Old Lantern, may I relight it?", *more: Passage) -> Brief:
    """A brief as retrieval packs it for a question about Old Lantern."""
    card = CARDS[0]
    passages = (
        *(passage(number, score) for number, score in (("100.1", 0.0), ("100.1a", 1.0), ("100.1b", 0.0), ("200.1", 0.0), ("200.2", 0.7))),
        Passage(Reference(Kind.ORACLE, "old"), "Oracle text, Old Lantern", card.text, card.name, "old"),
        *(
            Passage(Reference(Kind.RULING, ruling.key), f"Ruling ({ruling.published}), Old Lantern", ruling.text, card.name, "old", 0.5)
            for ruling in RULINGS
        ),
        *more,
    )
    return Brief(Inquiry(Reading(Question(text)), (card,)), passages, 1, "practice", "20090601")


@pytest.fixture
def brief() -> Brief:
    """What was found for a question about Old Lantern."""
    return lanterns()
