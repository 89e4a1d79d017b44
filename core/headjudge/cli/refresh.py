"""`judge refresh`: load the corpora, and say what was loaded."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import click
import structlog
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

from headjudge.assemble import House
from headjudge.cli.run import ANSWERED, REFUSED, command, fail, with_house
from headjudge.cli.show import console, print_json
from headjudge.refresh.loading import Report
from headjudge.roles import Shelf

__all__ = ["refresh_command"]

log: Final = structlog.get_logger()
LINES_EVERY: Final = 5.0
"""Seconds between lines of progress where there is no terminal."""


@click.command("refresh")
@click.argument("shelves", nargs=-1, type=click.Choice([shelf.value for shelf in Shelf]), metavar="[SHELF]...")
@click.option("--corpus", default="magic", show_default=True, help="The corpus to load.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@command
async def refresh_command(shelves: tuple[str, ...], corpus: str, as_json: bool) -> int:
    """Load what is new of the rules, cards, rulings and our own lists, and put it in force.

    SHELF names what to look at (rules, cards, rulings, aliases, notes, symbols, categories, concepts); all when none is named.
    """

    async def work(house: House) -> int:
        sources = [source for source in house.sources if source.corpus == corpus]
        if not sources:
            known = ", ".join(sorted({source.corpus for source in house.sources}))
            return fail(f"no source gives the corpus {corpus!r}; choose one of: {known}")
        wanted = [source for source in sources if not shelves or source.shelf.value in shelves]
        with _progress() as progress:
            report = await house.refresh(corpus, wanted).run(progress)
        if as_json:
            print_json(_body(report))
        else:
            _print(console(), report)
        return _code(report)

    return await with_house(work)


@contextmanager
def _progress() -> Iterator[Callable[[str, int, int | None], None]]:
    """Bars on a terminal, a line now and then elsewhere; both on standard error."""
    if not sys.stderr.isatty():
        yield _lines()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    tasks: dict[str, TaskID] = {}
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:

        def show(what: str, done: int, total: int | None) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done, total=total)

        yield show


def _lines() -> Callable[[str, int, int | None], None]:
    said: dict[str, float] = {}

    def show(what: str, done: int, total: int | None) -> None:
        now = time.monotonic()
        if done == total or now - said.get(what, 0) >= LINES_EVERY:
            said[what] = now
            click.echo(f"{what}: {done}{f' of {total}' if total else ''}", err=True)

    return show


def _print(out: Console, report: Report) -> None:
    if report.unchanged:
        out.print(f"Nothing changed: the corpus {report.corpus} is up to date (generation {report.generation}).")
        return
    table = Table("Shelf", "Outcome", "Rows", "Version", box=None, pad_edge=False)
    for step in report.steps:
        edition = step.edition
        table.add_row(step.shelf.value, step.outcome.value, f"{edition.rows:,}" if edition else "", edition.version if edition else "")
    out.print(table)
    for remark in report.remarks:
        out.print(f"- {remark}")
    if report.generation is not None:
        out.print(f"The corpus {report.corpus} is in force (generation {report.generation}).")


def _code(report: Report) -> int:
    for step in report.failed:
        fail(f"{step.source} failed: {step.fault}")
    if report.generation is None:
        fail(f"the corpus {report.corpus} is not in force: it needs both rules and cards")
    return REFUSED if report.failed or report.generation is None else ANSWERED


def _body(report: Report) -> dict[str, Any]:
    return {
        "corpus": report.corpus,
        "generation": report.generation,
        "steps": [
            {
                "source": step.source,
                "shelf": step.shelf.value,
                "outcome": step.outcome.value,
                "rows": step.edition.rows if step.edition else 0,
                "version": step.edition.version if step.edition else None,
                "fault": step.fault or None,
            }
            for step in report.steps
        ],
        "remarks": list(report.remarks),
    }
