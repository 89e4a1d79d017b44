"""`judge eval`: measure the judge over a file of questions whose answers are known."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from headjudge.assemble import House
from headjudge.cli.run import ANSWERED, command, fail, with_house
from headjudge.cli.show import console, print_json
from headjudge.evaluation.declined import declined_summary, declines, read_questions
from headjudge.evaluation.names import NameResult, measure_name, names_summary, read_names
from headjudge.evaluation.recall import Result, measure, read_expected, summary
from headjudge.roles import Corpus

__all__ = ["eval_command"]

_FILE = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
_RESULTS = click.option("--results", type=click.Path(dir_okay=False, writable=True, path_type=Path), help="Write a JSON line a question here.")


@click.group("eval")
def eval_command() -> None:
    """Measure recall, names or declining over FILE, questions as JSON lines."""


@eval_command.command("recall")
@_FILE
@_JSON
@_RESULTS
@command
async def recall_command(file: Path, as_json: bool, results: Path | None) -> int:
    """Print how often the deciding rules are among the first groups shown; the cards of each question are given."""
    questions = read_expected(file)
    if not questions:
        return fail(f"{file.name} has no question with expected rules")

    async def work(house: House) -> int:
        corpus = await _measured_corpus(house)
        await house.judge.ready(corpus)
        measured = [await measure(house.judge, corpus, question) for question in questions]
        if results:
            _write(results, [{"id": r.expected.id, "groups": r.groups, "rules": r.rules} for r in measured])
        if as_json:
            print_json(summary(measured))
        else:
            _print_recall(measured)
        return ANSWERED

    return await with_house(work)


async def _measured_corpus(house: House) -> Corpus:
    """The corpus in force, named on standard error: figures over another one mean nothing."""
    corpus = await house.store.corpora.current()
    click.echo(f"Measured over the corpus {corpus.name}, release {corpus.release}.", err=True)
    return corpus


def _print_recall(measured: Sequence[Result]) -> None:
    figures = summary(measured)
    parts = {"all": figures, **figures["by_source"]}
    columns = [name for name in figures if name != "by_source"]
    table = Table("Source", *columns, box=None, pad_edge=False)
    for source, part in parts.items():
        table.add_row(source, *(_shown(part[column]) for column in columns))
    console().print(table)


def _shown(value: Any) -> str:
    return "" if value is None else f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


@eval_command.command("names")
@_FILE
@_JSON
@_RESULTS
@command
async def names_command(file: Path, as_json: bool, results: Path | None) -> int:
    """Print how often a name as players write it becomes what it must, and how often a wrong card."""
    questions = read_names(file)

    async def work(house: House) -> int:
        corpus = await _measured_corpus(house)
        measured = [await measure_name(house.judge, corpus, question) for question in questions]
        if results:
            _write(results, [{"id": r.question.id, "became": r.became, "right": r.right, "wrong_card": r.wrong_card} for r in measured])
        if as_json:
            print_json(names_summary(measured))
        else:
            _print_names(measured)
        return ANSWERED

    return await with_house(work)


def _print_names(measured: Sequence[NameResult]) -> None:
    figures = names_summary(measured)
    console().print(f"{figures['n']} names, accuracy {_shown(figures['accuracy'])}, wrong cards {figures['wrong_card']}")
    for result in measured:
        if not result.right:
            console().print(f"  {result.question.id}  {result.question.span!r} became {result.became}")


@eval_command.command("declined")
@_FILE
@_JSON
@_RESULTS
@command
async def declined_command(file: Path, as_json: bool, results: Path | None) -> int:
    """Print the share of the questions that is declined as out of scope."""
    questions = read_questions(file)

    async def work(house: House) -> int:
        corpus = await _measured_corpus(house)
        outcomes = [await declines(house.judge, corpus, text) for _, text in questions]
        if results:
            _write(results, [{"id": key, "declined": outcome} for (key, _), outcome in zip(questions, outcomes, strict=True)])
        figures = declined_summary(outcomes)
        if as_json:
            print_json(figures)
        else:
            console().print(f"{sum(outcomes)} of {figures['n']} questions declined (a share of {_shown(figures['declined'])})")
        return ANSWERED

    return await with_house(work)


def _write(path: Path, lines: Sequence[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
