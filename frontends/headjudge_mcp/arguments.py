"""Reading a tool's arguments: what is wrong with them is told by field, with the cure."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import cattrs
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from headjudge_api.requests import kind_of
from headjudge_mcp.tool import Tool

__all__ = ["ArgumentsInvalid", "read_arguments"]

SHOWN: Final = 5
"""Most faults that are told."""
NAMES: Final = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "a boolean",
    "array": "an array",
    "object": "an object",
}
SURROGATE: Final = re.compile("[\ud800-\udfff]")


class ArgumentsInvalid(ValueError):
    """Arguments are not of the shape; the text names each at fault, and is fit to be shown."""


def read_arguments(tool: Tool, given: Mapping[str, Any]) -> Any:
    """Return *given* as arguments of *tool*; null is as good as nothing.

    Raises:
        ArgumentsInvalid: an argument is missing, unknown, or not of its form.
    """
    given = {name: value for name, value in given.items() if value is not None}
    faults = [fault for error in Draft202012Validator(tool.accepted).iter_errors(given) for fault in _faults(error)]
    faults = list(dict.fromkeys(faults)) or _unwritable(given)
    if faults:
        more = "; and more" if len(faults) > SHOWN else ""
        raise ArgumentsInvalid(f"{'; '.join(faults[:SHOWN])}{more}. {_takes(tool)}")
    return _CONVERTER.structure(given, tool.arguments)


def _takes(tool: Tool) -> str:
    """What *tool* takes, in a sentence."""
    required = tool.accepted["required"]
    told = [f"`{name}`{' (required)' if name in required else ''}" for name in tool.accepted["properties"]]
    return f"{tool.name} takes {', '.join(told) or 'no arguments'}."


def _faults(error: ValidationError) -> Iterator[str]:
    """Give what *error* says, a few words each, by the path of the argument."""
    given, held, path = error.instance, error.validator_value, _path(error)
    match error.validator:
        case "required":
            yield from (f"`{_under(path, name)}` is missing" for name in held if name not in given)
        case "additionalProperties":
            known = error.schema["properties"]
            yield from (f"`{_under(path, name)[:80]}` is no argument" for name in given if name not in known)
        case "anyOf":  # a type or null: null is not what was meant
            meant = [part for part in error.context or () if part.validator_value != "null"]
            yield from (fault for part in meant for fault in _faults(part))
        case _:
            yield f"`{path}` {_fault(str(error.validator), held, given)}"


def _fault(validator: str, held: Any, given: Any) -> str:
    """What is wrong with the value *given* by the keyword *validator*, which holds it to *held*."""
    if validator in ("minLength", "pattern") and not given.strip():
        return "is blank; write what is asked for"
    tell = SAYINGS.get(validator)
    return tell(held, given) if tell else f"is not as the schema says ({validator}: {held})"


def _wanted(kinds: Any) -> str:
    return " or ".join(NAMES[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds))


def _path(error: ValidationError) -> str:
    path = ""
    for step in error.absolute_path:
        path = f"{path}[{step}]" if isinstance(step, int) else _under(path, step)
    return path or "the arguments"


def _under(path: str, name: str) -> str:
    return f"{path}.{name}" if path and path != "the arguments" else name


def _unwritable(given: Mapping[str, Any]) -> list[str]:
    """Arguments with what no text has; they are searched without recursion, for nobody limits how deep they go."""
    faults = []
    for name, value in given.items():
        waiting = [value]
        while waiting:
            part = waiting.pop()
            if isinstance(part, str) and ("\0" in part or SURROGATE.search(part)):
                faults.append(f"`{name}` holds NUL or half of a surrogate pair, which no text has; take it out")
                break
            waiting += part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return faults


def _converter() -> cattrs.Converter:
    """What comes has been held to the schema, so that nothing is bent into place."""
    converter = cattrs.Converter()
    converter.register_structure_hook_func(lambda hint: hint == dict[str, Any], lambda value, _: value)
    return converter


SAYINGS: Final[Mapping[str, Callable[[Any, Any], str]]] = {
    "type": lambda held, given: f"must be {_wanted(held)}, not {kind_of(given)}",
    "minLength": lambda held, given: f"has {len(given)} characters; write at least {held}",
    "maxLength": lambda held, given: f"has {len(given)} characters; at most {held} fit",
    "pattern": lambda _, __: "holds a character that is not allowed, or too few; write it as its description says",
    "minItems": lambda held, given: f"has {len(given)} items; give at least {held}",
    "maxItems": lambda held, given: f"has {len(given)} items; at most {held} fit",
    "uniqueItems": lambda _, __: "names one thing twice; name it once",
    "minimum": lambda held, _: f"must be at least {held}",
    "maximum": lambda held, _: f"must be at most {held}",
}
"""What is wrong by each keyword of JSON Schema that the shapes use, given what it holds and what came."""
_CONVERTER: Final = _converter()
