"""An operator's webhook on a free loopback port, which answers as it is told."""

import asyncio
import datetime
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import attrs
import pytest
import stamina
from aiohttp import web
from aiohttp.test_utils import TestServer

from headjudge import Event
from headjudge_alerts.webhook import Patience, Webhook

SECRET = "T0KEN-abc123"
Reply = Callable[[web.Request], Awaitable[web.StreamResponse]]


@attrs.define
class Operator:
    """Keeps what arrived; gives its replies in turn, and the last one stays."""

    posts: list[dict[str, Any]] = attrs.Factory(list)
    paths: list[str] = attrs.Factory(list)
    replies: list[Reply] = attrs.Factory(list)
    root: str = ""
    closing: asyncio.Event = attrs.Factory(asyncio.Event)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.paths.append(request.path)
        self.posts.append(await request.json() if request.method == "POST" else {"method": request.method})
        if not self.replies:
            return web.Response()
        return await (self.replies.pop(0) if len(self.replies) > 1 else self.replies[0])(request)

    def answering(self, *statuses: int, **headers: str) -> None:
        """Answer with *statuses* in turn."""
        self.replies = [_reply(status, {name.replace("_", "-"): value for name, value in headers.items()}) for status in statuses]

    async def hang(self, request: web.Request) -> web.StreamResponse:
        """Say nothing until the test is over."""
        await self.closing.wait()
        return web.Response()

    async def cut(self, request: web.Request) -> web.StreamResponse:
        """Break the connection off."""
        request.transport.abort()
        return web.Response()


def _reply(status: int, headers: dict[str, str]) -> Reply:
    async def reply(_: web.Request) -> web.StreamResponse:
        return web.Response(status=status, headers=headers)

    return reply


@pytest.fixture
async def operator() -> AsyncIterator[Operator]:
    operator = Operator()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", operator.handle)
    server = TestServer(app)
    await server.start_server()
    operator.root = str(server.make_url("")).rstrip("/")
    yield operator
    operator.closing.set()
    await server.close()


@pytest.fixture
def webhook(operator: Operator) -> Webhook:
    """The webhook to the operator; it does not wait between tries."""
    return Webhook(f"{operator.root}/services/{SECRET}", "https://judge.example.org", Patience(timeout=5, wait=0))


@pytest.fixture
def hasty(operator: Operator) -> Webhook:
    """The same, with little time for a try."""
    return Webhook(f"{operator.root}/services/{SECRET}", "https://judge.example.org", Patience(timeout=0.05, wait=0))


@pytest.fixture
def nowhere() -> Webhook:
    """A webhook to a port that nobody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    return Webhook(f"http://127.0.0.1:{port}/services/{SECRET}", "judge-1", Patience(timeout=5, wait=0))


@pytest.fixture
def event() -> Event:
    noon = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)
    return Event("spend_cap", "The spend cap of 5 USD for 2026-03-01 is reached; model calls are refused.", noon)


@pytest.fixture(autouse=True)
def _all_tries() -> Iterator[None]:
    """With the waits that the operator gets: elsewhere the suite waits for nothing."""
    with stamina.set_testing(False):
        yield
