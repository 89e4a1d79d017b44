"""What a door is, and the JSON body of the contract that every door shows."""

from typing import Any, Protocol, runtime_checkable
from urllib.parse import quote

from headjudge.desk import Desk
from headjudge.domain.answers import Ambiguous, Answer, Busy, Citation, Declined, NotFound, Reply
from headjudge.domain.passages import Kind

__all__ = ["Door", "body", "link"]


@runtime_checkable
class Door(Protocol):
    """A way in: it parses what came, awaits `Desk.hear`, and renders the reply."""

    @property
    def name(self) -> str:
        """The switch that opens it."""
        ...

    async def serve(self, desk: Desk) -> None:
        """Hand in questions until cancelled or done."""
        ...


def body(reply: Reply, root: str) -> dict[str, Any]:
    """Return *reply* as the contract's JSON body, discriminated by ``kind``; links of citations lie under *root*."""
    match reply:
        case Answer():
            return _answer(reply, root)
        case Ambiguous():
            spans = [{"query": span.query, "choices": list(span.choices), "truncated": span.truncated} for span in reply.spans]
            return {"kind": "ambiguous", "spans": spans}
        case NotFound():
            return {"kind": "not_found", "names": list(reply.names)}
        case Declined():
            return {"kind": "error", "message": reply.message}
        case Busy():
            return {"kind": "busy", "message": reply.message}


def _answer(answer: Answer, root: str) -> dict[str, Any]:
    return {
        "kind": "answer",
        "answer": answer.text,
        "confidence": answer.confidence.value,
        "source": answer.source.value,
        "cr_version": answer.release,
        "citations": [{"label": cited.label, "url": link(cited, root), "quote": cited.quote} for cited in answer.citations],
        "cards": [{"name": card.name, "url": card.url} for card in answer.cards],
    }


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
