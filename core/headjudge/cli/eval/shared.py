"""What the subcommands of `judge eval` share: their options, the corpus that is measured, and how a figure is written."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from headjudge.assemble import House
from headjudge.roles import Corpus

__all__ = ["FILE", "FILES", "JSON", "RESULTS", "measured_corpus", "shown", "write"]

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
