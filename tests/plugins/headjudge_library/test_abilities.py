"""The legs that read abilities."""

import pytest

from headjudge import Card, Face, Inquiry, Question, Reading
from headjudge_library.abilities import Abilities, AbilityBooks, ToldAbilities
from headjudge_library.rulewords import RuleWordsIndexes

LIST = """
[[class]]
name = "landing"
text = ['\\blands?\\b']
rules = ["200.1"]

[[class]]
name = "letting go"
text = ['let[s]? go']
rules = []

[[verb]]
name = "tear"
said = ["torn", "ripping apart"]
done_by = ["letting go"]

[[link]]
of = ["landing", "?tear"]
rules = ["200.1a", "100.2"]

[[link]]
of = ["landing", "landing"]
rules = ["100.1a"]
"""


def kite(name: str, text: str) -> Card:
    """A card that says *text*."""
    return Card(name, name, (Face(name, "", "Kite", text),), "normal")


LANDING = kite("Red Kite", "When it lands, draw.")
LANDING_TOO = kite("Blue Kite", "When it lands, fold it.")
LETTING_GO = kite("Green Kite", "Let go of target kite.")


@pytest.fixture
def leg() -> Abilities:
    """The leg that reads cards."""
    return Abilities(AbilityBooks(LIST, ""), RuleWordsIndexes())


async def found(leg, corpus, text: str, *cards: Card) -> dict[str, float]:
    """The rules that *leg* finds, with their scores, best first."""
    return {hit.reference.key: hit.score for hit in await leg.retrieve(Inquiry(Reading(Question(text)), cards), corpus, 10)}


async def test_class_leads_to_its_rules(leg, corpus):
    """Even when nothing is said of it."""
    assert list(await found(leg, corpus, "What then?", LANDING)) == ["200.1"]


async def test_verb_of_the_question_leads_further(leg, corpus):
    """What is asked counts more than what the card has besides; inflections do not matter."""
    rules = await found(leg, corpus, "Suppose somebody ripped apart my toy?", LANDING)

    assert list(rules)[:2] == ["200.1a", "100.2"]
    assert rules["200.1a"] > rules["200.1"]


async def test_another_card_can_do_the_verb(leg, corpus):
    """Nobody needs to say what the other card says."""
    assert "200.1a" in await found(leg, corpus, "What then?", LANDING, LETTING_GO)


async def test_class_named_twice_must_be_met_on_two_cards(leg, corpus):
    """One card with two such abilities is no meeting of two effects."""
    twice = kite("Red Kite", "When it lands, draw.\nWhen a kite lands, fly.")

    assert "100.1a" not in await found(leg, corpus, "What then?", twice)
    assert "100.1a" in await found(leg, corpus, "What then?", LANDING, LANDING_TOO)


async def test_without_cards_the_leg_is_silent(leg, corpus):
    """What a question describes is another leg's."""
    assert await found(leg, corpus, "If a kite lands, who draws?") == {}


async def test_described_abilities_lead_as_those_of_cards(corpus):
    """A question that names no card can tell what one does."""
    told = ToldAbilities(AbilityBooks(LIST, ""), RuleWordsIndexes())

    assert next(iter(await found(told, corpus, "When my kite lands it is torn, and then?"))) == "200.1a"
    assert await found(told, corpus, "When my kite lands it is torn, and then?", LETTING_GO) == {}


async def test_pins_of_another_game_lead_nowhere(corpus):
    """A rule of the same number with another text is not meant."""
    pins = "200.1 0123 4567\n200.1a 0123 4567\n100.2 0123 4567\n100.1a 0123 4567\n"

    assert await found(Abilities(AbilityBooks(LIST, pins), RuleWordsIndexes()), corpus, "Is it torn?", LANDING, LANDING_TOO) == {}


@pytest.mark.parametrize("text", ["", "?", "🪁" * 1000, "\u202eetik", "a" * 1000])
async def test_odd_questions_are_read(leg, corpus, text):
    """They find what the card has, or nothing; no error."""
    assert "200.1" in await found(leg, corpus, text, LANDING)
