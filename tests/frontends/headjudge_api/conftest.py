"""The API on a free loopback port: over a whole judge with the practice rulebook, or over a desk that follows a script."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import attrs
import pytest
from aiohttp import web

from headjudge import Corpus, Desk, Question, Reading, Services, Sightings
from headjudge.assemble import House
from headjudge.settings import Settings
from headjudge.testing import OpenMemoryStore
from headjudge.testing.contracts.doors import scripted_desk
from headjudge.testing.contracts.plants import ROWS
from headjudge.testing.corpus import MemoryCorpus
from headjudge.testing.scripted import ScriptedExtractor
from headjudge_api.mounts import JudgingMount, LookupMount
from headjudge_http.app import application
from headjudge_http.metrics import Metrics


@attrs.frozen
class Opened:
    """A listener with the API on it, and a client of it."""

    url: str
    client: aiohttp.ClientSession
    services: Services

    async def judge(self, asked: Any = None, path: str = "/api/judge", **request: Any) -> tuple[aiohttp.ClientResponse, str]:
        """Return the reply to *asked* as JSON, or to whatever *request* says, and its text."""
        async with self.client.post(f"{self.url}{path}", **(request or {"json": asked})) as response:
            return response, await response.text()

    async def get(self, path: str, **headers: str) -> tuple[aiohttp.ClientResponse, Any]:
        """Return the reply to GET *path*, and its JSON, or its text where it is none."""
        async with self.client.get(f"{self.url}{path}", headers=headers) as response:
            text = await response.text()
            return response, json.loads(text) if response.content_type == "application/json" else text


@attrs.define(eq=False)
class Gate(ScriptedExtractor):
    """Reads no question before it is opened."""

    opened: asyncio.Event = attrs.Factory(asyncio.Event)
    reached: asyncio.Event = attrs.Factory(asyncio.Event)

    async def extract(self, question: Question, corpus: Corpus, seen: Sightings) -> Reading:
        self.reached.set()
        await self.opened.wait()
        return await super().extract(question, corpus, seen)


@pytest.fixture
def store(headjudge_corpus: MemoryCorpus) -> OpenMemoryStore:
    """The practice rulebook in memory, with what contracts plant."""
    return OpenMemoryStore.holding(headjudge_corpus.with_rows(*ROWS))


@pytest.fixture
def gate() -> Gate:
    """Who holds up every question that is judged."""
    return Gate()


@pytest.fixture
def gated(gate: Gate, store: OpenMemoryStore, headjudge_settings: Settings) -> Desk:
    """A desk of one slot whose questions wait for the gate."""
    return scripted_desk(gate, headjudge_settings, store)


@pytest.fixture
def plain_desk(store: OpenMemoryStore, headjudge_settings: Settings) -> Desk:
    """A desk that answers every question by quoting the planted rule."""
    return scripted_desk(ScriptedExtractor(), headjudge_settings, store)


@pytest.fixture
async def opened(headjudge_services: Services) -> AsyncIterator[Callable[..., Awaitable[Opened]]]:
    """Open the API over a desk, with settings changed; all are closed at the end."""
    async with AsyncExitStack() as closing:

        async def open_one(desk: Desk, services: Services = headjudge_services, **changes: Any) -> Opened:
            services = attrs.evolve(services, settings=attrs.evolve(services.settings, **changes))
            mounts = [JudgingMount(services), LookupMount(services)]
            for mount in mounts:
                assert list(mount.needs()) == []
                closing.push_async_callback(mount.close)
            runner = web.AppRunner(application(services, desk, mounts, Metrics(desk)), access_log=None, lingering_time=0.1)
            await runner.setup()
            closing.push_async_callback(runner.cleanup)
            listening = socket.create_server(("127.0.0.1", 0))
            await web.SockSite(runner, listening).start()
            client = await closing.enter_async_context(aiohttp.ClientSession())
            return Opened(f"http://127.0.0.1:{listening.getsockname()[1]}", client, services)

        yield open_one


@pytest.fixture
async def practice(headjudge_house: Any, opened: Any) -> AsyncIterator[tuple[Opened, House]]:
    """The API over a whole judge that calls no model and holds the practice rulebook, its windows wide."""
    async with headjudge_house(rate_limit=1000, lookup_limit=1000) as house:
        yield await opened(house.desk, house.services), house
