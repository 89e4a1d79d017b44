"""The judge request: its shape, and reading it out of JSON without bending anything into place."""

import re
import uuid
from collections.abc import Callable
from typing import Any, Final, TypeVar, get_origin

import attrs
import cattrs
from cattrs.errors import BaseValidationError, IterableValidationError, IterableValidationNote
from cattrs.gen import make_dict_structure_fn

from headjudge import Pin, Question, described

__all__ = ["JudgeRequest", "PinBody", "RequestInvalid", "kind_of", "read_question"]

T = TypeVar("T")
Hook = Callable[[Any, Any], Any]
"""Makes a value of a type, given the parsed JSON and the type."""

CONTROLS: Final = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
"""Nobody needs them: controls but tab and line ends."""
WORDS: Final = rf"^[^{CONTROLS}]*[^\s{CONTROLS}][^{CONTROLS}]*$"
"""Something besides white space, and no control character, as a schema says it."""
SHOWN: Final = 5
"""Most faults of a request that are told: 64 KiB hold thousands."""


@attrs.frozen
class PinBody:
    """A choice for an ambiguous name."""

    span: str = described("The text as the ambiguous reply gave it.", minLength=1, maxLength=200, pattern=WORDS)
    name: str = described("The full card name chosen.", minLength=1, maxLength=200, pattern=WORDS)


@attrs.frozen
class JudgeRequest:
    """A question. Fields that are not listed are ignored."""

    question: str = described("What is asked; `[[Full Card Name]]` matches that exact card.", minLength=1, maxLength=1000, pattern=WORDS)
    session_id: uuid.UUID | None = described("Questions that share one share their history. The client makes it up; absent: none.", default=None)
    pins: tuple[PinBody, ...] | None = described("Choices for ambiguous names, one for each span.", default=None, maxItems=8, uniqueItems=True)


class RequestInvalid(ValueError):
    """A request is not of the shape; the text names each field at fault, and is fit to be shown."""


def read_question(data: Any, door: str) -> Question:
    """Return the question in the parsed JSON *data*, asked through *door*. Whether it keeps the limits is not looked at.

    Raises:
        RequestInvalid: a field is missing, or is not of its type.
    """
    try:
        request = _CONVERTER.structure(data, JudgeRequest)
    except (BaseValidationError, ValueError) as error:
        raise RequestInvalid(_told(error)) from None
    pins = tuple(Pin(pin.span, pin.name) for pin in request.pins or ())
    return Question(request.question, pins, f"web:{request.session_id}" if request.session_id else None, door=door)


def _converter() -> cattrs.Converter:
    """Only what is of its type already is taken: cattrs alone would make ``"5"`` of 5."""
    converter = cattrs.Converter()
    converter.register_structure_hook(str, lambda value, _: _text(value))
    converter.register_structure_hook(uuid.UUID, lambda value, _: _uuid(value))
    converter.register_structure_hook_factory(_is_array, _array_hook)
    converter.register_structure_hook_factory(attrs.has, _object_hook)
    return converter


def _is_array(hint: Any) -> bool:
    return get_origin(hint) is tuple


def _array_hook(hint: Any, converter: cattrs.BaseConverter) -> Hook:
    item = hint.__args__[0]
    each = converter.get_structure_hook(item)

    def structure(value: Any, _: Any) -> Any:
        made, faults = [], list[Exception]()
        for index, given in enumerate(_of(list, value, "an array")):
            try:
                made.append(each(given, item))
            except (BaseValidationError, ValueError) as error:
                error.add_note(IterableValidationNote(f"item {index}", index, item))
                faults.append(error)
            if len(faults) > SHOWN:  # an exception for each of 20,000 would take half a second and 50 MB
                break
        if faults:
            raise IterableValidationError("an array", faults, hint)
        return tuple(made)

    return structure


def _object_hook(shape: Any, converter: cattrs.BaseConverter) -> Hook:
    fields: Hook = make_dict_structure_fn(shape, converter)

    def structure(value: Any, _: Any) -> Any:
        return fields(_of(dict, value, "an object"), shape)

    return structure


def _of(kind: type[T], value: Any, name: str) -> T:
    if not isinstance(value, kind):
        raise ValueError(f"must be {name}, not {kind_of(value)}")
    return value


def kind_of(value: Any) -> str:
    """Return what kind of JSON *value* is, in words."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "an array"
        case _:
            return "an object"


def _text(value: Any) -> str:
    text = _of(str, value, "a string")
    if "\0" in text:
        raise ValueError("holds the character NUL, which no text has")
    if re.search("[\ud800-\udfff]", text):
        raise ValueError("holds half of a surrogate pair, which is no character")
    return text


def _uuid(value: Any) -> uuid.UUID:
    """RFC 4122 writes one with hyphens, in any case; Python alone would take braces and much else."""
    if not isinstance(value, str) or not re.fullmatch(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", value):
        raise ValueError("must be a UUID, such as 6f1c1f6e-3d1f-4d3c-9b0a-2f4a9a6f7f10")
    return uuid.UUID(value)


def _told(error: Exception) -> str:
    """Every fault by its field; the first few alone where there are very many."""
    told = [f"{path or 'the body'}: {fault}" for path, fault in _faults(error, "")]
    more = "; and more" if len(told) > SHOWN else ""
    return f"{'; '.join(told[:SHOWN])}{more}."


def _faults(error: Exception, path: str) -> list[tuple[str, str]]:
    """(field, what is wrong with it) of *error*, which arose at *path*."""
    if not isinstance(error, BaseValidationError):
        return [(path, "is missing" if isinstance(error, KeyError) else str(error))]
    found: list[tuple[str, str]] = []
    for fault in error.exceptions:
        found += _faults(fault, path + _step(fault, path))
    return found


def _step(error: Exception, path: str) -> str:
    """Where in its object or array *error* arose, as a path goes on."""
    for note in getattr(error, "__notes__", ()):
        name, index = getattr(note, "name", None), getattr(note, "index", None)
        if name is not None:
            return f".{name}" if path else str(name)
        if index is not None:
            return f"[{index}]"
    return ""


_CONVERTER: Final = _converter()
