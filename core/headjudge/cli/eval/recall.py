"""`judge eval recall`: how often the deciding rules are among the first groups shown."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import attrs
import click

from headjudge.assemble import House
from headjudge.cli.eval.shared import FILES, JSON, RESULTS, measured_corpus, write
from headjudge.cli.eval.tables import print_misses, print_recall
from headjudge.cli.run import ANSWERED, command, fail, without_model
from headjudge.cli.show import print_json
from headjudge.evaluation.figures import summary
from headjudge.evaluation.files import HALVES, Half
from headjudge.evaluation.misses import Miss, miss_of, missed_lines
from headjudge.evaluation.recall import QuestionFile, Result, absent_rules, measure, read_expected
from headjudge.evaluation.trials import Trial, judges
from headjudge.roles import Corpus, Retriever

__all__ = ["recall_command"]

NAMED: Final = 5
"""How many of a kind a warning names."""


@attrs.frozen
class _Output:
    """How the figures are printed, and what else is written."""

    half: Half | None
    as_json: bool
    misses: bool
    results: Path | None


@click.command("recall")
@FILES
@JSON
@RESULTS
@click.option("--half", type=click.Choice(HALVES), help="Only the questions of this half, which their ids decide; hold the other out.")
@click.option("--without", multiple=True, metavar="LEG", help="Leave this leg out. May be repeated.")
@click.option("--placebo", multiple=True, metavar="LEG", help="Let this leg answer another question of the file. May be repeated.")
@click.option("--misses", is_flag=True, help="List what was missed, where it was, and what was shown instead.")
@command
async def recall_command(
    files: tuple[Path, ...],
    as_json: bool,
    results: Path | None,
    half: Half | None,
    without: tuple[str, ...],
    placebo: tuple[str, ...],
    misses: bool,
) -> int:
    """Measure how often the rules are found. Of each question in FILE the cards are given, and the deciding rules are known."""
    if both := sorted(set(without) & set(placebo)):
        raise click.UsageError(f"the leg {both[0]!r} cannot be left out and be a placebo; choose one")
    read = [read_expected(path, half) for path in dict.fromkeys(files)]
    trial = Trial(frozenset(without), frozenset(placebo))
    return await without_model(lambda house: _recall(house, read, trial, _Output(half, as_json, misses, results)))


async def _recall(house: House, files: Sequence[QuestionFile], trial: Trial, output: _Output) -> int:
    _refuse_unknown(house.judge.retrieval.legs, trial)
    corpus = await measured_corpus(house)
    _tell_doubts(files, await absent_rules(files, corpus))
    await house.judge.ready(corpus)
    measured: list[Result] = []
    missed: list[Miss] = []
    for file in files:
        tried = await judges(house.judge, corpus, file.questions, trial)
        found = [await measure(judge, corpus, question) for judge, question in zip(tried, file.questions, strict=True)]
        if output.misses:
            missed += [miss for judge, result in zip(tried, found, strict=True) if (miss := await miss_of(judge.retrieval, corpus, result))]
        measured += found
    _tell_obstacles(measured)
    await _put(measured, missed, trial, output, corpus)
    return ANSWERED


def _refuse_unknown(legs: Sequence[Retriever], trial: Trial) -> None:
    names = sorted(leg.name for leg in legs)
    if unknown := sorted((trial.without | trial.placebo) - set(names)):
        raise click.UsageError(f"no leg is called {unknown[0]!r}; the legs are: {', '.join(names)}")


def _tell_doubts(files: Sequence[QuestionFile], absent: Sequence[str]) -> None:
    for file in files:
        for doubt in file.doubts:
            fail(f"{file.name}: {doubt}")
        if file.left_out:
            fail(f"{file.name}: {file.left_out} left out, having no expected rules")
    if absent:
        fail(f"expected rules that this release does not have: {_named(absent)}; what needs one counts as missed")


def _tell_obstacles(measured: Sequence[Result]) -> None:
    if obstacles := [f"{result.expected.id} ({result.obstacle})" for result in measured if result.obstacle]:
        fail(f"counted as missed, since their cards are not clear: {_named(obstacles)}")


def _named(things: Sequence[str]) -> str:
    more = len(things) - NAMED
    return ", ".join(things[:NAMED]) + (f" and {more} more" if more > 0 else "")


async def _put(measured: Sequence[Result], missed: Sequence[Miss], trial: Trial, output: _Output, corpus: Corpus) -> None:
    if output.results:
        write(output.results, [{"id": r.expected.id, "groups": r.groups, "rules": r.rules} for r in measured])
    headings = {rule.number: rule.heading for rule in await corpus.rules()} if missed else {}
    figures = summary(measured)
    if output.as_json:
        measured_with = {"without": sorted(trial.without), "placebo": sorted(trial.placebo), "half": output.half}
        print_json(figures | measured_with | ({"misses": missed_lines(missed, headings)} if output.misses else {}))
        return
    print_recall(figures, _limits(trial, output.half))
    if output.misses:
        print_misses(missed, headings)


def _limits(trial: Trial, half: Half | None) -> str:
    """What sets these figures apart from those of everything."""
    limits = [f"the {half} half"] if half else []
    limits += [f"without {leg}" for leg in sorted(trial.without)]
    limits += [f"{leg} as placebo" for leg in sorted(trial.placebo)]
    return ", ".join(limits)
