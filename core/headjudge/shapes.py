"""The JSON that doors show, as attrs classes: how a field is described, what its schema is, and how a value becomes plain JSON."""

import datetime
import inspect
import types
import uuid
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import attrs

__all__ = ["described", "plain", "schemas"]

PLAIN: Final[Mapping[Any, Mapping[str, Any]]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    uuid.UUID: {"type": "string", "format": "uuid"},
    datetime.date: {"type": "string", "format": "date"},
    datetime.datetime: {"type": "string", "format": "date-time"},
    type(None): {"type": "null"},
    dict[str, Any]: {"type": "object"},
}


def described(doc: str, default: Any = attrs.NOTHING, **limits: Any) -> Any:
    """A field of a shape: *doc* says what it is; *limits* are keywords of JSON Schema, such as ``maxLength=200``."""
    return attrs.field(default=default, metadata={"doc": doc, "limits": limits})


def plain(shape: Any) -> dict[str, Any]:
    """Return *shape*, an attrs object, as what the json module can write."""
    written: dict[str, Any] = attrs.asdict(shape, value_serializer=lambda _, __, value: _written(value))
    return written


def _written(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime.date | datetime.datetime):
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def schemas(*shapes: type, root: str = "#/$defs/") -> dict[str, dict[str, Any]]:
    """Return the JSON Schema of each of *shapes* and of every shape in them, by class name; references begin with *root*.

    Raises:
        TypeError: a field's type has no place in JSON.
    """
    made: dict[str, dict[str, Any]] = {}
    waiting = list(shapes)
    while waiting:
        shape = waiting.pop(0)
        if shape.__name__ not in made:
            made[shape.__name__] = _object(shape, root, waiting)
    return made


def _object(shape: type, root: str, waiting: list[type]) -> dict[str, Any]:
    hints = get_type_hints(shape)
    fields = attrs.fields(shape)
    properties = {field.name: _field(field, hints[field.name], root, waiting) for field in fields}
    required = [field.name for field in fields if field.default is attrs.NOTHING]
    return {"type": "object", "description": inspect.getdoc(shape), "properties": properties, "required": required}


def _field(field: "attrs.Attribute[Any]", hint: Any, root: str, waiting: list[type]) -> dict[str, Any]:
    return {**_of(hint, root, waiting), "description": field.metadata["doc"], **field.metadata["limits"]}


def _of(hint: Any, root: str, waiting: list[type]) -> dict[str, Any]:
    """The schema of a type; shapes that it names are put among those *waiting* to be described."""
    if hint in PLAIN:
        return dict(PLAIN[hint])
    origin = get_origin(hint)
    if origin is Literal:
        return {"type": "string", "enum": list(get_args(hint))}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_of(part, root, waiting) for part in get_args(hint)]}
    if origin is tuple and get_args(hint)[1:] == (...,):
        return {"type": "array", "items": _of(get_args(hint)[0], root, waiting)}
    if inspect.isclass(hint) and issubclass(hint, Enum):
        return {"type": "string", "enum": [member.value for member in hint]}
    if inspect.isclass(hint) and attrs.has(hint):
        waiting.append(hint)
        return {"$ref": f"{root}{hint.__name__}"}
    raise TypeError(f"{hint!r} has no place in JSON; use a plain type, a tuple of one, an enum or a shape")
