"""Writes the ablation table of docs/explanation/retrieval.md: `nox -s ablation`.

It stands beside `bench.py`, since it knows this checkout's pages and files; what it measures is `headjudge.evaluation.ablation`.
JUDGE_DATA_DIR names a data folder with the corpus magic.
"""

import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from headjudge.assemble import House, house
from headjudge.discovery import discover
from headjudge.errors import HeadjudgeError
from headjudge.evaluation.ablation import ABLATED, Ablation, Figure, ablate
from headjudge.evaluation.recall import read_expected
from headjudge.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "explanation" / "retrieval.md"
QUESTIONS = ROOT.parent / "shared" / "data" / "questions"
FILES = (QUESTIONS / "dev.jsonl", QUESTIONS / "chat.jsonl", ROOT / "tests" / "data" / "gold_open.jsonl")
CORPUS = "magic"
BEGIN, END = "<!-- ablation: begin -->", "<!-- ablation: end -->"


async def measured(files: Sequence[Path]) -> str:
    """Measure over *files* and return the tables."""
    async with house(Settings.from_environ(os.environ), discover()) as opened:
        corpus = await opened.store.corpora.current()
        if corpus.name != CORPUS:
            skip(f"the corpus {CORPUS} is not loaded ({corpus.name} is); load it with `judge refresh`, or set JUDGE_DATA_DIR")
        await opened.judge.ready(corpus)
        ablations = [(path.stem, await ablate(opened.judge, corpus, read_expected(path).questions)) for path in files]
        return tables(ablations, weights(opened), corpus.release)


def skip(reason: str) -> NoReturn:
    """Leave the page as it is: what cannot be measured here is no failure."""
    print(f"Skipped: {reason}.", file=sys.stderr)
    sys.exit(0)


def weights(opened: House) -> Mapping[str, float]:
    """Return each leg's weight, the heaviest first."""
    legs = {leg.name: opened.settings.weight(leg.name) for leg in opened.judge.retrieval.legs}
    return dict(sorted(legs.items(), key=lambda pair: (-pair[1], pair[0])))


def tables(ablations: Sequence[tuple[str, Ablation]], legs: Mapping[str, float], release: str) -> str:
    """Return the figures of all legs and the two tables of changes, as Markdown."""
    heads = [f"{name} {measure}" for name, _ in ablations for measure in ABLATED]
    sizes = ", ".join(f"{ablation.questions} questions of {name}" for name, ablation in ablations)
    lines = [f"Measured over {sizes}; rules of {release}.", "", "All legs:", "", *header("", heads)]
    lines.append(row("all legs", [share(ablation.whole.get(measure)) for _, ablation in ablations for measure in ABLATED]))
    for title, kind in (("Left out, change in points:", "without"), ("As placebo, change in points:", "placebo")):
        lines += ["", title, "", *header("leg (weight)", heads)]
        for leg, weight in legs.items():
            changes = [getattr(ablation, kind)[leg].get(measure) for _, ablation in ablations for measure in ABLATED]
            lines.append(row(f"{leg} ({weight:g})", map(points, changes)))
    return "\n".join(lines)


def header(first: str, heads: Sequence[str]) -> list[str]:
    """Return the two lines that begin a table."""
    return [row(first, heads), row("---", ["---"] * len(heads))]


def row(first: str, cells: Sequence[str]) -> str:
    """Return a line of a table."""
    return f"| {' | '.join([first, *cells])} |"


def share(figure: Figure | None) -> str:
    """Write a share with its interval."""
    if figure is None:
        return ""
    bounds = f" ({figure.bounds[0]:.3f} to {figure.bounds[1]:.3f})" if figure.bounds else ""
    return f"{figure.mean:.3f}{bounds}"


def points(figure: Figure | None) -> str:
    """Write a change in hundredths, bold where its interval leaves zero out."""
    if figure is None:
        return ""
    text = signed(figure.mean)
    if figure.bounds and figure.bounds != (0, 0):
        text += f" ({signed(figure.bounds[0])} to {signed(figure.bounds[1])})"
    return f"**{text}**" if figure.bounds and (figure.bounds[0] > 0 or figure.bounds[1] < 0) else text


def signed(change: float) -> str:
    """Write a change in hundredths with its sign."""
    text = f"{100 * change:+.1f}".replace("-", "−")
    return "0" if text in ("+0.0", "−0.0") else text


def between(page: str, made: str) -> str:
    """Return *page* with *made* between the markers."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise SystemExit(f"{PAGE} has lost its markers; write {BEGIN} and {END} where the tables belong")
    return f"{before}{BEGIN}\n{made}\n{END}{after}"


def main() -> None:
    """Measure over the files named, or all that are there, and write the page."""
    files = [Path(name) for name in sys.argv[1:]] or [path for path in FILES if path.exists()]
    if not files:
        skip(f"no file of questions is named, and none of {', '.join(map(str, FILES))} is there")
    try:
        made = asyncio.run(measured(files))
    except HeadjudgeError as error:
        sys.exit(str(error))
    PAGE.write_text(between(PAGE.read_text(encoding="utf-8"), made), encoding="utf-8")
    print(made)


if __name__ == "__main__":
    main()
