"""Calls as they are kept: a question, its answer, and all that is needed to know whether it still holds."""

import datetime
from typing import Final

import attrs

from headjudge.domain.answers import Answer
from headjudge.domain.questions import Question

__all__ = ["CROWD", "Call", "Rating", "retrievable", "score"]

CROWD: Final = 5
"""From this many ratings on, a low score keeps a call from being retrieved."""
LOW: Final = 1.5


@attrs.frozen
class Rating:
    """What one member thought of a call: 1 incorrect, 2 partly correct, 3 correct."""

    call: int
    member: str
    value: int = attrs.field(validator=attrs.validators.in_((1, 2, 3)))
    judge: bool
    """Given by a member with the judge role."""
    rated: datetime.datetime


@attrs.frozen
class Call:
    """A stored call."""

    id: int
    question: Question
    answer: Answer
    asked: datetime.datetime
    synthesizer: str
    """Name of the synthesizer that wrote it."""
    model: str | None = None
    prompt_hash: str | None = None
    ratings: tuple[Rating, ...] = ()
    """The newest of each member, oldest first."""


def score(ratings: tuple[Rating, ...]) -> float:
    """Return the effective score, 1 to 3: the newest judge's rating, else the crowd's mean drawn towards 2 by three votes."""
    judged = [rating for rating in ratings if rating.judge]
    if judged:
        return float(max(judged, key=lambda rating: rating.rated).value)
    return (3 * 2 + sum(rating.value for rating in ratings)) / (3 + len(ratings))


def retrievable(call: Call) -> bool:
    """Return whether *call* may be shown for other questions: rated, not rated down, and asked without history."""
    if not call.ratings or call.question.history:
        return False
    effective = score(call.ratings)
    judged = any(rating.judge for rating in call.ratings)
    if judged and effective == 1:
        return False
    return not (len(call.ratings) >= CROWD and effective < LOW)
