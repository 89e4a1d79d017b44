"""What a package puts on the listener."""

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

from aiohttp import web

from headjudge import Desk

__all__ = ["Mount", "Opens", "Stops"]


@runtime_checkable
class Mount(Protocol):
    """Routes that share the listener, its log, its limits on connections and its headers.

    One that has something to begin has an `open` too, as `Opens` says; one whose requests may last for ever a `stop`, as `Stops` says.
    One that has something to let go of has a `close`, as `Closes` says: it is awaited when the requests under way are through.
    """

    @property
    def name(self) -> str: ...
    @property
    def switches(self) -> Sequence[str]:
        """The switches of `judge serve` that mount it; any of them is enough."""
        ...

    def needs(self) -> Sequence[str]:
        """Return what is missing before it can be mounted: a sentence each, that names the thing and the cure."""
        ...

    def routes(self, desk: Desk) -> Iterable[web.AbstractRouteDef]:
        """Return its routes. Their handlers hand questions to *desk*."""
        ...


@runtime_checkable
class Opens(Protocol):
    """What a mount may have besides its routes: something to begin."""

    async def open(self) -> None:
        """Begin it, before a connection is taken; where that fails, leave nothing behind: the listener does not start."""
        ...


@runtime_checkable
class Stops(Protocol):
    """What a mount may have besides its routes: requests that end only when their client leaves."""

    def stop(self) -> None:
        """End these: the listener takes no more connections, and waits a minute for the requests under way."""
        ...
