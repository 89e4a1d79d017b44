"""Where the sentences of rules, rulings and Oracle texts end."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

__all__ = ["closed", "sentences"]

_END = re.compile(r"(?:[.!?]+[”’\"')\]]*\s+(?=[^a-z\s])|\n+\s*)")
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|no|mr|mrs|ms|dr|st|jr|sr))\.$", re.IGNORECASE)
_ELLIPSIS: Final = re.compile(r"\.\s\.$")
"""A full stop after another and a blank: the rules write their ellipses so."""
TEXTS: Final = 8_000
"""Texts whose sentences are remembered: those of the rules come again with every question. About 5 MB."""
_MARK: Final = re.compile(r"[“”\"()\[\]{}]")
_CLOSERS: Final = {"“": "”", "(": ")", "[": "]", "{": "}", '"': '"'}


@lru_cache(TEXTS)
def sentences(text: str) -> tuple[str, ...]:
    """Return *text* in sentences that join to it again: each keeps the white space after it.

    A sentence ends at its full stop, or at a line's end; never inside an ellipsis, nor inside quotes, brackets or braces that are closed.
    """
    edges = [0, *_edges(text), len(text)]
    return tuple(text[start:end] for start, end in pairwise(edges) if start < end)


def closed(text: str) -> bool:
    """Return whether every quotation that *text* opens is closed in it."""
    marks = [character for _, character in _marks(text)]
    return marks.count("“") <= marks.count("”")


def _edges(text: str) -> Iterator[int]:
    enclosed = tuple(_enclosed(text))
    for match in _END.finditer(text):
        edge = match.end()
        if any(start < edge <= end for start, end in enclosed):
            continue
        if not (_ABBREVIATION.search(text[: match.start() + 1]) or _within_ellipsis(text, match)):
            yield edge


def _within_ellipsis(text: str, end: re.Match[str]) -> bool:
    """Whether the full stop at *end* is a dot of an ellipsis that goes on, or one that no closing mark ends."""
    return text.startswith(".", end.end()) or bool(_ELLIPSIS.search(text, 0, end.start() + 1) and end[0].rstrip() == ".")


def _marks(text: str) -> Iterator[tuple[int, str]]:
    """The marks of *text* with their places. An opening mark within a quotation and before a blank is a slip for the closing one."""
    inside = 0
    for match in _MARK.finditer(text):
        place, written = match.start(), match[0]
        slip = written == "“" and inside and not text[place + 1 : place + 2].strip()
        character = "”" if slip else written
        inside = max(0, inside + (character == "“") - (character == "”"))
        yield place, character


def _enclosed(text: str) -> Iterator[tuple[int, int]]:
    """The stretches from an opening mark to the place of the mark that closes it. A mark that is never closed encloses nothing."""
    opened: list[tuple[str, int]] = []
    for place, character in _marks(text):
        closes = next((depth for depth in reversed(range(len(opened))) if opened[depth][0] == character), None)
        if closes is not None:
            yield opened[closes][1], place
            del opened[closes:]
        elif character in _CLOSERS:
            opened.append((_CLOSERS[character], place))
