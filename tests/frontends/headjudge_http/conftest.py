"""The listener on a free loopback port, over the practice rulebook."""

import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import aiohttp
import attrs
import pytest
from aiohttp import web

from headjudge import Desk, Services
from headjudge.settings import Settings
from headjudge.testing import OpenMemoryStore
from headjudge.testing.contracts.doors import scripted_desk
from headjudge.testing.corpus import MemoryCorpus
from headjudge.testing.scripted import ScriptedExtractor
from headjudge_http.app import application
from headjudge_http.metrics import Metrics


@attrs.frozen
class Opened:
    """A listener that is open, and a client of it."""

    url: str
    metrics: Metrics
    client: aiohttp.ClientSession

    async def get(self, path: str, **headers: str) -> tuple[aiohttp.ClientResponse, str]:
        """Return the reply to GET *path*, and its text."""
        async with self.client.get(f"{self.url}{path}", headers=headers) as response:
            return response, await response.text()


@attrs.frozen
class Routed:
    """A mount of given routes."""

    added: tuple[web.RouteDef, ...]
    name: str = "routed"
    switches: tuple[str, ...] = ("api",)

    def needs(self) -> tuple[str, ...]:
        return ()

    def routes(self, desk: Desk) -> tuple[web.RouteDef, ...]:
        return self.added


@pytest.fixture
def store(headjudge_corpus: MemoryCorpus) -> OpenMemoryStore:
    """The practice rulebook, in force."""
    return OpenMemoryStore.holding(headjudge_corpus)


@pytest.fixture
def desk(store: OpenMemoryStore, headjudge_settings: Settings) -> Desk:
    """A desk that quotes a planted rule."""
    return scripted_desk(ScriptedExtractor(), headjudge_settings, store)


@pytest.fixture
async def opened(headjudge_services: Services) -> AsyncIterator[Callable[..., Awaitable[Opened]]]:
    """Open a listener over a desk, with routes of the test's own; all are closed at the end."""
    async with AsyncExitStack() as closing:

        async def open_one(desk: Desk, *routes: web.RouteDef, services: Services = headjudge_services) -> Opened:
            metrics = Metrics(desk)
            runner = web.AppRunner(application(services, desk, [Routed(routes)], metrics), access_log=None, lingering_time=0.1)
            await runner.setup()
            closing.push_async_callback(runner.cleanup)
            listening = socket.create_server(("127.0.0.1", 0))
            await web.SockSite(runner, listening).start()
            client = await closing.enter_async_context(aiohttp.ClientSession())
            return Opened(f"http://127.0.0.1:{listening.getsockname()[1]}", metrics, client)

        yield open_one
