"""What MCP puts on the listener."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from aiohttp import web

from headjudge import Desk, Services
from headjudge_api.windows import Windows
from headjudge_mcp.needs import lacking

if TYPE_CHECKING:
    from headjudge_mcp.transport import Transport

__all__ = ["McpMount"]

PATH: Final = "/mcp"


class McpMount:
    """The streamable HTTP transport. Closing it ends what is still asked of it."""

    name = "mcp"
    switches = ("mcp",)

    def __init__(self, services: Services, transport: "Callable[[Services, Desk], Transport]") -> None:
        """Serve what *transport* gives; it is called once, when there is a desk."""
        self._services = services
        self._opened = transport
        self._transport: Transport | None = None

    def needs(self) -> Sequence[str]:
        """The SDK, a token, and what the windows lack."""
        token = () if self._services.settings.mcp_token else ("MCP_TOKEN is blank; write 24 or more characters that clients have to show.",)
        return (*token, *lacking(self._services))

    def routes(self, desk: Desk) -> Sequence[web.AbstractRouteDef]:
        """Return the one route: every method of /mcp."""
        self._transport = self._opened(self._services, desk)
        return self._transport.routes(PATH)

    async def open(self) -> None:
        """Begin to serve."""
        if self._transport:
            await self._transport.open()

    def stop(self) -> None:
        """End what would last for ever."""
        if self._transport:
            self._transport.stop()

    async def close(self) -> None:
        """Let go of the transport and of the windows' connections."""
        if self._transport:
            await self._transport.close()
        await Windows.shared(self._services).close()
