"""What the API puts on the listener."""

from collections.abc import Sequence

from aiohttp import web

from headjudge import Desk, Services
from headjudge_api import openapi
from headjudge_api.judging import Judging
from headjudge_api.lookups import Looking
from headjudge_api.windows import Windows, lacks

__all__ = ["JudgingMount", "LookupMount"]


class _Windowed:
    """A mount that counts what it is asked. Closing the windows twice does no harm."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def needs(self) -> Sequence[str]:
        """What the windows lack."""
        return lacks(self._services.settings)

    async def close(self) -> None:
        """Let go of the windows' connections."""
        await Windows.shared(self._services).close()


class JudgingMount(_Windowed):
    """Questions, and the document that describes the API."""

    name = "api"
    switches = ("api",)

    def routes(self, desk: Desk) -> Sequence[web.RouteDef]:
        """Return the routes of judging."""
        judging = Judging(self._services, desk, "api")
        return [
            web.post("/api/judge", judging.judge),
            web.post("/api/judge/stream", judging.stream),
            web.get("/api/openapi.json", openapi.shown(self._services.settings)),
        ]


class LookupMount(_Windowed):
    """Look-ups, which the web page makes too."""

    name = "lookups"
    switches = ("api", "web")

    def routes(self, desk: Desk) -> Sequence[web.RouteDef]:
        """Return the routes of look-ups."""
        return Looking(self._services, desk).routes()
