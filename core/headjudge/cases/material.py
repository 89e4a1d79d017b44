"""The material of a case as an agent is shown it: sources by the names that a citation repeats, in parts that fit one reply."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from headjudge.cases.shapes import LeadBody, MaterialBody, SourceBody
from headjudge.domain.passages import CITABLE, Brief, Kind, Passage
from headjudge.forms import handles
from headjudge.shapes import plain

__all__ = ["MOST", "added", "part", "size"]

MOST: Final = 28_000
"""Bytes of JSON in the texts of a reply and whatever stands beside them: tools and terminals cut longer ones at 30,000."""
Text = SourceBody | LeadBody


def part(brief: Brief, number: int, beside: int, left_out: Sequence[str]) -> MaterialBody | None:
    """Return part *number* of the texts of *brief*, from 1; None when there are not so many.

    Beside the first part stand *beside* bytes of other JSON, and the numbers that were *left_out*.
    """
    cards_first = sorted(brief.passages, key=lambda passage: passage.reference.kind is not Kind.ORACLE)
    parts = _parts(_texts(brief, cards_first), MOST - beside - size(left_out))
    if not 0 < number <= len(parts):
        return None
    return _material(parts[number - 1], number, len(parts), left_out if number == 1 else ())


def added(brief: Brief, before: Brief, beside: int) -> MaterialBody:
    """Return as many of the texts of *brief* that *before* lacks as fit beside *beside* bytes. The status of the case shows them all."""
    return _material(_parts(_texts(brief, brief.passages[len(before.passages) :]), MOST - beside)[0], 1, 1, ())


def size(value: Any) -> int:
    """Return the bytes of *value* as JSON."""
    return len(json.dumps(value, ensure_ascii=False).encode(errors="surrogatepass"))


def _material(texts: Sequence[Text], number: int, parts: int, left_out: Sequence[str]) -> MaterialBody:
    sources = tuple(text for text in texts if isinstance(text, SourceBody))
    return MaterialBody(sources, tuple(text for text in texts if isinstance(text, LeadBody)), number, parts, tuple(left_out))


def _texts(brief: Brief, passages: Sequence[Passage]) -> Iterator[Text]:
    named = {passage.reference: handle for handle, passage in handles(brief).items()}
    for passage in passages:
        kind = passage.reference.kind
        if kind in CITABLE:
            title = passage.label if kind is Kind.RULING else passage.heading or passage.label
            yield SourceBody(named[passage.reference], title, passage.text)
        else:
            yield LeadBody("note" if kind is Kind.NOTE else "glossary", passage.reference.key, passage.text)


def _parts(texts: Iterator[Text], room: int) -> list[list[Text]]:
    """*texts* in their order, as many in each part as fit, in the first as have *room*; without any there is one empty part."""
    parts: list[list[Text]] = [[]]
    for text in texts:
        taken = size(plain(text)) + 2
        if taken > room and parts[-1]:
            parts.append([])
            room = MOST
        parts[-1].append(text)
        room -= taken
    return parts
