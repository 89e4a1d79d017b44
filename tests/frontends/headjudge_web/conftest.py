"""The page and the rule pages on a listener of their own, over the practice rulebook."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import attrs
import pytest
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer

from headjudge_http.app import application
from headjudge_http.metrics import Metrics
from headjudge_http.mounts import Mount
from headjudge_web.plugin import headjudge_mounts


@attrs.frozen
class Site:
    """What is served, and the judge behind it."""

    client: Any
    house: Any

    async def get(self, path: str, **headers: str) -> ClientResponse:
        """Ask for *path*, written as it goes over the wire; redirects are not followed."""
        return await self.client.get(path, headers=headers, allow_redirects=False)

    async def page(self, path: str, status: int = 200) -> str:
        """The page at *path*, which has *status*."""
        reply = await self.get(path)
        assert reply.status == status
        assert reply.content_type == "text/html"
        return await reply.text()


@pytest.fixture
async def open_site(headjudge_house: Callable[..., Any]) -> AsyncIterator[Callable[..., Any]]:
    """Open a site whose house and whose mounts are chosen; all are closed at the end."""
    closing = []

    async def opened(*plugins: object, switch: str = "web", **changes: Any) -> Site:
        around = headjudge_house(*plugins, **{"lookup_limit": 1000, **changes})
        house = await around.__aenter__()
        closing.append(lambda: around.__aexit__(None, None, None))
        mounts: list[Mount] = [mount for mount in headjudge_mounts(house.services) if switch in mount.switches]
        client = TestClient(TestServer(application(house.services, house.desk, mounts, Metrics(house.desk))))
        await client.start_server()
        closing.append(client.close)
        return Site(client, house)

    yield opened
    for close in reversed(closing):
        await close()


@pytest.fixture
async def site(open_site: Callable[..., Any]) -> Site:
    """The site as `--web` mounts it."""
    return await open_site()
