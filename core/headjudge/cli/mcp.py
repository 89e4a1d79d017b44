"""`judge mcp`: speaks MCP over standard input and output, for clients that start the judge themselves."""

import asyncio
import signal
import sys
from typing import Final

import click
import structlog

from headjudge.assemble import House, house
from headjudge.cli.run import ANSWERED, command, configured
from headjudge.doors import Door
from headjudge.errors import SettingsInvalid

__all__ = ["mcp_command"]

log: Final = structlog.get_logger()

SWITCH: Final = "stdio"
"""That of the door which speaks over standard input and output."""
PATIENCE: Final = 60.0
"""Seconds that questions under way are given at the end: what is paid for is stored."""
ABSENT: Final = "no plugin in use speaks over standard input and output; `judge plugins` shows what is left out, and why."


@click.command("mcp")
@command
async def mcp_command() -> int:
    """Speak MCP over standard input and output, until the input ends. Desktop clients start it; see docs/howto/connect-an-agent.md."""
    settings, plugins = configured()
    async with house(settings, plugins) as opened:
        door = next((door for door in opened.doors() if SWITCH in door.switches), None)
        if faults := [ABSENT] if door is None else door.needs((SWITCH,)):
            raise SettingsInvalid(faults)
        if sys.stdin is not None and sys.stdin.isatty():
            click.echo("judge: MCP clients start this command and speak to it over pipes; Ctrl-D ends it.", err=True)
        if door:
            await _speak(opened, door)
    return ANSWERED


async def _speak(opened: House, door: Door) -> None:
    """Serve *door* until it is done, or until SIGTERM or Ctrl-C; a second one does not wait for what is still under way."""
    speaking = asyncio.create_task(door.serve(opened.desk, (SWITCH,)))
    warming = asyncio.create_task(_warm(opened))
    stages = [speaking]

    def told() -> None:
        stages[-1].cancel()

    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, told)
    await asyncio.wait(stages)
    stages.append(asyncio.create_task(_settle(opened, warming)))
    await asyncio.wait(stages)
    if not speaking.cancelled():
        speaking.result()


async def _settle(opened: House, warming: "asyncio.Task[None]") -> None:
    """Wait for the questions under way, and for what reads the database: it must not be closed under it."""
    try:
        await asyncio.wait((warming,), timeout=PATIENCE)
        await opened.desk.close(PATIENCE)
    finally:
        warming.cancel()


async def _warm(opened: House) -> None:
    """Make ready, while the client begins to speak, what its first question would wait for."""
    try:
        await opened.ready(await opened.store.corpora.current())
        await opened.warm()
    except Exception as error:  # noqa: BLE001  # whoever asks first will be told, or it is well again by then
        log.error("corpus.unready", error=f"{type(error).__name__}: {error}")
