"""`judge refresh`: load the corpora, and say what was loaded."""

from typing import Any, Final

import click
from rich.console import Console
from rich.table import Table

from headjudge.assemble import House
from headjudge.cli.embeddings import refresh_embeddings
from headjudge.cli.progress import shown_progress
from headjudge.cli.run import ANSWERED, REFUSED, command, fail, with_house
from headjudge.cli.show import console, print_json
from headjudge.refresh.embedding import Embedded
from headjudge.refresh.loading import Report
from headjudge.roles import Shelf

__all__ = ["refresh_command"]

EMBEDDINGS: Final = "embeddings"
"""Stands beside the shelves: it is made from them."""


@click.command("refresh")
@click.argument("shelves", nargs=-1, type=click.Choice([*(shelf.value for shelf in Shelf), EMBEDDINGS]), metavar="[SHELF]...")
@click.option("--corpus", default="magic", show_default=True, help="The corpus to load.")
@click.option("--yes", is_flag=True, help="With `embeddings`: do it, and do not only say what it takes.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@command
async def refresh_command(shelves: tuple[str, ...], corpus: str, yes: bool, as_json: bool) -> int:
    """Load what is new of the rules, cards, rulings and our own lists, and put it in force.

    SHELF names what to look at (rules, cards, rulings, aliases, notes, symbols, categories, concepts); all of these when none is named.

    `judge refresh names` loads the names of cards in other languages too. They are loaded only when they are named.

    `judge refresh embeddings --yes` embeds the corpus in force with JUDGE_EMBEDDER, and searches that embedder's vectors from then on.
    """
    if EMBEDDINGS in shelves:
        if set(shelves) != {EMBEDDINGS}:
            raise click.UsageError("`embeddings` stands alone; a refresh of the rules brings their vectors up to date by itself")
        return await with_house(lambda house: refresh_embeddings(house, yes, as_json))

    async def work(house: House) -> int:
        sources = [source for source in house.sources if source.corpus == corpus]
        if not sources:
            known = ", ".join(sorted({source.corpus for source in house.sources}))
            return fail(f"no source gives the corpus {corpus!r}; choose one of: {known}")
        wanted = [source for source in sources if (source.shelf.value in shelves if shelves else not source.shelf.optional)]
        if not wanted:
            return fail(f"no source gives the shelf {', '.join(shelves)} of the corpus {corpus!r}; name another shelf")
        with shown_progress() as progress:
            report = await house.refresh(corpus, wanted).run(progress)
        if as_json:
            print_json(_body(report))
        else:
            _print(console(), report)
        return _code(report)

    return await with_house(work)


def _print(out: Console, report: Report) -> None:
    if report.unchanged:
        out.print(f"Nothing changed: the corpus {report.corpus} is up to date (generation {report.generation}).")
        _print_embedded(out, report.embedded)
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
    _print_embedded(out, report.embedded)


def _print_embedded(out: Console, embedded: Embedded | None) -> None:
    if embedded is not None and embedded.remark:
        out.print(f"Vectors are off: {embedded.remark}.")
    elif embedded is not None and embedded.made:
        out.print(f"Embedded {embedded.made:,} of {embedded.texts:,} texts with {embedded.embedder}.")


def _code(report: Report) -> int:
    for step in report.failed:
        fail(f"{step.source} failed: {step.fault}")
    if report.generation is None:
        fail(f"the corpus {report.corpus} is not in force: it needs both rules and cards")
    broken_off = report.embedded is not None and bool(report.embedded.fault)
    if report.embedded is not None and broken_off:
        fail(f"embedding with {report.embedded.embedder} broke off: {report.embedded.fault}")
    return REFUSED if report.failed or report.generation is None or broken_off else ANSWERED


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
        "embeddings": _embedded_body(report.embedded),
    }


def _embedded_body(embedded: Embedded | None) -> dict[str, Any] | None:
    if embedded is None:
        return None
    figures = {"embedder": embedded.embedder, "embedded": embedded.made, "texts": embedded.texts}
    return figures | {"remark": embedded.remark or None, "fault": embedded.fault or None}
