"""`judge eval declined`: the share of questions that is declined as out of scope."""

from pathlib import Path

import click

from headjudge.assemble import House
from headjudge.cli.eval.shared import FILE, JSON, RESULTS, measured_corpus, shown, write
from headjudge.cli.run import ANSWERED, command, without_model
from headjudge.cli.show import console, print_json
from headjudge.evaluation.declined import declined_summary, declines, read_questions

__all__ = ["declined_command"]


@click.command("declined")
@FILE
@JSON
@RESULTS
@command
async def declined_command(file: Path, as_json: bool, results: Path | None) -> int:
    """Measure what is declined. Prints the share of the questions in FILE that is out of scope."""
    questions = read_questions(file)

    async def work(house: House) -> int:
        corpus = await measured_corpus(house)
        outcomes = [await declines(house.judge, corpus, text) for _, text in questions]
        if results:
            write(results, [{"id": key, "declined": outcome} for (key, _), outcome in zip(questions, outcomes, strict=True)])
        figures = declined_summary(outcomes)
        if as_json:
            print_json(figures)
        else:
            console().print(f"{sum(outcomes)} of {figures['n']} questions declined (a share of {shown(figures['declined'])})")
        return ANSWERED

    return await without_model(work)
