"""Values of the corpora as rows of the tables, and rows as values."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar

import attrs
import orjson
import sqlalchemy as sa
from cattrs import Converter

from headjudge import (
    Alias,
    Card,
    CardName,
    Category,
    Concept,
    GlossaryEntry,
    NameKind,
    Note,
    Printing,
    RowOf,
    Rule,
    Ruling,
    Section,
    Symbol,
    Translation,
    fold,
    masked_hash,
    short_name,
)
from headjudge_sql import schema

__all__ = [
    "ENTRIES",
    "Row",
    "card",
    "card_name",
    "dump",
    "entry",
    "keepable",
    "load",
    "name_rows",
    "printed_name",
    "row",
    "rule",
    "ruling",
    "strength",
    "translation",
]

T = TypeVar("T")
Row = dict[str, Any]
"""A row to be written: its columns but `edition`, `position` counted from its batch."""

# Without detailed validation a card is read in half the time; what is read here was written here.
_CONVERTER: Final = Converter(detailed_validation=False)
_CONVERTER.register_structure_hook(datetime.datetime, lambda text, _: datetime.datetime.fromisoformat(text))
ENTRIES: Final[Mapping[type, str]] = {
    Section: "section",
    GlossaryEntry: "glossary",
    Alias: "alias",
    Note: "note",
    Symbol: "symbol",
    Category: "category",
    Concept: "concept",
}
"""The values that the table `entries` holds, and how its rows call them."""
_STRENGTH: Final = tuple(NameKind)


def dump(value: object) -> str:
    """Return *value* as JSON."""
    return orjson.dumps(value, default=_fields).decode()


def _fields(value: object) -> dict[str, Any]:
    kind: Any = type(value)
    return {name: getattr(value, name) for name in _names_of(kind)}


@cache
def _names_of(kind: Any) -> tuple[str, ...]:
    """The fields of the class *kind*; `attrs.asdict` would ask for them each time."""
    return tuple(attrs.fields_dict(kind))


def load(text: str, kind: type[T]) -> T:
    """Return the value of type *kind* that `dump` wrote as *text*."""
    return _CONVERTER.structure(orjson.loads(text), kind)


def keepable(text: str) -> bool:
    """Return whether a database can hold *text*: none can a lone surrogate, PostgreSQL no NUL. What it cannot hold is not in it."""
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def row(value: RowOf, position: int) -> tuple[sa.Table, Row]:
    """Return the table that *value* belongs to and its row.

    Raises:
        TypeError: no table holds such values.
    """
    match value:
        case Rule():
            return schema.rules, _rule_row(value, position)
        case Card():
            columns = {"oracle_id": value.oracle_id, "name": value.name, "text_hash": value.hash, "payload": dump(value)}
            return schema.cards, {"position": position, **columns}
        case Ruling():
            columns = {"key": value.key, "oracle_id": value.oracle_id, "text": value.text, "source": value.source}
            return schema.rulings, {"position": position, "published": value.published, **columns}
        case Translation():
            return schema.card_names, _translation_row(value, position)
        case _ if type(value) in ENTRIES:
            return schema.entries, {"position": position, "kind": ENTRIES[type(value)], "key": _key(value), "payload": dump(value)}
    raise TypeError(f"no shelf holds a {type(value).__name__}")


def _rule_row(rule: Rule, position: int) -> Row:
    return {
        "position": position,
        "number": rule.number,
        "text": rule.text,
        "section": rule.section,
        "heading": rule.heading,
        "examples": dump(rule.examples),
        "masked": masked_hash(rule.text),
    }


def _key(value: RowOf) -> str:
    match value:
        case Section():
            return value.number
        case GlossaryEntry():
            return value.terms[0] if value.terms else ""
        case Alias():
            return value.nickname
        case Note():
            return value.card
        case Symbol():
            return value.token
        case Category() | Concept():
            return value.name
    raise TypeError(f"a {type(value).__name__} has no key")


def rule(found: sa.Row[Any]) -> Rule:
    """Return the rule of a row of `rules`."""
    examples = tuple(orjson.loads(found.examples)) if found.examples != "[]" else ()
    return Rule(found.number, found.text, found.section, found.heading, examples)


def card(payload: str) -> Card:
    """Return the card of a row of `cards`."""
    return load(payload, Card)


def ruling(found: sa.Row[Any]) -> Ruling:
    """Return the ruling of a row of `rulings`."""
    return Ruling(found.oracle_id, found.published, found.text, found.source)


def entry(payload: str, kind: type[T]) -> T:
    """Return the value of a row of `entries`."""
    return load(payload, kind)


def card_name(found: sa.Row[Any]) -> CardName:
    """Return the name of a row of `card_names`."""
    return CardName(found.text, NameKind(found.kind), found.oracle_id, found.card)


def strength(kind: NameKind) -> int:
    """Return the place of *kind* among the kinds, strongest first."""
    return _STRENGTH.index(kind)


def name_rows(card: Card, position: int) -> Sequence[Row]:
    """Return the rows of `card_names` for *card*: of names that fold alike, the strongest."""
    rows: dict[str, Row] = {}
    for kind, text in _names(card):
        folded = fold(text)
        rows.setdefault(folded, _name_row(folded, CardName(text, kind, card.oracle_id, card.name), position))
    return tuple(rows.values())


def printed_name(printing: Printing, card: str, position: int) -> Row:
    """Return the row of `card_names` for *printing* of the card whose full name is *card*."""
    name = CardName(printing.printed_name, NameKind.PRINTED, printing.oracle_id, card)
    return _name_row(fold(printing.printed_name), name, position)


def _name_row(folded: str, name: CardName, position: int) -> Row:
    return {"position": position, "folded": folded, "oracle_id": name.oracle_id, "kind": name.kind.value, "text": name.text, "card": name.card}


def _translation_row(value: Translation, position: int) -> Row:
    """The row of `card_names`: `kind` is the language, and `card` stays empty, for the card may be loaded later or not at all."""
    columns = {"oracle_id": value.oracle_id, "kind": value.language, "text": value.name, "card": ""}
    return {"position": position, "folded": fold(value.name), **columns}


def translation(found: sa.Row[Any]) -> Translation:
    """Return the name in another language of a row of `card_names`."""
    return Translation(found.oracle_id, found.kind, found.text)


def _names(card: Card) -> Iterator[tuple[NameKind, str]]:
    faces: Iterable[str] = [face.name for face in card.faces]
    yield NameKind.CARD, card.name
    yield from ((NameKind.FACE, name) for name in faces)
    yield from ((NameKind.PRINTED, name) for name in card.printed_names)
    yield from ((NameKind.SHORT, short) for name in (card.name, *faces) if (short := short_name(name)))
