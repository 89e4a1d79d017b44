"""Running a command: settings, plugins, the event loop, and errors as one sentence."""

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Final, NoReturn, ParamSpec

import click
import structlog

from headjudge.assemble import House, house, library
from headjudge.discovery import Plugins, discover
from headjudge.errors import HeadjudgeError
from headjudge.roles import OpenStore
from headjudge.settings import Settings

__all__ = ["ANSWERED", "REFUSED", "UNUSABLE", "command", "configured", "fail", "with_house", "with_library"]

ANSWERED: Final = 0
REFUSED: Final = 1
"""Declined, not found, ambiguous, busy, or a step of a refresh failed."""
UNUSABLE: Final = 2
"""Bad usage, bad settings, or a database that cannot be used."""
INTERRUPTED: Final = 130
P = ParamSpec("P")


def command(work: Callable[P, Coroutine[Any, Any, int]]) -> Callable[P, NoReturn]:
    """Make a click callback of *work*, which returns the exit code; errors become one sentence on standard error."""

    @wraps(work)
    def run(*args: P.args, **kwargs: P.kwargs) -> NoReturn:
        try:
            code = asyncio.run(work(*args, **kwargs))
            sys.stdout.flush()
        except HeadjudgeError as error:
            code = _told(str(error))
        except BrokenPipeError:  # the reader went away (`judge rule 702 | head`): nobody is left to tell
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = ANSWERED
        except KeyboardInterrupt:
            code = INTERRUPTED
        except Exception as error:  # noqa: BLE001  # a plugin's or our own mistake: one sentence, and where it was on demand
            structlog.get_logger().debug("command.failed", exc_info=True)
            code = _told(f"something broke ({type(error).__name__}: {error}); JUDGE_LOG_LEVEL=debug shows where, please report it")
        sys.exit(code)

    return run


def _told(message: str) -> int:
    for line in message.splitlines():
        click.echo(f"judge: {line}", err=True)
    return UNUSABLE


def fail(message: str, code: int = REFUSED) -> int:
    """Say *message* on standard error and return *code*."""
    click.echo(f"judge: {message}", err=True)
    return code


def configured() -> tuple[Settings, Plugins]:
    """Return the settings of the environment and the plugins that they leave on; logging is set up.

    Raises:
        SettingsInvalid: something in the environment cannot be used.
    """
    settings = Settings.from_environ(os.environ)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[settings.log_level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    return settings, discover(settings.plugins_off)


async def with_library(work: Callable[[OpenStore], Awaitable[int]]) -> int:
    """Run *work* over the open database."""
    settings, plugins = configured()
    async with library(settings, plugins) as store:
        return await work(store)


async def with_house(work: Callable[[House], Awaitable[int]]) -> int:
    """Run *work* over a whole judge."""
    settings, plugins = configured()
    async with house(settings, plugins) as opened:
        return await work(opened)
