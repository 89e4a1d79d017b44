"""What answered a call as columns of its row; the texts that were shown are kept once, by their hash."""

from collections.abc import Mapping
from typing import Any

import attrs
import orjson
import sqlalchemy as sa

from headjudge import Call, Card, Inquiry, Kind, Passage, Question, Reading, Record, Reference, Sightings, Turn, text_hash
from headjudge_sql import rows

__all__ = ["record", "record_row", "texts_of"]


@attrs.frozen
class _Read:
    """The column `reading`."""

    seen: Sightings
    reading: Reading
    """Without its question, which the call has."""
    meant: tuple[tuple[str, str], ...]
    cards: tuple[str, ...]
    """Hash of each card's JSON."""


@attrs.frozen
class _Shown:
    """A passage in the column `material`."""

    kind: Kind
    key: str
    label: str
    heading: str
    card: str | None
    score: float
    text: str
    """Hash of the text."""


@attrs.frozen
class _Material:
    """The column `material`."""

    shown: tuple[int, ...]
    passages: tuple[_Shown, ...]


@attrs.frozen
class _Gates:
    """The column `gates`."""

    passed: tuple[str, ...]
    doubts: tuple[str, ...]
    objections: tuple[str, ...]


def record_row(record: Record) -> tuple[rows.Row, Mapping[str, str]]:
    """Return the columns of `calls` that hold *record*, and the texts that they name by hash."""
    cards = {text_hash(text): text for text in map(rows.dump, record.inquiry.cards)}
    texts = cards | {passage.hash: passage.text for passage in record.material}
    reading = attrs.evolve(record.inquiry.reading, question=Question(""))
    row = {
        **attrs.asdict(record.by),
        "reading": rows.dump(_Read(record.seen, reading, record.inquiry.meant, tuple(cards))),
        "material": rows.dump({"shown": record.shown, "passages": [_shown(passage) for passage in record.material]}),
        "turns": rows.dump(record.turns),
        "gates": rows.dump(_Gates(record.gates, record.doubts, record.objections)),
        "versions": rows.dump(record.versions),
        "cost": record.cost,
        "from_case": record.from_case,
    }
    return row, texts


def _shown(passage: Passage) -> rows.Row:
    """The `_Shown` of *passage* as it is written; a call has sixty of them."""
    return {
        "kind": passage.reference.kind,
        "key": passage.reference.key,
        "label": passage.label,
        "heading": passage.heading,
        "card": passage.card,
        "score": passage.score,
        "text": passage.hash,
    }


def texts_of(row: sa.Row[Any]) -> tuple[str, ...]:
    """Return the hashes of the texts that *row* needs."""
    passages, cards = orjson.loads(row.material)["passages"], orjson.loads(row.reading)["cards"]
    return tuple(dict.fromkeys((*(passage["text"] for passage in passages), *cards)))


def record(row: sa.Row[Any], call: Call, texts: Mapping[str, str]) -> Record:
    """Return what answered *call*, given the *texts* by hash."""
    read, material, gates = rows.load(row.reading, _Read), rows.load(row.material, _Material), rows.load(row.gates, _Gates)
    cards = tuple(rows.load(texts[key], Card) for key in read.cards)
    return Record(
        by=call.by,
        seen=read.seen,
        inquiry=Inquiry(attrs.evolve(read.reading, question=call.question), cards, read.meant),
        material=tuple(_passage(shown, texts) for shown in material.passages),
        shown=material.shown,
        turns=rows.load(row.turns, tuple[Turn, ...]),
        gates=gates.passed,
        doubts=gates.doubts,
        objections=gates.objections,
        versions=rows.load(row.versions, tuple[tuple[str, str], ...]),
        from_case=row.from_case,
    )


def _passage(shown: _Shown, texts: Mapping[str, str]) -> Passage:
    return Passage(Reference(shown.kind, shown.key), shown.label, texts[shown.text], shown.heading, shown.card, shown.score)
