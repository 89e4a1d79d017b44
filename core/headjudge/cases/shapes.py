"""What an agent is told of its case, as attrs classes: the JSON of the command line and of MCP."""

import datetime
from typing import Any, Literal

import attrs

from headjudge.doors import AnswerBody, SpanBody
from headjudge.shapes import described, plain

__all__ = ["CaseReply", "EarlierBody", "LeadBody", "MaterialBody", "SourceBody", "Standing", "written"]


@attrs.frozen
class Standing:
    """Where a case stands."""

    id: str = described("The case, as every step names it.")
    version: int = described("Give it with the next step. Each step that is taken makes it one more.")
    waits_for: Literal["reading", "draft", "nothing"] = described("What is to be submitted next; nothing, when the case is closed.")
    look_up_left: bool = described("Whether the one look-up is left.")
    drafts_left: int = described("How many drafts can still be submitted.")
    expires_at: datetime.datetime = described("When the case is forgotten, unless a step is taken before. UTC.")


@attrs.frozen
class EarlierBody:
    """A question of the same session that was answered before."""

    question: str = described("The question, or its beginning.")
    answer: str = described("The verdict, or its beginning.")
    cards: tuple[str, ...] = described("Full names of the cards it was about.")


@attrs.frozen
class SourceBody:
    """A text that may be cited."""

    source: str = described("Its name: what a citation's `source` repeats.")
    title: str = described("Where it stands: a rule's section, the card, what a ruling is on.")
    text: str = described("Its text. A quote repeats a stretch of it letter by letter.")


@attrs.frozen
class LeadBody:
    """A text that shows the way and may not be cited."""

    kind: Literal["note", "glossary"] = described("What it is.")
    about: str = described("The card or the term that it is about.")
    text: str = described("Its text.")


@attrs.frozen
class MaterialBody:
    """What a verdict is written from, in parts: cards first, then rules with the likeliest to decide before the others, then the rest."""

    sources: tuple[SourceBody, ...] = described("The texts of this part that may be cited.")
    leads: tuple[LeadBody, ...] = described("The texts of this part that may not.")
    part: int = described("The number of this part, from 1.")
    parts: int = described("How many parts there are; the status of the case shows the others.")
    left_out: tuple[str, ...] = described("Numbers of rules beside those shown that did not fit; told with the first part.", default=())


@attrs.frozen
class CaseReply:
    """The reply to a step of a case. What does not belong to its kind is left out."""

    kind: Literal["opened", "material", "ambiguous", "not_found", "accepted", "rejected", "standing", "closed", "error", "busy", "refused"] = (
        described("What came of the step.")
    )
    message: str = described("What that means, and what to do next.")
    case: Standing | None = described("Where the case stands now; left out where there is none.", default=None)
    question: str | None = described("The question, the chosen names written in.", default=None)
    earlier: tuple[EarlierBody, ...] | None = described("What was asked before in the session, oldest first.", default=None)
    instructions: str | None = described("How to write what is to be submitted next.", default=None)
    form: dict[str, Any] | None = described("JSON Schema of what is to be submitted next.", default=None)
    material: MaterialBody | None = described("What a verdict is written from.", default=None)
    spans: tuple[SpanBody, ...] | None = described("Names that can mean several cards: the asker chooses.", default=None)
    names: tuple[str, ...] | None = described("Names that no card has.", default=None)
    objections: tuple[str, ...] | None = described("Why a draft was rejected, or what is wrong with the form.", default=None)
    verdict: AnswerBody | None = described("The verdict, every quote of it checked.", default=None)
    doubts: tuple[str, ...] | None = described("What lowered the verdict's confidence.", default=None)


def written(reply: CaseReply) -> dict[str, Any]:
    """Return *reply* as JSON, without what does not belong to its kind."""
    return {name: value for name, value in plain(reply).items() if value is not None}
