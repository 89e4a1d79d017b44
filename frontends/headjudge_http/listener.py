"""The listener: the one door that all who speak HTTP come through."""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import AsyncExitStack
from functools import cached_property
from typing import Final

import structlog
from aiohttp import web

from headjudge import Desk, Services, SettingsInvalid
from headjudge_http.app import application
from headjudge_http.crowds import expect_crowds
from headjudge_http.metrics import Metrics
from headjudge_http.mounts import Mount
from headjudge_http.retelling import retold

__all__ = ["Listener"]

log: Final = structlog.get_logger()

PATIENCE: Final = 60.0
"""Seconds that requests under way are given when the listener stops."""
IDLE: Final = 75.0
"""Seconds after which a connection is closed on which nothing was asked; proxies keep theirs for 60."""
BEGIN: Final = 0.1
"""Seconds for which those who were let in last may still begin to ask."""
EVERYWHERE: Final = ("0.0.0.0:", "[::]:")
"""Addresses that take connections from anywhere, and that no link can lead to."""
LINGER: Final = 2.0
"""Seconds for which the rest of a body that was refused is read, so that the client can read why."""


class Listener:
    """Serves what is mounted on API_ADDR, and what is counted on METRICS_ADDR."""

    name = "http"

    def __init__(self, services: Services) -> None:
        self._services = services

    @cached_property
    def mounts(self) -> tuple[Mount, ...]:
        """Everything that packages would put on the listener."""
        return self._services.given("mounts", Mount)

    @property
    def switches(self) -> Sequence[str]:
        """Those of what can be mounted."""
        return tuple(dict.fromkeys(switch for mount in self.mounts for switch in mount.switches))

    def needs(self, switches: Collection[str]) -> Sequence[str]:
        """An operator's address, and whatever the mounts of *switches* need."""
        operator = () if self._services.settings.operator_email else ("JUDGE_OPERATOR_EMAIL is blank; name who answers for this service.",)
        return (*operator, *(need for mount in self._chosen(switches) for need in mount.needs()))

    def _chosen(self, switches: Collection[str]) -> Sequence[Mount]:
        return [mount for mount in self.mounts if set(mount.switches) & set(switches)]

    async def serve(self, desk: Desk, switches: Collection[str]) -> None:
        """Serve *switches* until cancelled; then finish what is under way, for at most a minute.

        Raises:
            SettingsInvalid: an address cannot be bound.
        """
        settings, metrics = self._services.settings, Metrics(desk)
        expect_crowds()
        async with AsyncExitStack() as open_doors:
            app = application(self._services, desk, self._chosen(switches), metrics)
            await _bound(app, "API_ADDR", settings.api_addr, open_doors)
            if settings.metrics_addr:
                counted = web.Application()
                counted.router.add_get("/metrics", metrics.show)
                await _bound(counted, "METRICS_ADDR", settings.metrics_addr, open_doors)
            log.info("http.opened", address=settings.api_addr, url=settings.root, switches=sorted(switches))
            if not settings.public_url and settings.api_addr.startswith(EVERYWHERE):
                log.warning("links.unreachable", links=settings.citation_root, cure="set JUDGE_PUBLIC_URL to the address under which you are reached")
            try:
                await asyncio.Event().wait()
            finally:
                log.info("http.closing", patience_secs=PATIENCE)


async def _bound(app: web.Application, variable: str, address: str, open_doors: AsyncExitStack) -> None:
    runner = web.AppRunner(
        app,
        access_log=None,
        logger=retold(),
        handle_signals=False,
        keepalive_timeout=IDLE,
        lingering_time=LINGER,
        shutdown_timeout=PATIENCE,
    )
    open_doors.push_async_callback(_closed, runner)
    await runner.setup()
    host, _, port = address.rpartition(":")
    try:
        await web.TCPSite(runner, host.strip("[]"), int(port), backlog=1024).start()
    except OSError as error:
        cure = "choose another address, or stop what listens there"
        raise SettingsInvalid([f"{variable}: {address} cannot be bound ({error.strerror or error}); {cure}."]) from None


async def _closed(runner: web.AppRunner) -> None:
    """Take no more connections, and finish what is under way."""
    for site in list(runner.sites):
        await site.stop()
    # aiohttp tells a connection to close that has not begun to read, and then waits for it as long as for a request under way.
    await asyncio.sleep(BEGIN)
    await runner.cleanup()
