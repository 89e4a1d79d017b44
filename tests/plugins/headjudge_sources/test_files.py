"""Shelves that are read from files: the practice rulebook, and our lists with an operator's beside them."""

import json
from collections import Counter
from importlib.resources import files

import pytest

from headjudge import Alias, Card, Category, GlossaryEntry, Note, Printing, Release, Rule, Ruling, Section, Shelf, SourceFailed, Symbol
from headjudge_sources.bundled import list_sources, practice_sources
from headjudge_sources.lists import Sheet

BOOK = files("headjudge") / "testing" / "rulebook"


def quiet(what, done, total):
    """Nobody listens."""


async def load(source):
    version = await source.latest()
    return [row async for batch in source.fetch(version, quiet) for row in batch]


def source_of(sources, shelf):
    return next(source for source in sources if source.shelf is shelf)


async def test_the_practice_rulebook_fills_seven_shelves():
    """Every shelf but the concepts is loaded from the practice rulebook, each with values of its own kind."""
    kinds = {source.shelf: set(map(type, await load(source))) for source in practice_sources()}

    assert kinds == {
        Shelf.RULES: {Release, Section, Rule, GlossaryEntry},
        Shelf.CARDS: {Card, Printing},
        Shelf.RULINGS: {Ruling},
        Shelf.ALIASES: {Alias},
        Shelf.NOTES: {Note},
        Shelf.SYMBOLS: {Symbol},
        Shelf.CATEGORIES: {Category},
    }


async def test_every_practice_symbol_has_its_picture():
    """The pictures are our own, stand beside the list, and are no two alike."""
    symbols = await load(source_of(practice_sources(), Shelf.SYMBOLS))

    pictures = [symbol.svg for symbol in symbols]
    assert [picture for picture in pictures if not picture.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">')] == []
    assert len(set(pictures)) == len(pictures) == len(list((BOOK / "symbols").iterdir()))


async def test_an_unclean_practice_picture_is_named():
    """A picture of our own that does more than draw is our mistake: the shelf is refused, with the file's name."""
    symbols = source_of(practice_sources(), Shelf.SYMBOLS)
    sheets = [Sheet("symbology.json", symbols.files[0].read_bytes()), Sheet("Z.svg", b'<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')]

    with pytest.raises(SourceFailed) as caught:
        symbols.reading(sheets)

    assert str(caught.value) == "Z.svg: the picture cannot be used; it holds a <script>; draw it without."


async def test_practice_tokens_and_souvenirs_are_left_out():
    """The three objects of the practice rulebook that are no cards are not loaded."""
    written = [json.loads(line) for line in (BOOK / "oracle_cards.jsonl").read_text("utf-8").splitlines()]

    rows = await load(source_of(practice_sources(), Shelf.CARDS))

    assert Counter(type(row) for row in rows)[Card] == len(written) - 3
    assert {row.name for row in rows if isinstance(row, Card)} == {card["name"] for card in written if card["set"] == "wkf"}


async def test_each_source_has_a_name_of_its_own():
    """Sources of both corpora can stand side by side."""
    names = [source.name for source in (*practice_sources(), *list_sources("magic", None, None))]

    assert names == [
        "practice rules",
        "practice cards",
        "practice rulings",
        "practice aliases",
        "practice notes",
        "practice symbols",
        "practice categories",
        "magic aliases",
        "magic notes",
        "magic categories",
    ]


async def test_an_operators_file_adds_to_ours(tmp_path):
    """Our nicknames and the operator's are loaded as one shelf, with another version than ours alone."""
    theirs = tmp_path / "mine.toml"
    theirs.write_text('[aliases]\n"zzz top card" = "Some Card"\n')
    ours = source_of(list_sources("magic", None, None), Shelf.ALIASES)
    both = source_of(list_sources("magic", theirs, None), Shelf.ALIASES)

    assert await load(both) == [*await load(ours), Alias("zzz top card", ("Some Card",))]
    assert await both.latest() != await ours.latest()


async def test_a_changed_file_is_a_new_version(tmp_path):
    """The version follows the content of the operator's file."""
    theirs = tmp_path / "mine.toml"
    theirs.write_text('[[note]]\ncard = "Some Card"\ntext = "It rolls."\n')
    source = source_of(list_sources("magic", None, theirs), Shelf.NOTES)
    before = await source.latest()

    theirs.write_text('[[note]]\ncard = "Some Card"\ntext = "It stays."\n')

    assert await source.latest() != before
    with pytest.raises(SourceFailed, match="a file of magic notes changed while it was being loaded"):
        [batch async for batch in source.fetch(before, quiet)]


async def test_a_fault_of_an_operators_file_names_its_path(tmp_path):
    """The operator is told which file to mend."""
    theirs = tmp_path / "mine.toml"
    theirs.write_text("[aliases]\nrock = 3\n")

    with pytest.raises(SourceFailed) as caught:
        await load(source_of(list_sources("magic", theirs, None), Shelf.ALIASES))

    assert str(caught.value).startswith(f"{theirs}: the nickname 'rock' cannot be used; ")


async def test_an_operators_file_that_is_gone_is_named(tmp_path):
    """A file that was there at the start and is gone at the refresh is named."""
    source = source_of(list_sources("magic", tmp_path / "gone.toml", None), Shelf.ALIASES)

    with pytest.raises(SourceFailed, match=r"gone\.toml cannot be read \(No such file or directory\); put it back"):
        await source.latest()


async def test_progress_is_told_at_the_end():
    """A file is told to be done when all its rows were given."""
    told = []
    source = source_of(practice_sources(), Shelf.SYMBOLS)

    rows = [row async for batch in source.fetch(await source.latest(), lambda *step: told.append(step)) for row in batch]

    assert told == [("practice symbols", len(rows), len(rows))]
