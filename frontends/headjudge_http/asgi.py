"""The bridge: serves an ASGI app as a handler of the listener."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import unquote

import structlog
from aiohttp import web

from headjudge_http.bodies import BODY, Chunks, see_plain
from headjudge_http.lifespan import App, Lifespan, Message
from headjudge_http.requests import CLIENT, ID

__all__ = ["Bridge"]

log: Final = structlog.get_logger()

GLANCE: Final = 0.2
"""Seconds between two looks at whose client has gone.

aiohttp offers no callback for that, only to cancel every handler (`handler_cancellation`), which would end all others of the listener too.
One look at a thousand connections costs less than a millisecond.
"""
GRACE: Final = 5.0
"""Seconds that an app is given to end what nobody waits for; then it is cancelled."""
LEFT: Final = 499
"""Status in the log of a request whose client left before there was one."""
CONNECTION: Final = frozenset(
    (b"connection", b"keep-alive", b"proxy-authenticate", b"proxy-connection", b"te", b"trailer", b"transfer-encoding", b"upgrade")
)
"""Headers that are between the listener and its peer: aiohttp writes them."""


class Bridge:
    """One ASGI app on the listener; requests are served between `open` and `close`."""

    def __init__(self, app: App, most: int = BODY) -> None:
        """*app* is sent bodies of at most *most* bytes."""
        self._app = app
        self._most = most
        self._lifespan = Lifespan(app)
        self._exchanges: set[_Exchange] = set()
        self._looking: asyncio.Task[None] | None = None
        self._stopped = False

    async def open(self) -> None:
        """Start the app.

        Raises:
            RuntimeError: it did not start.
        """
        await self._lifespan.begin()
        self._looking = asyncio.create_task(self._look())

    def stop(self) -> None:
        """End event streams of GET, which would last for ever; everything else is finished."""
        self._stopped = True
        for exchange in self._exchanges:
            exchange.hang_up()

    async def close(self) -> None:
        """Stop the app; nothing of it is left. It need not have been opened."""
        if self._looking:
            self._looking.cancel()
            await asyncio.wait([self._looking])
        await self._lifespan.end()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Hand *request* to the app and its reply to the client, both as they come.

        Raises:
            HTTPException: the body is refused: too large, too slow, compressed or broken.
        """
        see_plain(request)
        exchange = _Exchange(request, self._most)
        self._exchanges.add(exchange)
        try:
            return await exchange.held(self._app, {**self._lifespan.state})
        finally:
            self._exchanges.discard(exchange)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(GLANCE)
            for exchange in self._exchanges:
                exchange.look()
                if self._stopped:
                    exchange.hang_up()


class _Exchange:
    """One request and its reply."""

    def __init__(self, request: web.Request, most: int) -> None:
        self._request = request
        self._chunks = Chunks(request, most)
        self._refusal: web.HTTPException | None = None
        self._reply: web.StreamResponse | None = None
        self._size = 0
        self._whole = False
        """The reply has been sent to its end."""
        self._over = asyncio.Event()
        """There is nobody to read on, or nothing left to be read."""
        self._until = asyncio.timeout(None)

    async def held(self, app: App, state: dict[str, Any]) -> web.StreamResponse:
        try:
            async with self._until:
                await app(_scope(self._request, state), self._receive, self._send)
        except Exception as error:
            if self._over.is_set() and not self._whole:  # nobody waits for it: most are the app's word for just that
                log.info("app.left", id=self._request[ID], error=type(error).__name__)
            elif self._reply is None:
                raise
            else:
                log.error("request.failed", id=self._request[ID], error=type(error).__name__, exc_info=True)
        return self._outcome()

    def _outcome(self) -> web.StreamResponse:
        if self._reply is None:
            if self._refusal:
                raise self._refusal
            if self._over.is_set():
                return web.Response(status=LEFT)
            raise RuntimeError("the app returned without a reply")
        if not self._whole and (self._refusal or not self._over.is_set()):
            self._cut()
        return self._reply

    def _cut(self) -> None:
        """Let the client see that the reply is not whole: what is left unsaid is not a proper end."""
        log.error("reply.cut", id=self._request[ID])
        if self._request.transport:
            self._request.transport.abort()

    def look(self) -> None:
        """See whether the client is still there."""
        if self._request.transport is None or self._request.transport.is_closing():
            self._part()

    def hang_up(self) -> None:
        """End an event stream that nobody asked a question on."""
        if self._request.method == "GET" and self._reply is not None and self._reply.content_type == "text/event-stream":
            self._part()

    def _part(self) -> None:
        if not self._over.is_set():
            self._over.set()
            self._until.reschedule(asyncio.get_running_loop().time() + GRACE)

    async def _receive(self) -> Message:
        if not self._chunks.whole:
            try:
                return {"type": "http.request", "body": await self._chunks.next(), "more_body": not self._chunks.whole}
            except ConnectionError:
                self._part()
            except web.HTTPException as refusal:
                self._refusal = refusal
                self._part()
        await self._over.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if self._refusal or self._whole or (self._reply is None and self._over.is_set()):
            await asyncio.sleep(0)  # dropped; an app that never listens must not hold the loop
            return
        try:
            await self._sent(message)
        except ConnectionError:
            self._part()
            await asyncio.sleep(0)

    async def _sent(self, message: Message) -> None:
        if message["type"] == "http.response.start" and self._reply is None:
            self._reply = web.StreamResponse(status=message["status"], headers=_headers(message.get("headers", ())))
            await self._reply.prepare(self._request)
        elif message["type"] == "http.response.body" and self._reply is not None:
            await self._written(self._reply, message.get("body", b""), last=not message.get("more_body", False))
        else:
            raise RuntimeError(f"the app sent {message['type']} out of turn")

    async def _written(self, reply: web.StreamResponse, body: bytes, *, last: bool) -> None:
        if self._request.method != "HEAD" and reply.status not in (204, 304):
            self._size += len(body)
            if body:  # an empty chunk would be the last
                await reply.write(body)
            if last and self._size < (reply.content_length or 0):
                raise RuntimeError("the app sent less than its Content-Length")
        if last:
            await reply.write_eof()
            self._whole = True
            self._over.set()


def _scope(request: web.Request, state: dict[str, Any]) -> dict[str, Any]:
    url = request.rel_url
    server = request.get_extra_info("sockname")
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},  # of 2.4, an app may wait to learn from its own sending that the client has left
        "http_version": f"{request.version.major}.{request.version.minor}",
        "method": request.method,
        "scheme": request.scheme,
        "path": unquote(url.raw_path),
        "raw_path": url.raw_path.encode(errors="surrogateescape"),
        "query_string": url.raw_query_string.encode(errors="surrogateescape"),
        "root_path": "",
        "headers": [(name.lower(), value) for name, value in request.raw_headers],
        "client": (request[CLIENT], 0),
        "server": tuple(server[:2]) if server else None,
        "state": state,
        "aiohttp.request": request,
    }


def _headers(raw: Iterable[tuple[bytes, bytes]]) -> list[tuple[str, str]]:
    """*raw* as aiohttp takes it, which writes UTF-8."""
    kept = [(name, value) for name, value in raw if name.lower() not in CONNECTION]
    if any(byte in name + value for name, value in kept for byte in b"\r\n\0"):
        raise ValueError("the app sent a header of more than one line")  # before aiohttp sees it: it has half a reply by then
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in kept]
