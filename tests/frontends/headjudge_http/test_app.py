"""What happens around every request."""

import asyncio
import re
import socket
from typing import Any
from urllib.parse import urlsplit

import structlog
from aiohttp import web

from headjudge import Desk, StoreFailed


async def hello(_: web.Request) -> web.Response:
    return web.Response(text="hello")


async def broken(_: web.Request) -> web.Response:
    raise RuntimeError("the password is swordfish")


async def unstored(_: web.Request) -> web.Response:
    raise StoreFailed("postgresql://user:swordfish@host refused")


ROUTES = (web.get("/hello/{name}", hello), web.get("/broken", broken), web.get("/unstored", unstored))


async def test_every_reply_has_the_headers(desk: Desk, opened: Any) -> None:
    """Whatever its status; no CORS header, and nothing about the server."""
    listener = await opened(desk, *ROUTES)

    for path in ("/hello/you", "/nowhere", "/broken", "/api/health", "/api/about"):
        response, _ = await listener.get(path, Origin="https://elsewhere.example")
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
        assert "unsafe" not in response.headers["Content-Security-Policy"]
        assert not [name for name in response.headers if name.lower().startswith("access-control")]
        assert "Server" not in response.headers
        assert re.fullmatch(r"[0-9a-f]{16}", response.headers["X-Request-ID"])


async def test_a_door_may_bring_its_own_policy(desk: Desk, opened: Any) -> None:
    """A page says itself what it loads."""

    async def page(_: web.Request) -> web.Response:
        return web.Response(headers={"Content-Security-Policy": "default-src 'self'"})

    response, _ = await (await opened(desk, web.get("/page", page))).get("/page")

    assert response.headers["Content-Security-Policy"] == "default-src 'self'"


async def test_what_breaks_is_told_to_the_operator_alone(desk: Desk, opened: Any) -> None:
    """500 and 503 in plain text, without a word of the error; the log has the request's number."""
    listener = await opened(desk, *ROUTES)
    with structlog.testing.capture_logs() as logs:
        failed, said = await listener.get("/broken")
        stored, told = await listener.get("/unstored")

    assert (failed.status, stored.status) == (500, 503)
    assert (failed.content_type, stored.content_type) == ("text/plain", "text/plain")
    assert "swordfish" not in said + told
    assert [line["id"] for line in logs if line["event"] == "request.failed"] == [response.headers["X-Request-ID"] for response in (failed, stored)]


async def test_what_is_not_there_is_refused_in_plain_text(desk: Desk, opened: Any) -> None:
    """404 and 405."""
    listener = await opened(desk, *ROUTES)
    response, _ = await listener.get("/nowhere")
    assert (response.status, response.content_type) == (404, "text/plain")

    async with listener.client.post(f"{listener.url}/hello/you") as refused:
        assert (refused.status, refused.content_type, refused.headers["Allow"]) == (405, "text/plain", "GET,HEAD")


async def test_the_log_holds_no_whole_address_and_nothing_that_was_asked(desk: Desk, opened: Any) -> None:
    """The route instead of the path, and the network instead of the address."""
    listener = await opened(desk, *ROUTES)
    with structlog.testing.capture_logs() as logs:
        await listener.get("/hello/Drowning-Bell?secret=1")

    (line,) = [line for line in logs if line["event"] == "request.served"]
    assert line["route"] == "/hello/{name}"
    assert line["client"] == "127.0.0.0/24"
    assert line["status"] == 200
    assert "Bell" not in str(line)
    assert "secret" not in str(line)


async def test_a_proxys_number_of_the_request_is_kept(desk: Desk, opened: Any) -> None:
    """One that could not be written into a log is replaced."""
    listener = await opened(desk, *ROUTES)
    kept, _ = await listener.get("/hello/you", **{"X-Request-ID": "edge-1.2_3"})
    replaced, _ = await listener.get("/hello/you", **{"X-Request-ID": "two words; and more"})

    assert kept.headers["X-Request-ID"] == "edge-1.2_3"
    assert re.fullmatch(r"[0-9a-f]{16}", replaced.headers["X-Request-ID"])


async def test_what_is_no_http_is_refused(desk: Desk, opened: Any) -> None:
    """400, without a traceback, and the next connection is served."""
    listener = await opened(desk, *ROUTES)
    where = urlsplit(listener.url)

    def send(raw: bytes) -> bytes:
        with socket.create_connection((where.hostname, where.port), timeout=10) as line:
            line.sendall(raw)
            return line.recv(65_536)

    for raw in (
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n",
    ):
        reply = await asyncio.to_thread(send, raw)
        assert reply.startswith((b"HTTP/1.1 400", b"HTTP/1.0 400"))
        assert b"Traceback" not in reply

    response, _ = await listener.get("/hello/you")
    assert response.status == 200
