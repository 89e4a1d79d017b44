"""Each way in which a server fails is told apart, says whether it can have been billed, and is one clean sentence."""

import datetime
import socket
import traceback
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from email.utils import format_datetime

import attrs
import pytest
from model_server import ModelServer, Reply, calls_tool, cut_off, fails, sends, slow, without_choices

from headjudge import BackendFailed, Failure, Prompt
from headjudge.settings import Settings
from headjudge_litellm.backend import LiteLlm
from headjudge_litellm.plugin import headjudge_models

pytest.importorskip("litellm")
pytestmark = [pytest.mark.model, pytest.mark.xdist_group("litellm")]

Speaking = Callable[..., AbstractAsyncContextManager[tuple[ModelServer, LiteLlm]]]
KEY = "sk-quite-secret-0123456789"
ASKED = Prompt("You judge with care and cite.", "May the lantern of the drowned hum tonight?", 500)


async def failed(speaking: Speaking, reply: Reply, **changes: float) -> BackendFailed:
    """What one request to a server that gives *reply* comes to; the server was asked once."""
    async with speaking([reply], **changes) as (server, backend):
        with pytest.raises(BackendFailed) as caught:
            await backend.complete(ASKED)
        assert server.count == 1
    message = str(caught.value)
    assert message.startswith(f"the model 'openai/practice' at {server.url.split('/')[2]} ")
    assert "\n" not in message
    assert KEY not in message
    assert "lantern of the drowned" not in message
    assert len(message) < 400
    return caught.value


@pytest.mark.parametrize(
    ("reply", "failure", "sent", "says"),
    [
        (fails(400, "bad"), Failure.REFUSED, False, "refused the request with status 400 (invalid_request_error); it cannot take the request"),
        (
            fails(400, "This model's maximum context length is 8192 tokens.", code="context_length_exceeded"),
            Failure.REFUSED,
            False,
            "status 400 (context_length_exceeded); it is longer than the model takes; lower JUDGE_BRIEF_BYTES or choose a model with more room",
        ),
        (
            fails(400, "This model's maximum context length is 8192 tokens."),
            Failure.REFUSED,
            False,
            "status 400 (invalid_request_error); it is longer than the model takes; lower JUDGE_BRIEF_BYTES or choose a model with more room",
        ),
        (fails(400, code="content_policy_violation"), Failure.REFUSED, False, "(content_policy_violation); a content filter there refuses it"),
        (
            fails(400, code="unsupported_parameter"),
            Failure.REFUSED,
            False,
            "(unsupported_parameter); it does not know a setting of the request; leave JUDGE_MODEL_EFFORT blank or choose another model",
        ),
        (fails(400, code="model_not_found"), Failure.REFUSED, False, "(model_not_found); check the model's name and JUDGE_MODEL_URL"),
        (fails(401, code="invalid_api_key"), Failure.REFUSED, False, "status 401 (invalid_api_key); check the key (JUDGE_MODEL_KEY)"),
        (fails(402), Failure.REFUSED, False, "the account there has no credit"),
        (fails(403), Failure.REFUSED, False, "check the key (JUDGE_MODEL_KEY) and what it may do"),
        (fails(404, code="DeploymentNotFound"), Failure.REFUSED, False, "(deployment_not_found); check the model's name and JUDGE_MODEL_URL"),
        (fails(413), Failure.REFUSED, False, "it is too large"),
        (fails(418), Failure.REFUSED, True, "refused the request with status 418 (invalid_request_error); look into the log of that server"),
        (fails(422), Failure.REFUSED, False, "status 422 (invalid_request_error); it cannot take the request"),
        (fails(429, code="insufficient_quota"), Failure.RATE_LIMITED, False, "has no room for more requests now (insufficient_quota)"),
        (fails(408), Failure.SERVER, True, "failed with status 408"),
        (fails(500, "boom"), Failure.SERVER, True, "failed with status 500 (server_error)"),
        (fails(503), Failure.SERVER, True, "failed with status 503"),
        (fails(529), Failure.SERVER, True, "failed with status 529"),
        (cut_off(), Failure.UNREACHABLE, True, "broke the connection off"),
        (sends(b"<html>no"), Failure.UNREADABLE, True, "sent no reply of the protocol"),
        (sends(b""), Failure.UNREADABLE, True, "sent no reply of the protocol"),
        (sends(b"[]"), Failure.UNREADABLE, True, "sent no reply of the protocol"),
        (sends(b"{}"), Failure.UNREADABLE, True, "sent no reply of the protocol"),
        (sends(b'{"error": {"message": "overloaded"}}'), Failure.UNREADABLE, True, "sent no reply of the protocol"),
        (without_choices(), Failure.UNREADABLE, True, "sent a reply without a choice"),
        (calls_tool("search", {"q": "x"}), Failure.UNREADABLE, True, "called a tool that it does not have"),
        (Reply(text=None), Failure.UNREADABLE, True, "sent a reply without text"),
        (Reply(text=" \n"), Failure.UNREADABLE, True, "sent a reply without text"),
    ],
)
async def test_what_a_server_sends_is_told_apart(speaking: Speaking, reply: Reply, failure: Failure, sent: bool, says: str) -> None:  # noqa: FBT001
    """Nothing can have been billed where it refused the request; anything else may have been."""
    error = await failed(speaking, reply)

    assert (error.failure, error.sent) == (failure, sent)
    assert says in str(error)


async def test_a_slow_server_is_given_up(speaking: Speaking) -> None:
    """It may go on and bill."""
    error = await failed(speaking, slow(60), model_timeout_secs=0.3)

    assert (error.failure, error.sent, error.failure.passing) == (Failure.TIMED_OUT, True, False)


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        ("7", 7),
        ("0.5", 0.5),
        ("3600", 3600),
        ("-3", 0),
        ("soon", None),
        ("", None),
        ("nan", None),
        ("inf", None),
        ("1e999", None),
        (None, None),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0),
    ],
)
async def test_the_wait_that_is_asked_for_is_passed_on(speaking: Speaking, given: object, seconds: float | None) -> None:
    """As it is, in seconds or as a date; how long is too long is the core's to say."""
    assert (await failed(speaking, fails(429, retry_after=given))).retry_after == seconds


async def test_a_date_to_come_is_a_wait(speaking: Speaking) -> None:
    """Counted from now."""
    at = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=20)

    wait = (await failed(speaking, fails(503, retry_after=format_datetime(at, usegmt=True)))).retry_after

    assert wait is not None
    assert 5 < wait <= 20


ECHOES = (
    f"Input rejected by policy: {ASKED.user!r}",
    f"REJECTED: {ASKED.user.upper()}",
    "Fox dies?",
    "fox",
    "fox_dies",
    f"key {KEY} is odd",
    KEY,
    KEY[:12],
    "no\nway " * 100,
)


@pytest.mark.parametrize("echo", ECHOES)
@pytest.mark.parametrize("status", [400, 401, 429, 500])
async def test_no_words_of_the_server_are_passed_on(speaking: Speaking, status: int, echo: str) -> None:
    """They may echo the question or the key, in whatever letters: the sentence is the same whatever they are, where the code stands too."""
    sentences = {
        400: " refused the request with status 400 (invalid_request_error); it cannot take the request",
        401: " refused the request with status 401 (invalid_request_error); check the key (JUDGE_MODEL_KEY)",
        429: " has no room for more requests now (invalid_request_error)",
        500: " failed with status 500 (server_error)",
    }

    assert str(await failed(speaking, fails(status, echo, code=echo))).endswith(sentences[status])


@pytest.mark.parametrize(
    "body", [b"<html>Fox dies?", b"", b"[1]", b'"Fox dies?"', b'{"error": "Fox dies?"}', b'{"error": {"code": 7}}', b"[" * 100_000]
)
async def test_a_refusal_that_tells_no_code(speaking: Speaking, body: bytes) -> None:
    """The status is all that is known."""
    error = await failed(speaking, attrs.evolve(fails(400), body=body))

    assert str(error).endswith(" refused the request with status 400; it cannot take the request")


@pytest.mark.parametrize("echo", ECHOES[:3])
async def test_no_traceback_tells_what_was_asked(speaking: Speaking, echo: str) -> None:
    """What litellm raised holds the server's words, so it is not told as the cause."""
    error = await failed(speaking, fails(400, echo))

    told = "".join(traceback.format_exception(error))
    assert echo not in told
    assert "litellm.BadRequestError" not in told


async def test_an_address_where_nobody_listens(local: Settings) -> None:
    """Nothing was sent."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        for url in (f"http://127.0.0.1:{taken.getsockname()[1]}/v1", "http://nobody.invalid/v1"):
            (backend,) = headjudge_models(attrs.evolve(local, model_url=url))
            with pytest.raises(BackendFailed, match="cannot be reached; check JUDGE_MODEL_URL and the network") as caught:
                await backend.complete(ASKED)
            await backend.close()

            assert (caught.value.failure, caught.value.sent) == (Failure.UNREACHABLE, False)


@pytest.mark.parametrize("name", ["practice", "nobody/practice"])
async def test_a_name_without_a_provider_is_not_asked(local: Settings, name: str) -> None:
    """Nobody knows whom to ask, and the message says so."""
    (backend,) = headjudge_models(attrs.evolve(local, model=name))
    with pytest.raises(BackendFailed, match=f"^the model '{name}' was not asked: litellm cannot; check that its name is provider/name$") as caught:
        await backend.complete(ASKED)
    await backend.close()

    assert (caught.value.failure, caught.value.sent) == (Failure.REFUSED, False)


@pytest.mark.parametrize(("name", "variable"), [("openai/gpt-5", "OPENAI_API_KEY"), ("anthropic/claude-sonnet-4-5", "ANTHROPIC_API_KEY")])
async def test_a_provider_without_a_key_is_not_asked(local: Settings, monkeypatch: pytest.MonkeyPatch, name: str, variable: str) -> None:
    """Neither in JUDGE_MODEL_KEY nor in the provider's own variable."""
    monkeypatch.delenv(variable, raising=False)
    (backend,) = headjudge_models(attrs.evolve(local, model=name, model_key=""))
    with pytest.raises(BackendFailed, match=r"was not asked: it has no key; set JUDGE_MODEL_KEY or the provider's own variable$") as caught:
        await backend.complete(ASKED)
    await backend.close()

    assert (caught.value.failure, caught.value.sent) == (Failure.REFUSED, False)


@pytest.mark.parametrize(
    ("reply", "failure", "sent"),
    [
        (fails(429, retry_after=3), Failure.RATE_LIMITED, False),
        (fails(401), Failure.REFUSED, False),
        (fails(404), Failure.REFUSED, False),
        (fails(500), Failure.SERVER, True),
        (cut_off(), Failure.UNREACHABLE, True),
        (sends(b"<html>"), Failure.UNREADABLE, True),
        (slow(60), Failure.TIMED_OUT, True),
    ],
)
async def test_another_protocol_fails_alike(speaking: Speaking, reply: Reply, failure: Failure, sent: bool) -> None:  # noqa: FBT001
    """The ways to providers are several; this one shares the server's path, not OpenAI's client."""
    async with speaking([reply], model="deepseek/practice", model_timeout_secs=1.0) as (server, backend):
        with pytest.raises(BackendFailed) as caught:
            await backend.complete(ASKED)

    assert (caught.value.failure, caught.value.sent, server.count) == (failure, sent, 1)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirection_is_not_followed(speaking: Speaking, status: int) -> None:
    """The prompt goes nowhere else, and is sent once; the operator is told to write the final address."""
    async with ModelServer() as elsewhere:
        reply = attrs.evolve(sends(b"", status=status), headers={"Location": f"{elsewhere.url}/chat/completions"})
        error = await failed(speaking, reply)

    assert (error.failure, error.sent, elsewhere.count) == (Failure.REFUSED, False, 0)
    assert str(error).endswith(f"answered with a redirection ({status}); write the final address in JUDGE_MODEL_URL")


@pytest.mark.parametrize("model", ["hosted_vllm/practice", "deepseek/practice", "custom_openai/practice"])
async def test_no_protocol_follows_redirections(speaking: Speaking, model: str) -> None:
    """Whichever client litellm takes for it."""
    async with ModelServer() as elsewhere:
        reply = attrs.evolve(sends(b"", status=307), headers={"Location": f"{elsewhere.url}/chat/completions"})
        async with speaking([reply], model=model) as (server, backend):
            with pytest.raises(BackendFailed, match="redirection"):
                await backend.complete(ASKED)

    assert (server.count, elsewhere.count) == (1, 0)
