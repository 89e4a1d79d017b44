"""`judge serve`: opens the doors that plugins give, and closes them again without losing a reply."""

import asyncio
import signal
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from typing import Any, Final

import click
import structlog

from headjudge.assemble import House, house
from headjudge.cli.nightly import nightly
from headjudge.cli.run import ANSWERED, INTERRUPTED, command, configured, fail
from headjudge.doors import Door
from headjudge.errors import SettingsInvalid

__all__ = ["serve_command"]

log: Final = structlog.get_logger()

SWITCHES: Final = {
    "api": "The HTTP API: POST /api/judge and look-ups. This alone, where no switch is given.",
    "web": "The web page.",
    "mcp": "The MCP transport at /mcp.",
    "admin": "The editing of decks, collections and wanted lists.",
    "jobs": "The nightly refresh, at JUDGE_REFRESH_AT.",
}
PATIENCE: Final = 60.0
"""Seconds that questions under way are given when the doors close."""
LOOK: Final = 10.0
"""Seconds between two looks whether another process has loaded something new."""


def _switches(work: Callable[..., Any]) -> Callable[..., Any]:
    for name, doc in reversed(SWITCHES.items()):
        work = click.option(f"--{name}", is_flag=True, help=doc)(work)
    return work


@click.command("serve")
@_switches
@command
async def serve_command(**chosen: bool) -> int:
    """Open doors to the network until told to stop. With any door GET /api/health and GET /api/about are served."""
    switches = [name for name, wanted in chosen.items() if wanted] or ["api"]
    settings, plugins = configured("info")
    async with house(settings, plugins) as opened:
        doors = opened.doors()
        if faults := _faults(doors, switches):
            raise SettingsInvalid(faults)
        stop = _told_to_stop()
        corpus = await opened.store.corpora.current()
        await opened.ready(corpus)
        jobs = [opened.warm(), _keep_ready(opened, corpus.generation), *([nightly(opened)] if "jobs" in switches else [])]
        try:
            await _open(opened, _wanted(doors, switches), stop, jobs)
        except asyncio.CancelledError:
            return fail("stopped at once; the questions under way were given up", INTERRUPTED)
    return ANSWERED


def _wanted(doors: Sequence[Door], switches: Collection[str]) -> list[tuple[Door, Collection[str]]]:
    """The doors that *switches* open, each with those that are its own."""
    return [(door, own) for door in doors if (own := [switch for switch in door.switches if switch in switches])]


def _faults(doors: Sequence[Door], switches: Sequence[str]) -> list[str]:
    """Everything that is missing, a sentence each."""
    given = {"jobs", *(switch for door in doors for switch in door.switches)}
    absent = [
        f"--{switch}: no plugin in use gives this door; `judge plugins` shows what is left out, and why."
        for switch in switches
        if switch not in given
    ]
    return [*absent, *dict.fromkeys(need for door, own in _wanted(doors, switches) for need in door.needs(own))]


def _told_to_stop() -> asyncio.Event:
    """Set by the first SIGTERM or Ctrl-C; the second ends the command at once."""
    stop, command_task = asyncio.Event(), asyncio.current_task()

    def told() -> None:
        if stop.is_set() and command_task:
            command_task.cancel()
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, told)
    return stop


async def _open(opened: House, doors: Sequence[tuple[Door, Collection[str]]], stop: asyncio.Event, jobs: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Serve *doors* and do *jobs* until *stop* or until a door fails; then hand out what is still owed."""
    background = [asyncio.create_task(_seen(job)) for job in jobs]
    serving = [asyncio.create_task(door.serve(opened.desk, own)) for door, own in doors]
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((*serving, stopping), return_when=asyncio.FIRST_COMPLETED)
        deadline = asyncio.get_running_loop().time() + PATIENCE
        await _ended([stopping, *serving])
        await opened.desk.close(max(0.0, deadline - asyncio.get_running_loop().time()))
    finally:
        await _ended([stopping, *background, *serving])
    for door in serving:
        if not door.cancelled() and (fault := door.exception()):
            raise fault


async def _seen(job: Coroutine[Any, Any, None]) -> None:
    """Do *job*. Nobody awaits it, so what ends it early is written down here."""
    try:
        await job
    except Exception as error:  # the doors stay open without it
        log.error("job.failed", job=str(job), error=type(error).__name__, exc_info=True)


async def _ended(tasks: Sequence["asyncio.Task[Any]"]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def _keep_ready(opened: House, ready: int) -> None:
    """Prepare each generation after *ready* as soon as it is in force, so that no question waits for its indexes."""
    while True:
        await asyncio.sleep(LOOK)
        try:
            corpus = await opened.store.corpora.current()
            if corpus.generation != ready:
                await opened.ready(corpus)
                ready = corpus.generation
                log.info("corpus.ready", corpus=corpus.name, generation=ready, release=corpus.release)
        except Exception as error:  # noqa: BLE001  # the next look may find the database well again, or room on the disk
            log.error("corpus.unready", error=f"{type(error).__name__}: {error}")
