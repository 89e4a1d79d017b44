"""The HTTP listener as a plugin. It declares the hook by which other packages put their routes on it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from headjudge import Door, Services, hookimpl, hookspec

if TYPE_CHECKING:
    from headjudge_http.mounts import Mount

__all__ = ["headjudge_doors", "headjudge_mounts"]


@hookspec
def headjudge_mounts(services: Services) -> "Iterable[Mount]":
    """Give mounts: routes on the one listener, which the switches of `judge serve` choose.

    Example::

        from aiohttp import web
        from headjudge import hookimpl

        class Dice:
            name = "dice"
            switches = ("api",)

            def needs(self):
                return ()

            def routes(self, desk):
                async def roll(request):
                    return web.json_response({"rolled": 4})

                return [web.get("/api/dice", roll)]

        @hookimpl
        def headjudge_mounts(services):
            yield Dice()
    """
    raise NotImplementedError


@hookimpl
def headjudge_doors(services: Services) -> Iterable[Door]:
    """Give the listener, with what is mounted on it."""
    from headjudge_http.listener import Listener  # noqa: PLC0415  # aiohttp takes 0.2 s, which only a server should pay

    yield Listener(services)
