"""The JSON body of the contract."""

import json
from typing import get_args

import attrs
import pytest

from headjudge import Ambiguous, Answer, Busy, CardLink, Choice, Citation, Confidence, Declined, Kind, NotFound, Reason, Reference, Reply, RulesSource
from headjudge.doors import Body, RateLimitedBody, body, link
from headjudge.shapes import plain, schemas

ROOT = "https://judge.example/rules"


def cited(kind: Kind, key: str, label: str, card: str | None = None) -> Citation:
    return Citation(Reference(kind, key), label, "the words", "20090601", "0" * 32, card)


ANSWER = Answer(
    "It goes to the fog.",
    Confidence.MEDIUM,
    RulesSource.COMMANDER,
    "20090601",
    "practice",
    3,
    (cited(Kind.RULE, "500.1a", "500.1a"), cited(Kind.CALL, "7", "Prior call")),
    (CardLink("Drowning Bell", "https://example.org/bell", "o1", "0" * 32),),
    call=12,
)


@pytest.mark.parametrize(
    ("reply", "shown"),
    [
        (
            ANSWER,
            {
                "kind": "answer",
                "answer": "It goes to the fog.",
                "confidence": "medium",
                "source": "commander",
                "cr_version": "20090601",
                "citations": [
                    {"label": "500.1a", "url": "https://judge.example/rules/500.1a", "quote": "the words"},
                    {"label": "Prior call", "url": None, "quote": "the words"},
                ],
                "cards": [{"name": "Drowning Bell", "url": "https://example.org/bell"}],
            },
        ),
        (
            Ambiguous((Choice("Orla", ("Orla, Ash Regent", "Orla, the Lamplighter")), Choice("x", ("A",), truncated=True))),
            {
                "kind": "ambiguous",
                "spans": [
                    {"query": "Orla", "choices": ["Orla, Ash Regent", "Orla, the Lamplighter"], "truncated": False},
                    {"query": "x", "choices": ["A"], "truncated": True},
                ],
            },
        ),
        (NotFound(("Nobody", "Nothing")), {"kind": "not_found", "names": ["Nobody", "Nothing"]}),
        (Busy("Ask again."), {"kind": "busy", "message": "Ask again."}),
        *((Declined("No.", reason), {"kind": "error", "message": "No."}) for reason in Reason),
    ],
)
def test_each_reply_has_its_body(reply: Reply, shown: dict[str, object]) -> None:
    """Exactly the fields of the contract, and nothing that is only ours: no call number, no reason, no hash."""
    assert body(reply, ROOT) == shown
    assert json.loads(json.dumps(shown)) == shown


@pytest.mark.parametrize(
    ("citation", "url"),
    [
        (cited(Kind.RULE, "702.15b", "702.15b"), f"{ROOT}/702.15b"),
        (cited(Kind.ORACLE, "abc-1", "Oracle text, X", "abc-1"), f"{ROOT}/cards/abc-1"),
        (cited(Kind.RULING, "0123456789ab", "Ruling, X", "abc-1"), f"{ROOT}/cards/abc-1#ruling-0123456789ab"),
        (cited(Kind.CALL, "7", "Prior call"), None),
        (cited(Kind.ORACLE, "a/../b c", "Oracle text, X"), f"{ROOT}/cards/a%2F..%2Fb%20c"),
    ],
)
def test_where_a_citation_links(citation: Citation, url: str | None) -> None:
    """Under the root of citations; a prior call has no public page."""
    assert link(citation, ROOT) == url


@pytest.mark.parametrize("reply", [ANSWER, Ambiguous((Choice("x", ("A",)),)), NotFound(("x",)), Declined("No.", Reason.SCOPE), Busy("Ask again.")])
def test_each_body_is_of_a_shape(reply: Reply) -> None:
    """The one whose kind it has, with all of its fields and no other."""
    shown = body(reply, ROOT)

    (shape,) = [shape for shape in get_args(Body) if schemas(shape)[shape.__name__]["properties"]["kind"]["enum"] == [shown["kind"]]]
    assert list(shown) == [field.name for field in attrs.fields(shape)]


def test_the_sixth_kind_is_a_doors() -> None:
    """Windows belong to the doors, so no reply of the desk is of it."""
    assert plain(RateLimitedBody("rate_limited", "Wait.")) == {"kind": "rate_limited", "message": "Wait."}
