"""`judge eval names`: whether names as players write them become the right cards."""

from collections.abc import Sequence
from pathlib import Path

import click
from rich.table import Table

from headjudge.assemble import House
from headjudge.cli.eval.shared import FILE, JSON, RESULTS, measured_corpus, shown, write
from headjudge.cli.run import ANSWERED, command, without_model
from headjudge.cli.show import console, print_json, quoted
from headjudge.evaluation.names import NameResult, measure_name, names_summary, read_names

__all__ = ["names_command"]


@click.command("names")
@FILE
@JSON
@RESULTS
@command
async def names_command(file: Path, as_json: bool, results: Path | None) -> int:
    """Measure what names become. Each question in FILE holds a name as players write it, and the card that is meant."""
    questions = read_names(file)

    async def work(house: House) -> int:
        corpus = await measured_corpus(house)
        measured = [await measure_name(house.judge, corpus, question) for question in questions]
        if results:
            write(results, [{"id": r.question.id, "became": r.became, "right": r.right, "wrong_card": r.wrong_card} for r in measured])
        if as_json:
            print_json(names_summary(measured))
        else:
            _print_names(measured)
        return ANSWERED

    return await without_model(work)


def _print_names(measured: Sequence[NameResult]) -> None:
    out = console()
    figures = names_summary(measured)
    table = Table("Category", box=None, pad_edge=False)
    for column in ("n", "accuracy", "wrong cards"):
        table.add_column(column, justify="right")
    for category, part in {"all": figures, **figures["by_category"]}.items():
        table.add_row(category or "(none)", str(part["n"]), shown(part["accuracy"]), str(part["wrong_card"]))
    out.print(table)
    if wrong := [result for result in measured if not result.right]:
        out.print()
        for result in wrong:
            mark = "  (a wrong card)" if result.wrong_card else ""
            out.print(quoted(f"{result.question.id}  “{result.question.span}” became {result.became}{mark}", 0))
