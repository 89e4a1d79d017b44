"""Our own lists in TOML: nicknames, notes on cards, and categories; an operator's list adds to ours or overrides it."""

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

import attrs

from headjudge import Alias, Category, Note, SourceFailed, fold, rule_numbers

__all__ = ["Sheet", "read_aliases", "read_categories", "read_notes"]

T = TypeVar("T")
NICKNAME_FORM: Final = '"nickname" = "Card Name" or a list of names, under [aliases]'


@attrs.frozen
class Sheet:
    """A file that was read."""

    name: str
    raw: bytes

    @property
    def content(self) -> dict[str, Any]:
        """The TOML in it.

        Raises:
            SourceFailed: it is none.
        """
        try:
            return tomllib.loads(self.raw.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise SourceFailed(f"{self.name} is no UTF-8 text; save it as UTF-8.") from error
        except tomllib.TOMLDecodeError as error:
            raise SourceFailed(f"{self.name} is no TOML: {error}; mend that place.") from error

    def fault(self, entry: str, cure: str) -> SourceFailed:
        """Return the error that *entry* of this file cannot be used."""
        return SourceFailed(f"{self.name}: {entry} cannot be used; {cure}.")


def read_aliases(sheets: Sequence[Sheet]) -> list[Alias]:
    """Return the nicknames of *sheets*; a later one overrides an earlier, and an empty list takes it away.

    Raises:
        SourceFailed: an entry cannot be used.
    """
    merged: dict[str, Alias] = {}
    for sheet in sheets:
        content = sheet.content
        _known_keys(sheet, content, {"aliases", "ordinary"}, f"write {NICKNAME_FORM}, and everyday words as ordinary = [...]")
        merged |= _unique(sheet, _nicknames(sheet, content.get("aliases", {})), lambda alias: alias.nickname)
        for word in _strings(sheet, content, "ordinary", "'ordinary'"):
            if fold(word) not in merged:
                raise sheet.fault(f"the ordinary word {word!r}", "give it an entry under [aliases], or take it out")
            merged[fold(word)] = attrs.evolve(merged[fold(word)], ordinary=True)
    return [alias for alias in merged.values() if alias.cards]


def _nicknames(sheet: Sheet, table: Any) -> list[Alias]:
    if not isinstance(table, dict):
        raise sheet.fault("'aliases'", f"write {NICKNAME_FORM}")
    return [_alias(sheet, nickname, cards) for nickname, cards in table.items()]


def _alias(sheet: Sheet, nickname: str, cards: Any) -> Alias:
    names = [cards] if isinstance(cards, str) else cards
    if not fold(nickname) or not isinstance(names, list) or not all(isinstance(name, str) and name.strip() for name in names):
        raise sheet.fault(f"the nickname {nickname!r}", f"write {NICKNAME_FORM}")
    return Alias(nickname, tuple(names))


def read_notes(sheets: Sequence[Sheet]) -> list[Note]:
    """Return the notes of *sheets*; a later one on the same card overrides an earlier.

    Raises:
        SourceFailed: an entry cannot be used.
    """
    merged: dict[str, Note] = {}
    for sheet in sheets:
        merged |= _unique(sheet, [_note(sheet, entry) for entry in _entries(sheet, "note")], lambda note: note.card)
    return list(merged.values())


def _note(sheet: Sheet, entry: Mapping[str, Any]) -> Note:
    card = _string(sheet, entry, "card", "a [[note]]")
    named = f"the note on {card!r}"
    _known_keys(sheet, entry, {"card", "rules", "text"}, f"{named} has card, rules and text alone")
    rules = _strings(sheet, entry, "rules", named)
    wrong = [rule for rule in rules if rule_numbers(rule) != (rule,)]
    if wrong:
        raise sheet.fault(f"the rule {wrong[0]!r} of {named}", "write it as 702.19 or 702.19b")
    return Note(card, _string(sheet, entry, "text", named), rules)


def read_categories(sheets: Sequence[Sheet]) -> list[Category]:
    """Return the categories of *sheets*; a later one of the same name overrides an earlier.

    Raises:
        SourceFailed: an entry cannot be used.
    """
    merged: dict[str, Category] = {}
    for sheet in sheets:
        merged |= _unique(sheet, [_category(sheet, entry) for entry in _entries(sheet, "category")], lambda category: category.name)
    return list(merged.values())


def _category(sheet: Sheet, entry: Mapping[str, Any]) -> Category:
    name = _string(sheet, entry, "name", "a [[category]]")
    named = f"the category {name!r}"
    _known_keys(sheet, entry, {"name", "title", "sections", "cues"}, f"{named} has name, title, sections and cues alone")
    title = _string(sheet, entry, "title", named)
    return Category(name, title, _strings(sheet, entry, "sections", named), _strings(sheet, entry, "cues", named))


def _entries(sheet: Sheet, name: str) -> list[Mapping[str, Any]]:
    content = sheet.content
    _known_keys(sheet, content, {name}, f"the file holds [[{name}]] tables alone")
    entries = content.get(name, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise sheet.fault(repr(name), f"write every entry as a [[{name}]] table")
    return entries


def _string(sheet: Sheet, entry: Mapping[str, Any], key: str, named: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value.strip():
        raise sheet.fault(named, f'give it {key} = "..."')
    return value


def _strings(sheet: Sheet, entry: Mapping[str, Any], key: str, named: str) -> tuple[str, ...]:
    value = entry.get(key, [])
    if not isinstance(value, list) or not all(isinstance(part, str) and part.strip() for part in value):
        raise sheet.fault(named, f'write {key} = ["...", "..."]')
    return tuple(value)


def _known_keys(sheet: Sheet, table: Mapping[str, Any], known: set[str], cure: str) -> None:
    unknown = sorted(set(table) - known)
    if unknown:
        raise sheet.fault(f"the key {unknown[0]!r}", cure)


def _unique(sheet: Sheet, entries: Iterable[T], name: Callable[[T], str]) -> dict[str, T]:
    """*entries* by their folded names."""
    found: dict[str, T] = {}
    for entry in entries:
        if fold(name(entry)) in found:
            raise sheet.fault(f"the second entry for {name(entry)!r}", "keep one of the two")
        found[fold(name(entry))] = entry
    return found
