"""GET /api/openapi.json."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from headjudge.settings import Settings
from headjudge_api.openapi import document
from headjudge_api.requests import WORDS, JudgeRequest


@pytest.fixture
def described() -> dict[str, Any]:
    """The document."""
    return document(Settings(operator_email="judge@example.org", public_url="https://judge.example"))


def references(node: Any) -> Iterator[str]:
    """Every reference in *node*."""
    if isinstance(node, dict):
        yield from ([node["$ref"]] if "$ref" in node else ())
        for inner in node.values():
            yield from references(inner)
    if isinstance(node, list):
        for inner in node:
            yield from references(inner)


async def test_it_is_served(practice: Any) -> None:
    """As JSON, the same for everybody."""
    response, shown = await practice[0].get("/api/openapi.json")

    assert (response.status, response.content_type) == (200, "application/json")
    assert shown == document(practice[0].services.settings)


def test_it_leads_nowhere_but_to_what_it_holds(described: dict[str, Any]) -> None:
    """Every reference is of one of its schemas, and every schema is used."""
    names = {reference.removeprefix("#/components/schemas/") for reference in references(described)}

    assert names == set(described["components"]["schemas"])


def test_it_says_where_and_who(described: dict[str, Any]) -> None:
    """The address that the operator gave, and whom to write to."""
    assert described["openapi"] == "3.1.0"
    assert described["servers"] == [{"url": "https://judge.example"}]
    assert described["info"]["contact"] == {"email": "judge@example.org"}


@pytest.mark.parametrize("path", ["/api/judge", "/api/judge/stream"])
def test_every_status_of_a_question_is_described(described: dict[str, Any], path: str) -> None:
    """With the type of its body; 400 has two."""
    responses = described["paths"][path]["post"]["responses"]

    types = {status: sorted(response["content"]) for status, response in responses.items()}
    assert types.pop("200") == ["application/json", *(["text/event-stream"] if path.endswith("stream") else [])]
    assert types.pop("400") == ["application/json", "text/plain"]
    assert types.pop("429") == ["application/json"]
    assert types == {status: ["text/plain"] for status in ("408", "413", "415", "422", "503")}
    assert "Retry-After" in responses["429"]["headers"]


def test_the_kind_tells_the_replies_apart(described: dict[str, Any]) -> None:
    """All six of the contract, each under the statuses that it can have."""
    responses = described["paths"]["/api/judge"]["post"]["responses"]
    kinds = {status: responses[status]["content"]["application/json"]["schema"] for status in ("200", "429")}

    assert list(kinds["200"]["discriminator"]["mapping"]) == ["answer", "ambiguous", "not_found", "error"]
    assert list(kinds["429"]["discriminator"]["mapping"]) == ["rate_limited", "busy"]


async def test_every_route_is_described(practice: Any) -> None:
    """What the API, health and about serve is in the document, and nothing else is."""
    _, shown = await practice[0].get("/api/openapi.json")

    assert set(shown["paths"]) == {
        "/api/judge",
        "/api/judge/stream",
        "/api/cards",
        "/api/cards/{name}",
        "/api/rules/{number}",
        "/api/search",
        "/api/glossary/{term}",
        "/api/health",
        "/api/about",
        "/api/openapi.json",
    }
    for path, operations in shown["paths"].items():
        response, _ = await practice[0].get(re.sub(r"\{.*\}", "x", path))
        assert response.status == 405 if "post" in operations else response.status in (200, 400, 404)


def test_the_request_is_described(described: dict[str, Any]) -> None:
    """With the contract's limits; only the question has to be there."""
    shape = described["components"]["schemas"][JudgeRequest.__name__]

    assert shape["required"] == ["question"]
    assert shape["properties"]["question"]["maxLength"] == 1000
    assert shape["properties"]["pins"]["maxItems"] == 8
    assert shape["properties"]["session_id"]["anyOf"] == [{"type": "string", "format": "uuid"}, {"type": "null"}]


@pytest.mark.parametrize("text", ["a", " a\n", "🜁", "\u2028a"])
def test_words_are_described(text: str) -> None:
    """The pattern takes what the limits take."""
    assert re.search(WORDS, text)


@pytest.mark.parametrize("text", ["", " \t", "a\0", "a\x85", "\x1ba"])
def test_what_are_no_words(text: str) -> None:
    """The pattern refuses what the limits refuse."""
    assert not re.search(WORDS, text)
