"""An ASGI app's lifespan: what it begins before the first request and lets go of after the last."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

import structlog

__all__ = ["App", "Lifespan", "Message", "Receive", "Send"]

log: Final = structlog.get_logger()

PATIENCE: Final = 10.0
"""Seconds within which an app has to stop."""

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]


class Lifespan:
    """The lifespan of one app, in a task of its own: what anyio enters in a task, it has to leave in the same one.

    An app that knows no lifespan is refused: what it should have begun would be missing at the first request.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._told: asyncio.Queue[Message] = asyncio.Queue()
        self._heard: asyncio.Queue[Message] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self.state: dict[str, Any] = {}
        """What the app lays down at its start, for its requests."""

    async def begin(self) -> None:
        """Start the app.

        Raises:
            RuntimeError: it did not start.
        """
        scope = {"type": "lifespan", "asgi": {"version": "3.0", "spec_version": "2.0"}, "state": self.state}
        self._task = asyncio.create_task(self._live(scope))
        try:
            await self._asked("startup")
        except BaseException:
            await self._left()
            raise

    async def end(self) -> None:
        """Stop the app, if it was started; nothing of it is left.

        Raises:
            RuntimeError: it did not stop as it should.
            TimeoutError: it did not within ten seconds.
        """
        if self._task is None or self._task.done():
            return
        try:
            async with asyncio.timeout(PATIENCE):
                await self._asked("shutdown")
                await asyncio.wait([self._task])
        finally:
            await self._left()

    async def _left(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _live(self, scope: dict[str, Any]) -> None:
        """Run the app's lifespan; once it has ended, who waits for its word is told that."""
        try:
            await self._app(scope, self._told.get, self._heard.put)
        except Exception as error:  # whatever it is, the one who waits for the app's word has to hear it
            log.error("app.failed", error=type(error).__name__, exc_info=True)
        finally:
            self._heard.put_nowait({"type": "ended"})

    async def _asked(self, word: str) -> None:
        self._told.put_nowait({"type": f"lifespan.{word}"})
        heard = await self._heard.get()
        if heard["type"] != f"lifespan.{word}.complete":
            raise RuntimeError(f"the app did not complete its {word} ({heard.get('message') or heard['type']}); the log says why")
