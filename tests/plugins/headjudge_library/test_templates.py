"""Templates of Oracle text, and what cards follow them."""

import tomllib

import pytest

from headjudge import Card, Face
from headjudge_library.lists import ABILITIES, texts_of
from headjudge_library.templates import AbilityClass, Templates

LIST = """
[[class]]
name = "landing"
kinds = ["triggered"]
text = ['\\blands?\\b']
said = ['touch(es)? down']

[[class]]
name = "untold"
told = false
text = ['drift']

[[class]]
name = "any activated"
kinds = ["activated"]

[[class]]
name = "box kite"
type = "box"

[[class]]
name = "two-sided"
layout = "transform"

[[class]]
name = "costs X"
cost = "{X}"
"""


def templates(text: str = LIST) -> Templates:
    """The templates of an ability list."""
    return Templates(map(AbilityClass.of, tomllib.loads(text)["class"]))


def card(text: str, *, type_line: str = "Kite", cost: str = "{1}", layout: str = "normal", keywords: tuple[str, ...] = ()) -> Card:
    """A card with one face."""
    return Card("kite", "Red Kite", (Face("Red Kite", cost, type_line, text),), layout, keywords)


def test_abilities_are_of_the_classes_whose_templates_they_follow():
    """Each class knows the places of its abilities; a pattern of one kind does not fit another."""
    traits = templates().of_card(card("When it lands, draw.\nKites that land drift.\n{T}: Land."))

    assert traits.classes == {"landing": [0], "untold": [1], "any activated": [2]}


def test_what_follows_no_template_is_kept():
    """The report of what nobody reads lives on it."""
    traits = templates().of_card(card("Kites are red."))

    assert [ability.text for ability in traits.unread] == ["kites are red."]


@pytest.mark.parametrize(
    ("marked", "name"),
    [
        (card("", type_line="Box — Kite"), "box kite"),
        (card("", layout="transform"), "two-sided"),
        (card("", cost="{X}{R}"), "costs X"),
        (card("", keywords=("Long Tail",)), "kw:long tail"),
    ],
)
def test_card_as_a_whole_has_classes_too(marked, name):
    """By a word of its type line, its layout, its cost and its keywords."""
    assert name in templates().of_card(marked).classes


def test_question_is_read_by_what_players_say():
    """Kinds do not count there, and templates that say too little are left out."""
    traits = templates().of_question("My kite touches down. And it drifts away. Some kites land: fine.")

    assert traits.classes == {"landing": [0, 2]}


def test_what_only_players_say_is_not_looked_for_on_cards():
    """A card that says it means something else."""
    assert "landing" not in templates().of_card(card("When it touches down, draw.")).classes


def test_pattern_that_cannot_be_used_is_named():
    """With its class, so that its author finds it."""
    with pytest.raises(ValueError, match="class 'broken' has a pattern that cannot be used"):
        templates("[[class]]\nname = 'broken'\ntext = ['(']\n")


def test_unknown_kind_is_refused():
    """A misspelt kind would never fit."""
    with pytest.raises(ValueError, match="trigered"):
        templates("[[class]]\nname = 'landing'\nkinds = ['trigered']\ntext = ['land']\n")


def test_our_list_names_only_what_it_has():
    """Every class, verb and kind that a link or a verb names is there, and no name twice."""
    tables = tomllib.loads(*texts_of((ABILITIES,)))
    classes, verbs = [table["name"] for table in tables["class"]], [f"?{table['name']}" for table in tables["verb"]]
    named = {need for table in tables["link"] for need in table["of"]} | {need for verb in tables["verb"] for need in verb.get("done_by", ())}

    assert {need for need in named if not need.startswith("kw:")} <= {*classes, *verbs}
    assert len({*classes, *verbs}) == len(classes) + len(verbs)


def test_our_templates_can_be_used():
    """Every pattern of the list is one that RE2 takes."""
    traits = templates(*texts_of((ABILITIES,))).of_card(card("When Red Kite enters, create a token that's a copy of target creature."))

    assert {"enters trigger", "token copy", "targets"} <= traits.classes.keys()
