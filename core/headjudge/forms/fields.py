"""The fields of a form: found in a text, read one by one, every fault noted in words."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from headjudge.domain.questions import control_character

__all__ = ["PHRASE", "Form", "FormInvalid", "found", "list_schema", "object_schema", "shown", "text_schema"]

T = TypeVar("T")

BYTES: Final = 65_536
"""Most of a form, with all that stands around it."""
PHRASE: Final = 400
"""Most characters of a name, a concept, a paraphrase or a search."""
OPENINGS: Final = 50
"""At how many braces an object may begin: talk around the form has some too, those of mana symbols."""
SHOWN: Final = 80
"""Most characters of a value that a fault repeats."""
NEAR: Final = 30
"""How many characters before the place at which JSON breaks are repeated."""


class FormInvalid(ValueError):
    """What was handed in is not the form that was asked for.

    Attributes:
        faults: a sentence a fault, each beginning with the field's place where it has one.
    """

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults))


def object_schema(**properties: Any) -> dict[str, Any]:
    """Return the schema of an object that has all of *properties* and no other, as strict modes ask for."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def list_schema(description: str) -> dict[str, Any]:
    """Return the schema of a list of texts."""
    return {"type": "array", "items": {"type": "string"}, "description": description}


def text_schema(description: str) -> dict[str, Any]:
    """Return the schema of a text."""
    return {"type": "string", "description": description}


class Form:
    """The fields of a form, or of a part of it, read one by one; every fault is noted, and `close` raises them all."""

    def __init__(self, fields: Mapping[str, Any], place: str = "", faults: list[str] | None = None) -> None:
        self._fields = fields
        self._place = place
        self._faults = [] if faults is None else faults

    def fault(self, place: str, what: str) -> None:
        """Note that something is wrong at *place*."""
        self._faults.append(f"{self._place}{place}: {what}.")

    def gives(self, name: str) -> bool:
        """Return whether a field that may be left out is there."""
        return self._fields.get(name) is not None

    def close(self) -> None:
        """Raise `FormInvalid` if any fault was noted."""
        if self._faults:
            raise FormInvalid(self._faults)

    def text(self, name: str, longest: int) -> str:
        """Return the text of a field; empty when it is faulty."""
        return self._checked(name, self._fields.get(name), longest)

    def texts(self, name: str, most: int) -> Sequence[tuple[str, str]]:
        """Return (place, text) of each text in a list that is not blank."""
        texts = [(place, self._checked(place, item, PHRASE)) for place, item in self._items(name, self._fields.get(name), most)]
        return [(place, text) for place, text in texts if text]

    def word(self, name: str, words: Mapping[str, T]) -> T | None:
        """Return what the word of a field stands for; None when it is faulty."""
        text = self._checked(name, self._fields.get(name), PHRASE)
        plain = "_".join(text.casefold().replace("-", " ").split())
        if text and plain not in words:
            self.fault(name, f"{shown(text)} is none of {', '.join(words)}")
        elif not text and isinstance(self._fields.get(name), str):
            self.fault(name, f"is blank; write one of {', '.join(words)}")
        return words.get(plain)

    def parts(self, name: str, most: int) -> Sequence["Form"]:
        """Return the objects in a list."""
        parts = []
        for place, item in self._items(name, self._fields.get(name), most):
            if isinstance(item, dict):
                parts.append(Form(item, f"{self._place}{place}.", self._faults))
            else:
                self.fault(place, f"is {_kind(item)}; write an object")
        return parts

    def _items(self, name: str, value: object, most: int) -> Sequence[tuple[str, object]]:
        if not isinstance(value, list):
            self.fault(name, "is missing; write a list" if value is None else f"is {_kind(value)}; write a list")
            return []
        if len(value) > most:
            self.fault(name, f"holds {len(value)} entries; at most {most} fit")
        return [(f"{name}[{place}]", item) for place, item in enumerate(value[:most])]

    def _checked(self, place: str, value: object, longest: int) -> str:
        """*value* when it is a text within bounds, without blanks around it; otherwise an empty text."""
        if not isinstance(value, str):
            self.fault(place, "is missing; write text" if value is None else f"is {_kind(value)}; write text")
        elif len(value) > longest:
            self.fault(place, f"has {len(value)} characters; at most {longest} fit")
        elif (bad := control_character(value)) is not None:
            self.fault(place, f"holds the character U+{ord(bad):04X}; write it without")
        else:
            return value.strip()
        return ""


def _kind(value: object) -> str:
    """What kind of JSON *value* is, in words."""
    kinds = {bool: "true or false", int: "a number", float: "a number", str: "text", list: "a list", dict: "an object"}
    return kinds.get(type(value), "null")


def shown(text: str) -> str:
    """Return *text* as a fault repeats it: in quotation marks, its odd characters written out, cut short."""
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}…")


def found(text: str, key: str) -> Mapping[str, Any]:
    """The last whole JSON object in *text* that has *key*: models think aloud before it, in drafts at times.

    Raises:
        FormInvalid: there is none.
    """
    if (size := len(text.encode(errors="surrogatepass"))) > BYTES:
        raise FormInvalid([f"The form has {size} bytes; at most {BYTES} fit."])
    objects, faults = _objects(text)
    if not objects or (faults and all(key not in each for each in objects)):
        raise FormInvalid(faults[:1] or ["There is no JSON object in it."])
    return next((each for each in reversed(objects) if key in each), objects[-1])


def _objects(text: str) -> tuple[list[Mapping[str, Any]], list[str]]:
    """The JSON objects that stand in *text*, and why no object begins at its other braces."""
    objects: list[Mapping[str, Any]] = []
    faults: list[str] = []
    start = text.find("{")
    for _ in range(OPENINGS):
        if start < 0:
            break
        end = start + 1
        try:
            found, end = _DECODER.raw_decode(text, start)
            objects.append(found)
        except json.JSONDecodeError as error:
            faults.append(f"The JSON cannot be read: {error.msg} (behind {text[max(error.pos - NEAR, start) : error.pos]!r}).")
        except RecursionError:
            faults.append("The JSON is nested too deep.")
        except ValueError as error:
            faults.append(f"The JSON cannot be read: {error}.")
        start = text.find("{", end)
    return objects, faults


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise ValueError(f"the field {shown(twice)} stands in it twice")
    return fields


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_number, strict=False)
"""Line ends inside texts are let through: models write them."""
