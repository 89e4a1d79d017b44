"""The web page and the rule pages as a plugin."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from headjudge import Services, hookimpl

if TYPE_CHECKING:
    from headjudge_http.mounts import Mount

__all__ = ["headjudge_mounts"]


@hookimpl
def headjudge_mounts(services: Services) -> "Iterable[Mount]":
    """Give the page, the rule pages, and what both are drawn with."""
    from headjudge_web.mounts import mounts  # noqa: PLC0415  # aiohttp and jinja2 take long to import, which only a server should pay

    yield from mounts(services)
