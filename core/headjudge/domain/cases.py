"""A case: a question whose reading and whose verdict an outside agent writes, step by step."""

import datetime
from enum import Enum

import attrs

from headjudge.domain.answers import Answer
from headjudge.domain.passages import Brief
from headjudge.domain.questions import Question, Sightings

__all__ = ["Awaits", "Case"]


class Awaits(Enum):
    """What a case waits for."""

    READING = "reading"
    DRAFT = "draft"
    NOTHING = "nothing"
    """It is closed."""


@attrs.frozen
class Case:
    """All that is kept of a case between two steps. Each step puts the next version in its place."""

    id: str
    version: int
    """1 when it is opened; two steps from one version cross, and the second is refused."""
    awaits: Awaits
    question: Question
    """With its history, and the pins that were chosen since."""
    generation: int
    """Of the corpus; it holds this one to its end."""
    opened: datetime.datetime
    touched: datetime.datetime
    """When its last step was taken."""
    expires: datetime.datetime
    """When it is given up, unless a step is taken before."""
    seen: Sightings = attrs.field(factory=Sightings)
    """What the detectors saw in the question."""
    brief: Brief | None = None
    """What a draft is written from; None until there is a reading."""
    shown: tuple[int, ...] = ()
    """How many of the brief's passages each draft was written from."""
    looked_up: bool = False
    objections: tuple[str, ...] = ()
    """To the drafts that were refused."""
    refused: int = 0
    """How many drafts were refused."""
    answer: Answer | None = None
    """The verdict, once a draft was accepted; with the number of the stored call."""
    doubts: tuple[str, ...] = ()
    """What a validator was not sure of in the verdict."""
    declined: str = ""
    """Why it was closed without a verdict."""
