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

    refresh: Callable[[], Awaitable[Sequence[str] | None]]
    """Loads what is new and returns what failed, a sentence each; None when another process is at it."""
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
        try:
            faults = await self.refresh()
        except Exception as error:  # noqa: BLE001  # the next night comes all the same
            faults = (f"it could not be run ({type(error).__name__}: {error})",)
        if faults is None:
            return
        if faults:
            log.error("refresh.failed", faults=list(faults))
            self.tell(Event("refresh_failed", f"The nightly refresh failed, and the data that was there is kept: {'; '.join(faults)}.", self.clock()))
        elif self._failing:
            self.tell(Event("recovered", "The nightly refresh works again.", self.clock()))
        self._failing = bool(faults)


async def nightly(opened: House) -> None:
    """Refresh each night until cancelled; one that is under way is ended then, and the data that was there stays."""
    await Nightly(_apart, opened.settings.refresh_at, opened.desk.clock, opened.budget.tell).run()


async def _apart() -> Sequence[str] | None:
    """What failed of a refresh in a process of its own: loading takes a processor and memory that questions should have.

    It is in a session of its own, so that Ctrl-C reaches the service alone, which then ends it.
    """
    command = (sys.executable, "-P", "-m", "headjudge.cli.nightly")
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, start_new_session=True)
    try:
        told, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()
    if process.returncode:
        return (f"its process ended with {process.returncode}, and the log says why",)
    faults: Sequence[str] | None = json.loads(told)
    return faults


def _refresh() -> Sequence[str] | None:
    """Load what is new, as `judge refresh` does, and return what failed, a sentence each; None when another process is at it."""
    try:
        return asyncio.run(_refreshed())
    except RefreshRunning:
        return None
    except HeadjudgeError as error:
        return str(error).rstrip(".").splitlines()


async def _refreshed() -> Sequence[str]:
    settings, plugins = configured()
    async with house(settings, plugins) as opened:
        return _faults(await opened.refresh(CORPUS).run(lambda *_: None))


def _faults(report: Report) -> Sequence[str]:
    faults = [f"{step.source}: {step.fault}" for step in report.failed]
    faults += [f"{report.embedded.embedder}: {report.embedded.fault}"] if report.embedded and report.embedded.fault else []
    return faults if report.generation is not None else [*faults, f"the corpus {report.corpus} is not in force: it needs both rules and cards"]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_refresh()))
