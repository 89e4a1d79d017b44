"""Oracle text taken apart."""

import pytest

from headjudge import Face
from headjudge_library.oracle import Ability, AbilityKind, abilities_of, told_abilities


def face(text: str, type_line: str = "Creature — Kite", name: str = "Ona, Kite Keeper") -> Face:
    """A face with *text* on it."""
    return Face(name, "{1}", type_line, text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("When this enters, draw a card.", AbilityKind.TRIGGERED),
        ("At the beginning of your upkeep, untap it.", AbilityKind.TRIGGERED),
        ("Landing — Whenever a kite lands, draw a card.", AbilityKind.TRIGGERED),
        ("I, II — Create a kite.", AbilityKind.TRIGGERED),
        ("{T}, Sacrifice a kite: Draw a card.", AbilityKind.ACTIVATED),
        ("−2: Draw a card.", AbilityKind.LOYALTY),
        ("0: Draw a card.", AbilityKind.LOYALTY),
        ("Other kites get +1/+1.", AbilityKind.STATIC),
        ('Kites have "{T}: Draw a card."', AbilityKind.STATIC),
    ],
)
def test_kind_is_read_off_the_template(text, kind):
    """Colon, trigger word, chapter and loyalty symbol tell the kinds apart."""
    assert [ability.kind for ability in abilities_of(face(text))] == [kind]


def test_instructions_of_an_instant_are_spell_abilities():
    """What no other template claims is followed as the spell resolves."""
    (ability,) = abilities_of(face("Draw a card.", "Instant"))

    assert ability.kind is AbilityKind.SPELL


def test_own_name_reminders_and_typography_are_taken_out():
    """Full and short names become ~, whatever stands in brackets goes, apostrophes too."""
    (ability,) = abilities_of(face("When Ona, Kite Keeper dies, Ona’s owner can’t draw. (It drifts.)"))

    assert ability.text == "when ~ dies, ~s owner cant draw."


def test_modes_belong_to_the_ability_that_offers_them():
    """Bullets are no abilities of their own."""
    abilities = abilities_of(face("When this enters, choose one —\n• Draw a card.\n• Fly.\nReach"))

    assert [ability.text for ability in abilities] == ["when this enters, choose one - • draw a card. • fly.", "reach"]


def test_face_without_text_has_no_abilities():
    """A card may say nothing."""
    assert abilities_of(face("")) == ()


def test_question_tells_sentences_and_quotes():
    """What is too short to describe anything is left out; the kind is not known."""
    told = told_abilities('It says "If a kite would land, it drifts instead." Why? Does it ever land at all?')

    assert told == (Ability("if a kite would land, it drifts instead.", None), Ability("does it ever land at all?", None))
