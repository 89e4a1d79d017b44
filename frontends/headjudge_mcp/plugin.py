"""The MCP door as a plugin. The SDK takes a second to import, so only what is opened imports it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from headjudge import Desk, Door, Services, hookimpl

if TYPE_CHECKING:
    from headjudge_http.mounts import Mount
    from headjudge_mcp.transport import Transport

__all__ = ["headjudge_doors", "headjudge_mounts"]


@hookimpl
def headjudge_mounts(services: Services) -> "Iterable[Mount]":
    """Give the transport at /mcp."""
    from headjudge_mcp.mounts import McpMount  # noqa: PLC0415  # aiohttp takes 0.2 s, which only a server should pay

    yield McpMount(services, _transport)


@hookimpl
def headjudge_doors(services: Services) -> Iterable[Door]:
    """Give the door that `judge mcp` opens."""
    from headjudge_mcp.stdio import StdioDoor  # noqa: PLC0415  # not needed by a look-up of a rule

    yield StdioDoor(services, _spoken)


def _transport(services: Services, desk: Desk) -> "Transport":
    from headjudge_mcp.transport import Transport  # noqa: PLC0415  # the SDK takes a second, which only who serves MCP should pay

    return Transport(services, desk)


async def _spoken(services: Services, desk: Desk) -> None:
    from headjudge_mcp.pipes import spoken  # noqa: PLC0415  # the SDK takes a second, which only who serves MCP should pay

    await spoken(services, desk)
