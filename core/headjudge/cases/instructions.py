"""What an agent is told: how a case goes, how a reading and how a draft is written."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from headjudge.domain.rules import Category
from headjudge.forms import reading_schema, verdict_schema

__all__ = ["draft_form", "drafting", "guide", "reading", "reading_form"]

LOOK_UP: Final = ("rules", "search")
"""Fields of a look-up, which is a step of its own here."""
NEEDED: Final = ("kind", "citations", "answer", "confidence")


@cache
def _text(name: str) -> str:
    return (files("headjudge.cases") / "texts" / f"{name}.txt").read_text("utf-8")


def guide() -> str:
    """Return how an agent with a terminal takes a question through a case."""
    return _text("guide")


def reading(categories: Sequence[Category]) -> str:
    """Return how a reading is written, with the *categories* to choose from."""
    listed = "\n".join(f"- {category.name}: {category.title}" for category in categories) or "(none: leave the list empty)"
    return f"{_text('reading')}\n{listed}\n"


def drafting() -> str:
    """Return how a draft is written."""
    return _text("draft")


def reading_form(categories: Sequence[Category] = ()) -> dict[str, Any]:
    """Return the JSON Schema of a reading, in which *categories* are those to choose from."""
    schema = reading_schema([category.name for category in categories])
    return {**schema, "required": [name for name in schema["required"] if name != "carried"]}


def draft_form() -> dict[str, Any]:
    """Return the JSON Schema of a draft: a verdict, or that there is none."""
    schema = verdict_schema(kinds=("verdict", "undecided"))
    fields = {name: field for name, field in schema["properties"].items() if name not in LOOK_UP}
    return {**schema, "properties": fields, "required": list(NEEDED)}
