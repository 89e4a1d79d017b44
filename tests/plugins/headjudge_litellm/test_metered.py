"""Under the core's meter: what the server received is what was booked."""

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from model_server import ModelServer, Reply, cut_off, fails, says, sends
from structlog.testing import capture_logs

from headjudge import BackendFailed, BudgetPeriod, Micros, Prompt, SpendCapReached
from headjudge.metering import Budget, MeteredModel
from headjudge.testing.scripted import StoppedClock
from headjudge.testing.store import MemoryLedger
from headjudge_litellm.backend import LiteLlm

pytest.importorskip("litellm")
pytestmark = [pytest.mark.model, pytest.mark.xdist_group("litellm")]

Speaking = Callable[..., AbstractAsyncContextManager[tuple[ModelServer, LiteLlm]]]
SCHEMA = json.dumps({"type": "object", "properties": {}, "required": [], "additionalProperties": False})
ASKED = Prompt("You judge.", "May a lantern hum?", 500)
WORST = 7104
"""Micro-dollars; see test_backend.py."""
DAY = "2026-03-01"


def metered(backend: LiteLlm, ledger: MemoryLedger, cap: int = 10**9) -> MeteredModel:
    return MeteredModel(backend, Budget(ledger, StoppedClock(), Micros(cap), BudgetPeriod.DAY, "p1"))


@pytest.mark.parametrize(
    ("script", "booked"),
    [
        (["Yes."], 8 * 2 + 2 * 10),
        ([fails(429, retry_after=0), "Yes."], 36),
        ([fails(500), "Yes."], WORST + 36),
        ([cut_off(), "Yes."], WORST + 36),
        ([says("Yes.", usage=None)], WORST),
    ],
)
async def test_each_request_is_booked(speaking: Speaking, script: Sequence[Any], booked: int) -> None:
    """A lost one at its worst case, a refused one not at all, the answered one by its usage."""
    ledger = MemoryLedger()
    async with speaking(script) as (server, backend):
        await metered(backend, ledger).complete(ASKED)

    assert (server.count, ledger.booked[DAY]) == (len(script), booked)


@pytest.mark.parametrize(
    ("script", "booked"),
    [([fails(500), fails(503)], 2 * WORST), ([fails(401)], 0), ([sends(b"<html>")], WORST), ([fails(429), fails(429)], 0), ([Reply()], WORST)],
)
async def test_what_failed_is_booked(speaking: Speaking, script: Sequence[Any], booked: int) -> None:
    """There is one more try where it may help, and none elsewhere."""
    ledger = MemoryLedger()
    async with speaking(script) as (server, backend):
        with pytest.raises(BackendFailed):
            await metered(backend, ledger).complete(ASKED)

    assert (server.count, ledger.booked[DAY]) == (len(script), booked)


async def test_a_server_without_schemas_is_asked_again_in_words(speaking: Speaking) -> None:
    """By the core's one more try: the question is answered, and the refusal costs nothing."""
    ledger = MemoryLedger()
    async with speaking([fails(400, "response_format is not supported"), "{}"]) as (server, backend):
        completion = await metered(backend, ledger).complete(Prompt("You judge.", "May a lantern hum?", 500, SCHEMA))

    assert (completion.text, [request.schema is None for request in server.requests]) == ("{}", [False, True])
    assert ledger.booked[DAY] == completion.input_tokens * 2 + 2 * 10


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_the_log_of_a_second_try_has_our_sentence(speaking: Speaking, status: int) -> None:
    """And nothing of the question that the server repeated."""
    echo = f"cannot answer {ASKED.user.upper()} now; {ASKED.user}"
    async with speaking([fails(status, echo, code=echo), "Yes."]) as (server, backend):
        with capture_logs() as lines:
            await metered(backend, MemoryLedger()).complete(ASKED)

    (line,) = [line for line in lines if line["event"] == "stamina.retry_scheduled"]
    assert line["caused_by"].startswith(f"BackendFailed(\"the model 'openai/practice' at {server.url.split('/')[2]} ")
    assert "lantern" not in str(lines).lower()


async def test_past_the_cap_the_server_hears_nothing(speaking: Speaking) -> None:
    """Two worst cases fit into the cap; the third is not sent."""
    ledger = MemoryLedger()
    async with speaking([fails(500), fails(500)]) as (server, backend):
        model = metered(backend, ledger, cap=3 * WORST - 1)
        with pytest.raises(BackendFailed):
            await model.complete(ASKED)
        with pytest.raises(SpendCapReached):
            await model.complete(ASKED)

    assert server.count == 2
