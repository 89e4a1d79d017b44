"""Our own lists in TOML, and an operator's that add to them or override them."""

import tomllib
from importlib.resources import files

import pytest

from headjudge import Alias, Category, Note, SourceFailed, fold
from headjudge_sources.lists import Sheet, read_aliases, read_categories, read_notes

DATA = files("headjudge_sources") / "data"


def sheet(text: str, name: str = "ours.toml") -> Sheet:
    return Sheet(name, text.encode())


OURS = sheet('ordinary = ["rock"]\n[aliases]\nrock = "Pebble"\nduo = ["Egg // Bird", "Twins"]\n')


def test_a_nickname_may_mean_several_cards():
    """A name or a list of names stands for each nickname; everyday words are marked."""
    assert read_aliases([OURS]) == [Alias("rock", ("Pebble",), ordinary=True), Alias("duo", ("Egg // Bird", "Twins"))]


def test_an_operators_nickname_overrides_ours():
    """The operator's entry replaces ours of the same name, however it is written, and new ones are added."""
    theirs = sheet('ordinary = ["duo"]\n[aliases]\nROCK = "Boulder"\npip = "Seed"\n', "theirs.toml")

    assert read_aliases([OURS, theirs]) == [
        Alias("ROCK", ("Boulder",)),
        Alias("duo", ("Egg // Bird", "Twins"), ordinary=True),
        Alias("pip", ("Seed",)),
    ]


def test_an_empty_list_takes_a_nickname_away():
    """An operator can do without one of our nicknames."""
    assert read_aliases([OURS, sheet("[aliases]\nrock = []\n")]) == [Alias("duo", ("Egg // Bird", "Twins"))]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[aliases]\nrock = 3\n", 'the nickname \'rock\' cannot be used; write "nickname" = "Card Name" or a list of names, under [aliases].'),
        ('[aliases]\nrock = ["Pebble", " "]\n', "the nickname 'rock' cannot be used"),
        ('[aliases]\n"!" = "Pebble"\n', "the nickname '!' cannot be used"),
        ('aliases = "Pebble"\n', "'aliases' cannot be used"),
        ('[alias]\nrock = "Pebble"\n', "the key 'alias' cannot be used"),
        ('[aliases]\nrock = "Pebble"\n"Rock!" = "Pebble"\n', "the second entry for 'Rock!' cannot be used; keep one of the two."),
        ('ordinary = ["stone"]\n[aliases]\n', "the ordinary word 'stone' cannot be used; give it an entry under [aliases], or take it out."),
        ('ordinary = "rock"\n[aliases]\nrock = "Pebble"\n', "'ordinary' cannot be used"),
        ("[aliases\n", "is no TOML: Expected ']'"),
    ],
)
def test_a_fault_names_file_entry_and_cure(text, fault):
    """Whatever is wrong with a list of nicknames is told so that it can be mended."""
    with pytest.raises(SourceFailed) as caught:
        read_aliases([OURS, sheet(text, "theirs.toml")])

    assert str(caught.value).startswith("theirs.toml")
    assert fault in str(caught.value)


def test_a_list_must_be_utf_8():
    """A file of another encoding is named."""
    with pytest.raises(SourceFailed, match=r"theirs\.toml is no UTF-8 text; save it as UTF-8\."):
        read_aliases([Sheet("theirs.toml", b'[aliases]\n"caf\xe9" = "Pebble"\n')])


NOTE = '[[note]]\ncard = "Pebble"\nrules = ["100.1", "100.1a"]\ntext = "It rolls."\n'


def test_a_note_leads_to_rules():
    """A note has its card, its text and the rules that decide."""
    assert read_notes([sheet(NOTE)]) == [Note("Pebble", "It rolls.", ("100.1", "100.1a"))]


def test_an_operators_note_overrides_ours():
    """The operator's note on a card replaces ours."""
    theirs = sheet('[[note]]\ncard = "PEBBLE"\ntext = "It stays."\n[[note]]\ncard = "Seed"\ntext = "It grows."\n')

    assert read_notes([sheet(NOTE), theirs]) == [Note("PEBBLE", "It stays."), Note("Seed", "It grows.")]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[[note]]\ntext = "It rolls."\n', 'a [[note]] cannot be used; give it card = "..."'),
        ('[[note]]\ncard = "Pebble"\n', "the note on 'Pebble' cannot be used; give it text = \"...\""),
        (NOTE.replace("100.1a", "rule 100"), "the rule 'rule 100' of the note on 'Pebble' cannot be used; write it as 702.19 or 702.19b."),
        (NOTE.replace("100.1a", "100.1l"), "the rule '100.1l' of the note on 'Pebble' cannot be used"),
        (NOTE.replace('["100.1", "100.1a"]', '"100.1"'), "the note on 'Pebble' cannot be used; write rules = "),
        (NOTE + 'source = "x"\n', "the key 'source' cannot be used"),
        ('[note]\ncard = "Pebble"\n', "'note' cannot be used; write every entry as a [[note]] table."),
        (NOTE + NOTE, "the second entry for 'Pebble' cannot be used"),
    ],
)
def test_a_fault_of_a_note_names_it(text, fault):
    """Whatever is wrong with a note is told so that it can be mended."""
    with pytest.raises(SourceFailed) as caught:
        read_notes([sheet(text)])

    assert fault in str(caught.value)


CATEGORY = '[[category]]\nname = "rolling"\ntitle = "Rolling"\nsections = ["100"]\ncues = ["roll", "spin"]\n'


def test_a_category_has_sections_and_cues():
    """A category leads from words to sections."""
    assert read_categories([sheet(CATEGORY)]) == [Category("rolling", "Rolling", ("100",), ("roll", "spin"))]


@pytest.mark.parametrize("text", [CATEGORY.replace("title", "heading"), CATEGORY.replace('["100"]', "[100]"), CATEGORY + CATEGORY])
def test_a_fault_of_a_category_names_it(text):
    """Whatever is wrong with a category is told so that it can be mended."""
    with pytest.raises(SourceFailed, match=r"^ours\.toml: .* cannot be used; "):
        read_categories([sheet(text)])


def read_ours(name: str) -> Sheet:
    return Sheet(name, (DATA / name).read_bytes())


def test_our_nicknames_can_all_be_used():
    """Every entry of our list is read, and none takes one away."""
    ours = read_ours("aliases.toml")

    assert len(read_aliases([ours])) == len(tomllib.loads(ours.raw.decode())["aliases"])


def test_our_notes_can_all_be_used():
    """Every note of our list is read and leads to a rule."""
    notes = read_notes([read_ours("notes.toml")])

    assert len(notes) > 100
    assert [note.card for note in notes if not note.rules] == []


def test_our_categories_can_all_be_used():
    """Every category of our list is read and has cues that fold to something."""
    categories = read_categories([read_ours("categories.toml")])

    assert len(categories) > 30
    assert [category.name for category in categories if not all(map(fold, category.cues))] == []
