"""The practice rulebook and our own lists, as sources."""

from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePath
from typing import Any, Final, TypeVar

from headjudge import RowOf, Shelf
from headjudge_sources.card_data import CardShelf
from headjudge_sources.files import FileShelf
from headjudge_sources.json_objects import Objects
from headjudge_sources.lists import Sheet, read_aliases, read_categories, read_notes
from headjudge_sources.reviews import review_aliases, review_categories, review_notes
from headjudge_sources.rules_text import read_rules
from headjudge_sources.ruling_data import RulingShelf
from headjudge_sources.svg import PictureRefused, clean
from headjudge_sources.symbols import drawn, read_symbols, review_symbols
from headjudge_sources.tally import Tally

__all__ = ["list_sources", "practice_sources"]

T = TypeVar("T")
PRACTICE: Final = "practice"


def practice_sources() -> Iterator[FileShelf]:
    """Give the shelves of the practice rulebook."""
    # Not files("headjudge.testing"): that would import it.
    book = files("headjudge") / "testing" / "rulebook"
    yield FileShelf(PRACTICE, Shelf.RULES, (book / "rules.txt",), _rules)
    yield FileShelf(PRACTICE, Shelf.CARDS, (book / "oracle_cards.jsonl", book / "default_cards.jsonl"), _cards)
    yield FileShelf(PRACTICE, Shelf.RULINGS, (book / "rulings.jsonl",), _rulings)
    yield FileShelf(PRACTICE, Shelf.ALIASES, (book / "aliases.toml",), read_aliases, review_aliases)
    yield FileShelf(PRACTICE, Shelf.NOTES, (book / "notes.toml",), read_notes, review_notes)
    yield FileShelf(PRACTICE, Shelf.SYMBOLS, (book / "symbology.json", *_drawings(book)), _symbols, review_symbols)
    yield FileShelf(PRACTICE, Shelf.CATEGORIES, (book / "categories.toml",), read_categories, review_categories)


def list_sources(corpus: str, aliases: Path | None, notes: Path | None) -> Iterator[FileShelf]:
    """Give our own lists for *corpus*; the operator's files *aliases* and *notes* add to them or override them."""
    ours = files("headjudge_sources") / "data"
    yield FileShelf(corpus, Shelf.ALIASES, (ours / "aliases.toml", *_given(aliases)), read_aliases, review_aliases)
    yield FileShelf(corpus, Shelf.NOTES, (ours / "notes.toml", *_given(notes)), read_notes, review_notes)
    yield FileShelf(corpus, Shelf.CATEGORIES, (ours / "categories.toml",), read_categories, review_categories)


def _given(path: Path | None) -> tuple[Path, ...]:
    return (path.absolute(),) if path else ()


def _rules(sheets: Sequence[Sheet]) -> Sequence[RowOf]:
    return read_rules(sheets[0].raw, sheets[0].name).rows


def _cards(sheets: Sequence[Sheet]) -> Sequence[RowOf]:
    shelf = CardShelf()
    oracle, printings = sheets
    return [*_objects(oracle, shelf.cards), *_objects(printings, shelf.printings)]


def _rulings(sheets: Sequence[Sheet]) -> Sequence[RowOf]:
    return _objects(sheets[0], RulingShelf().rulings)


def _drawings(book: Traversable) -> list[Traversable]:
    """The pictures of the practice rulebook's symbols; each has the file name that its address ends in."""
    return sorted((book / "symbols").iterdir(), key=lambda file: file.name)


def _symbols(sheets: Sequence[Sheet]) -> Sequence[RowOf]:
    listed, *drawings = sheets
    symbols = read_symbols(listed.raw, listed.name)
    pictures = {PurePath(sheet.name).name: _picture(sheet) for sheet in drawings}
    return drawn(symbols, {symbol.svg_uri: pictures.get(symbol.svg_uri.rpartition("/")[2], "") for symbol in symbols})


def _picture(sheet: Sheet) -> str:
    try:
        return clean(sheet.raw)
    except PictureRefused as error:
        raise sheet.fault("the picture", f"{error}; draw it without") from error


def _objects(sheet: Sheet, read: Callable[[list[Any], Tally], Sequence[T]]) -> Sequence[T]:
    tally = Tally(sheet.name)
    objects = Objects(tally)
    rows = read([*objects.feed(sheet.raw), *objects.close()], tally)
    tally.close()
    return rows
