"""What a door is, and the JSON body of the contract that every door shows."""

from collections.abc import Collection, Sequence
from typing import Any, Literal, Protocol, runtime_checkable
from urllib.parse import quote

import attrs

from headjudge.desk import Desk
from headjudge.domain.answers import Ambiguous, Answer, Busy, Citation, Confidence, Declined, NotFound, Reply
from headjudge.domain.passages import Kind
from headjudge.domain.questions import RulesSource
from headjudge.shapes import described, plain

__all__ = [
    "AmbiguousBody",
    "AnswerBody",
    "Body",
    "BusyBody",
    "CardLinkBody",
    "CitationBody",
    "Door",
    "ErrorBody",
    "NotFoundBody",
    "RateLimitedBody",
    "SpanBody",
    "answer_body",
    "body",
    "link",
    "span_bodies",
]


@runtime_checkable
class Door(Protocol):
    """A way in: it parses what came, awaits `Desk.hear`, and renders the reply."""

    @property
    def name(self) -> str: ...
    @property
    def switches(self) -> Sequence[str]:
        """The switches of `judge serve` that open it, each for a part of it."""
        ...

    def needs(self, switches: Collection[str]) -> Sequence[str]:
        """Return what is missing before *switches* can be opened: a sentence each, that names the thing and the cure."""
        ...

    async def serve(self, desk: Desk, switches: Collection[str]) -> None:
        """Hand in the questions that come in by *switches*, until cancelled or done.

        A door that is cancelled takes no more questions, and hands out the replies that it still owes.
        """
        ...


@attrs.frozen
class CitationBody:
    """Words that were found in their source."""

    label: str = described("Number of a rule, or what else the source is called.")
    url: str | None = described("Where the source can be read; null for a prior call, which has no public page.")
    quote: str = described("The source's own words, checked character for character.")


@attrs.frozen
class CardLinkBody:
    """A card that an answer is about."""

    name: str = described("Its full name.")
    url: str = described("Its public page; empty where it has none.")


@attrs.frozen
class AnswerBody:
    """A verdict whose every quote was found in its source."""

    kind: Literal["answer"] = described("Always ``answer``.")
    answer: str = described("The verdict. Each rule that it names is among the citations.")
    confidence: Confidence = described("How sure the verdict is.")
    source: RulesSource = described("Which body of rules the question belongs to.")
    cr_version: str = described("Release of the rules that was used, YYYYMMDD.")
    citations: tuple[CitationBody, ...] = described("What the verdict rests on; at least one.", minItems=1)
    cards: tuple[CardLinkBody, ...] = described("The cards that the question is about.")


@attrs.frozen
class SpanBody:
    """A piece of the question that can mean several cards."""

    query: str = described("The piece, as a pin's ``span`` repeats it.")
    choices: tuple[str, ...] = described("Full card names; a pin's ``name`` is one of them.", maxItems=5)
    truncated: bool = described("Whether there were more choices than are listed.")


@attrs.frozen
class AmbiguousBody:
    """Names that can mean several cards: ask again with the same question and a pin for each."""

    kind: Literal["ambiguous"] = described("Always ``ambiguous``.")
    spans: tuple[SpanBody, ...] = described("The names, in the order of the question.", minItems=1)


@attrs.frozen
class NotFoundBody:
    """Names that no card has."""

    kind: Literal["not_found"] = described("Always ``not_found``.")
    names: tuple[str, ...] = described("The names, as the question has them.", minItems=1)


@attrs.frozen
class ErrorBody:
    """A question that is declined, that cannot be answered, or that is over a limit."""

    kind: Literal["error"] = described("Always ``error``.")
    message: str = described("Why, in a sentence for the asker.")


@attrs.frozen
class BusyBody:
    """Every judge slot is taken."""

    kind: Literal["busy"] = described("Always ``busy``.")
    message: str = described("What to do, in a sentence for the asker.")


@attrs.frozen
class RateLimitedBody:
    """The window in which the client is counted is used up."""

    kind: Literal["rate_limited"] = described("Always ``rate_limited``.")
    message: str = described("When to ask again, in a sentence for the asker.")


Body = AnswerBody | AmbiguousBody | NotFoundBody | ErrorBody | BusyBody | RateLimitedBody
"""The six kinds. The desk never gives the last: windows belong to the doors."""


def body(reply: Reply, root: str) -> dict[str, Any]:
    """Return *reply* as the contract's JSON body, discriminated by ``kind``; links of citations lie under *root*."""
    return plain(_shape(reply, root))


def _shape(reply: Reply, root: str) -> Body:
    """Return *reply* as the body of its kind."""
    match reply:
        case Answer():
            return answer_body(reply, root)
        case Ambiguous():
            return AmbiguousBody("ambiguous", span_bodies(reply))
        case NotFound():
            return NotFoundBody("not_found", reply.names)
        case Declined():
            return ErrorBody("error", reply.message)
        case Busy():
            return BusyBody("busy", reply.message)


def span_bodies(reply: Ambiguous) -> tuple[SpanBody, ...]:
    """Return the names of *reply* with their choices."""
    return tuple(SpanBody(span.query, span.choices, span.truncated) for span in reply.spans)


def answer_body(answer: Answer, root: str) -> AnswerBody:
    """Return *answer*, the links of its citations under *root*."""
    return AnswerBody(
        kind="answer",
        answer=answer.text,
        confidence=answer.confidence,
        source=answer.source,
        cr_version=answer.release,
        citations=tuple(CitationBody(cited.label, link(cited, root), cited.quote) for cited in answer.citations),
        cards=tuple(CardLinkBody(card.name, card.url) for card in answer.cards),
    )


def link(citation: Citation, root: str) -> str | None:
    """Return the public page of *citation* under *root*; a prior call has none."""
    key = quote(citation.reference.key, safe=".")
    match citation.reference.kind:
        case Kind.RULE:
            return f"{root}/{key}"
        case Kind.ORACLE:
            return f"{root}/cards/{key}"
        case Kind.RULING:
            return f"{root}/cards/{quote(citation.card or '', safe='')}#ruling-{key}"
        case _:
            return None
