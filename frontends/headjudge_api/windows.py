"""How often one address may ask: windows that slide, in this process's memory or on a Redis server that several share."""

import asyncio
import math
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Final

import structlog
from limits import RateLimitItemPerSecond
from limits.aio.storage import RedisStorage
from limits.aio.strategies import MovingWindowRateLimiter
from limits.errors import ConfigurationError

from headjudge import Services
from headjudge.settings import Settings
from headjudge_api.memory import Memory

__all__ = ["Window", "Windows", "lacks"]

log: Final = structlog.get_logger()

LOOKUP_SECS: Final = 60
PATIENCE: Final = 0.5
"""Seconds that a request waits for the Redis server."""
PAUSE: Final = 5.0
"""Seconds for which a Redis server that failed is left alone."""
QUIET: Final = 60.0
"""Seconds between two log lines that say so."""


class Shared:
    """A Redis server that keeps windows for several processes, and that may be away."""

    def __init__(self, url: str, clock: Callable[[], float]) -> None:
        """Speak to the server at *url*, whose clients' clocks must agree; *clock* gives seconds."""
        self._storage = RedisStorage(url, implementation="redispy", key_prefix="headjudge", socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
        self._limiter = MovingWindowRateLimiter(self._storage)
        self._clock = clock
        vendor = self._storage.base_exceptions
        self.faults: tuple[type[Exception], ...] = (*(vendor if isinstance(vendor, tuple) else (vendor,)), OSError)
        """What a server that is away raises; a time-out is an OSError."""
        self._away_until = self._quiet_until = -math.inf

    @property
    def near(self) -> bool:
        """Whether the server answered when it was last asked, or was left alone for long enough since."""
        return self._clock() >= self._away_until

    async def entered(self, item: RateLimitItemPerSecond, client: str) -> int | None:
        """As `Window.entered`.

        Raises:
            RedisError, OSError: the server does not answer, or not as a Redis server does.
        """
        async with asyncio.timeout(PATIENCE):
            return await _entered(self._limiter, item, client, time.time)

    def missed(self, error: Exception) -> None:
        """Leave the server alone for a while after *error*."""
        now = self._clock()
        self._away_until = now + PAUSE
        if now >= self._quiet_until:
            self._quiet_until = now + QUIET
            log.error("windows.parted", error=f"{type(error).__name__}: {error}", cure="start the Redis server of JUDGE_LIMITS_URL")

    async def close(self) -> None:
        """Let go of the connections."""
        await self._storage.bridge.get_connection().aclose()  # type: ignore[attr-defined]  # redis-py has it


class Window:
    """How often one client may do a thing: at most *most* times within *secs* seconds, wherever these begin."""

    def __init__(self, name: str, most: int, secs: int, shared: Shared | None, clock: Callable[[], float]) -> None:
        self.most = most
        self.secs = secs
        self._item = RateLimitItemPerSecond(most, secs, name)
        self._own = MovingWindowRateLimiter(Memory(clock))
        self._shared = shared
        self._clock = clock

    async def entered(self, client: str) -> int | None:
        """Count one request of *client* and return None; or count nothing and return in how many seconds it may come again.

        While the Redis server is away each process counts for itself. To refuse everybody would make its outage ours, and to count
        nobody would leave the spend cap alone; so an address is let in at most as often as there are processes.
        """
        if self._shared and self._shared.near:
            try:
                return await self._shared.entered(self._item, client)
            except self._shared.faults as error:
                self._shared.missed(error)
        return await _entered(self._own, self._item, client, self._clock)


async def _entered(limiter: MovingWindowRateLimiter, item: RateLimitItemPerSecond, client: str, clock: Callable[[], float]) -> int | None:
    if await limiter.hit(item, client):
        return None
    window = await limiter.get_window_stats(item, client)
    return max(1, math.ceil(window.reset_time - clock()))


class Windows:
    """The windows of the API and of the web page, which share them: one for questions, one for look-ups."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._shared = Shared(settings.limits_url, clock) if settings.limits_url else None
        self.judge = Window("judge", settings.rate_limit, settings.rate_window_secs, self._shared, clock)
        self.lookups = Window("lookups", settings.lookup_limit, LOOKUP_SECS, self._shared, clock)

    @classmethod
    def shared(cls, services: Services) -> "Windows":
        """Return the windows of this process."""
        return services.once("headjudge_api.windows", lambda: cls(services.settings))

    def another(self, name: str, most: int, secs: int) -> Window:
        """Return a window of another door, *name*, kept where these are. Make one a process: in memory each counts for itself."""
        return Window(name, most, secs, self._shared, self._clock)

    async def close(self) -> None:
        """Let go of the Redis server."""
        if self._shared:
            await self._shared.close()


def lacks(settings: Settings) -> Sequence[str]:
    """Return what is missing before windows can be kept as *settings* say."""
    if not settings.limits_url:
        return ()
    if find_spec("redis") is None:
        return ("JUDGE_LIMITS_URL names a Redis server, and the package redis is not installed; pip install 'headjudge[redis]'.",)
    try:
        Shared(settings.limits_url, time.monotonic)
    except ConfigurationError:  # its text holds the address, and that a password
        return ("JUDGE_LIMITS_URL cannot be used; write redis://host:6379/0, with the port.",)
    return ()
