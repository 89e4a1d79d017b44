"""Calls as they are kept: a question, its answer, and all that is needed to know whether it still holds."""

import datetime
from typing import Final

import attrs

from headjudge.domain.answers import Answer
from headjudge.domain.money import NOTHING, Micros
from headjudge.domain.passages import Passage
from headjudge.domain.prompts import Turn
from headjudge.domain.questions import Inquiry, Question, Sightings

__all__ = ["CROWD", "By", "Call", "Rating", "Record", "rated_down", "retrievable", "score"]

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
class By:
    """What answers calls: a verdict is given again only where all of it is the same."""

    synthesizer: str
    """Its name."""
    model: str | None = None
    """As `ModelBackend.model` names it; None without a model."""
    prompt_hash: str | None = None
    """Hash of the prompts in use; None without a model."""


@attrs.frozen
class Record:
    """All that answered a call: enough to judge it again, step by step, without a model and without its corpus."""

    by: By
    seen: Sightings
    """What the detectors saw in the question."""
    inquiry: Inquiry
    material: tuple[Passage, ...]
    """Every passage shown, in the order in which they were packed."""
    shown: tuple[int, ...]
    """How many of them each draft was written from: a look-up and objections add to the end."""
    turns: tuple[Turn, ...] = ()
    gates: tuple[str, ...] = ()
    """What the answer passed: the law of citation, and each validator by name."""
    doubts: tuple[str, ...] = ()
    """What a validator was not sure of."""
    objections: tuple[str, ...] = ()
    """Why a first draft was refused."""
    versions: tuple[tuple[str, str], ...] = ()
    """(what, version) of the program, the corpus's editions and the players."""
    from_case: bool = False
    """An outside agent did the model's work."""

    @property
    def cost(self) -> Micros:
        """What the model calls that led to it cost. Calls that led to nothing, and failed attempts, are in the ledger alone."""
        return Micros(sum(turn.cost for turn in self.turns))


@attrs.frozen
class Call:
    """A stored call."""

    id: int
    question: Question
    answer: Answer
    asked: datetime.datetime
    by: By
    cost: Micros = NOTHING
    from_case: bool = False
    """An outside agent did the model's work."""
    repeats: int | None = None
    """Number of the call whose verdict was given again; None when this one was judged."""
    ratings: tuple[Rating, ...] = ()
    """The newest of each member, oldest first."""


def score(ratings: tuple[Rating, ...]) -> float:
    """Return the effective score, 1 to 3: the newest judge's rating, else the crowd's mean drawn towards 2 by three votes."""
    judged = [rating for rating in ratings if rating.judge]
    if judged:
        return float(max(judged, key=lambda rating: rating.rated).value)
    return (3 * 2 + sum(rating.value for rating in ratings)) / (3 + len(ratings))


def retrievable(call: Call) -> bool:
    """Return whether *call* may be shown for other questions: rated, not rated down, judged itself, and asked without history."""
    if not call.ratings or call.question.history or call.repeats is not None:
        return False
    effective = score(call.ratings)
    judged = any(rating.judge for rating in call.ratings)
    if judged and effective == 1:
        return False
    return not (len(call.ratings) >= CROWD and effective < LOW)


def rated_down(call: Call) -> bool:
    """Return whether those who rated *call* think it more wrong than right: it is not given again."""
    return bool(call.ratings) and score(call.ratings) < 2
