"""A game of lanterns: a few rules and a card, the brief packed for a question about them, and drafts that quote them."""

from collections.abc import Callable

import pytest

from headjudge import Brief, Card, Draft, Face, Inquiry, Kind, Passage, Question, Quote, Reading, Reference
from headjudge_support.matter import Matter
from headjudge_support.validator import Support
from headjudge_support.words import Lexicon

Drafts = Callable[..., Draft]
Briefs = Callable[..., Brief]
Matters = Callable[..., Matter]

RULES = {
    "100.1": "A wind blows out each burning lantern that it reaches. A lantern sheltered behind glass can’t be blown out by a wind.",
    "100.2": "Each keeper begins the evening with seven candles. A keeper who holds more than twelve candles melts the surplus at dusk.",
    "200.1": "A lantern that was blown out doesn’t shed light until its keeper relights it. Relighting a lantern costs two measures of oil.",
    "200.2": "If three or more lanterns burn in one row, the row is called a beacon (see rule 100.1, “Wind”).",
    "300.1": "Harbour pilots vote in order of seniority, beginning with the eldest. Ballots are collected by the harbourmaster’s clerk.",
}
CARD = Card("old", "Old Brass Lamp", (Face("Old Brass Lamp", "{5}", "Lantern", "When Old Brass Lamp is relit, draw four candles."),), "normal")


@pytest.fixture
def lexicon() -> Lexicon:
    """The words of the rules."""
    return Lexicon()


@pytest.fixture
def support() -> Support:
    """The validator."""
    return Support()


@pytest.fixture
def brief_of() -> Briefs:
    """Gives the brief for a question: every rule of the game, and the card's Oracle text."""

    def made(question: str = "Does a wind blow out my Old Brass Lamp, and what does it cost to relight it?") -> Brief:
        rules = (Passage(Reference(Kind.RULE, number), number, text, "Lanterns") for number, text in RULES.items())
        oracle = Passage(Reference(Kind.ORACLE, "old"), "Oracle text, Old Brass Lamp", CARD.text, CARD.name, "old")
        return Brief(Inquiry(Reading(Question(question)), (CARD,)), (*rules, oracle), 1, "practice", "20260301")

    return made


@pytest.fixture
def draft_of() -> Drafts:
    """Gives a draft that quotes the rules named whole."""

    def made(answer: str, *numbers: str) -> Draft:
        return Draft(answer, tuple(Quote(Reference(Kind.RULE, number), RULES[number]) for number in numbers))

    return made


@pytest.fixture
def matter_of(draft_of: Drafts, brief_of: Briefs, lexicon: Lexicon) -> Matters:
    """Gives a draft and its brief, read."""

    def made(answer: str, *numbers: str, question: str = "What happens to my lantern?") -> Matter:
        return Matter(draft_of(answer, *numbers), brief_of(question), lexicon)

    return made
