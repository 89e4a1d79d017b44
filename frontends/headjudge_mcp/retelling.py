"""What the SDK logs of its own accord, told again without what was asked: its lines may hold arguments and headers."""

import logging
from typing import Final

import structlog
from starlette.requests import ClientDisconnect

__all__ = ["Retelling", "retold"]

log: Final = structlog.get_logger()

NAME: Final = "mcp"
"""Under which all loggers of the SDK stand."""


class Retelling(logging.Handler):
    """Takes the SDK's warnings, and writes lines of ours: where one arose, and the kind of its error. While it is on, nobody else hears of them."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line for *record*."""
        error = record.exc_info[0] if record.exc_info else None
        level = logging.INFO if error is ClientDisconnect else record.levelno  # who leaves in the middle of a request is no fault here
        log.log(level, "mcp.warned", where=f"{record.name}:{record.lineno}", error=error.__name__ if error else None)

    def begin(self) -> None:
        """Take the lines from now on."""
        logger = logging.getLogger(NAME)
        logger.addHandler(self)
        logger.propagate = False

    def end(self) -> None:
        """Leave the lines to others again."""
        logger = logging.getLogger(NAME)
        logger.removeHandler(self)
        logger.propagate = True


def retold() -> Retelling:
    """Return a handler that hears warnings and worse."""
    return Retelling(logging.WARNING)
