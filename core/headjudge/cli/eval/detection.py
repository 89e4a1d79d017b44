"""`judge eval detection`: whether the cards that running text names are seen, and no others."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from headjudge.assemble import House
from headjudge.cli.eval.shared import JSON, RESULTS, measured_corpus, shown, write
from headjudge.cli.run import ANSWERED, command, without_model
from headjudge.cli.show import console, print_json, quoted
from headjudge.evaluation.detection import (
    Alarm,
    Fate,
    Seen,
    alarms_summary,
    false_alarms,
    naming_questions,
    read_card_free,
    see,
    seen_summary,
)
from headjudge.evaluation.generated import SEED, NamingQuestion, generate, ordinary_words
from headjudge.roles import Corpus

__all__ = ["detection_command"]

_PATH = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("detection")
@click.argument("files", nargs=-1, type=_PATH, metavar="[FILE]...")
@click.option("--generated", type=click.IntRange(0, 10_000), default=0, metavar="N", help="Add N questions of real names, each in both cases.")
@click.option("--seed", type=int, default=SEED, show_default=True, help="Of what is generated.")
@click.option("--card-free", "card_free", multiple=True, type=_PATH, help="Count false cards in the questions of this file that list no cards.")
@JSON
@RESULTS
@command
async def detection_command(
    files: tuple[Path, ...], generated: int, seed: int, card_free: tuple[Path, ...], as_json: bool, results: Path | None
) -> int:
    """Measure which cards are seen in running text. FILE is what `judge eval names` reads; only what means a card counts."""
    if not (files or generated or card_free):
        raise click.UsageError("nothing to measure; give a FILE, --generated or --card-free")
    read = [question for file in files for question in naming_questions(file)]
    free = [question for file in card_free for question in read_card_free(file)]

    async def work(house: House) -> int:
        corpus = await measured_corpus(house)
        named = {"files": read, "generated": await _generated(corpus, generated, seed)}
        seen = {part: [await see(house.judge, corpus, question) for question in questions] for part, questions in named.items() if questions}
        alarms = {part: [await false_alarms(house.judge, corpus, key, text) for key, text in texts] for part, texts in _both_cases(free).items()}
        if results:
            write(results, [*_seen_lines(seen), *_alarm_lines(alarms)])
        if as_json:
            print_json(_body(seen, alarms))
        else:
            _print(seen, alarms)
        return ANSWERED

    return await without_model(work)


async def _generated(corpus: Corpus, count: int, seed: int) -> Sequence[NamingQuestion]:
    return generate(await corpus.names(), await ordinary_words(corpus), count, seed) if count else ()


def _both_cases(questions: Sequence[tuple[str, str]]) -> Mapping[str, Sequence[tuple[str, str]]]:
    if not questions:
        return {}
    return {"as asked": questions, "lower case": [(key, text.lower()) for key, text in questions]}


def _body(seen: Mapping[str, Sequence[Seen]], alarms: Mapping[str, Sequence[Alarm]]) -> dict[str, Any]:
    named = [one for part in seen.values() for one in part]
    return {
        "named": seen_summary(named) | {f"in {part}": seen_summary(some) for part, some in seen.items()} if named else None,
        "card_free": {part: alarms_summary(some) for part, some in alarms.items()},
    }


def _print(seen: Mapping[str, Sequence[Seen]], alarms: Mapping[str, Sequence[Alarm]]) -> None:
    out = console()
    if seen:
        out.print(_seen_table(seen))
    for part, some in alarms.items():
        figures = alarms_summary(some)
        share = f"{figures['with_card']} of {figures['questions']} got a card (a share of {shown(figures['share'])})"
        out.print(f"Card-free questions, {part}: {share}; {figures['asked']} would be asked about a name.")
    for line in _misses(seen, alarms):
        out.print(quoted(line, 0))


def _seen_table(seen: Mapping[str, Sequence[Seen]]) -> Table:
    table = Table("Names in", box=None, pad_edge=False)
    for column in ("names", "share", *(fate.value for fate in Fate), "strangers"):
        table.add_column(column, justify="right")
    parts = {"all": [one for part in seen.values() for one in part], **seen}
    for part, some in parts.items():
        for which, figures in seen_summary(some).items():
            if part == "all" or which != "ordinary words in lower case":
                table.add_row(f"{part}, {which}" if which != "all" else part, *(shown(figures.get(name)) for name in _columns(table)))
    return table


def _columns(table: Table) -> Iterable[str]:
    return [str(column.header) for column in table.columns[1:]]


def _misses(seen: Mapping[str, Sequence[Seen]], alarms: Mapping[str, Sequence[Alarm]]) -> Iterable[str]:
    for one in (one for part in seen.values() for one in part):
        lost = [f"“{name.whole}” {fate.value}" for name, fate in zip(one.question.named, one.fates, strict=True) if fate is not Fate.RIGHT]
        lost += [f"{name} is not named" for name in one.strangers]
        if lost:
            yield f"{one.question.id}  {'; '.join(lost)}"
    for alarm in (alarm for part in alarms.values() for alarm in part):
        if alarm.cards or alarm.asked:
            yield f"{alarm.id}  {'; '.join((*alarm.cards, *(f'asked about “{span}”' for span in alarm.asked)))}"


def _seen_lines(seen: Mapping[str, Sequence[Seen]]) -> list[dict[str, Any]]:
    return [
        {
            "id": one.question.id,
            "question": one.question.text,
            "names": [{"name": name.whole, "fate": fate.value} for name, fate in zip(one.question.named, one.fates, strict=True)],
            "strangers": one.strangers,
        }
        for part in seen.values()
        for one in part
    ]


def _alarm_lines(alarms: Mapping[str, Sequence[Alarm]]) -> list[dict[str, Any]]:
    return [{"id": alarm.id, "part": part, "cards": alarm.cards, "asked": alarm.asked} for part, some in alarms.items() for alarm in some]
