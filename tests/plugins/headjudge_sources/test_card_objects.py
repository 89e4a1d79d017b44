"""What is a card, and what it says on its faces."""

from collections.abc import Mapping

import orjson
import pytest

from headjudge import Card, Face
from headjudge_sources.card_objects import card, left_out, printed_names

PEBBLE = {"oracle_id": "id-1", "name": "Pebble", "layout": "normal", "mana_cost": "{1}", "type_line": "Relic", "oracle_text": "It rolls."}


def test_a_card_of_one_face_is_its_own_face():
    """A card without faces in its object has one."""
    assert card(PEBBLE) == Card("id-1", "Pebble", (Face("Pebble", "{1}", "Relic", "It rolls."),), "normal")


def test_every_face_is_kept():
    """A card of two faces keeps its full name, and each face its own text and numbers."""
    faces = [{"name": "Egg", "mana_cost": "{W}", "type_line": "Creature", "oracle_text": "Hatch.", "power": "0", "toughness": "1"}, {"name": "Bird"}]

    found = card({"oracle_id": "id-2", "name": "Egg // Bird", "layout": "transform", "card_faces": faces})

    assert found.name == "Egg // Bird"
    assert found.faces == (Face("Egg", "{W}", "Creature", "Hatch.", power="0", toughness="1"), Face("Bird", "", "", ""))


def test_numbers_in_the_corner_are_kept():
    """Loyalty and defense are kept as written."""
    found = card(PEBBLE | {"loyalty": "X", "defense": "4"})

    assert (found.faces[0].loyalty, found.faces[0].defense, found.faces[0].power) == ("X", "4", None)


def test_keywords_are_kept_as_given():
    """Keywords keep their order."""
    assert card(PEBBLE | {"keywords": ["Rolling", "Flying"]}).keywords == ("Rolling", "Flying")


def test_the_page_is_without_its_query():
    """The public page is linked without the mark of where the link was found."""
    assert card(PEBBLE | {"scryfall_uri": "https://cards.example/p/1?utm_source=api"}).url == "https://cards.example/p/1"


def test_a_reversible_card_is_the_card_on_both_sides():
    """A printing with the same card on both sides has its Oracle id on the faces, and is that card."""
    side = PEBBLE | {"oracle_id": "id-1"}

    found = card({"name": "Pebble // Pebble", "layout": "reversible_card", "card_faces": [side, side]})

    assert (found.oracle_id, found.name, len(found.faces)) == ("id-1", "Pebble", 1)


@pytest.mark.parametrize("missing", ["oracle_id", "name"])
def test_a_card_needs_its_id_and_its_name(missing):
    """Without an Oracle id or a name there is no card."""
    assert card({key: value for key, value in PEBBLE.items() if key != missing}) is None


@pytest.mark.parametrize("odd", [{"power": 3}, {"keywords": None}, {"keywords": [1]}, {"card_faces": ["x"]}, {"oracle_text": None}])
def test_odd_values_do_no_harm(odd):
    """A value of another type is read as absent."""
    assert card(PEBBLE | odd).name == "Pebble"


@pytest.mark.parametrize("layout", ["token", "double_faced_token", "emblem", "art_series", "planar", "scheme", "vanguard", "augment", "host"])
def test_layouts_that_are_no_cards_are_left_out(layout):
    """Tokens, emblems, art and oversized cards are no cards of a deck."""
    assert left_out(PEBBLE | {"layout": layout, "legalities": {"vintage": "legal"}})


@pytest.mark.parametrize("kind", ["token", "memorabilia", "minigame", "alchemy"])
def test_sets_that_are_no_cards_are_left_out(kind):
    """Cards of sets that were not made for play are left out."""
    assert left_out(PEBBLE | {"set_type": kind, "legalities": {"vintage": "not_legal"}})


@pytest.mark.parametrize("only", [{"games": ["arena"]}, {"games": []}, {"digital": True}])
def test_cards_on_no_paper_are_left_out(only):
    """What exists on a screen alone is left out, whatever is legal there."""
    assert left_out(PEBBLE | only | {"legalities": {"alchemy": "legal", "historic": "legal", "vintage": "not_legal"}})


@pytest.mark.parametrize("standing", ["legal", "restricted", "banned"])
@pytest.mark.parametrize("odd", [{"games": []}, {"games": ["mtgo"], "digital": True}, {"set_type": "memorabilia"}])
def test_what_a_paper_format_knows_stays(odd, standing):
    """A card whose Oracle object happens to be an odd printing stays when Vintage knows it."""
    assert not left_out(PEBBLE | odd | {"legalities": {"vintage": standing}})


def test_absent_fields_keep_a_card():
    """An object that does not say where it exists is a card."""
    assert not left_out(PEBBLE)


def test_printed_names_stand_on_printing_and_faces():
    """Both kinds of printed names are found, on the printing and on its faces."""
    printing = {"printed_name": "Kiesel", "flavor_name": "Rolling Rock", "card_faces": [{"printed_name": "Ei"}, {"flavor_name": "Phoenix"}]}

    assert list(printed_names(printing)) == ["Kiesel", "Rolling Rock", "Ei", "Phoenix"]


def test_glyph_codes_are_no_names():
    """Printings in invented scripts carry codes of a font, which nobody types."""
    assert list(printed_names({"lang": "ph", "printed_name": "|pEbL."})) == []


@pytest.fixture
def oracle_objects(real_file) -> Mapping[str, Mapping]:
    return {value["name"]: value for value in map(orjson.loads, real_file("cards/oracle_cards.jsonl.gz").splitlines())}


@pytest.mark.real_data
def test_real_famous_cards_stay(oracle_objects):
    """Cards whose Oracle object is an oversized or collector's printing stay."""
    famous = ("Black Lotus", "Ancestral Recall", "Time Walk", "Mox Sapphire", "Chaos Orb", "Time Vault", "Recurring Nightmare", "Yawgmoth's Bargain")

    assert [name for name in famous if left_out(oracle_objects[name])] == []


@pytest.mark.real_data
def test_real_cards_that_paper_formats_know_all_stay(oracle_objects):
    """No card that Vintage, Legacy or Commander knows is left out."""
    known = [
        value
        for value in oracle_objects.values()
        if {"legal", "banned", "restricted"}
        & {value["legalities"].get("vintage"), value["legalities"].get("legacy"), value["legalities"].get("commander")}
    ]

    assert len(known) > 28_000
    assert [value["name"] for value in known if left_out(value)] == []


@pytest.mark.real_data
def test_real_screen_cards_go(oracle_objects):
    """Rebalanced cards and avatars are left out."""
    names = ("A-Teferi, Time Raveler", "Akroma, Angel of Wrath Avatar", "Gleemox")

    assert [name for name in names if not left_out(oracle_objects[name])] == []
