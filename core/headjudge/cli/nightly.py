"""The nightly refresh of `judge serve --jobs`."""

import asyncio
import datetime
import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import attrs
import structlog

from headjudge.assemble import House, house
from headjudge.cli.run import configured
from headjudge.errors import HeadjudgeError, RefreshRunning
from headjudge.refresh.loading import Report
from headjudge.roles import Clock, Event

__all__ = ["Nightly", "due", "nightly"]

log: Final = structlog.get_logger()

CORPUS: Final = "magic"
LOOK: Final = 60.0
"""Seconds after which the clock is looked at again: a machine may have slept."""


def due(now: datetime.datetime, at: datetime.time) -> datetime.datetime:
    """Return the first moment after *now* at which it is *at*, in UTC."""
    today = datetime.datetime.combine(now.date(), at, datetime.UTC)
    return today if today > now else today + datetime.timedelta(days=1)


@attrs.define
class Nightly:
    """Refreshes once a day, and tells the operator when that fails and when it works again."""

    refresh: Callable[[], Awaitable[Sequence[str]]]
    """Loads what is new and returns what failed, a sentence each."""
    at: datetime.time
    """UTC."""
    clock: Clock
    tell: Callable[[Event], None]
    _failing: bool = False

    async def run(self) -> None:
        """Refresh each day until cancelled."""
        while True:
            moment = due(self.clock(), self.at)
            while (left := (moment - self.clock()).total_seconds()) > 0:  # noqa: ASYNC110  # nobody tells when it is time
                await asyncio.sleep(min(left, LOOK))
            await self.once()

    async def once(self) -> None:
        """Refresh now."""
        faults = await self.refresh()
        if faults:
            log.error("refresh.failed", faults=list(faults))
            self.tell(Event("refresh_failed", f"The nightly refresh failed, and the data that was there is kept: {' '.join(faults)}", self.clock()))
        elif self._failing:
            self.tell(Event("recovered", "The nightly refresh works again.", self.clock()))
        self._failing = bool(faults)


async def nightly(opened: House) -> None:
    """Refresh each night until cancelled; one that is under way is ended then, and the data that was there stays."""
    await Nightly(_apart, opened.settings.refresh_at, opened.desk.clock, opened.budget.tell).run()


async def _apart() -> Sequence[str]:
    """What failed of a refresh in a process of its own: loading takes a processor and memory that questions should have."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "headjudge.cli.nightly", stdout=asyncio.subprocess.PIPE)
    try:
        told, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()
    faults: Sequence[str] = json.loads(told) if process.returncode == 0 else [f"Its process ended with {process.returncode}; its log says why."]
    return faults


def _refresh() -> Sequence[str]:
    """Load what is new, as `judge refresh` does, and return what failed, a sentence each."""
    try:
        return asyncio.run(_refreshed())
    except RefreshRunning:  # another process on this database is at it
        return ()
    except HeadjudgeError as error:
        return (f"{error}.",)


async def _refreshed() -> Sequence[str]:
    settings, plugins = configured()
    async with house(settings, plugins) as opened:
        return _faults(await opened.refresh(CORPUS).run(lambda *_: None))


def _faults(report: Report) -> Sequence[str]:
    faults = [f"{step.source}: {step.fault}." for step in report.failed]
    faults += [f"{report.embedded.embedder}: {report.embedded.fault}."] if report.embedded and report.embedded.fault else []
    return faults if report.generation is not None else [*faults, f"The corpus {report.corpus} is not in force: it needs both rules and cards."]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_refresh()))
