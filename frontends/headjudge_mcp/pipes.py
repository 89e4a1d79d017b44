"""Speaking MCP over this process's standard input and output."""

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Final

import structlog
from mcp.server.stdio import stdio_server

from headjudge import Desk, Services
from headjudge_mcp.owed import Incoming, Outgoing, Owed
from headjudge_mcp.retelling import retold
from headjudge_mcp.server import mcp_server

__all__ = ["spoken"]

log: Final = structlog.get_logger()

STDIN: Final = 0
CHUNK: Final = 65_536


async def spoken(services: Services, desk: Desk) -> None:
    """Speak with whoever holds the other ends of standard input and output, until the input ends and all that came is answered.

    Standard output carries the protocol alone: the SDK turns what else would be printed there to standard error.
    """
    server, retelling, owed = mcp_server(services, desk), retold(), Owed()
    retelling.begin()
    lines: Any = _lines()
    try:
        async with stdio_server(stdin=lines) as (incoming, outgoing):
            await server.run(Incoming(incoming, owed), Outgoing(outgoing, owed), server.create_initialization_options())
    except* BrokenPipeError:
        log.info("mcp.left")  # nobody is left to tell
    finally:
        retelling.end()


async def _lines() -> AsyncIterator[str]:
    """Give the lines of standard input.

    They are read in a thread that nobody waits for: the SDK's own reader would hold up a process that is told to stop until one more line comes.
    """
    if sys.stdin is None:  # `judge mcp <&-`: whatever was opened since may have its number
        return
    loop, chunks = asyncio.get_running_loop(), asyncio.Queue[bytes]()

    def read() -> None:
        chunk = b"?"
        while chunk:
            try:
                chunk = os.read(STDIN, CHUNK)
            except OSError:  # it is closed, which is as good as its end
                chunk = b""
            with suppress(RuntimeError):  # the loop is closed, and nobody listens
                loop.call_soon_threadsafe(chunks.put_nowait, chunk)

    threading.Thread(target=read, name="headjudge mcp input", daemon=True).start()
    rest = bytearray()
    while chunk := await chunks.get():
        *whole, last = chunk.split(b"\n")
        for line in whole:
            yield (rest + line).decode(errors="replace")
            rest.clear()
        rest += last
    if rest.strip():
        yield rest.decode(errors="replace")
