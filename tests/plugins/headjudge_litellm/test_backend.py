"""The backend over HTTP: what is sent, what is made of the reply, and what it costs."""

import asyncio
import gc
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import attrs
import pytest
from model_server import ModelServer, Reply, fails, refuses, says, sends, tokens, truncated

from headjudge import BackendFailed, Failure, ModelBackend, Prompt, Purpose
from headjudge.settings import Settings
from headjudge.testing.contracts import ModelBackendContract
from headjudge_litellm.backend import LiteLlm
from headjudge_litellm.plugin import headjudge_models

pytest.importorskip("litellm")
pytestmark = [pytest.mark.model, pytest.mark.xdist_group("litellm")]

Speaking = Callable[..., AbstractAsyncContextManager[tuple[ModelServer, LiteLlm]]]
SCHEMA = json.dumps({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": False})
ASKED = Prompt("You judge.", "May a lantern hum?", 500)
"""28 bytes; with the frame of 1,024 the worst case is 1,052 × 2 + 500 × 10 micro-dollars."""


class TestContract(ModelBackendContract):
    """Before a server that repeats what it is told, and one that fails."""

    @pytest.fixture
    async def model(self, speaking: Speaking) -> AsyncIterator[ModelBackend]:
        async with speaking() as (_, backend):
            yield backend

    @pytest.fixture
    async def failing_model(self, speaking: Speaking) -> AsyncIterator[ModelBackend]:
        async with speaking([fails(500)]) as (_, backend):
            yield backend


async def test_a_prompt_is_one_request(speaking: Speaking) -> None:
    """System and user apart, the most tokens, no temperature, the key, no second try."""
    async with speaking(["Yes."]) as (server, backend):
        completion = await backend.complete(ASKED)

    (request,) = server.requests
    assert (request.model, request.system, request.user) == ("practice", "You judge.", "May a lantern hum?")
    assert (request.body["max_tokens"], request.body["temperature"]) == (500, 0)
    assert request.headers["authorization"] == "Bearer sk-quite-secret-0123456789"
    assert {"response_format", "reasoning_effort", "tools"} & set(request.body) == set()
    assert (completion.text, completion.model, completion.truncated, completion.refusal) == ("Yes.", "openai/practice", False, False)
    assert (completion.input_tokens, completion.output_tokens) == (8, 2)


async def test_each_purpose_has_its_model(speaking: Speaking) -> None:
    """One reads, the other judges and grades; each has its effort."""
    async with speaking(["1", "2", "3"], extract_model="openai/small", model_effort="low") as (server, backend):
        for purpose in (Purpose.READING, Purpose.VERDICT, Purpose.GRADE):
            await backend.complete(attrs.evolve(ASKED, purpose=purpose))

        assert backend.model == f"openai/practice, reading openai/small, effort low, at {server.url.split('/')[2]}"

    assert [request.model for request in server.requests] == ["small", "practice", "practice"]
    assert {request.body["reasoning_effort"] for request in server.requests} == {"low"}


async def test_a_schema_is_sent_as_the_protocol_has_it(speaking: Speaking) -> None:
    """To a server of one's own it is also told in words, for some pass over it."""
    async with speaking([says({"a": 1})]) as (server, backend):
        completion = await backend.complete(attrs.evolve(ASKED, schema=SCHEMA))

    (request,) = server.requests
    assert request.schema == json.loads(SCHEMA)
    assert request.body["response_format"]["json_schema"]["strict"] is True
    assert request.system.startswith("You judge.\n\nReply with one JSON object")
    assert request.system.endswith(SCHEMA)
    assert completion.text == '{"a": 1}'


async def test_a_server_that_knows_no_schemas_is_asked_in_words(speaking: Speaking) -> None:
    """Its refusal is a failure that may pass, and not billed: the core's second try has no schema, and all later ones."""
    asked = attrs.evolve(ASKED, schema=SCHEMA)
    async with speaking([fails(400, "'response_format' is not supported"), "{}", "{}"]) as (server, backend):
        with pytest.raises(BackendFailed) as caught:
            await backend.complete(asked)
        await backend.complete(asked)
        await backend.complete(asked)

    assert (caught.value.sent, caught.value.failure.passing) == (False, True)
    assert str(caught.value) == "the model 'openai/practice' takes no JSON schema; it is asked in words from now on"
    assert [request.schema is None for request in server.requests] == [False, True, True]
    assert [request.system.endswith(SCHEMA) for request in server.requests] == [True, True, True]


@pytest.mark.parametrize(
    ("reply", "text", "refusal", "cut"),
    [
        (refuses("I will not."), "I will not.", True, False),
        (refuses(filtered=True), "", True, False),
        (truncated("Half of"), "Half of", False, True),
        (Reply(text=None, finish="length"), "", False, True),
        (says("a\0b"), "a\ufffdb", False, False),
        (sends(b'{"choices":[{"message":{"content":"\\ud800!"}}],"usage":{}}'), "?!", False, False),
    ],
)
async def test_how_a_reply_ends_is_told(speaking: Speaking, reply: Reply, text: str, refusal: bool, cut: bool) -> None:  # noqa: FBT001
    """A refusal by the model or by a filter, the most tokens reached; and no text that a database would not take."""
    async with speaking([reply]) as (_, backend):
        completion = await backend.complete(ASKED)

    assert (completion.text, completion.refusal, completion.truncated) == (text, refusal, cut)


async def test_the_worst_case_is_bytes_and_most_tokens(speaking: Speaking) -> None:
    """A byte is a token at most; the schema may be sent twice, and a frame comes on top."""
    async with speaking([]) as (_, backend):
        assert backend.worst_case(ASKED) == 1052 * 2 + 500 * 10
        assert backend.worst_case(attrs.evolve(ASKED, user="…")) == (10 + 3 + 1024) * 2 + 500 * 10
        assert backend.worst_case(attrs.evolve(ASKED, schema="{}")) == (1052 + 4) * 2 + 500 * 10


@pytest.mark.parametrize(
    ("usage", "cost"),
    [
        ({"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}, 100 * 2 + 20 * 10),
        ({"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 170}, 100 * 2 + 70 * 10),
        ({"prompt_tokens": 90_000, "completion_tokens": 9_000, "total_tokens": 99_000}, 90_000 * 2 + 9_000 * 10),
        (None, 7104),
        ({}, 7104),
        ({"prompt_tokens": -5, "completion_tokens": -1, "total_tokens": -6}, 7104),
        ({"prompt_tokens": 0, "completion_tokens": 20, "total_tokens": 20}, 7104),
        ({"prompt_tokens": 100, "completion_tokens": 0, "total_tokens": 100}, 7104),
        ({"prompt_tokens": 10**30, "completion_tokens": 20, "total_tokens": 10**30}, 7104),
    ],
)
async def test_usage_is_booked_as_told_or_at_the_worst_case(speaking: Speaking, usage: Any, cost: int) -> None:
    """Reasoning that stands in the total alone counts; usage that is missing or cannot be is the worst case; a bill above it is kept."""
    async with speaking([says("Yes.", usage=usage)]) as (_, backend):
        completion = await backend.complete(ASKED)

        assert backend.price(completion) == cost
        assert backend.worst_case(ASKED) == 7104


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
@pytest.mark.parametrize("usage", [{"prompt_tokens": "many", "completion_tokens": 1, "total_tokens": 1}, {"prompt_tokens": 1.5}, [1], "x"])
async def test_usage_that_is_no_number_stays_spent(speaking: Speaking, usage: Any) -> None:
    """No reply comes of it; the failure says that it was sent, so the worst case stays booked."""
    async with speaking([says("Yes.", usage=usage)]) as (_, backend):
        with pytest.raises(BackendFailed) as caught:
            await backend.complete(ASKED)

    assert (caught.value.sent, caught.value.failure) == (True, Failure.UNREADABLE)


@pytest.mark.parametrize("more", [{"service_tier": "priority"}, {"usage": {"cache_creation_input_tokens": 50}}])
async def test_a_dearer_class_of_service_is_booked_at_the_dearest_price(headjudge_settings: Settings, more: dict[str, Any]) -> None:
    """The reply says that it was of one, or that it wrote into a cache: then the usual price would be too little."""
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120} | more.get("usage", {})
    made = {"choices": [{"message": {"content": "Yes."}, "finish_reason": "stop"}], **more, "usage": usage}
    usual = {**made, "service_tier": "default", "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}}
    async with ModelServer([sends(json.dumps(body).encode()) for body in (usual, made)]) as server:
        backend = listed_backend(headjudge_settings, server)
        first, second = await backend.complete(ASKED), await backend.complete(ASKED)
        dearest = backend._models[Purpose.VERDICT].price.dearest
        await backend.close()

    assert backend.price(first) == 100 * 125 // 100 + 20 * 10
    assert backend.price(second) == dearest.cost(100, 20) > backend.price(first)


def listed_backend(settings: Settings, server: ModelServer) -> LiteLlm:
    """A backend with the prices of a hosted model, before *server*."""
    (hosted,) = headjudge_models(attrs.evolve(settings, model="gpt-5", model_key="sk-0123456789"))
    judging = attrs.evolve(hosted._models[Purpose.VERDICT], url=server.url)
    return LiteLlm(dict.fromkeys(Purpose, judging), "", 20, hosted._vendor)


async def test_a_reasoning_model_is_told_its_most_tokens_by_their_new_name(headjudge_settings: Settings) -> None:
    """And no temperature, which it does not take; a schema goes by the protocol alone."""
    async with ModelServer([says({"a": 1})]) as server:
        backend = listed_backend(headjudge_settings, server)
        await backend.complete(attrs.evolve(ASKED, schema=SCHEMA))
        await backend.close()

    (request,) = server.requests
    assert request.body["max_completion_tokens"] == 500
    assert {"max_tokens", "temperature"} & set(request.body) == set()
    assert (request.system, request.schema) == ("You judge.", json.loads(SCHEMA))


async def test_openais_models_are_asked_at_openais(headjudge_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable for other programs does not lead them to a server whose prices are not in the list; other providers have their own address."""
    for variable in ("OPENAI_BASE_URL", "OPENAI_API_BASE"):
        monkeypatch.setenv(variable, "http://127.0.0.1:9/v1")
    (hosted,) = headjudge_models(attrs.evolve(headjudge_settings, model="gpt-5", extract_model="anthropic/claude-sonnet-4-5"))
    client = await hosted._vendor.client()

    assert client._common(hosted._models[Purpose.VERDICT])["api_base"] == "https://api.openai.com/v1"
    assert client._common(hosted._models[Purpose.READING])["api_base"] is None
    await hosted.close()


async def test_many_questions_at_once(speaking: Speaking) -> None:
    """The vendor is loaded once for all of them, and each gets its own reply."""
    async with speaking() as (server, backend):
        texts = [f"lantern {number}" for number in range(40)]
        replies = await asyncio.gather(*(backend.complete(attrs.evolve(ASKED, user=text)) for text in texts))

    assert [reply.text for reply in replies] == texts
    assert server.count == 40


async def test_half_a_character_is_sent_as_a_mark(speaking: Speaking) -> None:
    """It cannot be written as UTF-8."""
    async with speaking() as (_, backend):
        completion = await backend.complete(attrs.evolve(ASKED, user="a \ud800 lantern"))

    assert completion.text == "a ? lantern"


async def test_it_can_be_used_again_after_it_was_closed(speaking: Speaking) -> None:
    """Another judge in the same process may still need litellm; nothing is left open."""
    async with speaking(["1", "2"]) as (_, backend):
        await backend.warm()
        first = await backend.complete(ASKED)
        await backend.close()
        second = await backend.complete(ASKED)

    gc.collect()
    assert (first.text, second.text) == ("1", "2")


async def test_closing_loads_nothing(speaking: Speaking) -> None:
    """A command that asked no model ends at once."""
    async with speaking([]) as (_, backend):
        await backend.close()

        assert backend._vendor._loading is None


def test_a_process_is_quiet(tmp_path: Path) -> None:
    """Nothing is printed, warned of, or left open; no file .env is read; nothing but the server is asked."""
    (tmp_path / ".env").write_text("HEADJUDGE_PLANTED=1\n", encoding="utf-8")
    code = """
import asyncio, os, sys
from headjudge import BackendFailed, Prompt
from headjudge.settings import Settings
from headjudge_litellm.plugin import headjudge_models

async def main():
    settings = Settings(model="openai/practice", model_url=sys.argv[1], model_price_in=1, model_price_out=1)
    (backend,) = headjudge_models(settings)
    assert "litellm" not in sys.modules
    await asyncio.gather(backend.warm(), backend.warm())
    print((await backend.complete(Prompt("s", "u", 10))).text)
    try:
        await backend.complete(Prompt("s", "u", 10))
    except BackendFailed as error:
        print(error.failure.value)
    await backend.close()
    assert "HEADJUDGE_PLANTED" not in os.environ

asyncio.run(main())
"""
    with ModelServer(["gloamwick", fails(500)]) as server:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", code, server.url],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            # No way out but loopback: what litellm would fetch from elsewhere fails and is told.
            env=os.environ | {"HTTPS_PROXY": "http://127.0.0.1:9", "HTTP_PROXY": ""},
        )

    assert (done.stdout, done.stderr) == ("gloamwick\nserver error\n", "")


def test_a_token_has_a_byte_at_least() -> None:
    """The server counts as the worst case supposes."""
    for text in ("", "a", "May a lantern hum?", "…—“”"):
        assert tokens(text) <= len(text.encode())
