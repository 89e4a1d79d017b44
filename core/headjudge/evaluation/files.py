"""Reading files of questions: JSON Lines, one question a line."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from headjudge.errors import HeadjudgeError

__all__ = ["QuestionsInvalid", "read_lines"]

T = TypeVar("T")


class QuestionsInvalid(HeadjudgeError):
    """A file of questions cannot be read; the message names the line and the cure."""


def read_lines(path: Path, read: Callable[[dict[str, Any]], T | None]) -> Sequence[T]:
    """Return what *read* makes of each line of *path*; None leaves a line out.

    Raises:
        QuestionsInvalid: a line is no JSON object, or *read* misses a field or finds a wrong type in it.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")  # a question may hold U+2028
    except (OSError, UnicodeDecodeError) as error:
        raise QuestionsInvalid(f"{path} cannot be read ({error}); name a file of JSON lines") from error
    found = [_read(path, number, line, read) for number, line in enumerate(lines, 1) if line.strip()]
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
