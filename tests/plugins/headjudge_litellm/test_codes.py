"""Only codes of errors are read from what a server says, never free text."""

import json

import pytest

from headjudge_litellm.codes import WORDS, code_of

httpx = pytest.importorskip("httpx")


def code(body: object) -> str:
    return code_of(httpx.Response(400, content=json.dumps(body)))


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({"error": {"code": "context_length_exceeded", "type": "invalid_request_error"}}, "context_length_exceeded"),
        ({"error": {"code": None, "type": "invalid_request_error"}}, "invalid_request_error"),
        ({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, "overloaded_error"),
        ({"error": {"code": 429, "message": "…", "status": "RESOURCE_EXHAUSTED"}}, "resource_exhausted"),
        ({"error": {"code": "DeploymentNotFound"}}, "deployment_not_found"),
        ({"object": "error", "type": "BadRequestError", "code": 400}, "bad_request_error"),
        ({"error": {"code": "tokens"}}, "tokens"),
    ],
)
def test_a_code_is_found_where_providers_put_it(body: object, found: str) -> None:
    """OpenAI, Anthropic, Google, Azure and vLLM each have their place and their letters."""
    assert code(body) == found


@pytest.mark.parametrize(
    "word", ["fox", "Fox dies?", "fox_dies", "foxDies", "model fox", "invalid_fox", "sk-0123", "error\n", "", "_", "error_", "é", 7, [], {}]
)
def test_any_other_word_is_no_code(word: object) -> None:
    """It could be of the question, of a key, or of a person's name."""
    assert code({"error": {"code": word, "type": word, "status": word, "message": "error"}}) == ""


def test_a_code_is_short() -> None:
    """40 characters at most."""
    assert code({"code": "model_" * 6 + "size"}) == "model_" * 6 + "size"
    assert code({"code": "model_" * 6 + "error"}) == ""


@pytest.mark.parametrize("body", [[], "error", None, 7, {"error": "error"}, {"error": ["error"]}, {}])
def test_what_is_no_error_has_no_code(body: object) -> None:
    """Whatever JSON it is."""
    assert code(body) == ""


@pytest.mark.parametrize("content", [b"", b"<html>", b"\xff\xfe\xff", b"[" * 100_000])
def test_what_is_no_json_has_no_code(content: bytes) -> None:
    """Nor does it raise."""
    assert code_of(httpx.Response(400, content=content)) == ""


def test_the_words_are_words() -> None:
    """Small letters, more than two of them."""
    assert [word for word in WORDS if not word.isalpha() or not word.islower() or len(word) < 3] == []
