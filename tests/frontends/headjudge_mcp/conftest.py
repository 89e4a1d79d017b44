"""The MCP server in this process, and the SDK's own client of it. Where the SDK is not installed, nothing here is collected."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.util import find_spec
from typing import Any

import attrs
import pytest

from headjudge import Desk, Services
from headjudge.assemble import House

if find_spec("mcp") is None:
    collect_ignore_glob = ["test_*.py"]

MODES = ("legacy", "2026-07-28")
"""With a handshake, and without."""


@attrs.frozen
class Talk:
    """A conversation with the server."""

    client: Any

    async def call(self, tool: str, **arguments: Any) -> tuple[bool, Any]:
        """Return whether *tool* failed, and its JSON; its text where it gave none."""
        result = await self.client.call_tool(tool, arguments)
        text = result.content[0].text
        return result.is_error, text if result.structured_content is None else result.structured_content

    async def given(self, tool: str, **arguments: Any) -> Any:
        """Return what *tool* gave, which did not fail."""
        failed, body = await self.call(tool, **arguments)
        assert not failed, body
        return body

    async def told(self, tool: str, **arguments: Any) -> str:
        """Return the words in which *tool* failed."""
        failed, body = await self.call(tool, **arguments)
        assert failed
        assert isinstance(body, str), body
        return body


Talking = Callable[..., AbstractAsyncContextManager[Talk]]


@pytest.fixture
def talking() -> Talking:
    """Talk to the server over a desk."""
    from mcp import Client  # noqa: PLC0415  # may not be installed

    from headjudge_mcp.server import mcp_server  # noqa: PLC0415

    @asynccontextmanager
    async def talk(services: Services, desk: Desk, mode: str = MODES[1]) -> AsyncIterator[Talk]:
        async with Client(mcp_server(services, desk), mode=mode) as client:
            yield Talk(client)

    return talk


@pytest.fixture
def practice(headjudge_house: Any, talking: Talking) -> Callable[..., AbstractAsyncContextManager[tuple[Talk, House]]]:
    """Talk to the server over a whole judge that calls no model and holds the practice rulebook; keywords change the settings."""

    @asynccontextmanager
    async def opened(mode: str = MODES[1], **changes: Any) -> AsyncIterator[tuple[Talk, House]]:
        async with headjudge_house(**changes) as house, talking(house.services, house.desk, mode) as talk:
            yield talk, house

    return opened
