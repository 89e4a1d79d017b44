"""A question's progress as server-sent events."""

import asyncio
import json
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Final

import structlog
from aiohttp import web

from headjudge import Declined, Desk, Question, Reason, Reply

__all__ = ["Hearing", "told"]

log: Final = structlog.get_logger()

HEADERS: Final = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # nginx would keep the events until the reply
}
QUIET: Final = 15.0
"""Seconds of silence after which a comment is sent: proxies end a connection on which nothing comes."""
BROKEN: Final = "Something broke while this was judged; try again in a moment."


class Hearing:
    """A question at the desk, which tells its stages. Who leaves it does not end the judging."""

    def __init__(self, desk: Desk, question: Question) -> None:
        self._desk = desk
        self._question = question
        self._told: asyncio.Queue[str | None] = asyncio.Queue()

    async def __aenter__(self) -> "Hearing":
        self._task = asyncio.create_task(self._desk.hear(self._question, self._told.put_nowait))
        self._task.add_done_callback(self._over)
        return self

    def _over(self, task: "asyncio.Task[Reply]") -> None:
        self._told.put_nowait(None)
        if not task.cancelled():
            task.exception()  # seen, for nobody asks for the reply of a stream that was left

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._task.cancel()  # the desk hears the question to its end all the same

    async def stage(self) -> str | None:
        """Return the name of the next stage as it begins; None, once, when the reply is there."""
        return await self._told.get()

    async def reply(self) -> Reply:
        """Return the reply, or raise what `Desk.hear` does."""
        return await self._task


async def told(request: web.Request, first: str, hearing: Hearing, shown: Callable[[web.Request, Reply], Mapping[str, Any]]) -> web.StreamResponse:
    """Reply with the stages of *hearing* from the *first* on, and at the end with its reply as *shown*."""
    response = web.StreamResponse(headers=HEADERS)
    try:
        await response.prepare(request)
        stage: str | None = first
        while stage is not None:
            await response.write(_event("stage", {"stage": stage}))
            stage = await _next(response, hearing)
        await response.write(_event("reply", shown(request, await _reply(hearing))))
        await response.write_eof()
    except ConnectionResetError:
        log.info("stream.left")  # the asker is gone; the question is judged and stored
    return response


async def _next(response: web.StreamResponse, hearing: Hearing) -> str | None:
    while True:
        try:
            async with asyncio.timeout(QUIET):
                return await hearing.stage()
        except TimeoutError:
            await response.write(b": still judging\n\n")


async def _reply(hearing: Hearing) -> Reply:
    """The reply. What breaks becomes one, for the status has been sent."""
    try:
        return await hearing.reply()
    except Exception as error:
        log.error("question.failed", error=type(error).__name__, exc_info=True)
        return Declined(BROKEN, Reason.BACKEND)


def _event(name: str, data: Mapping[str, Any]) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()
