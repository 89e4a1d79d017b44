"""Cutting what is long, so that no result is above 30 KB."""

import json
from collections.abc import Sequence
from typing import Final, TypeVar

import attrs

from headjudge import plain

__all__ = ["ROOM", "part"]

T = TypeVar("T", bound=attrs.AttrsInstance)

ROOM: Final = 20_000
"""Bytes of JSON for the items of a part: with what stands around them a result, as an agent reads it, stays under 30 KB."""


def part(items: Sequence[T], offset: int) -> tuple[tuple[T, ...], int | None]:
    """Return those of *items* from *offset* on that fit, at least one, and the offset of the rest: None where there is none."""
    room, end = ROOM, offset
    for item in items[offset:]:
        room -= len(json.dumps(plain(item)))
        if room < 0 and end > offset:
            break
        end += 1
    return tuple(items[offset:end]), end if end < len(items) else None
