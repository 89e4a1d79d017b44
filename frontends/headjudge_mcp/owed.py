"""The streams of a conversation that ends when its input does, and not before every request that came has had its reply."""

import asyncio
from types import TracebackType
from typing import Any, Final, Self

import anyio
import mcp_types as types
import structlog
from mcp.shared.dispatcher import coerce_request_id
from mcp.shared.jsonrpc_dispatcher import cancelled_request_id_from_params
from mcp.shared.message import SessionMessage

__all__ = ["Incoming", "Outgoing", "Owed"]

log: Final = structlog.get_logger()

PATIENCE: Final = 60.0
"""Seconds that requests under way are given when the input has ended."""
CANCELLED: Final = "notifications/cancelled"


class Owed:
    """The requests that have had no reply yet."""

    def __init__(self) -> None:
        self._ids: set[Any] = set()
        self._settled = asyncio.Event()
        self._settled.set()

    def came(self, item: Any) -> None:
        """Note what *item* asks for, or that nobody waits for it any longer."""
        if isinstance(item, Exception):
            log.warning("mcp.unreadable", error=type(item).__name__)  # the SDK passes it over: there is no id to reply to
        message = item.message if isinstance(item, SessionMessage) else None
        if isinstance(message, types.JSONRPCRequest):
            self._ids.add(coerce_request_id(message.id))
            self._settled.clear()
        elif isinstance(message, types.JSONRPCNotification) and message.method == CANCELLED:
            self._done(cancelled_request_id_from_params(message.params))

    def went(self, item: SessionMessage) -> None:
        """Note what *item* replies to."""
        if isinstance(item.message, types.JSONRPCResponse | types.JSONRPCError):
            self._done(item.message.id)

    def _done(self, number: types.RequestId | None) -> None:
        if number is not None:
            self._ids.discard(coerce_request_id(number))  # to the SDK "7" is 7: what it cancels is never answered
        if not self._ids:
            self._settled.set()

    async def settled(self) -> None:
        """Wait until nothing is owed, for a minute at most."""
        with anyio.move_on_after(PATIENCE):
            await self._settled.wait()


class _Stream:
    """One direction, closed with what is behind it."""

    def __init__(self, stream: Any, owed: Owed) -> None:
        self._stream = stream
        self._owed = owed

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.aclose()


class Incoming(_Stream):
    """What comes in. Its end is told when nothing is owed any more."""

    async def receive(self) -> Any:
        """Return the next message."""
        try:
            item = await self._stream.receive()
        except anyio.EndOfStream:
            await self._owed.settled()
            raise
        self._owed.came(item)
        return item

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None


class Outgoing(_Stream):
    """What goes out."""

    async def send(self, item: SessionMessage) -> None:
        """Send *item*."""
        await self._stream.send(item)
        self._owed.went(item)
