"""The bridge: small ASGI apps on a real listener."""

import asyncio
import gzip
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import attrs
import pytest
from aiohttp import web
from structlog.testing import capture_logs

from headjudge import Desk, Services
from headjudge_http import asgi
from headjudge_http.app import BROKEN, application
from headjudge_http.asgi import Bridge
from headjudge_http.lifespan import App, Message, Receive, Send
from headjudge_http.metrics import Metrics

MOST = 1000
"""Most bytes of a body, in these tests."""
SOON = 5.0
"""Seconds after which a test gives up on what should have happened at once."""
PLAIN = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]}
EVENTS = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream"), (b"connection", b"keep-alive")]}


@attrs.frozen
class Bridged:
    """A bridge as a mount."""

    bridge: Bridge
    name: str = "bridged"
    switches: tuple[str, ...] = ("api",)

    def needs(self) -> tuple[str, ...]:
        return ()

    def routes(self, desk: Desk) -> list[web.RouteDef]:
        return [web.route("*", "/app{rest:.*}", self.bridge.serve)]

    async def open(self) -> None:
        await self.bridge.open()

    def stop(self) -> None:
        self.bridge.stop()

    async def close(self) -> None:
        await self.bridge.close()


@attrs.frozen
class Listening:
    """A listener with a bridge on it, and a client of it."""

    port: int
    runner: web.AppRunner
    client: aiohttp.ClientSession

    def ask(self, method: str = "GET", path: str = "/app", **told: Any) -> Any:
        """A request, as aiohttp's client makes it."""
        return self.client.request(method, f"http://127.0.0.1:{self.port}{path}", **told)

    async def line(self, request: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return a connection of its own on which *request* was sent as it stands."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(request.encode("latin-1"))
        return reader, writer


@pytest.fixture
async def bridged(desk: Desk, headjudge_services: Services) -> AsyncIterator[Callable[[App], Awaitable[Listening]]]:
    """Open a listener on which an app is served; it is closed at the end, and nothing is left of it."""
    before = asyncio.all_tasks()
    async with AsyncExitStack() as closing:

        async def bridge(app: App) -> Listening:
            mount = Bridged(Bridge(living(app), MOST))
            runner = web.AppRunner(application(headjudge_services, desk, [mount], Metrics(desk)), access_log=None, lingering_time=0.1)
            closing.push_async_callback(runner.cleanup)
            await runner.setup()
            listening = socket.create_server(("127.0.0.1", 0))
            await web.SockSite(runner, listening).start()
            client = await closing.enter_async_context(aiohttp.ClientSession())
            return Listening(listening.getsockname()[1], runner, client)

        yield bridge
    async with asyncio.timeout(SOON):
        while asyncio.all_tasks() - before - {asyncio.current_task()}:
            await asyncio.sleep(0)  # what was cancelled ends in the loop's next turns


def living(app: App) -> App:
    """*app* with a lifespan in which nothing happens."""

    async def alive(scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await app(scope, receive, send)
            return
        scope["state"]["born"] = "today"
        assert (await receive())["type"] == "lifespan.startup"
        await send({"type": "lifespan.startup.complete"})
        assert (await receive())["type"] == "lifespan.shutdown"
        await send({"type": "lifespan.shutdown.complete"})

    return alive


def part(body: bytes, *, more: bool = False) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": more}


async def read(receive: Receive) -> list[bytes]:
    """The body as it came."""
    chunks = []
    while (message := await receive())["type"] == "http.request":
        chunks.append(message["body"])
        if not message["more_body"]:
            break
    return chunks


async def echo(scope: Any, receive: Receive, send: Send) -> None:
    body = b"".join(await read(receive))
    await send(PLAIN)
    await send(part(body))


def keeping(kept: dict[str, Any]) -> App:
    async def keep(scope: Any, receive: Receive, send: Send) -> None:
        kept.update(scope)
        await echo(scope, receive, send)

    return keep


@pytest.mark.parametrize(("method", "body"), [("POST", b"one and two"), ("PUT", b"x" * MOST), ("POST", b""), ("GET", b""), ("DELETE", b"")])
async def test_a_body_goes_in_and_a_reply_comes_out(bridged: Any, method: str, body: bytes) -> None:
    """Byte for byte, also where there is none."""
    listening = await bridged(echo)

    async with listening.ask(method, data=body) as response:
        assert (response.status, await response.read()) == (200, body)
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "Server" not in response.headers


async def test_a_request_is_told_as_it_was_sent(bridged: Any) -> None:
    """Nothing is read, sorted or put right on the way: what a path means is the app's business."""
    kept: dict[str, Any] = {}
    listening = await bridged(keeping(kept))

    reader, writer = await listening.line(
        "GET /app/a%2Fb/caf%C3%A9?q=1%202&q=%zz&e HTTP/1.1\r\nHost: judge.example:80\r\nX-Twice: one\r\nx-twice: tw\xf6\r\nConnection: close\r\n\r\n"
    )
    await reader.read()
    writer.close()

    assert (kept["type"], kept["method"], kept["http_version"], kept["scheme"], kept["root_path"]) == ("http", "GET", "1.1", "http", "")
    assert (kept["path"], kept["raw_path"]) == ("/app/a/b/café", b"/app/a%2Fb/caf%C3%A9")
    assert kept["query_string"] == b"q=1%202&q=%zz&e"
    assert kept["headers"] == [(b"host", b"judge.example:80"), (b"x-twice", b"one"), (b"x-twice", b"tw\xf6"), (b"connection", b"close")]
    assert kept["client"] == ("127.0.0.1", 0)
    assert kept["server"] == ("127.0.0.1", listening.port)
    assert kept["state"] == {"born": "today"}
    assert isinstance(kept["aiohttp.request"], web.Request)


async def test_headers_of_a_reply_are_kept(bridged: Any) -> None:
    """Also repeated ones, and those that the listener would set; those of the connection are aiohttp's to write."""
    sent = [(b"Set-Cookie", b"a=1"), (b"set-cookie", b"b=2"), (b"cache-control", b"max-age=9"), (b"connection", b"keep-alive")]
    sent += [(b"transfer-encoding", b"chunked"), (b"content-length", b"2"), (b"content-type", b"text/x-odd")]

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 201, "headers": sent})
        await send(part(b"ok"))

    async with (await bridged(app)).ask() as response:
        assert (response.status, await response.read()) == (201, b"ok")
        assert response.headers.getall("Set-Cookie") == ["a=1", "b=2"]
        assert (response.headers["Cache-Control"], response.headers["Content-Type"]) == ("max-age=9", "text/x-odd")
        assert response.headers.getall("Content-Length") == ["2"]
        assert "Transfer-Encoding" not in response.headers
        assert "Connection" not in response.headers


@pytest.mark.parametrize(("method", "status"), [("HEAD", 200), ("GET", 204), ("GET", 304)])
async def test_a_reply_without_a_body_has_none(bridged: Any, method: str, status: int) -> None:
    """Whatever the app sends; the connection serves the next request."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": status, "headers": [(b"content-length", b"4")]})
        await send(part(b"body"))

    asked = f"{method} /app HTTP/1.1\r\nHost: x\r\n"
    reader, writer = await (await bridged(app)).line(f"{asked}\r\n{asked}Connection: close\r\n\r\n")
    replies = await reader.read()
    writer.close()

    assert replies.count(f"HTTP/1.1 {status}".encode()) == 2
    assert b"body" not in replies


async def test_a_body_is_told_while_it_comes(bridged: Any) -> None:
    """The app reads its first part before the second is sent."""
    first = asyncio.Event()

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        assert await receive() == {"type": "http.request", "body": b"one", "more_body": True}
        first.set()
        await echo(scope, receive, send)

    async def body() -> AsyncIterator[bytes]:
        yield b"one"
        await first.wait()
        yield b"two"

    async with asyncio.timeout(SOON), (await bridged(app)).ask("POST", data=body()) as response:
        assert await response.read() == b"two"


async def test_a_reply_is_sent_while_it_is_made(bridged: Any) -> None:
    """The client has its head and first part before the app makes the second: so events arrive when they happen."""
    go_on = asyncio.Event()

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await send(EVENTS)
        await go_on.wait()
        go_on.clear()
        await send(part(b"data: 1\n\n", more=True))
        await go_on.wait()
        await send(part(b"data: 2\n\n"))

    async with asyncio.timeout(SOON), (await bridged(app)).ask() as response:
        assert response.headers["Cache-Control"] == "no-store"
        go_on.set()
        assert await response.content.readany() == b"data: 1\n\n"
        go_on.set()
        assert await response.read() == b"data: 2\n\n"


@pytest.mark.parametrize("chunked", [False, True])
async def test_a_body_that_is_too_large_is_refused(bridged: Any, *, chunked: bool) -> None:
    """As it is read, in plain text; the app is told that nobody is there, and what it says then is dropped."""

    async def body() -> AsyncIterator[bytes]:
        for _ in range(11):
            yield b"x" * 100

    async with asyncio.timeout(SOON), (await bridged(echo)).ask("POST", data=body() if chunked else b"x" * (MOST + 1)) as response:
        assert (response.status, response.content_type) == (413, "text/plain")
        assert "more than 1000 bytes" in await response.text()


async def test_a_compressed_body_is_refused(bridged: Any) -> None:
    """It would be unpacked on the way, and its headers would speak of another body than the app gets."""
    async with (await bridged(echo)).ask("POST", data=gzip.compress(b"one"), headers={"Content-Encoding": "gzip"}) as response:
        assert response.status == 415


async def silent(scope: Any, receive: Receive, send: Send) -> None:
    return


async def broken(scope: Any, receive: Receive, send: Send) -> None:
    raise ValueError("secret")


async def out_of_turn(scope: Any, receive: Receive, send: Send) -> None:
    await send(part(b"early"))


async def two_lines(scope: Any, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"x-odd", b"a\r\nb: c")]})


@pytest.mark.parametrize("app", [silent, broken, out_of_turn, two_lines])
async def test_an_app_that_breaks_before_its_reply_is_our_500(bridged: Any, app: App) -> None:
    """As of any handler, with nothing of what broke but in the log; the connection serves the next."""
    listening = await bridged(app)

    with capture_logs() as lines:
        async with listening.ask() as response:
            assert (response.status, await response.text()) == (500, BROKEN)
    async with listening.ask() as response:
        assert response.status == 500

    assert [line["event"] for line in lines if line["log_level"] == "error"] == ["request.failed"]


async def stops(scope: Any, receive: Receive, send: Send) -> None:
    await send(PLAIN)
    await send(part(b"half", more=True))


async def breaks(scope: Any, receive: Receive, send: Send) -> None:
    await stops(scope, receive, send)
    raise ValueError("secret")


async def short(scope: Any, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"8")]})
    await send(part(b"half"))


async def starts_again(scope: Any, receive: Receive, send: Send) -> None:
    await stops(scope, receive, send)
    await send(PLAIN)


@pytest.mark.parametrize("app", [stops, breaks, short, starts_again])
async def test_a_reply_that_breaks_off_is_cut(bridged: Any, app: App) -> None:
    """The client can see that it is not whole; the log says why."""
    listening = await bridged(app)
    with capture_logs() as lines, pytest.raises((aiohttp.ClientPayloadError, aiohttp.ClientConnectionError)):
        async with listening.ask() as response:
            await response.read()

    assert [line["event"] for line in lines if line["log_level"] == "error"] == ["request.failed", "reply.cut"][app is stops :]


async def parted(listening: Listening, request: str, began: asyncio.Event, told: "asyncio.Future[float]") -> float:
    """Seconds between the client's leaving and the app's learning of it."""
    async with asyncio.timeout(SOON):
        _, writer = await listening.line(request)
        await began.wait()
        left = time.monotonic()
        writer.close()
        return await told - left


@pytest.mark.parametrize("streams", [False, True])
async def test_an_app_is_told_soon_that_the_client_has_gone(bridged: Any, *, streams: bool) -> None:
    """Before its reply as well as within a stream on which nothing happens."""
    began, told = asyncio.Event(), asyncio.get_running_loop().create_future()

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await read(receive)
        if streams:
            await send(EVENTS)
        began.set()
        assert (await receive())["type"] == "http.disconnect"
        told.set_result(time.monotonic())
        await send(part(b"dropped") if streams else PLAIN)

    assert await parted(await bridged(app), "GET /app HTTP/1.1\r\nHost: x\r\n\r\n", began, told) < 1.0


async def test_a_client_that_leaves_within_its_body_is_gone(bridged: Any) -> None:
    """The app is told so where it waits for more of it."""
    began, told = asyncio.Event(), asyncio.get_running_loop().create_future()

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        assert (await receive())["body"] == b"half"
        began.set()
        assert (await receive())["type"] == "http.disconnect"
        told.set_result(time.monotonic())

    assert await parted(await bridged(app), "POST /app HTTP/1.1\r\nHost: x\r\nContent-Length: 8\r\n\r\nhalf", began, told) < 1.0


@pytest.mark.parametrize("deaf", [False, True])
async def test_an_app_that_goes_on_for_nobody_is_ended(bridged: Any, *, deaf: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """After its grace: whether it waits for something else, or sends on and on."""
    monkeypatch.setattr(asgi, "GRACE", 0.05)
    began, told = asyncio.Event(), asyncio.get_running_loop().create_future()

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await send(EVENTS)
        began.set()
        try:
            while deaf:
                await send(part(b"data: 1\n\n", more=True))
            await asyncio.Event().wait()
        finally:
            told.set_result(time.monotonic())

    assert await parted(await bridged(app), "GET /app HTTP/1.1\r\nHost: x\r\n\r\n", began, told) < 1.0


async def test_event_streams_do_not_hold_up_a_stop(bridged: Any) -> None:
    """They end properly, at once; a request under way is finished first."""
    working, answer = asyncio.Event(), asyncio.Event()

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        if scope["method"] == "POST":
            working.set()
            await answer.wait()
            await echo(scope, receive, send)
            return
        await read(receive)
        await send(EVENTS)
        await send(part(b"data: 1\n\n", more=True))
        assert (await receive())["type"] == "http.disconnect"
        answer.set()

    listening = await bridged(app)

    async def asked() -> bytes:
        async with listening.ask("POST", data=b"work") as response:
            body: bytes = await response.read()
            return body

    async with asyncio.timeout(SOON), listening.ask() as stream, asyncio.TaskGroup() as tasks:
        await stream.content.readany()
        asking = tasks.create_task(asked())
        await working.wait()
        tasks.create_task(listening.runner.cleanup())

        assert await stream.read() == b""
        assert await asking == b"work"


async def test_an_app_that_does_not_start_keeps_the_listener_closed() -> None:
    """One that knows no lifespan too; nothing of it goes on."""

    async def failing(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "lifespan.startup.failed", "message": "no rules"})
        await asyncio.Event().wait()

    before = asyncio.all_tasks()
    with pytest.raises(RuntimeError, match=r"did not complete its startup \(no rules\)"):
        await Bridge(failing).open()
    with pytest.raises(RuntimeError, match=r"did not complete its startup \(ended\)"):
        await Bridge(broken).open()

    assert asyncio.all_tasks() == before


async def test_a_lifespan_ends_in_the_task_in_which_it_began(bridged: Any) -> None:
    """As anyio needs it; and a bridge that was never opened can be closed."""
    tasks = []

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        for word in ("startup", "shutdown"):
            await receive()
            tasks.append(asyncio.current_task())
            await send({"type": f"lifespan.{word}.complete"})

    bridge = Bridge(app)
    await bridge.close()
    await bridge.open()
    await asyncio.create_task(bridge.close())

    assert len(tasks) == 2
    assert len(set(tasks)) == 1
