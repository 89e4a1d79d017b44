"""HTML pages: templates, the headers that keep strangers' scripts out, and replies that browsers need not fetch twice."""

import datetime
import hashlib
from functools import cached_property
from typing import Any, Final

import jinja2
from aiohttp import ETag, web

from headjudge.settings import Settings
from headjudge_http.about import about
from headjudge_web.static import Static

__all__ = ["PAGE_HEADERS", "Pages"]

PAGE_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-cache",
    "Vary": "Accept-Encoding",
}


class Pages:
    """Writes pages from the package's templates."""

    def __init__(self, settings: Settings, static: Static) -> None:
        self._settings = settings
        self.static = static

    @cached_property
    def _templates(self) -> jinja2.Environment:
        loader = jinja2.PackageLoader("headjudge_web")
        templates = jinja2.Environment(
            loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True, auto_reload=False
        )
        templates.filters["day"] = _day
        templates.globals.update(base=self.static.base, static=self.static.root, about=about(self._settings))
        return templates

    def show(self, request: web.Request, template: str, status: int = 200, **values: Any) -> web.Response:
        """Return the page that *template* makes of *values*; nothing but its name when the browser has it already."""
        asks = "ask" in request.app.router.named_resources()
        text = self._templates.get_template(template).render(asks=asks, path=request.path, **values)
        tag = hashlib.sha256(text.encode()).hexdigest()[:16]
        if status == 200 and tag in {etag.value for etag in request.if_none_match or ()}:
            return web.Response(status=304, headers={**PAGE_HEADERS, "ETag": f'W/"{tag}"'})
        reply = web.Response(text=text, status=status, content_type="text/html", headers=PAGE_HEADERS)
        reply.etag = ETag(tag, is_weak=True)  # the same page, whether compressed or not
        reply.enable_compression()
        return reply


def _day(release: str | datetime.date | None) -> str:
    """A release (YYYYMMDD) or a date as it is said; empty when there is none."""
    if isinstance(release, str) and release:
        release = datetime.date(int(release[:4]), int(release[4:6]), int(release[6:]))
    return f"{release.day} {release:%B %Y}" if isinstance(release, datetime.date) else ""
