"""GET /api/health: whether the database answers, and what is loaded."""

import asyncio
import datetime
from typing import Final, Literal

import attrs
import structlog
from aiohttp import web

from headjudge import Corpus, Desk, HeadjudgeError, Services, VectorStanding, described, plain, vector_standing

__all__ = ["Health", "HealthBody", "UnavailableBody"]

PATIENCE: Final = 3.0
"""Seconds within which the database has to answer: a limit of the contract."""
STALE: Final = 30.0
"""Seconds after which a database that has not answered is asked anew."""
FRESH: Final = 60.0
"""Seconds for which the standing of the vectors is believed: every text's is looked up for it."""
log: Final = structlog.get_logger()


@attrs.frozen
class HealthBody:
    """The service works."""

    status: Literal["ok"] = described("Always ``ok``.")
    cr_version: str = described("Release of the rules in force, YYYYMMDD.")
    cards: int = described("How many cards are loaded.")
    rules: int = described("How many rules and sub-rules are loaded.")
    embedder: str | None = described("What makes vectors; null when vector search is off.")
    vectors: Literal["on", "off", "mismatch"] = described("Whether vectors are searched.")
    refreshed_at: datetime.datetime | None = described("When something was loaded last.")
    plugins: tuple[str, ...] = described("Names of the plugins in use.")


@attrs.frozen
class UnavailableBody:
    """The service cannot work now."""

    status: Literal["unavailable"] = described("Always ``unavailable``.")
    reason: str = described("Why, in a sentence.")


class Health:
    """Asks the database at most once at a time: those who ask while it hangs wait for the same reply."""

    def __init__(self, services: Services, desk: Desk, patience: float = PATIENCE, stale: float = STALE) -> None:
        self._patience, self._stale = patience, stale
        self._services = services
        self._desk = desk
        self._asking: asyncio.Task[HealthBody] | None = None
        self._began = 0.0
        """When it was asked, in the loop's time."""
        self._standing: tuple[int, float, VectorStanding] | None = None
        """Of which generation, until when, and what."""

    async def show(self, _: web.Request) -> web.Response:
        """Reply 200 with what is loaded, or 503 with the reason."""
        asking = self._under_way() or asyncio.create_task(self._ask())
        self._began = self._began if asking is self._asking else asyncio.get_running_loop().time()
        self._asking = asking
        # Not a time-out around it: a query that hangs may not heed being cancelled.
        await asyncio.wait((asking,), timeout=self._patience)
        if not asking.done():
            return _unavailable(f"database did not answer within {self._patience:g} s")
        try:
            return web.json_response(plain(asking.result()))
        except Exception as error:  # whatever broke: who asks wants to know that, and no more
            log.error("health.failed", error=type(error).__name__, exc_info=not isinstance(error, HeadjudgeError))
            return _unavailable("database cannot be used; the operator's log says why")

    def _under_way(self) -> "asyncio.Task[HealthBody] | None":
        """The asking that others wait for. One that has hung for long is given up: its connection may be dead, and a new one would not be."""
        if self._asking is None or self._asking.done():
            return None
        if asyncio.get_running_loop().time() - self._began < self._stale:
            return self._asking
        self._asking.cancel()
        return None

    async def close(self) -> None:
        """Let go of a database that still hangs."""
        if self._asking:
            self._asking.cancel()
            await asyncio.wait((self._asking,), timeout=self._patience)

    async def _ask(self) -> HealthBody:
        await self._desk.store.ping()
        corpus = await self._desk.store.corpora.current()
        counted, vectors = await self._desk.lookups.counted(), await self._vectors(corpus)
        embedder = self._services.embedder
        return HealthBody(
            status="ok",
            cr_version=counted.release,
            cards=counted.cards,
            rules=counted.rules,
            embedder=embedder.name if embedder else None,
            vectors=vectors.state.value,
            refreshed_at=counted.refreshed,
            plugins=self._services.plugins,
        )

    async def _vectors(self, corpus: Corpus) -> VectorStanding:
        now = asyncio.get_running_loop().time()
        if self._standing is None or self._standing[0] != corpus.generation or self._standing[1] < now:
            standing = await vector_standing(self._services.embedder, self._desk.judge.retrieval.legs, corpus)
            self._standing = (corpus.generation, now + FRESH, standing)
        return self._standing[2]


def _unavailable(reason: str) -> web.Response:
    return web.json_response(plain(UnavailableBody("unavailable", reason)), status=503)
