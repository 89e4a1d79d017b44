"""MCP over standard input and output, for desktop clients that start the judge themselves."""

from collections.abc import Awaitable, Callable, Collection, Sequence

from headjudge import Desk, Services
from headjudge_api.windows import Windows
from headjudge_mcp.needs import lacking

__all__ = ["StdioDoor"]


class StdioDoor:
    """Speaks to the one client that started the process, until that closes the pipe."""

    name = "mcp over stdio"
    switches = ("stdio",)

    def __init__(self, services: Services, spoken: Callable[[Services, Desk], Awaitable[None]]) -> None:
        """Speak as *spoken* does."""
        self._services = services
        self._spoken = spoken

    def needs(self, switches: Collection[str]) -> Sequence[str]:
        """The SDK, and what the windows lack. No token: whoever started the process may ask."""
        return lacking(self._services) if "stdio" in switches else ()

    async def serve(self, desk: Desk, switches: Collection[str]) -> None:
        """Speak until standard input ends, or until cancelled."""
        if "stdio" not in switches:
            return
        try:
            await self._spoken(self._services, desk)
        finally:
            await Windows.shared(self._services).close()
