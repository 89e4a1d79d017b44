"""What does not fit together between our lists and the corpus is told to the operator, briefly."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import Alias, CardName, Category, NameKind, Note, Rule, Section
from headjudge_sources.reviews import review_aliases, review_categories, review_notes, shortened

NAMES = (
    CardName("Pebble", NameKind.CARD, "id-1", "Pebble"),
    CardName("Egg // Bird", NameKind.CARD, "id-2", "Egg // Bird"),
    CardName("Bird", NameKind.FACE, "id-2", "Egg // Bird"),
    CardName("Rolling Rock", NameKind.PRINTED, "id-1", "Pebble"),
)


@attrs.frozen
class Shelves:
    """A corpus of what a review reads."""

    alias_shelf: tuple[Alias, ...] = ()
    note_shelf: tuple[Note, ...] = ()
    category_shelf: tuple[Category, ...] = ()

    async def aliases(self):
        return self.alias_shelf

    async def notes(self):
        return self.note_shelf

    async def categories(self):
        return self.category_shelf

    async def sections(self):
        return (Section("100", "Basics", "Play"),)

    async def names(self):
        return NAMES

    async def rules(self):
        return (Rule("100.1", "Two players play.", "100", "Basics"),)


async def test_nicknames_that_fit_are_no_news():
    """A nickname of a card that is there, by full name or face, needs no remark."""
    assert await review_aliases(Shelves((Alias("rock", ("Pebble",)), Alias("chick", ("Egg // Bird", "Bird"))))) == []


async def test_a_nickname_of_an_absent_card_is_told():
    """The operator reads which name to correct."""
    assert await review_aliases(Shelves((Alias("rock", ("Pebble", "Bolder")),))) == [
        "the nickname 'rock' means 'Bolder', which is no card here; correct the name."
    ]


@pytest.mark.parametrize(("nickname", "card"), [("pebble", "Pebble"), ("Bird", "Egg // Bird")])
async def test_a_nickname_that_is_a_cards_name_is_told(nickname, card):
    """A nickname that equals a card's or a face's name is refused, and the operator reads why."""
    assert await review_aliases(Shelves((Alias(nickname, ("Pebble",)),))) == [
        f"the nickname {nickname!r} is refused because {card!r} has that very name; take it out."
    ]


async def test_a_nickname_may_be_a_printed_name():
    """A name that only a printing carries can be a nickname too."""
    assert await review_aliases(Shelves((Alias("rolling rock", ("Pebble",)),))) == []


async def test_a_note_on_an_absent_card_is_told():
    """The operator reads which note hangs in the air."""
    assert await review_notes(Shelves(note_shelf=(Note("Bolder", "It rolls.", ("100.1",)),))) == [
        "the note on 'Bolder' is on no card here; correct the name."
    ]


async def test_a_note_that_leads_to_no_rule_is_told():
    """The operator reads which number to correct."""
    assert await review_notes(Shelves(note_shelf=(Note("Pebble", "It rolls.", ("100.1", "100.9")),))) == [
        "the note on 'Pebble' leads to rule 100.9, which does not exist; correct the number."
    ]


async def test_a_category_that_leads_to_no_section_is_told():
    """The operator reads which section to correct."""
    assert await review_categories(Shelves(category_shelf=(Category("rolling", "Rolling", ("100", "999"), ("roll",)),))) == [
        "the category 'rolling' leads to section 999, which does not exist; correct the number."
    ]


async def test_many_remarks_are_shortened():
    """Ten remarks are shown, and how many there are beyond."""
    aliases = tuple(Alias(f"rock {number}", ("Bolder",)) for number in range(22))

    remarks = await review_aliases(Shelves(aliases))

    assert len(remarks) == 11
    assert remarks[-1] == "… and 12 more."


@given(st.integers(min_value=0, max_value=60))
def test_shortening_accounts_for_every_remark(count):
    """What is shown and what is counted make up the whole."""
    shown = shortened([f"remark {number}" for number in range(count)])

    beyond = int(shown[-1].split()[2]) if shown and shown[-1].startswith("…") else 0
    assert len(shown) <= 11
    assert len([remark for remark in shown if remark.startswith("remark")]) + beyond == count
