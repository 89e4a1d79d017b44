"""What aiohttp logs of its own accord, told again without the client's address and without what was sent."""

import logging
from typing import Final

import structlog
from aiohttp.http_exceptions import HttpProcessingError

__all__ = ["retold"]

log: Final = structlog.get_logger()


class Retelling(logging.Handler):
    """Takes aiohttp's lines, and writes lines of ours: its own hold the client's address and the start of the request."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line for *record*."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, HttpProcessingError):
            log.info("request.unreadable", error=type(error).__name__)
        else:
            log.error("connection.failed", said=record.msg, error=type(error).__name__ if error else None, exc_info=error)


def retold() -> logging.Logger:
    """Return a logger for aiohttp that writes nothing but such lines."""
    logger = logging.Logger("headjudge_http", logging.WARNING)
    logger.addHandler(Retelling())
    return logger
