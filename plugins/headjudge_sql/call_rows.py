"""Calls as rows of the tables, and rows as calls."""

import hashlib
from collections.abc import Sequence
from typing import Any

import attrs
import sqlalchemy as sa

from headjudge import NOTHING, Answer, By, Call, CardLink, Citation, Confidence, Exchange, Kind, Micros, Pin, Question, Rating, Reference, RulesSource
from headjudge_sql import rows

__all__ = ["asked_as", "call", "call_row", "card_row", "citation_row"]


def asked_as(question: Question) -> str:
    """Return the hash by which the very same question is found again: of its text and its pins, in their order."""
    return hashlib.sha256(f"{question.text}\0{rows.dump(question.pins)}".encode()).hexdigest()[:32]


def call_row(question: Question, answer: Answer) -> rows.Row:
    """Return the columns of `calls` that say what was asked and answered."""
    return {
        "door": question.door,
        "thread": question.thread,
        "question": question.text,
        "pins": rows.dump(question.pins),
        "history": rows.dump(question.history),
        "answer": answer.text,
        "confidence": answer.confidence.value,
        "source": answer.source.value,
        "release": answer.release,
        "corpus": answer.corpus,
        "generation": answer.generation,
        "asked_as": asked_as(question),
    }


def citation_row(call: int, position: int, citation: Citation) -> rows.Row:
    """Return the row of `citations`."""
    return {
        "call": call,
        "position": position,
        "kind": citation.reference.kind.value,
        "key": citation.reference.key,
        "label": citation.label,
        "release": citation.release,
        "quote": citation.quote,
        "source_hash": citation.source_hash,
        "card": citation.card,
    }


def card_row(call: int, position: int, card: CardLink) -> rows.Row:
    """Return the row of `call_cards`."""
    return {"call": call, "position": position, **attrs.asdict(card)}


def call(row: sa.Row[Any], citations: Sequence[sa.Row[Any]], cards: Sequence[sa.Row[Any]], ratings: Sequence[sa.Row[Any]]) -> Call:
    """Return the call of a row of `calls` and those of its parts."""
    pins, history = rows.load(row.pins, tuple[Pin, ...]), rows.load(row.history, tuple[Exchange, ...])
    return Call(
        id=row.id,
        question=Question(row.question, pins, row.thread, door=row.door, history=history),
        answer=_answer(row, citations, cards),
        asked=row.asked,
        by=By(row.synthesizer, row.model, row.prompt_hash),
        cost=Micros(row.cost) if row.cost else NOTHING,
        from_case=row.from_case,
        repeats=row.repeats,
        ratings=tuple(Rating(found.call, found.member, found.value, found.judge, found.rated) for found in ratings),
    )


def _answer(row: sa.Row[Any], citations: Sequence[sa.Row[Any]], cards: Sequence[sa.Row[Any]]) -> Answer:
    return Answer(
        text=row.answer,
        confidence=Confidence(row.confidence),
        source=RulesSource(row.source),
        release=row.release,
        corpus=row.corpus,
        generation=row.generation,
        citations=tuple(map(_citation, citations)),
        cards=tuple(CardLink(card.name, card.url, card.oracle_id, card.text_hash, card.span) for card in cards),
        call=row.id,
    )


def _citation(row: sa.Row[Any]) -> Citation:
    return Citation(Reference(Kind(row.kind), row.key), row.label, row.quote, row.release, row.source_hash, row.card)
