"""POST /api/judge and its stream. The web page mounts the same handlers, which share a window with them.

Another package mounts them so::

    judging = Judging(services, desk, door="web")
    return [web.post("/web/judge", judging.judge), web.post("/web/judge/stream", judging.stream)]

What is refused before it is judged is plain text (it does not parse) or JSON (it is over a limit), on both routes alike.
"""

from typing import Any, Final

from aiohttp import web

from headjudge import Busy, Desk, Question, Reply, Services, body, limit_fault, plain
from headjudge.doors import ErrorBody, RateLimitedBody
from headjudge_api.requests import RequestInvalid, read_question
from headjudge_api.streams import Hearing, told
from headjudge_api.windows import Window, Windows
from headjudge_http.address import window_key
from headjudge_http.bodies import read_json
from headjudge_http.requests import CLIENT, KIND

__all__ = ["Judging", "limited"]

BUSY_SECS: Final = {True: 5, False: 1}
"""Seconds after which to try again when every slot is taken: with a model a verdict takes twenty or more, without one a fraction of one."""


class Judging:
    """Takes questions over HTTP: parse, the fields' limits, the address's window, a judge slot, the spend cap, in this order."""

    def __init__(self, services: Services, desk: Desk, door: str) -> None:
        """Hand questions to *desk* as those of *door*, and count them in the windows of *services*."""
        self._window = Windows.shared(services).judge
        self._root = services.settings.citation_root
        self._busy_secs = BUSY_SECS[services.model is not None]
        self._desk = desk
        self._door = door

    async def judge(self, request: web.Request) -> web.Response:
        """Reply with the verdict, or whatever there is instead, as the contract's JSON.

        Raises:
            HTTPException: the request does not parse; its text names each field at fault.
            StoreFailed: the database cannot be read.
        """
        question = await self._admitted(request)
        if isinstance(question, web.Response):
            return question
        return self._replied(request, await self._desk.hear(question))

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """Reply with server-sent events: a `stage` as each begins, and one `reply` with the body that `judge` would give.

        What is known before the first stage (busy, say) is a reply like that of `judge`. Nothing of a verdict is sent before it is checked.

        Raises:
            HTTPException, StoreFailed: as `judge`, before the first stage.
        """
        question = await self._admitted(request)
        if isinstance(question, web.Response):
            return question
        async with Hearing(self._desk, question) as hearing:
            first = await hearing.stage()
            if first is None:
                return self._replied(request, await hearing.reply())
            return await told(request, first, hearing, self._shown)

    async def _admitted(self, request: web.Request) -> Question | web.Response:
        """The question of *request*, counted; or why it is not judged."""
        data = await read_json(request)
        try:
            question = read_question(data, self._door)
        except RequestInvalid as error:
            raise web.HTTPUnprocessableEntity(text=str(error)) from None
        if fault := limit_fault(question):
            request[KIND] = "error"
            return web.json_response(plain(ErrorBody("error", fault)), status=400)
        return await limited(request, self._window, "questions") or question

    def _replied(self, request: web.Request, reply: Reply) -> web.Response:
        shown = self._shown(request, reply)
        if isinstance(reply, Busy):
            return web.json_response(shown, status=429, headers={"Retry-After": str(self._busy_secs)})
        return web.json_response(shown)

    def _shown(self, request: web.Request, reply: Reply) -> dict[str, Any]:
        """The body of *reply*; its kind is noted for the log."""
        shown = body(reply, self._root)
        request[KIND] = shown["kind"]
        return shown


async def limited(request: web.Request, window: Window, what: str) -> web.Response | None:
    """Count *request* in *window* and return None; or return the refusal of a client that has asked too many of *what*."""
    secs = await window.entered(window_key(request[CLIENT]))
    if secs is None:
        return None
    request[KIND] = "rate_limited"
    message = f"This address may ask {window.most} {what} in {window.secs} seconds; ask again in {secs} seconds."
    return web.json_response(plain(RateLimitedBody("rate_limited", message)), status=429, headers={"Retry-After": str(secs)})
