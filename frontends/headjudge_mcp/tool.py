"""A tool: what an agent reads of it, and what it does."""

from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
from typing import Any

import attrs

from headjudge import plain, schemas
from headjudge_mcp.wording import text

__all__ = ["DEFS", "Heard", "Told", "Tool", "failed", "shown", "unsettled", "without"]

DEFS = "#/$defs/"
Heard = Callable[[str], Awaitable[None]]
"""Tells the client the name of a stage as it begins."""


@attrs.frozen
class Told:
    """What a tool gives: JSON of its output schema, or an error in words."""

    body: Mapping[str, Any] | None
    message: str = ""
    """The error in words, where there is no JSON."""
    failed: bool = False
    """Whether the client is told that the tool failed."""


def shown(shape: Any) -> Told:
    """Return *shape*, an attrs object, as what a tool gives."""
    return Told(plain(shape))


def unsettled(shape: Any) -> Told:
    """Return *shape* as what a tool gives that could not do what it is for."""
    return Told(plain(shape), failed=True)


def failed(message: str) -> Told:
    """Return the error *message*, as the end of a call that found nothing or could not be made."""
    return Told(None, message, failed=True)


@attrs.frozen(eq=False, slots=False)
class Tool:
    """A tool that agents call."""

    name: str
    title: str
    arguments: type
    """Their shape."""
    replies: tuple[type, ...]
    """Shapes of what it gives; it is of one of them."""
    call: Callable[[Any, Heard], Awaitable[Told]]
    """Does it, given arguments of the shape.

    Raises:
        StoreFailed: the database cannot be read.
    """
    changes: bool = False
    """Whether it changes or spends anything."""
    repeatable: bool = True
    """Whether to call it twice is as good as once."""
    deep: bool = True
    """Whether its output schema says what is in the objects of its replies."""
    forms: Mapping[str, Mapping[str, Any]] = attrs.Factory(dict)
    """Schemas of arguments that are objects whose faults the tool itself tells better."""

    @cached_property
    def description(self) -> str:
        """What it is for, what its replies mean, and when to call it."""
        return text(self.name)

    @cached_property
    def accepted(self) -> dict[str, Any]:
        """JSON Schema of what is let through: a form may also come as the text of its JSON, as language models like to write it."""
        return self._input({name: {"type": ["object", "string"]} for name in self.forms})

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        """JSON Schema of the arguments, as agents read it: the patterns are left out, for the descriptions say the same in words."""
        schema: dict[str, Any] = without(self._input(self.forms), "pattern")
        return schema

    def _input(self, forms: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
        made = schemas(self.arguments, root=DEFS)
        own = made.pop(self.arguments.__name__)
        properties = {name: {**field, **forms.get(name, {}), "description": field["description"]} for name, field in own["properties"].items()}
        schema = {"type": "object", "properties": properties, "required": own["required"], "additionalProperties": False}
        return {**schema, **({"$defs": made} if made else {})}

    @cached_property
    def output_schema(self) -> dict[str, Any]:
        """JSON Schema of what it gives, without descriptions: all tools together are listed in 30 KB. The reference has them.

        Its root says `object`, as clients of before 2026 want it.
        """
        made: dict[str, Any] = without(schemas(*self.replies, root=DEFS), "description")
        names = [reply.__name__ for reply in self.replies]
        if not self.deep:
            made = {name: _shallow(made[name]) for name in names}
        if len(names) > 1 and self.deep:
            return {"type": "object", "anyOf": [{"$ref": f"{DEFS}{name}"} for name in names], "$defs": made}
        if len(names) > 1:
            return {"type": "object", "anyOf": [made[name] for name in names]}
        own = made.pop(names[0])
        return {**own, **({"$defs": made} if made else {})}


def without(schema: Any, keyword: str) -> Any:
    """Return *schema* without *keyword*. A property of that name stays, for what it is given is no text."""
    if isinstance(schema, dict):
        return {key: without(value, keyword) for key, value in schema.items() if key != keyword or not isinstance(value, str)}
    return [without(part, keyword) for part in schema] if isinstance(schema, list) else schema


def _shallow(schema: Any) -> Any:
    """*schema* with every shape in it as an object of which no more is said."""
    if isinstance(schema, dict):
        return {"type": "object"} if "$ref" in schema else {key: _shallow(value) for key, value in schema.items()}
    return [_shallow(part) for part in schema] if isinstance(schema, list) else schema
