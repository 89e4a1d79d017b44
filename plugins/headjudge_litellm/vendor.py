"""litellm, loaded once, in a thread: at the first request or in the background of a server's start."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from headjudge import BackendFailed, Failure

if TYPE_CHECKING:
    from headjudge_litellm.client import Client

__all__ = ["Vendor"]


class Vendor:
    """What loads litellm and lets go of its connections."""

    def __init__(self, load: Callable[[], Client]) -> None:
        """Take *load*, which takes seconds."""
        self._load = load
        self._loading: asyncio.Task[Client] | None = None

    async def client(self) -> Client:
        """Return the client; whoever comes first loads it, and the others wait.

        Raises:
            BackendFailed: the installed package is broken. Nothing was sent.
        """
        if self._loading is None:
            self._loading = asyncio.create_task(asyncio.to_thread(self._load))
        try:
            return await asyncio.shield(self._loading)  # one who gives up leaves the others theirs
        except Exception as error:  # a broken dependency raises whatever it meets
            raise BackendFailed(f"litellm cannot be imported ({error!r}); install it anew", sent=False, failure=Failure.REFUSED) from error

    async def close(self) -> None:
        """Close all connections; nothing is loaded for it."""
        if self._loading is None:
            return
        await asyncio.wait([self._loading])
        if self._loading.exception() is None:
            await self._loading.result().close()
        self._loading = None
