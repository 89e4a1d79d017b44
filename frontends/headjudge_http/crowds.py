"""More connections than the system lets a process hold."""

import asyncio
import errno
import math
import resource
from typing import Any, Final

import structlog

__all__ = ["expect_crowds"]

log: Final = structlog.get_logger()

FILES: Final = 65_536
"""Files and connections that one process is to hold, where the system lets it: a usual shell allows 1024, which one client can open."""
QUIET: Final = 60.0
"""Seconds between two log lines that say that there are too many."""
FULL: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


def expect_crowds() -> None:
    """Let this process hold many connections, and let the running loop say briefly when there are too many.

    asyncio itself then writes a thousand tracebacks a second.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    asyncio.get_running_loop().set_exception_handler(_Crowded().told)


class _Crowded:
    def __init__(self) -> None:
        self._quiet_until = -math.inf

    def told(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Write a line, once a minute, when a connection cannot be taken; leave everything else to *loop*."""
        fault = context.get("exception")
        if not (isinstance(fault, OSError) and fault.errno in FULL):
            loop.default_exception_handler(context)
        elif loop.time() >= self._quiet_until:
            self._quiet_until = loop.time() + QUIET
            log.error("connections.refused", error=fault.strerror, cure="raise the most files a process may open (ulimit -n)")
