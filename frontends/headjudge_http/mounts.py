"""What a package puts on the listener."""

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

from aiohttp import web

from headjudge import Desk

__all__ = ["Mount"]


@runtime_checkable
class Mount(Protocol):
    """Routes that share the listener, its log, its limits on connections and its headers.

    One that has something to let go of has a `close` too, as `Closes` says; it is awaited when the listener stops.
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
