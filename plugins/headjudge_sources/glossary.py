"""The glossary of the rules text."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from headjudge import GlossaryEntry

__all__ = ["read_glossary"]

# 'Banding, “Bands with Other”' and 'Partner, “Partner—[text],” “Partner with [name]”' are several terms.
_BETWEEN: Final = re.compile(r",[”\"]?\s+")
_REMARK: Final = re.compile(r"\s*\(Obsolete\)$")
_QUOTES: Final = '“”", '


def read_glossary(lines: Sequence[str]) -> tuple[GlossaryEntry, ...]:
    """Return the entries of *lines*, which are stripped: a line of terms, then the text, parted by blank lines."""
    return tuple(GlossaryEntry(_terms(block[0]), "\n".join(block[1:])) for block in _blocks(lines))


def _blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    return (list(block) for filled, block in groupby(lines, key=bool) if filled)


def _terms(line: str) -> tuple[str, ...]:
    parts = (part.strip(_QUOTES) for part in _BETWEEN.split(_REMARK.sub("", line)))
    return tuple(part for part in parts if part)
