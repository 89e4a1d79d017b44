"""`judge eval answers`: the whole way from a question to its verdict, over questions whose answers are known."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final

import attrs
import click

from headjudge.assemble import House, house
from headjudge.cli.eval.answer_tables import print_answers
from headjudge.cli.eval.shared import FILE, JSON, measured_corpus
from headjudge.cli.progress import shown_progress
from headjudge.cli.run import ANSWERED, REFUSED, command, configured, fail, interruptible
from headjudge.cli.show import print_json
from headjudge.domain.money import NOTHING
from headjudge.evaluation.answers import Known, KnownFile, Outcome, read_known
from headjudge.evaluation.estimate import Estimate, backend_for, estimate_answers, estimate_grades, left_of
from headjudge.evaluation.exam import Exam
from headjudge.evaluation.files import HALVES, Half
from headjudge.evaluation.grading import VOTES, Grader, graders_wording
from headjudge.evaluation.results import Run, open_results
from headjudge.evaluation.scores import answers_summary
from headjudge.metering import CALLS, MeteredModel
from headjudge.roles import Corpus, ModelBackend

__all__ = ["answers_command"]

AT_ONCE: Final = 4
"""Questions at once, where a model is waited for."""


@attrs.frozen
class _Wish:
    """What was asked for on the command line."""

    model: str
    """Blank for JUDGE_MODEL."""
    grader: str
    """The model that grades; blank for the one that answers."""
    no_grader: bool
    half: Half | None
    limit: int | None
    results: Path | None
    concurrency: int | None
    yes: bool
    as_json: bool


@click.command("answers")
@FILE
@click.option("--model", default="", metavar="NAME", help="The model that answers, in place of JUDGE_MODEL.")
@click.option("--grader", default="", metavar="NAME", help="The model that grades.  [default: the one that answers]")
@click.option("--no-grader", is_flag=True, help="Score only what needs no grader.")
@click.option("--half", type=click.Choice(HALVES), help="Only the questions of this half, which their ids decide; hold the other out.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the first N questions.")
@click.option(
    "--results",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Add a JSON line a question here as each is done. A file of the same run is gone on with.",
)
@click.option("--concurrency", type=click.IntRange(1, 16), metavar="N", help=f"Questions at once.  [default: {AT_ONCE}; 1 without a model]")
@click.option("--yes", is_flag=True, help="Begin without a confirmation, whatever it costs.")
@JSON
@command
async def answers_command(file: Path, **options: Any) -> int:
    """Have the questions of FILE answered, and score the answers. What it costs is told first, and confirmed."""
    wish = _Wish(**options)
    if wish.grader and wish.no_grader:
        raise click.UsageError("--grader and --no-grader exclude each other; choose one")
    questions = read_known(file, wish.half, wish.limit)
    settings, plugins = configured()
    settings = attrs.evolve(settings, model=wish.model or settings.model)
    async with house(settings, plugins) as opened:
        return await _examined(opened, questions, wish)


async def _examined(opened: House, file: KnownFile, wish: _Wish) -> int:
    for doubt in file.doubts:
        fail(f"{file.name}: {doubt}")
    corpus = await measured_corpus(opened)
    async with _grading(opened, wish) as (grader, asked):
        exam = Exam(opened.judge, corpus, grader, open_results(wish.results, _run(opened, corpus, file)))
        if grader:
            exam.results.refuse_other(grader)
        if exam.left(file.questions):
            await opened.judge.ready(corpus)
            await _confirm(opened, exam, file.questions, wish, asked)
            await opened.warm()
            await _sit(opened, exam, file.questions, wish)
    _print(exam, file, wish)
    return _ended(exam, file.questions, wish)


@asynccontextmanager
async def _grading(opened: House, wish: _Wish) -> AsyncIterator[tuple[Grader | None, ModelBackend | None]]:
    """The grader and what it asks, if there is one. Its calls go against the same budget as the judge's."""
    settings = attrs.evolve(opened.settings, model=_graders_model(opened, wish), extract_model="")
    if wish.no_grader:
        yield None, None
    elif not settings.backend:
        click.echo("No model is configured: answers are not graded.", err=True)
        yield None, None
    else:
        async with backend_for(opened, settings) as backend:
            yield Grader(MeteredModel(backend, opened.budget), graders_wording(), settings.extract_max_tokens), backend


def _graders_model(opened: House, wish: _Wish) -> str:
    return wish.grader or opened.settings.model


def _run(opened: House, corpus: Corpus, file: KnownFile) -> Run:
    by = opened.judge.by
    return Run(
        questions=file.name,
        file=file.hash,
        model=by.model,
        prompts=by.prompt_hash,
        extractor=opened.judge.extractor.name,
        synthesizer=by.synthesizer,
        corpus=corpus.name,
        release=corpus.release,
        generation=corpus.generation,
        program=opened.judge.version,
    )


async def _confirm(opened: House, exam: Exam, questions: Sequence[Known], wish: _Wish, asked: ModelBackend | None) -> None:
    """Tell what the rest of the run may cost, and have it confirmed; a run that costs nothing begins at once."""
    unasked, ungraded = exam.unasked(questions), exam.ungraded(questions)
    estimate = Estimate(NOTHING, NOTHING)
    async with AsyncExitStack() as stack:
        if opened.services.model:
            answering = await stack.enter_async_context(backend_for(opened, opened.settings))
            estimate += await estimate_answers(opened, exam.corpus, unasked, answering)
        if exam.grader and asked:
            gradable = [*(known for known in unasked if known.answer), *ungraded]
            estimate += estimate_grades(exam.grader, gradable, asked, _graders_model(opened, wish))
    _tell(exam, len(unasked), len(ungraded), len(questions))
    if estimate.worst == NOTHING:
        return
    left = await left_of(opened.budget)
    _tell_cost(estimate, left, opened)
    if (wish.model or wish.grader) and opened.settings.model_price_in is not None:
        fail("JUDGE_MODEL_PRICE_IN and JUDGE_MODEL_PRICE_OUT are set, and taken for every model of this run")
    if wish.results is None:
        fail("without --results nothing is kept: a run that is stopped begins anew")
    if not wish.yes:
        _ask()


def _tell(exam: Exam, unasked: int, ungraded: int, count: int) -> None:
    if kept := count - unasked:
        click.echo(f"{kept} of {count} questions are in {exam.results.path} already; {unasked} are left, and {ungraded} to grade.", err=True)
    run, grader = exam.results.run, exam.grader.model.model if exam.grader else None
    answering = f"{run.model}, with at most {CALLS} calls a question" if run.model else f"{run.synthesizer}, without a model"
    click.echo(f"{unasked} questions are answered by {answering}.", err=True)
    if grader:
        click.echo(f"{'The same' if grader == run.model else grader} grades, with at most {VOTES} votes an answer.", err=True)


def _tell_cost(estimate: Estimate, left: int, opened: House) -> None:
    period = opened.settings.budget_period
    click.echo(f"That costs about {_usd(estimate.likely)} USD as a rule, and {_usd(estimate.worst)} USD at worst.", err=True)
    click.echo(f"Of the cap of {_usd(opened.budget.cap)} USD a {period}, {_usd(left)} USD are left.", err=True)
    if estimate.likely > left:
        fail("the cap will not suffice: the run stops there; raise JUDGE_MAX_USD, or go on in the next period")
    elif estimate.worst > left:
        fail("the cap may not suffice: the run stops there, and can go on in the next period")


def _usd(micros: int) -> str:
    return f"{micros / 1_000_000:,.2f}" if micros >= 10_000 else f"{micros / 1_000_000:.6f}".rstrip("0").rstrip(".")


def _ask() -> None:
    if not sys.stdin.isatty():
        raise click.UsageError("this run is paid for and nobody is there to confirm it; add --yes")
    with interruptible():
        click.confirm("Begin?", abort=True, err=True)


async def _sit(opened: House, exam: Exam, questions: Sequence[Known], wish: _Wish) -> None:
    concurrency = wish.concurrency or (AT_ONCE if opened.services.model or exam.grader else 1)
    try:
        with shown_progress() as tell:
            await exam.run(questions, concurrency, lambda done, of: tell("questions", done, of))
    except asyncio.CancelledError:  # Ctrl-C
        fail(_how_to_go_on(exam, questions, wish))
        raise


def _how_to_go_on(exam: Exam, questions: Sequence[Known], wish: _Wish) -> str:
    done = f"{len(questions) - len(exam.left(questions))} of {len(questions)} questions are done"
    if wish.results is None:
        return f"{done}, and nothing was kept; name a file with --results to be able to go on"
    return f"{done} and kept in {os.fspath(wish.results)}; the same command goes on from there"


def _print(exam: Exam, file: KnownFile, wish: _Wish) -> None:
    figures = answers_summary(exam.scored(file.questions))
    grader = {"model": exam.grader.model.model, "prompts": exam.grader.prompt_hash} if exam.grader else None
    if wish.as_json:
        print_json(figures | {"of": len(file.questions), "half": wish.half, "run": attrs.asdict(exam.results.run), "grader": grader})
    elif figures["questions"]:
        print_answers(figures, exam.results.run, grader["model"] if grader else None)


def _ended(exam: Exam, questions: Sequence[Known], wish: _Wish) -> int:
    if exam.stopped is None:
        heard = any(result.attempt.outcome is Outcome.ANSWERED for _, result in exam.scored(questions))
        return ANSWERED if heard else fail("no question was answered; the table says why, and `judge ask` says it of one question")
    fail(str(exam.stopped))
    return fail(_how_to_go_on(exam, questions, wish), REFUSED)
