"""Where words stand in a source, and what an author is told where they do not."""

import attrs
import pytest

from headjudge import Brief, Inquiry, Kind, Passage, Question, Quote, Reading, Reference
from headjudge.verbatim import UNSHOWN, Shown, likest, refusal, where

LONG = " ".join(f"Clause {number} speaks of the lantern, the fog and {number} moths." for number in range(40))
HUM = Passage(Reference(Kind.RULE, "500.1a"), "500.1a", "A moth hums at each lantern. A hound sleeps beside the fire until dusk.")
FOG = Passage(Reference(Kind.RULE, "500.2"), "500.2", "A creature that falls goes to the fog.")
BELL = Passage(Reference(Kind.ORACLE, "o1"), "Oracle text, Drowning Bell", "Other creatures are 1/1 until dusk.")
NOTE = Passage(Reference(Kind.NOTE, "Ashes"), "Note, Ashes", "Ashes never fall to the ground.")
SHOWN = Shown(Brief(Inquiry(Reading(Question("?"))), (NOTE, HUM, FOG, BELL), 1, "practice", "20090601"))


def told(text: str, passage: Passage | None = HUM, reference: Reference = HUM.reference) -> str:
    return refusal(Quote(reference, text), passage, SHOWN).text


def test_the_source_is_shown() -> None:
    """With the cure."""
    assert told("A moth sings at each lantern") == (
        "The quote “A moth sings at each lantern” does not stand in 500.1a, "
        "which reads: “A moth hums at each lantern. A hound sleeps beside the fire until dusk.”; copy its words."
    )


def test_a_quote_that_stands_elsewhere_is_told_so() -> None:
    """The rule where it stands is shown for the redraft as well."""
    objection = refusal(Quote(HUM.reference, "that falls goes to"), HUM, SHOWN)

    assert objection.text == "The quote “that falls goes to” does not stand in 500.1a; it stands in 500.2: cite that."
    assert objection.rules == ("500.1a", "500.2")


def test_a_source_that_was_not_shown() -> None:
    """Its words may stand in one that was."""
    absent = Reference(Kind.RULE, "999.1")

    assert told("that falls goes to", None, absent) == "999.1 was not among the sources shown; the quote stands in 500.2: cite that."
    assert told("nobody says this", None, absent) == f"999.1 was not among the sources shown; {UNSHOWN}"


def test_a_note_is_not_offered_as_a_source() -> None:
    """It may not be cited."""
    assert told("never fall to the ground").endswith("does not stand in 500.1a; it stands in Note, Ashes, which may not be cited.")


@pytest.mark.parametrize("joint", [" ", " … ", "... ", "; "])
def test_a_stitched_quote_is_taken_apart(joint: str) -> None:
    """Each piece is to be quoted by itself."""
    assert told(f"hums at each lantern{joint}goes to the fog").endswith("; it is stitched from 500.1a and 500.2: quote each by itself.")
    assert told(f"hums at each lantern{joint}beside the fire").endswith("; it is stitched from two places of 500.1a: quote each by itself.")


def test_a_character_that_the_source_has_not_is_named() -> None:
    """It cannot be seen otherwise."""
    assert "(the source has no U+200B ZERO WIDTH SPACE), which reads" in told("A moth hums\u200b at each lantern")
    assert "(the source has no U+0430 CYRILLIC SMALL LETTER A), which reads" in told("A moth hums \u0430t each lantern")


def test_an_empty_quote_is_told_what_to_copy() -> None:
    """Nothing stands nowhere."""
    assert told("").startswith("The quote “” does not stand in 500.1a, which reads: “A moth hums")


def test_of_a_long_source_the_likest_stretch_is_shown() -> None:
    """At most 600 characters, cut between words, with … where it is cut."""
    stretch = likest("Clause 25 speaks of a lantern, the fog and 25 wolves.", LONG)

    assert "Clause 25 speaks of the lantern, the fog and 25 moths." in stretch
    assert stretch.startswith("… ")
    assert stretch.endswith(" …")
    assert 500 < len(stretch) <= 600
    assert stretch[2:-2] in LONG
    assert f" {stretch[2:-2]} " in LONG


@pytest.mark.parametrize(("words", "start"), [("Clause 0 speaks to nobody", "Clause 0 speaks of"), ("zebra", "Clause 0 speaks of"), ("", "Clause 0")])
def test_the_beginning_is_shown_where_nothing_is_alike(words: str, start: str) -> None:
    """And where the beginning is what is meant."""
    assert likest(words, LONG).startswith(start)
    assert likest(words, LONG).endswith(" …")


def test_the_end_is_shown_whole() -> None:
    """Nothing is left out behind it."""
    assert likest("the fog and 39 wolves", LONG).endswith("the fog and 39 moths.")


def test_a_source_without_spaces_is_cut_all_the_same() -> None:
    """There is always a limit."""
    assert len(likest("x", "y" * 5000)) <= 600


def test_words_are_found_at_their_own_place() -> None:
    """The place is that of the source's own characters."""
    assert FOG.text[where("  goes to\u00a0the ", FOG.text) or slice(0)] == "goes to the"


def test_passages_of_nothing_hold_nothing() -> None:
    """An empty brief has no pieces."""
    empty = Shown(attrs.evolve(SHOWN.brief, passages=()))

    assert (empty.holding("a b c"), empty.pieces("a b c d e f")) == (None, None)
