"""Reading a request's body."""

import asyncio
import gzip
import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from aiohttp import web

from headjudge import Desk
from headjudge_http.bodies import BODY, read_json


async def echo(request: web.Request) -> web.Response:
    return web.json_response(await read_json(request))


@pytest.fixture
async def post(desk: Desk, opened: Any) -> Callable[..., Any]:
    """Send a body to a handler that reads it."""
    listener = await opened(desk, web.post("/echo", echo))

    async def send(body: Any, **headers: str) -> tuple[int, str, str]:
        told = {"Content-Type": "application/json", **headers}
        async with listener.client.post(f"{listener.url}/echo", data=body, headers=told) as response:
            return response.status, response.content_type, await response.text()

    send.url = listener.url  # type: ignore[attr-defined]
    return send


@pytest.mark.parametrize("body", [b'{"a": [1, "\xc3\xa9"]}', b"[]", b"null", b'"\\ud800"', b'{"a":' + b" " * (BODY - 7) + b"1}"])
async def test_json_is_read(post: Any, body: bytes) -> None:
    """Up to the limit to the byte; what its values may be is another's business."""
    status, _, _ = await post(body)

    assert status == 200


@pytest.mark.parametrize(
    ("body", "headers", "status", "words"),
    [
        (b"{}", {"Content-Type": "text/plain"}, 415, "Content-Type: application/json"),
        (b"{}", {"Content-Type": "application/json; charset=latin-1"}, 415, "UTF-8"),
        (gzip.compress(b"{}", mtime=0), {"Content-Encoding": "gzip"}, 415, "Content-Encoding"),
        (b"", {}, 400, "no JSON: Expecting value at line 1, column 1"),
        (b'{"a": }', {}, 400, "at line 1, column 7"),
        (b'{"a": 1} {}', {}, 400, "Extra data"),
        (b'{"a": NaN}', {}, 400, "NaN is no number"),
        (b'{"a": -Infinity}', {}, 400, "-Infinity is no number"),
        (b'"\xff"', {}, 400, "not UTF-8"),
        (b"[" * 30_000, {}, 400, "nested too deep"),
        (b'{"a":' * 9_000 + b"1" + b"}" * 9_000, {}, 400, "nested too deep"),
        (b"1" * 10_000, {}, 400, "no JSON"),
        (b'{"a":' + b" " * (BODY - 6) + b"1}", {}, 413, "more than 65536 bytes"),
    ],
)
async def test_what_cannot_be_read_is_refused_in_plain_text(post: Any, body: bytes, headers: dict[str, str], status: int, words: str) -> None:
    """With the status that says why, and the cure."""
    refused, content_type, text = await post(body, **headers)

    assert (refused, content_type) == (status, "text/plain")
    assert words in text


async def test_chunks_without_end_are_cut_off(post: Any) -> None:
    """At the limit, whatever comes behind it."""
    sent = 0

    async def endless() -> Any:
        nonlocal sent
        while sent < 100 * BODY:
            sent += 1024
            yield b" " * 1024

    status, _, _ = await post(endless())

    assert status == 413
    assert sent < 100 * BODY


def said(url: str, *parts: bytes) -> bytes:
    """What comes back for *parts*, sent as they are."""
    where = urlsplit(url)
    with socket.create_connection((where.hostname, where.port), timeout=30) as line:
        for part in parts:
            line.sendall(part)
        line.shutdown(socket.SHUT_WR)
        return line.recv(65_536)


async def test_a_body_that_ends_early_gets_no_reply_and_breaks_nothing(post: Any) -> None:
    """Who hung up is not there to read it; the next is served."""
    head = b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n"

    await asyncio.to_thread(said, post.url, head, b'{"a"')

    assert (await post(b"{}"))[0] == 200


async def test_broken_chunks_end_the_connection(post: Any) -> None:
    """A chunk whose length is no number: refused, or hung up on; the next is served."""
    head = b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"

    reply = await asyncio.to_thread(said, post.url, head, b"zz\r\n{}\r\n0\r\n\r\n")

    assert reply[9:12] in (b"", b"400")
    assert (await post(b"{}"))[0] == 200
