"""What is counted."""

from typing import Any

from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from headjudge import Desk
from headjudge_http.metrics import Metrics
from headjudge_http.requests import KIND


async def asked(request: web.Request) -> web.Response:
    request[KIND] = "not_found"
    return web.Response()


async def shown(metrics: Metrics) -> list[str]:
    reply = await metrics.show(make_mocked_request("GET", "/metrics"))
    return reply.body.decode().splitlines()


async def test_requests_are_counted_by_their_route(desk: Desk, opened: Any) -> None:
    """Not by their path, which anybody can make up; the reply's kind is counted too."""
    listener = await opened(desk, web.get("/ask/{name}", asked))
    for path in ("/ask/a", "/ask/b", "/made/up", "/made/up/too"):
        await listener.get(path)

    lines = await shown(listener.metrics)

    assert 'headjudge_requests_total{method="GET",route="/ask/{name}",status="200"} 2.0' in lines
    assert 'headjudge_requests_total{method="other",route="none",status="404"} 2.0' in lines
    assert 'headjudge_replies_total{kind="not_found"} 2.0' in lines
    assert 'headjudge_request_seconds_count{route="/ask/{name}"} 2.0' in lines


async def test_slots_are_shown_as_they_are(desk: Desk) -> None:
    """While one is taken, and after."""
    metrics = Metrics(desk)
    async with desk.slots.taken():
        assert "headjudge_slots_taken 1.0" in await shown(metrics)

    assert "headjudge_slots_taken 0.0" in await shown(metrics)


async def test_two_listeners_count_apart(desk: Desk) -> None:
    """Nothing is kept in the module."""
    first, second = Metrics(desk), Metrics(desk)
    first.served("GET", "/x", 200, 0.1, None)

    assert not [line for line in await shown(second) if "/x" in line]
