"""What doors show of a look-up, as JSON."""

import datetime
import json

import attrs
import pytest

from headjudge import Card, Face, GlossaryEntry, Rule, Ruling, Section
from headjudge.lookups import CardFound, Found, GlossaryFound, RuleFound, SectionFound, shapes
from headjudge.shapes import plain, schemas

PARENT = Rule("100.1", "One.", "100", "General", ("So.",))
CHILD = Rule("100.1a", "One and a half.", "100", "General")
GENERAL = Section("100", "General", "The Game")
CARD = Card("id", "Bell", (Face("Bell", "{3}", "Relic", "Ring.", power="1"),), "normal", ("Eager",), ("Old Bell",), "https://example.org/bell")
RULED = CardFound("magic", CARD, (Ruling("id", datetime.date(2009, 6, 1), "It rings.", "us"), Ruling("id", None, "Twice.", "us")))
ONE = {"number": "100.1", "heading": "General", "text": "One.", "examples": ["So."]}
HALF = {"number": "100.1a", "heading": "General", "text": "One and a half.", "examples": []}
WORDS = {
    "name": "Bell",
    "oracle_id": "id",
    "layout": "normal",
    "keywords": ["Eager"],
    "text": "Bell {3}\nRelic\nRing.",
    "printed_names": ["Old Bell"],
}
CARD_BODY = {**WORDS, "url": "https://example.org/bell"}
RULINGS = [
    {"key": RULED.rulings[0].key, "published": "2009-06-01", "source": "us", "text": "It rings."},
    {"key": RULED.rulings[1].key, "published": None, "source": "us", "text": "Twice."},
]


def test_a_rule() -> None:
    """A listing holds its sub-rules; a reply says besides where it stands."""
    found = RuleFound("magic", "20260227", PARENT, (PARENT, CHILD), None, "100.2")
    listing = {**ONE, "sub_rules": [HALF]}

    assert plain(shapes.rule_listing(found)) == listing
    assert plain(shapes.rule_reply(found)) == {**listing, "cr_version": "20260227", "previous": None, "next": "100.2"}


def test_a_section() -> None:
    """With its rules."""
    found = SectionFound("magic", "20260227", GENERAL, (PARENT,), None, "101")
    listing = {"number": "100", "title": "General", "chapter": "The Game", "rules": [ONE]}

    assert plain(shapes.section_listing(found)) == listing
    assert plain(shapes.section_reply(found)) == {**listing, "cr_version": "20260227", "previous": None, "next": "101"}


def test_a_card() -> None:
    """A listing counts the rulings; a reply holds them, and the faces."""
    face = {"name": "Bell", "mana_cost": "{3}", "type_line": "Relic", "oracle_text": "Ring."}
    corner = {"power": "1", "toughness": None, "loyalty": None, "defense": None}

    assert plain(shapes.card_listing(RULED)) == {**CARD_BODY, "rulings": 2}
    assert plain(shapes.card_reply(RULED)) == {**CARD_BODY, "faces": [face | corner], "rulings": RULINGS}
    assert plain(shapes.rulings_listing(RULED)) == {"card": "Bell", "rulings": RULINGS}


def test_what_was_found() -> None:
    """Entries, rules with rounded scores, names."""
    entries = plain(shapes.glossary_reply(GlossaryFound("20260227", (GlossaryEntry(("Bright", "Dim"), "Two states."),))))
    rules = plain(shapes.search_reply(Found("20260227", ((CHILD, 0.123456),))))

    assert entries == {"cr_version": "20260227", "entries": [{"terms": ["Bright", "Dim"], "text": "Two states."}]}
    assert rules == {"cr_version": "20260227", "rules": [{"number": "100.1a", "heading": "General", "text": "One and a half.", "score": 0.1235}]}
    assert plain(shapes.NamesReply(("Bell",))) == {"names": ["Bell"]}


@pytest.mark.parametrize(
    "shape", [shape for shape in vars(shapes).values() if isinstance(shape, type) and attrs.has(shape) and shape.__module__ == shapes.__name__]
)
def test_every_shape_has_a_schema(shape: type) -> None:
    """Each field says what it is, in a sentence."""
    described = schemas(shape)[shape.__name__]

    assert json.dumps(described)
    assert all(field["description"].endswith(".") for field in described["properties"].values())
