"""GET /api/health."""

import asyncio
import json
from contextlib import suppress
from typing import Any, ClassVar

import attrs
import structlog
from aiohttp.test_utils import make_mocked_request

from headjudge import Desk, Services, StoreFailed
from headjudge.testing import OpenMemoryStore
from headjudge_http.health import Health


class Silent(OpenMemoryStore):
    """A database that does not answer, and heeds no cancelling until it is let go."""

    asked: ClassVar[list[str]] = []
    let_go: ClassVar[asyncio.Event] = asyncio.Event()

    async def ping(self) -> None:
        self.asked.append("ping")
        while not self.let_go.is_set():
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()


class Failing(OpenMemoryStore):
    """A database that refuses."""

    async def ping(self) -> None:
        raise StoreFailed("connection of swordfish refused")


def turned(store: OpenMemoryStore, into: type[OpenMemoryStore]) -> Any:
    """What *store* holds, as another kind of store."""
    return into(store.corpora, store.calls, store.threads, store.ledger, store.vectors)


async def test_it_says_what_is_loaded(desk: Desk, opened: Any, headjudge_services: Services) -> None:
    """Every field of the contract; no secret."""
    services = attrs.evolve(headjudge_services, plugins=("alpha", "beta"))
    response, text = await (await opened(desk, services=services)).get("/api/health")
    body = json.loads(text)
    corpus = await desk.store.corpora.current()

    assert (response.status, response.content_type) == (200, "application/json")
    assert list(body) == ["status", "cr_version", "cards", "rules", "embedder", "vectors", "refreshed_at", "plugins"]
    assert (body["status"], body["cr_version"]) == ("ok", corpus.release)
    assert body["rules"] == len(await corpus.rules())
    assert body["cards"] == len([card async for card in corpus.every_card()])
    assert (body["embedder"], body["vectors"]) == (None, "off")
    assert body["plugins"] == ["alpha", "beta"]


async def test_a_database_that_hangs_is_told_in_time(store: OpenMemoryStore, desk: Desk, headjudge_services: Services) -> None:
    """503 once the patience is over; it is asked once, however many wait, and holds up nobody's end."""
    silent = turned(store, Silent)
    health = Health(headjudge_services, attrs.evolve(desk, store=silent), patience=0.05)

    replies = await asyncio.gather(*(health.show(make_mocked_request("GET", "/api/health")) for _ in range(5)))
    silent.let_go.set()
    await health.close()

    assert {reply.status for reply in replies} == {503}
    assert {reply.text for reply in replies} == {json.dumps({"status": "unavailable", "reason": "database did not answer within 0.05 s"})}
    assert silent.asked == ["ping"]


async def test_a_database_that_fails_is_told_in_our_words(store: OpenMemoryStore, desk: Desk, opened: Any) -> None:
    """Never a driver's text."""
    listener = await opened(attrs.evolve(desk, store=turned(store, Failing)))
    with structlog.testing.capture_logs() as logs:
        response, text = await listener.get("/api/health")

    assert response.status == 503
    assert json.loads(text) == {"status": "unavailable", "reason": "database cannot be used; the operator's log says why"}
    assert "health.failed" in {line["event"] for line in logs}


class Recovering(OpenMemoryStore):
    """A database whose first connection is dead."""

    asked: ClassVar[list[str]] = []

    async def ping(self) -> None:
        self.asked.append("ping")
        if len(self.asked) == 1:
            await asyncio.Event().wait()


async def test_a_database_that_hung_for_long_is_asked_anew(store: OpenMemoryStore, desk: Desk, headjudge_services: Services) -> None:
    """A new connection may work where the old one is dead."""
    health = Health(headjudge_services, attrs.evolve(desk, store=turned(store, Recovering)), patience=0.05, stale=0.02)
    request = make_mocked_request("GET", "/api/health")

    replies = [await health.show(request), await health.show(request)]

    assert [reply.status for reply in replies] == [503, 200]
