"""Streamable HTTP: every request stands alone, so that a restart loses nothing, and any process may answer."""

import sys
from collections.abc import Sequence
from typing import Final

from aiohttp import web
from mcp.server.transport_security import TransportSecuritySettings

from headjudge import Desk, Services
from headjudge_http.asgi import Bridge
from headjudge_mcp.access import admit
from headjudge_mcp.retelling import retold
from headjudge_mcp.server import mcp_server

__all__ = ["BODY", "Transport"]

BODY: Final = 262_144
"""Most bytes of a request: a draft has at most 64 KB, and JSON within JSON some more."""
UNGUARDED: Final = TransportSecuritySettings(enable_dns_rebinding_protection=False)
"""`admit` has looked at hosts and origins; the SDK's look takes no capitals, and refuses in other words."""


class Transport:
    """The server behind the guard, as a route of the listener."""

    def __init__(self, services: Services, desk: Desk) -> None:
        self._settings = services.settings
        self._retelling = retold()
        server = mcp_server(services, desk)
        app = server.streamable_http_app(
            stateless_http=True, transport_security=UNGUARDED, max_request_body_size=sys.maxsize, streamable_http_path="/mcp"
        )
        self._bridge = Bridge(app, most=BODY)  # refuses what is larger in words that name the limit

    def routes(self, path: str) -> Sequence[web.AbstractRouteDef]:
        """Return the route *path* for every method."""
        return [web.route("*", path, self._serve)]

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        admit(request, self._settings)
        return await self._bridge.serve(request)

    async def open(self) -> None:
        """Begin to serve."""
        await self._bridge.open()
        self._retelling.begin()

    def stop(self) -> None:
        """End what waits for nothing but the next event."""
        self._bridge.stop()

    async def close(self) -> None:
        """End what is still served."""
        await self._bridge.close()
        self._retelling.end()
