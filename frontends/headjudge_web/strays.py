"""What browsers and robots ask for unbidden, and addresses at which nothing is."""

from typing import Final

import attrs
from aiohttp import web

from headjudge_web.pages import Pages

__all__ = ["Strays"]

ROBOTS: Final = "User-agent: *\nDisallow: /web/\n"
ELSEWHERE: Final = r"/{nowhere:(?!(?:api|mcp|web)(?:/|$))[\s\S]*}"
"""Every path but those of programs, which are told in plain text, and which GET may not be the method for."""


@attrs.frozen
class Strays:
    """Serves them where the page on which players ask is."""

    pages: Pages

    def routes(self) -> list[web.RouteDef]:
        """Return the routes; paths of others come before the one for all."""
        return [web.get("/favicon.ico", self.icon), web.get("/robots.txt", self.robots), web.get(ELSEWHERE, self.nowhere)]

    async def icon(self, request: web.Request) -> web.Response:
        """Lead to the icon that pages name."""
        return web.Response(status=302, headers={"Location": f"{self.pages.static.root}/icon.svg"})

    async def robots(self, request: web.Request) -> web.Response:
        """Let robots read the pages, and leave alone what pages are drawn with."""
        return web.Response(text=ROBOTS)

    async def nowhere(self, request: web.Request) -> web.Response:
        """Say that there is no such page, and lead back."""
        return self.pages.show(request, "nowhere.html", status=404, words="")
