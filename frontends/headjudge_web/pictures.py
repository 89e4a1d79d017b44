"""The pictures of symbols (`{W}`), which the refresh keeps in the database."""

import hashlib
from collections.abc import Mapping
from typing import Final

import attrs
from aiohttp import web

from headjudge import Corpus, Desk, Symbol
from headjudge_http.requests import QUIET

__all__ = ["SVG_HEADERS", "Pictures", "file_name"]

SVG_HEADERS: Final[Mapping[str, str]] = {
    # A picture is a stranger's: opened by itself, it may run nothing and load nothing.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    "Cache-Control": "public, max-age=86400",
}


def file_name(token: str) -> str:
    """Return how the picture of *token* is called in its path, without an ending: ``W-U`` for ``{W/U}``."""
    return token.strip("{}").replace("/", "-")


@attrs.frozen
class Pictures:
    """Serves them from the generation in force."""

    desk: Desk

    async def show(self, request: web.Request) -> web.Response:
        """Serve one picture."""
        name = request.match_info["name"]
        symbol = next((symbol for symbol in await pictured(await self.desk.store.corpora.current()) if file_name(symbol.token) == name), None)
        if symbol is None:
            raise web.HTTPNotFound(text="There is no picture of that symbol.")
        request[QUIET] = True
        tag = hashlib.sha256(symbol.svg.encode()).hexdigest()[:16]
        reply = web.Response(text=symbol.svg, content_type="image/svg+xml", headers=SVG_HEADERS)
        reply.etag = tag
        asked = request.if_none_match or ()
        return web.Response(status=304, headers={**SVG_HEADERS, "ETag": f'"{tag}"'}) if tag in {etag.value for etag in asked} else reply


async def pictured(corpus: Corpus) -> list[Symbol]:
    """Return the symbols of *corpus* that have a picture."""
    return [symbol for symbol in await corpus.symbols() if symbol.svg]
