"""Reading files of questions: JSON Lines, one question a line."""

import difflib
import hashlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from headjudge.errors import HeadjudgeError

__all__ = ["HALVES", "Half", "QuestionsInvalid", "half_of", "misspelt", "must_cites", "read_lines", "texts"]

T = TypeVar("T")
Half = Literal["even", "odd"]
HALVES: Final[tuple[Half, ...]] = ("even", "odd")


class QuestionsInvalid(HeadjudgeError):
    """A file of questions cannot be read; the message names the line and the cure."""


def read_lines(path: Path, read: Callable[[dict[str, Any]], T | None]) -> Sequence[T]:
    """Return what *read* makes of each line of *path*; None leaves a line out.

    Raises:
        QuestionsInvalid: there is no line, one is no JSON object, or *read* misses a field or finds a wrong type in it.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")  # a question may hold U+2028
    except (OSError, UnicodeDecodeError) as error:
        raise QuestionsInvalid(f"{path} cannot be read ({error}); name a file of JSON lines") from error
    found = [_read(path, number, line, read) for number, line in enumerate(lines, 1) if line.strip()]
    if not found:
        raise QuestionsInvalid(f"{path.name} is empty; write an object a line, as docs/reference/questions.md says")
    return [thing for thing in found if thing is not None]


def _object(line: str) -> dict[str, Any]:
    found = json.loads(line)
    if not isinstance(found, dict):
        raise TypeError(f"it is no object but a {type(found).__name__}")
    return found


def _read(path: Path, number: int, line: str, read: Callable[[dict[str, Any]], T | None]) -> T | None:
    try:
        return read(_object(line))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        fault = f"misses {error}" if isinstance(error, KeyError) else str(error)
        raise QuestionsInvalid(f"line {number} of {path.name} cannot be used ({fault}); see docs/reference/questions.md") from error


def texts(found: Any, field: str) -> tuple[str, ...]:
    """Return *found*, what a line holds under *field*, as strings; absent and null are none.

    Raises:
        TypeError: it is no list of strings. A bare string would be read letter by letter.
    """
    if found is not None and not (isinstance(found, list) and all(isinstance(text, str) for text in found)):
        raise TypeError(f"{field} is no list of strings")
    return tuple(found or ())


def misspelt(line: Mapping[str, Any], fields: Collection[str]) -> Sequence[str]:
    """Return a sentence for each key of *line* that is nearly one of *fields* and stands in its place. Other keys are the author's own."""
    near = [(key, difflib.get_close_matches(key, fields, 1, 0.8)) for key in line if key not in fields]
    return [f"the field {key!r} is not read; did you mean {meant[0]!r}?" for key, meant in near if meant and meant[0] not in line]


def half_of(key: str) -> Half:
    """Return the half that the question *key* belongs to, in every file and on every machine: by the last byte of its id's SHA-256."""
    return HALVES[hashlib.sha256(key.encode()).digest()[-1] % 2]


def must_cites(line: Mapping[str, Any]) -> tuple[frozenset[str], ...]:
    """Return what an answer to the question of *line* must cite: of each set one rule.

    Raises:
        ValueError: its `match` is no known one.
    """
    if sets := line.get("must_cite"):
        return tuple(frozenset(texts(alternatives, "a set in must_cite")) for alternatives in sets if alternatives)
    rules, match = texts(line.get("expected_rules"), "expected_rules"), line.get("match") or "all"
    if match not in ("all", "any"):
        raise ValueError(f"match is {match!r}, not 'all' or 'any'")
    return tuple(frozenset([number]) for number in rules) if match == "all" or not rules else (frozenset(rules),)
