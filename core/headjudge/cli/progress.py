"""Progress of long work: bars on a terminal, lines elsewhere."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars

from headjudge.roles import Progress

__all__ = ["shown_progress"]

LINES_EVERY: Final = 5.0
"""Seconds between lines of progress where there is no terminal."""


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """Bars on a terminal, a line now and then elsewhere; both on standard error."""
    if not sys.stderr.isatty():
        yield _lines()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    tasks: dict[str, TaskID] = {}
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:

        def show(what: str, done: int, total: int | None) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done, total=total)

        yield show


def _lines() -> Progress:
    said: dict[str, float] = {}

    def show(what: str, done: int, total: int | None) -> None:
        now = time.monotonic()
        if done == total or now - said.get(what, 0) >= LINES_EVERY:
            said[what] = now
            click.echo(f"{what}: {done}{f' of {total}' if total else ''}", err=True)

    return show
