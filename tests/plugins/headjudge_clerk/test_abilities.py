"""Which lines of a card are quoted."""

import pytest

from headjudge import Brief, Card, Face, Inquiry, Kind, Passage, Question, Reading, Reference
from headjudge_clerk.abilities import chosen_lines
from headjudge_clerk.weights import Weights

FORBIDS = "Each rival can trim wicks only any time they could pour oil."
PLUS = "+1: Until your next evening, you may trim any wick."
MINUS = "−3: Put a lantern on top of its owner’s shelf."
MAKES = "{T}: Add one oil of any colour."
COST = "As an additional cost to blow this, spill X oil."
EFFECT = "All lanterns get dimmer until the evening."


def lines(question: str, *abilities: str, type_line: str = "Lantern") -> list[str]:
    """What is quoted of a card with *abilities*."""
    card = Card("old", "Old Lantern", (Face("Old Lantern", "{2}", type_line, "\n".join(abilities), "1", "4"),), "normal")
    inquiry = Inquiry(Reading(Question(question)), (card,))
    words = Brief(inquiry, (), 1, "practice", "20090601")
    return [line.text for line in chosen_lines(card, inquiry, Weights.of(with_words(words, abilities)))]


def with_words(brief: Brief, abilities: tuple[str, ...]) -> Brief:
    """*brief* with *abilities* packed, so that their words are known."""
    passages = tuple(Passage(Reference(Kind.ORACLE, str(place)), "Oracle text", text) for place, text in enumerate(abilities))
    return Brief(brief.inquiry, passages, 1, "practice", "20090601")


@pytest.mark.parametrize(
    ("abilities", "expected"),
    [
        ((PLUS, FORBIDS, MINUS), FORBIDS),
        ((MAKES, EFFECT), EFFECT),
        ((COST, EFFECT), EFFECT),
        ((EFFECT, FORBIDS), FORBIDS),
        (("Shielded", EFFECT), EFFECT),
        ((MINUS,), MINUS),
    ],
)
def test_without_a_word_in_common_what_matters_most_is_quoted(abilities: tuple[str, ...], expected: str):
    """What forbids comes first, then what happens; what is activated or paid comes last, but before nothing."""
    assert lines("Does Old Lantern save me?", *abilities) == [expected]


def test_a_loyalty_ability_is_not_quoted_for_a_word_in_common():
    """“trim” stands in both, but the question is about what is forbidden."""
    assert lines("May I trim a wick while my rival has Old Lantern?", FORBIDS, PLUS, MINUS) == [FORBIDS]


def test_a_loyalty_ability_that_is_asked_for_is_quoted():
    """Who writes its number means it."""
    assert PLUS in lines("If I use the +1 of Old Lantern, may I trim a wick each evening?", FORBIDS, PLUS, MINUS)


def test_a_cost_is_not_quoted_for_a_single_word_in_common():
    """“spill” alone may be chance; the effect is what a player asks about."""
    assert lines("Do I spill the lantern’s light when it gets dark?", COST, EFFECT) == [EFFECT]
    assert lines("Must I spill it?", COST, EFFECT) == [EFFECT]


def test_two_lines_near_the_question_are_both_quoted():
    """Both say something of what is asked."""
    assert lines("Does the wind relight it or end it?", "The wind relights it.", "The wind ends.", "It burns in peace.") == [
        "The wind relights it.",
        "The wind ends.",
    ]


def test_a_line_too_short_to_quote_takes_its_neighbour_along():
    """Two words prove nothing; with the numbers in the corner they do."""
    assert lines("Is it shielded?", "Shielded, bright") == ["Shielded, bright\n1/4"]


def test_a_card_without_abilities_is_heard_by_its_type():
    """What kind of thing it is may decide."""
    assert lines("Is it lit?", type_line="Basic Lantern — Brass") == ["Basic Lantern — Brass"]


def test_what_the_other_cards_speak_of_comes_first():
    """Where nothing else tells two lines apart, the one that meets the other card does."""
    gale = Card("gale", "Gale", (Face("Gale", "", "Wind", "No lantern can leave the shelf."),), "normal")
    old = Card("old", "Old Lantern", (Face("Old Lantern", "", "Lantern", "Pour two oil.\nPut a lantern from the shelf in play."),), "normal")
    inquiry = Inquiry(Reading(Question("Does Gale stop Old Lantern?")), (gale, old))

    chosen = chosen_lines(old, inquiry, Weights.of(Brief(inquiry, (), 1, "practice", "20090601")))

    assert [line.text for line in chosen] == ["Put a lantern from the shelf in play."]
