"""The JSON that doors show."""

import datetime
import json
import uuid
from enum import Enum
from typing import Literal

import attrs
import pytest

from headjudge import described, plain, schemas


class Suit(Enum):
    LANTERN = "lantern"
    BELL = "bell"


@attrs.frozen
class Inner:
    """Something inside."""

    word: str = described("A word.", maxLength=5)


@attrs.frozen
class Outer:
    """Something outside."""

    kind: Literal["outer"] = described("Always ``outer``.")
    inner: Inner = described("What is inside.")
    many: tuple[Inner, ...] = described("More of it.")
    suit: Suit = described("Its suit.")
    day: datetime.date | None = described("Its day.", default=None)
    number: uuid.UUID | None = described("Its number.", default=None)
    shares: tuple[float, ...] = described("Its shares.", default=(), maxItems=3)


OUTER = Outer("outer", Inner("a"), (Inner("b"),), Suit.BELL, datetime.date(2026, 3, 1), uuid.UUID(int=7))


def test_a_shape_is_written_as_plain_json() -> None:
    """Enums by their value, days and numbers as text, tuples as lists."""
    written = plain(OUTER)

    assert written == {
        "kind": "outer",
        "inner": {"word": "a"},
        "many": [{"word": "b"}],
        "suit": "bell",
        "day": "2026-03-01",
        "number": "00000000-0000-0000-0000-000000000007",
        "shares": [],
    }
    assert json.loads(json.dumps(written)) == written


def test_a_schema_holds_every_shape_once() -> None:
    """By class name, with what is described, what is required and what limits it."""
    made = schemas(Outer, root="#/components/schemas/")

    assert set(made) == {"Outer", "Inner"}
    assert made["Inner"] == {
        "type": "object",
        "description": "Something inside.",
        "properties": {"word": {"type": "string", "description": "A word.", "maxLength": 5}},
        "required": ["word"],
    }
    properties = made["Outer"]["properties"]
    assert made["Outer"]["required"] == ["kind", "inner", "many", "suit"]
    assert properties["kind"] == {"type": "string", "enum": ["outer"], "description": "Always ``outer``."}
    assert properties["inner"] == {"$ref": "#/components/schemas/Inner", "description": "What is inside."}
    assert properties["many"] == {"type": "array", "items": {"$ref": "#/components/schemas/Inner"}, "description": "More of it."}
    assert properties["suit"] == {"type": "string", "enum": ["lantern", "bell"], "description": "Its suit."}
    assert properties["day"]["anyOf"] == [{"type": "string", "format": "date"}, {"type": "null"}]
    assert properties["shares"] == {"type": "array", "items": {"type": "number"}, "description": "Its shares.", "maxItems": 3}


def test_what_has_no_place_in_json_is_refused() -> None:
    """A type that no JSON stands for is named."""

    @attrs.frozen
    class Odd:
        """Odd."""

        thing: complex = described("A thing.")

    with pytest.raises(TypeError, match="complex"):
        schemas(Odd)
