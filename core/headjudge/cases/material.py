"""The material of a case as an agent is shown it: sources by the names that a citation repeats, in parts that fit one reply."""

import json
from collections.abc import Iterator, Sequence
from typing import Final

from headjudge.cases.shapes import LeadBody, MaterialBody, SourceBody
from headjudge.domain.passages import CITABLE, Brief, Kind, Passage
from headjudge.forms import handles
from headjudge.shapes import plain

__all__ = ["added", "part"]

PART: Final = 18_000
"""Bytes of JSON in a part: with the instructions and the form beside it a reply stays under 30 KB."""
Text = SourceBody | LeadBody


def part(brief: Brief, number: int) -> MaterialBody | None:
    """Return part *number* of the texts of *brief*, from 1; None when there are not so many."""
    cards_first = sorted(brief.passages, key=lambda passage: passage.reference.kind is not Kind.ORACLE)
    parts = _parts(_texts(brief, cards_first))
    return _material(parts[number - 1], number, len(parts)) if 0 < number <= len(parts) else None


def added(brief: Brief, before: Brief) -> MaterialBody:
    """Return the texts of *brief* that *before* lacks. They are few: a look-up adds no more than a part holds."""
    return _material([*_texts(brief, brief.passages[len(before.passages) :])], 1, 1)


def _material(texts: Sequence[Text], number: int, parts: int) -> MaterialBody:
    sources = tuple(text for text in texts if isinstance(text, SourceBody))
    return MaterialBody(sources, tuple(text for text in texts if isinstance(text, LeadBody)), number, parts)


def _texts(brief: Brief, passages: Sequence[Passage]) -> Iterator[Text]:
    named = {passage.reference: handle for handle, passage in handles(brief).items()}
    for passage in passages:
        kind = passage.reference.kind
        if kind in CITABLE:
            title = passage.label if kind is Kind.RULING else passage.heading or passage.label
            yield SourceBody(named[passage.reference], title, passage.text)
        else:
            yield LeadBody("note" if kind is Kind.NOTE else "glossary", passage.reference.key, passage.text)


def _parts(texts: Iterator[Text]) -> list[list[Text]]:
    """*texts* in their order, as many in each part as fit; without any there is one empty part."""
    parts: list[list[Text]] = [[]]
    room = PART
    for text in texts:
        size = len(json.dumps(plain(text), ensure_ascii=False).encode())
        if size > room and parts[-1]:
            parts.append([])
            room = PART
        parts[-1].append(text)
        room -= size
    return parts
