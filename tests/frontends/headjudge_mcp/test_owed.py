"""A conversation ends when its input does, and when every reply was given."""

import asyncio
from typing import Any

import anyio
import mcp_types as types
import pytest
import structlog
from mcp.shared.message import SessionMessage

from headjudge_mcp.owed import Incoming, Outgoing, Owed


def request(number: int) -> SessionMessage:
    return SessionMessage(types.JSONRPCRequest(jsonrpc="2.0", id=number, method="ping"))


def reply(number: int) -> SessionMessage:
    return SessionMessage(types.JSONRPCResponse(jsonrpc="2.0", id=number, result={}))


def cancelled(number: Any) -> SessionMessage:
    return SessionMessage(types.JSONRPCNotification(jsonrpc="2.0", method="notifications/cancelled", params={"requestId": number}))


async def conversation(*messages: SessionMessage) -> tuple[Incoming, Outgoing, Any]:
    """Both directions after *messages* came in and the input ended, and the far end of what goes out."""
    owed = Owed()
    put, get = anyio.create_memory_object_stream[Any](10)
    out, far = anyio.create_memory_object_stream[Any](10)
    incoming, outgoing = Incoming(get, owed), Outgoing(out, owed)
    for message in messages:
        await put.send(message)
        await incoming.receive()
    await put.aclose()
    return incoming, outgoing, far


async def ended(incoming: Incoming) -> bool:
    """Whether the end is told by now."""
    ending = asyncio.create_task(anext(aiter(incoming), None))
    for _ in range(5):
        await asyncio.sleep(0)
    done = ending.done()
    ending.cancel()
    await asyncio.wait((ending,))
    return done


async def test_the_end_waits_for_replies() -> None:
    """Of all requests; a reply or an error will do."""
    incoming, outgoing, far = await conversation(request(1), request(2))

    before = await ended(incoming)
    await outgoing.send(reply(2))
    between = await ended(incoming)
    await outgoing.send(SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=1, error=types.ErrorData(code=0, message="no"))))

    assert (before, between, await ended(incoming)) == (False, False, True)
    for stream in (incoming, outgoing, far):
        await stream.aclose()


@pytest.mark.parametrize("number", [1, "1"])
async def test_nobody_waits_for_what_was_cancelled(number: Any) -> None:
    """It is never answered; as the SDK reads it, a number may be written as text."""
    incoming, outgoing, far = await conversation(request(1), cancelled(number))

    assert await ended(incoming)
    for stream in (incoming, outgoing, far):
        await stream.aclose()


@pytest.mark.parametrize("number", [{"a": 1}, [1], None, True, 1.0, "x"])
async def test_what_cancels_nothing_changes_nothing(number: Any) -> None:
    """A client's mistake does not end the conversation, nor what is owed."""
    incoming, outgoing, far = await conversation(request(1), cancelled(number))

    assert not await ended(incoming)
    for stream in (incoming, outgoing, far):
        await stream.aclose()


async def test_without_requests_it_ends_at_once() -> None:
    """Notifications are owed nothing."""
    incoming, outgoing, far = await conversation(cancelled(7))

    with pytest.raises(anyio.EndOfStream):
        await incoming.receive()
    for stream in (incoming, outgoing, far):
        await stream.aclose()


async def test_a_line_that_is_no_message_is_written_down() -> None:
    """Nobody can be replied to, so the log says it, without the line."""
    owed = Owed()

    with structlog.testing.capture_logs() as lines:
        owed.came(ValueError("secret"))

    assert lines == [{"event": "mcp.unreadable", "error": "ValueError", "log_level": "warning"}]
