"""How the figures and the misses of `judge eval recall` look on a terminal of 100 columns."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from headjudge.cli.eval.shared import NAME, share, shown_end, with_interval
from headjudge.cli.show import console, quoted
from headjudge.evaluation.figures import MEASURES
from headjudge.evaluation.intervals import FEWEST, RESAMPLES
from headjudge.evaluation.misses import DEPTH, Miss, Missed

__all__ = ["print_misses", "print_recall"]

SMALL: Final = 4
"""Categories of fewer questions are left to `--json`: their figures say nothing."""


def print_recall(figures: Mapping[str, Any], limits: str) -> None:
    """Print the figures of `headjudge.evaluation.figures.summary`; *limits* is what they leave out, blank for nothing."""
    out = console()
    if limits:
        out.print(f"Trial: {limits}.\n")
    out.print(_headline(figures))
    if figures["questions"] >= FEWEST:
        out.print(f"In brackets: the 95% interval of {RESAMPLES:,} bootstrap resamples.", style="dim")
    out.print()
    out.print(_parts("Source", [(shown_end(name or "(no source)", out), part) for name, part in figures["by_source"].items()]))
    categories = [(_beginning(name, out), part) for name, part in figures["by_category"].items() if part["questions"] >= SMALL]
    if categories:
        out.print()
        out.print(_parts("Category", categories))
    if left := len(figures["by_category"]) - len(categories):
        out.print(f"Categories of fewer than {SMALL} questions: {left}; --json has them too.", style="dim")


def _headline(figures: Mapping[str, Any]) -> Table:
    """All questions, and those with and without cards beside each other."""
    columns = {"all": figures} | (figures["by_cards"] if len(figures["by_cards"]) > 1 else {})
    table = Table("", *columns, box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_row("questions", *(str(part["questions"]) for part in columns.values()))
    for measure in MEASURES:
        table.add_row(measure, *(with_interval(part, measure) for part in columns.values()))
    for name, key in (("bytes", "bytes"), ("ms, p50", "p50_ms"), ("ms, p95", "p95_ms")):
        table.add_row(name, *(_figure(part[key]) for part in columns.values()))
    return table


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:,}" if isinstance(value, int) else f"{value:.1f}"


def _parts(heading: str, parts: Sequence[tuple[str, Mapping[str, Any]]]) -> Table:
    """A row a part, the largest first."""
    table = Table(heading, box=None, pad_edge=False)
    for column in ("n", *(name.replace("@", "\n@") for name in MEASURES), "bytes", "ms\np50", "ms\np95"):
        table.add_column(column, justify="right")
    for name, part in sorted(parts, key=lambda pair: (-pair[1]["questions"], pair[0])):
        shares = [share(part[measure]) for measure in MEASURES]
        times = [_figure(part[key]) for key in ("p50_ms", "p95_ms")]
        table.add_row(name, str(part["questions"]), *shares, _figure(part["bytes"]), *times)
    return table


def _beginning(name: str, out: Console) -> str:
    return name if not out.is_terminal or len(name) <= NAME else name[: NAME - 1] + "…"


def print_misses(misses: Sequence[Miss], headings: Mapping[str, str]) -> None:
    """Print *misses*; *headings* gives each group's."""
    out = console()
    count = sum(len(miss.missed) for miss in misses)
    out.print()
    out.print(f"Must-cites that are not among the first {DEPTH} groups: {count}." if misses else "Nothing was missed.")
    for miss in misses:
        out.print()
        out.print(quoted(f"{miss.expected.id}  {miss.expected.text}", 0))
        if miss.obstacle:
            out.print(quoted(f"nothing was looked for: {miss.obstacle}"))
        for missed in miss.missed:
            out.print(quoted(f"missed  {_missed(missed, headings)}"))
        for place, group in enumerate(miss.shown, 1):
            out.print(quoted(f"{place}  {group}  {headings.get(group, '')}", 4), style="dim")


def _missed(missed: Missed, headings: Mapping[str, str]) -> str:
    rules = " or ".join(f"{number} {headings.get(number, '(not in this release)')}" for number in missed.alternatives)
    if missed.rank is None:
        return f"{rules}: not found"
    legs = " · ".join(f"{leg} {place}" for leg, place in missed.legs.items())
    return f"{rules}: place {missed.rank}; places by leg: {legs or 'none, other rules led there'}"
