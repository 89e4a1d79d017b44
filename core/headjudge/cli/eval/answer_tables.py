"""How the figures of `judge eval answers` look on a terminal of 100 columns."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from headjudge.cli.eval.shared import share, shown_end, with_interval
from headjudge.cli.show import console
from headjudge.evaluation.intervals import FEWEST, RESAMPLES
from headjudge.evaluation.results import Run

__all__ = ["print_answers"]

ROWS: Final[Mapping[str, str]] = {
    "answered": "answered",
    "solved": "answered right",
    "right": "answers: right",
    "partly": "answers: partly right",
    "no_verdict": "answers: no verdict",
    "wrong": "answers: wrong",
    "mistake": "forbidden mistake made",
    "facts": "key facts said",
    "cited": "must-cites cited",
    "group_cited": "must-cites, by group",
}
"""Each measure, and what its row is called."""
COLUMNS: Final[Mapping[str, str]] = {
    "answered": "answ.",
    "solved": "right",
    "wrong": "wrong",
    "mistake": "mist.",
    "cited": "cited",
    "group_cited": "group",
}
"""Each measure that a part is given with, and the head of its column."""


def print_answers(figures: Mapping[str, Any], run: Run, grader: str | None) -> None:
    """Print the figures of `headjudge.evaluation.scores.answers_summary`; *grader* is the model that graded, None for nobody."""
    out = console()
    by = f"{run.model} (prompts {(run.prompts or '')[:8]})" if run.model else f"{run.synthesizer}, without a model"
    graded = "not graded" if grader is None else "graded by the same" if grader == run.model else f"graded by {grader}"
    out.print(f"Answered by {by}; {graded}.\n")
    out.print(_headline(figures))
    if figures["questions"] >= FEWEST:
        out.print(f"In brackets: the 95% interval of {RESAMPLES:,} bootstrap resamples.", style="dim")
    if figures["ungraded"]:
        out.print(f"Ungraded, since too few votes could be read: {figures['ungraded']}.", style="dim")
    out.print()
    out.print(_outcomes(figures))
    _print_parts(out, figures)


def _headline(figures: Mapping[str, Any]) -> Table:
    table = Table("", "all", box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_row("questions", str(figures["questions"]))
    for measure, name in ROWS.items():
        if figures[measure] is not None:
            table.add_row(name, with_interval(figures, measure))
    table.add_row("redrafted; doubted", f"{figures['redrafted']}; {figures['doubted']}")
    table.add_row("model calls a question", f"{figures['calls']:.1f}")
    grading = f", and {_usd(figures['usd_grading'])} for grading" if figures["usd_grading"] else ""
    table.add_row("USD a question; in all", f"{_usd(figures['usd'])}; {_usd(figures['usd_total'])}{grading}")
    table.add_row("seconds, p50; p95", f"{_seconds(figures['p50_s'])}; {_seconds(figures['p95_s'])}")
    return table


def _usd(value: float) -> str:
    return "0" if not value else f"{value:,.2f}" if value >= 1 else f"{value:.4f}"


def _seconds(value: float) -> str:
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


def _outcomes(figures: Mapping[str, Any]) -> Table:
    table = Table("Reply", box=None, pad_edge=False)
    table.add_column("n", justify="right")
    for name, count in figures["outcomes"].items():
        table.add_row(name, str(count))
    return table


def _print_parts(out: Console, figures: Mapping[str, Any]) -> None:
    _print_part(out, "Source", [(shown_end(name or "(no source)", out), part) for name, part in figures["by_source"].items()], figures)
    if figures["by_confidence"]:
        _print_part(out, "Confidence", list(figures["by_confidence"].items()), figures, ordered=True)
    if len(figures["by_decidable"]) > 1:
        _print_part(out, "Question", list(figures["by_decidable"].items()), figures)


def _print_part(
    out: Console, heading: str, parts: Sequence[tuple[str, Mapping[str, Any]]], figures: Mapping[str, Any], *, ordered: bool = False
) -> None:
    """A row a part, the largest first unless they are *ordered*; measures that nobody has are left out."""
    measures = {name: head for name, head in COLUMNS.items() if figures[name] is not None}
    table = Table(heading, box=None, pad_edge=False)
    for column in ("n", *measures.values(), "calls", "USD", "s p95"):
        table.add_column(column, justify="right")
    for name, part in parts if ordered else sorted(parts, key=lambda pair: (-pair[1]["questions"], pair[0])):
        taken = [f"{part['calls']:.1f}", _usd(part["usd"]), _seconds(part["p95_s"])]
        table.add_row(name, str(part["questions"]), *(share(part[measure]) for measure in measures), *taken)
    out.print()
    out.print(table)
