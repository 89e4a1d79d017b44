"""What the subcommands of `judge eval` share: their options, the corpus that is measured, and how a figure is written."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console

from headjudge.assemble import House
from headjudge.roles import Corpus

__all__ = ["FILE", "FILES", "JSON", "NAME", "RESULTS", "measured_corpus", "share", "shown", "shown_end", "with_interval", "write"]

NAME: Final = 26
"""Characters that a part's name may have in a terminal."""
_PATH: Final = click.Path(exists=True, dir_okay=False, path_type=Path)
FILE: Final = click.argument("file", type=_PATH)
FILES: Final = click.argument("files", nargs=-1, required=True, type=_PATH, metavar="FILE...")
JSON: Final = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
RESULTS: Final = click.option("--results", type=click.Path(dir_okay=False, writable=True, path_type=Path), help="Write a JSON line a question here.")


async def measured_corpus(house: House) -> Corpus:
    """Return the corpus in force, named on standard error: figures over another one mean nothing."""
    corpus = await house.store.corpora.current()
    click.echo(f"Measured over the corpus {corpus.name}, release {corpus.release}.", err=True)
    return corpus


def shown(value: Any) -> str:
    """Return *value* as a table shows it: three places at most; nothing for None."""
    return "" if value is None else f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def write(path: Path, lines: Sequence[dict[str, Any]]) -> None:
    """Write *lines* to *path* as JSON Lines."""
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


def share(value: float | None) -> str:
    """Return a share in four characters; nothing for None."""
    return "" if value is None else "1.00" if value == 1 else f"{value:.3f}".removeprefix("0")


def with_interval(part: Mapping[str, Any], measure: str) -> str:
    """Return a *measure* of *part* with its 95% interval, where there is one."""
    bounds = part["intervals"][measure]
    return share(part[measure]) + (f" ({share(bounds[0])}–{share(bounds[1])})" if bounds else "")


def shown_end(name: str, out: Console) -> str:
    """Return *name*, in a terminal its last words alone where it is too long: files of one author begin alike."""
    if not out.is_terminal or len(name) <= NAME:
        return name
    end = name[1 - NAME :]
    return "…" + (re.sub(r"^[^/ ]*[/ ]", "", end) or end)
