"""GET /metrics, for Prometheus, on an address of its own."""

from typing import Final

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.exposition import choose_encoder

from headjudge import Desk

__all__ = ["Metrics"]

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 45, 60, 120)
"""Bounds of the histogram: look-ups take milliseconds, a model half a minute."""


class Metrics:
    """What is counted of one listener. Routes are named by their patterns, so that nothing that was asked becomes a label."""

    def __init__(self, desk: Desk) -> None:
        """Count from nothing."""
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        self._requests = Counter("headjudge_requests", "Requests served.", ("method", "route", "status"), registry=self._registry)
        self._seconds = Histogram("headjudge_request_seconds", "How long they took.", ("route",), buckets=SECONDS, registry=self._registry)
        self._replies = Counter("headjudge_replies", "Replies to questions.", ("kind",), registry=self._registry)
        taken = Gauge("headjudge_slots_taken", "Judge slots that are taken.", registry=self._registry)
        taken.set_function(lambda: desk.slots.taken_now)

    def served(self, method: str, route: str, status: int, seconds: float, kind: str | None) -> None:
        """Count a request; *kind* is that of the reply to a question."""
        self._requests.labels(method, route, status).inc()
        self._seconds.labels(route).observe(seconds)
        if kind:
            self._replies.labels(kind).inc()

    async def show(self, request: web.Request) -> web.Response:
        """Reply with all that is counted, in the format that the asker accepts."""
        encode, content_type = choose_encoder(request.headers.get("Accept", ""))
        return web.Response(body=encode(self._registry), headers={"Content-Type": content_type})
