"""Cards and rulings as text."""

import datetime

import pytest

from headjudge import Card, Face, Ruling

TOAD = Face("Bramwick", "{1}{M}", "Creature — Toad", "Hop.", "3", "4")


@pytest.mark.parametrize(
    ("face", "text"),
    [
        (TOAD, "Bramwick {1}{M}\nCreature — Toad\nHop.\n3/4"),
        (Face("Pond", "", "Place", ""), "Pond\nPlace"),
        (Face("Ada", "{2}", "Walker", "Walk.", loyalty="4"), "Ada {2}\nWalker\nWalk.\nLoyalty: 4"),
        (Face("Siege", "{2}", "Battle", "Fall.", defense="5"), "Siege {2}\nBattle\nFall.\nDefense: 5"),
        (Face("Half", "{1}", "Creature", "x", power="1"), "Half {1}\nCreature\nx"),
        (Face("Zero", "{1}", "Creature", "x", "0", "0"), "Zero {1}\nCreature\nx\n0/0"),
    ],
)
def test_a_face_as_text(face: Face, text: str) -> None:
    """Name and cost, type line, Oracle text and the corner, a line each; what is not there takes no line."""
    assert face.text == text


def test_a_card_is_the_text_of_its_faces() -> None:
    """Faces are parted by a line of two slashes, and the hash follows the text."""
    card = Card("1", "Bramwick // Pond", (TOAD, Face("Pond", "", "Place", "")), "transform")

    assert card.text == "Bramwick {1}{M}\nCreature — Toad\nHop.\n3/4\n//\nPond\nPlace"
    assert card.hash != Card("1", "Bramwick", (TOAD,), "normal").hash


def test_a_rulings_key_depends_on_card_day_and_text() -> None:
    """The source plays no part: a reload does not change the key."""
    ruling = Ruling("1", datetime.date(2009, 3, 13), "Hop twice.", "wotc")

    assert len(ruling.key) == 12
    assert ruling.key == Ruling("1", datetime.date(2009, 3, 13), "Hop twice.", "other").key
    assert len({ruling.key, Ruling("2", ruling.published, ruling.text, "").key, Ruling("1", None, ruling.text, "").key}) == 3
