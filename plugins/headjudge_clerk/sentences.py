"""Where the sentences of rules, rulings and Oracle texts end."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

__all__ = ["sentences"]

_END = re.compile(r"(?:[.!?]+[”’\"')\]]*\s+(?=[^a-z\s])|\n+\s*)")
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|no|mr|mrs|ms|dr|st|jr|sr))\.$", re.IGNORECASE)
_CLOSERS: Final = {"“": "”", "(": ")", "[": "]", "{": "}", '"': '"'}


def sentences(text: str) -> tuple[str, ...]:
    """Return *text* in sentences that join to it again: each keeps the white space after it.

    A sentence ends at its full stop, or at a line's end; never inside quotes, brackets or braces that are closed.
    """
    edges = [0, *_edges(text), len(text)]
    return tuple(text[start:end] for start, end in pairwise(edges) if start < end)


def _edges(text: str) -> Iterator[int]:
    enclosed = tuple(_enclosed(text))
    for match in _END.finditer(text):
        edge = match.end()
        if any(start < edge <= end for start, end in enclosed):
            continue
        if not _ABBREVIATION.search(text[: match.start() + 1]):
            yield edge


def _enclosed(text: str) -> Iterator[tuple[int, int]]:
    """The stretches from an opening mark to the place of the mark that closes it. A mark that is never closed encloses nothing."""
    opened: list[tuple[str, int]] = []
    for place, character in enumerate(text):
        closes = next((depth for depth in reversed(range(len(opened))) if opened[depth][0] == character), None)
        if closes is not None:
            yield opened[closes][1], place
            del opened[closes:]
        elif character in _CLOSERS:
            opened.append((_CLOSERS[character], place))
