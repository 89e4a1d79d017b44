"""Running a command: settings, plugins, the event loop, and errors as one sentence."""

import asyncio
import errno
import io
import logging
import os
import re
import shutil
import signal
import sys
import textwrap
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Final, NoReturn, ParamSpec

import attrs
import click
import structlog

from headjudge.assemble import House, house, library
from headjudge.discovery import Plugins, discover
from headjudge.errors import HeadjudgeError
from headjudge.roles import OpenStore
from headjudge.settings import Settings, misspelt_variables

__all__ = [
    "ANSWERED",
    "INTERRUPTED",
    "REFUSED",
    "SIGNS",
    "UNUSABLE",
    "command",
    "configured",
    "fail",
    "interruptible",
    "takes_signs",
    "with_agent",
    "with_house",
    "with_library",
    "without_model",
]

ANSWERED: Final = 0
REFUSED: Final = 1
"""Declined, not found, ambiguous, busy, or a step of a refresh failed."""
UNUSABLE: Final = 2
"""Bad usage, bad settings, or a database that cannot be used."""
INTERRUPTED: Final = 130
SIGNS: Final = {"ignore_unknown_options": True}
"""Context settings of a command whose text may begin with a minus, as +1/+1's counterpart does."""
P = ParamSpec("P")


def command(work: Callable[P, Coroutine[Any, Any, int]]) -> Callable[P, NoReturn]:
    """Make a click callback of *work*, which returns the exit code; errors become one sentence on standard error."""

    @wraps(work)
    def run(*args: P.args, **kwargs: P.kwargs) -> NoReturn:
        _log("warning")
        try:
            _see_output()
            code = asyncio.run(work(*args, **kwargs))
            sys.stdout.flush()
        except HeadjudgeError as error:
            code = _told(str(error))
        except BrokenPipeError:  # the reader went away (`judge rule 702 | head`): nobody is left to tell
            _let_go_of_output()
            code = ANSWERED
        except (KeyboardInterrupt, click.Abort):  # Abort: Ctrl-C or the end of input while a choice was offered
            code = fail("stopped", INTERRUPTED)
        except click.ClickException:
            raise
        except OSError as error:
            if not error.filename:
                _let_go_of_output()
            code = _told(_of_the_system(error))
        except Exception as error:  # noqa: BLE001  # a plugin's or our own mistake: one sentence, and where it was on demand
            structlog.get_logger().debug("command.failed", exc_info=True)
            code = _told(f"something broke ({type(error).__name__}: {error}); JUDGE_LOG_LEVEL=debug shows where, please report it")
        sys.exit(code)

    return run


def _see_output() -> None:
    if sys.stdout is None:  # `judge rule 702 >&-`; mypy does not know that it can be
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # rules hold signs that an old terminal's encoding lacks


def _let_go_of_output() -> None:
    """What is still to be written there would be tried again at the exit, and its failure would take the exit code's place."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _of_the_system(error: OSError) -> str:
    """*error* in one sentence: a file that we need and no plugin explains, or standard output."""
    fault = error.strerror or type(error).__name__
    if error.filename:
        return f"{error.filename} cannot be used ({fault}); see that its folder is there, has room, and can be written by this user"
    return f"the output cannot be written ({fault}); see that standard output is open and has room"


def _told(message: str) -> int:
    for line in message.splitlines():
        fail(line)
    return UNUSABLE


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C end the reading of a line: the event loop's own handler would only note it, and the terminal go on waiting."""
    noting = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, noting)


def fail(message: str, code: int = REFUSED) -> int:
    """Say *message* on standard error, broken between words on a terminal, and return *code*."""
    width = shutil.get_terminal_size().columns if sys.stderr.isatty() else 0
    text = f"judge: {message}"
    click.echo(textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False) if width else text, err=True)
    return code


def takes_signs(words: tuple[str, ...]) -> None:
    """Refuse a misspelt option among *words*: a command that takes “-1/-1” as text has to look for them itself.

    Raises:
        UsageError: one of *words* looks like an option.
    """
    for word in words:
        if re.match(r"--?[a-z]", word):
            raise click.UsageError(f"no such option: {word}; `--help` lists them")


def configured(level: str = "warning") -> tuple[Settings, Plugins]:
    """Return the settings of the environment and the plugins that they leave on; log lines are written from *level* on, unless the settings say.

    Raises:
        SettingsInvalid: something in the environment cannot be used.
    """
    settings = Settings.from_environ(os.environ)
    _log(settings.log_level or level)
    for name, meant in misspelt_variables(os.environ):
        fail(f"{name} is set, and nothing reads it; did you mean {meant}?")
    return settings, discover(settings.plugins_off)


def _log(level: str) -> None:
    """Write log lines of at least *level* to standard error; tracebacks without values, which may be secrets or private questions."""
    *gathering, _ = structlog.get_config()["processors"]
    structlog.configure(
        processors=[*gathering, structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


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


async def with_agent(work: Callable[[House], Awaitable[int]]) -> int:
    """Run *work* over a judge whose reader and writer is an agent outside: no model is loaded, whatever the settings name."""
    settings, plugins = configured()
    async with house(attrs.evolve(settings, model="", model_backend="", extractor="", synthesizer=""), plugins) as opened:
        return await work(opened)


async def without_model(work: Callable[[House], Awaitable[int]]) -> int:
    """Run *work* over a judge whose questions nobody pays for: look-ups and measurements ask a model only where JUDGE_EXTRACTOR names its reader."""
    settings, plugins = configured()
    if not settings.extractor:
        settings = attrs.evolve(settings, model="", model_backend="", synthesizer="")
    async with house(settings, plugins) as opened:
        return await work(opened)
