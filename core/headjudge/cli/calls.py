"""`judge calls`: the stored calls, what answered them, and what people think of them."""

import textwrap
from collections.abc import Sequence
from typing import Any, Final

import attrs
import click
from rich.table import Column, Table

from headjudge.assemble import House, build, utc_now
from headjudge.cli.run import ANSWERED, REFUSED, UNUSABLE, command, configured, fail, with_library
from headjudge.cli.show import console, print_json, quoted
from headjudge.discovery import Plugins
from headjudge.domain.calls import Call, Rating, Record, score
from headjudge.domain.money import usd
from headjudge.domain.prompts import Turn
from headjudge.domain.questions import control_character
from headjudge.errors import CorpusAbsent
from headjudge.replay import RecordedModel, Replay, replay
from headjudge.roles import Corpus, OpenStore
from headjudge.settings import Settings

__all__ = ["calls_command"]

NUMBER: Final = click.IntRange(1, 2**63 - 1)


@click.group("calls")
def calls_command() -> None:
    """List, show, rate and replay the answers that were stored."""


@calls_command.command("list")
@click.option("--limit", type=click.IntRange(1, 1000), default=20, show_default=True, help="How many, the newest first.")
@click.option("--before", type=NUMBER, help="Only those with smaller numbers: the next page.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@command
async def list_command(limit: int, before: int | None, as_json: bool) -> int:
    """List the newest stored calls."""

    async def work(store: OpenStore) -> int:
        calls = await store.calls.recent(limit, before)
        if as_json:
            print_json([_line(call) for call in calls])
        elif not calls:
            console().print("No call is stored.")
        else:
            console().print(_table(calls))
        return ANSWERED

    return await with_library(work)


def _line(call: Call) -> dict[str, Any]:
    return {
        "call": call.id,
        "asked": call.asked.isoformat(),
        "door": call.question.door,
        "question": call.question.text,
        "confidence": call.answer.confidence.value,
        "synthesizer": call.by.synthesizer,
        "model": call.by.model,
        "cost_micros": call.cost,
        "ratings": len(call.ratings),
        "score": round(score(call.ratings), 2) if call.ratings else None,
        "repeats": call.repeats,
        "from_case": call.from_case,
    }


def _table(calls: Sequence[Call]) -> Table:
    columns = (Column("Call", justify="right"), "Asked (UTC)", "Question", "By", Column("Cost", justify="right"), "Score")
    table = Table(*columns, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for call in calls:
        by = f"again: {call.repeats}" if call.repeats else call.by.synthesizer
        rated = f"{score(call.ratings):.2f} ({len(call.ratings)})" if call.ratings else ""
        question = textwrap.shorten(call.question.text, 60, placeholder="…")
        table.add_row(str(call.id), f"{call.asked:%Y-%m-%d %H:%M}", question, by, usd(call.cost) if call.cost else "", rated)
    return table


@calls_command.command("show")
@click.argument("number", type=NUMBER)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: with the passages shown and the model's replies.")
@command
async def show_command(number: int, as_json: bool) -> int:
    """Print call NUMBER: question, answer, citations, and what answered it."""

    async def work(store: OpenStore) -> int:
        call = await store.calls.call(number)
        if call is None:
            return _absent(number)
        record = await store.calls.record(call.repeats or number)
        if as_json:
            print_json({**_line(call), **_answer(call), "record": record and _record(record)})
        else:
            _show(call, record)
        return ANSWERED

    return await with_library(work)


def _absent(number: int) -> int:
    return fail(f"there is no call {number}; `judge calls list` shows those that are stored", UNUSABLE)


def _answer(call: Call) -> dict[str, Any]:
    cited = [{"label": cited.label, "reference": str(cited.reference), "quote": cited.quote} for cited in call.answer.citations]
    return {"answer": call.answer.text, "source": call.answer.source.value, "cr_version": call.answer.release, "citations": cited}


def _record(record: Record) -> dict[str, Any]:
    reading = record.inquiry.reading
    return {
        "model": record.by.model,
        "prompt_hash": record.by.prompt_hash,
        "cards": [card.name for card in record.inquiry.cards],
        "concepts": list(reading.concepts),
        "paraphrases": list(reading.paraphrases),
        "categories": list(reading.categories),
        "shown": list(record.shown),
        "material": [{"reference": str(passage.reference), "label": passage.label, "hash": passage.hash} for passage in record.material],
        "turns": [_turn(turn) for turn in record.turns],
        "gates": list(record.gates),
        "doubts": list(record.doubts),
        "objections": list(record.objections),
        "versions": dict(record.versions),
    }


def _turn(turn: Turn) -> dict[str, Any]:
    said = attrs.asdict(turn.completion)
    return {"purpose": turn.purpose.value, "prompt_hash": turn.prompt_hash, "cost_micros": turn.cost, **said}


def _show(call: Call, record: Record | None) -> None:
    out = console()
    out.print(quoted(call.question.text, 0), style="bold")
    out.print(f"call {call.id} · {call.asked:%Y-%m-%d %H:%M} UTC · asked by {call.question.door}", style="dim")
    out.print()
    out.print(quoted(call.answer.text))
    out.print()
    for cited in call.answer.citations:
        out.print(quoted(f"{cited.label}  “{cited.quote}”", 4))
    out.print()
    for line in _about(call, record):
        out.print(quoted(line), style="dim")


def _about(call: Call, record: Record | None) -> list[str]:
    wrote = f"{call.by.synthesizer}{f' with {call.by.model}' if call.by.model else ''}"
    lines = [f"Confidence: {call.answer.confidence.value} · rules of {call.answer.release} · by {wrote}"]
    if call.repeats:
        lines.append(f"The verdict of call {call.repeats}, given again at no cost.")
    if call.ratings:
        lines.append(f"Score: {score(call.ratings):.2f} of 3 after {_times(len(call.ratings))}")
    return lines + (_of_record(record) if record else ["What answered it was not kept."])


def _of_record(record: Record) -> list[str]:
    lines = [f"Shown: {len(record.material)} passages · passed: {', '.join(record.gates)}"]
    if record.turns:
        tokens = f"{sum(turn.completion.input_tokens for turn in record.turns):,} tokens in"
        back = f"{sum(turn.completion.output_tokens for turn in record.turns):,} out"
        lines.append(f"Model calls: {len(record.turns)} ({tokens}, {back}) · cost {usd(record.cost)}")
    lines += [f"Refused first: {objection}" for objection in record.objections]
    return lines + [f"Doubt: {doubt}" for doubt in record.doubts]


@calls_command.command("rate")
@click.argument("number", type=NUMBER)
@click.argument("value", type=click.IntRange(1, 3), metavar="1|2|3")
@click.option("--member", required=True, help="Who rates; a member's newer rating takes the older one's place.")
@click.option("--judge", "is_judge", is_flag=True, help="Rated with the judge role: it overrides the crowd.")
@command
async def rate_command(number: int, value: int, member: str, is_judge: bool) -> int:
    """Rate call NUMBER: 1 incorrect, 2 partly correct, 3 correct."""
    if not member.strip() or len(member) > 200 or control_character(member) is not None:
        return fail(
            "--member is blank, longer than 200 characters or holds control characters; name who rates, such as ann or discord:1234", UNUSABLE
        )

    async def work(store: OpenStore) -> int:
        call = await store.calls.call(number)
        if call is None:
            return _absent(number)
        judged = call.repeats or number  # the rating is of the verdict, whoever was given it again
        await store.calls.rate(Rating(judged, member.strip(), value, is_judge, utc_now()))
        rated = await store.calls.call(judged)
        ratings = rated.ratings if rated else ()
        console().print(f"Call {judged} is rated {value}; its score is {score(ratings):.2f} of 3 after {_times(len(ratings))}.")
        return ANSWERED

    return await with_library(work)


def _times(count: int) -> str:
    return "1 rating" if count == 1 else f"{count} ratings"


@calls_command.command("replay")
@click.argument("number", type=NUMBER)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@command
async def replay_command(number: int, as_json: bool) -> int:
    """Judge call NUMBER again from what is stored: no model is called, nothing is searched, nothing is stored."""
    settings, plugins = configured()

    async def work(store: OpenStore) -> int:
        call = await store.calls.call(number)
        record = await store.calls.record(call.repeats or number) if call else None
        if call is None:
            return _absent(number)
        if record is None:
            return fail(f"call {number} was stored without what answered it, so it cannot be judged again", UNUSABLE)
        if record.from_case:
            return fail(f"an outside agent judged call {number}, who is not here to judge it again; see `judge calls show {number}`", UNUSABLE)
        outcome = await _replayed(settings, plugins, store, call, record)
        _print_replay(call, record, outcome, as_json)
        return ANSWERED if outcome.same else REFUSED

    return await with_library(work)


async def _replayed(settings: Settings, plugins: Plugins, store: OpenStore, call: Call, record: Record) -> Replay:
    model = RecordedModel(record.turns, record.by.model or "none")
    made = build(_as_then(settings, record), plugins, store, utc_now, model)
    return await replay(made.judge, model, call, record, await _corpus(made, call))


def _as_then(settings: Settings, record: Record) -> Settings:
    """*settings* with the players that answered then and what their prompts say; today's model and embedder have no say."""
    then = dict(record.versions)
    return attrs.evolve(
        settings,
        extractor=then.get("extractor", ""),
        synthesizer=record.by.synthesizer,
        extract_max_tokens=int(then.get("most tokens of a reading", settings.extract_max_tokens)),
        model_max_tokens=int(then.get("most tokens of a verdict", settings.model_max_tokens)),
        model="",
        model_backend="",
        embedder="",
        alert_webhook="",
    )


async def _corpus(made: House, call: Call) -> Corpus:
    """The generation that answered; when it is gone, the one in force: an extractor's prompt names little of it."""
    try:
        return await made.store.corpora.at(call.answer.generation)
    except CorpusAbsent:
        return await made.store.corpora.current()


def _print_replay(call: Call, record: Record, outcome: Replay, as_json: bool) -> None:
    if as_json:
        prompts = [{"purpose": turn.purpose.value, "same": same} for turn, same in zip(record.turns, outcome.prompts, strict=False)]
        print_json({"call": call.id, "same": outcome.same, "prompts": prompts, "unused": outcome.unused, "differences": list(outcome.differences)})
        return
    out = console()
    for number, (turn, same) in enumerate(zip(record.turns, outcome.prompts, strict=False), 1):
        out.print(f"prompt {number} ({turn.purpose.value}): {'the very one' if same else 'another than was sent'}")
    if outcome.unused:
        out.print(f"{outcome.unused} recorded replies were not asked for")
    for difference in outcome.differences:
        out.print(quoted(difference))
    out.print("The verdict is the stored one, to the letter." if outcome.same else "The call does not come out as it was stored.", style="bold")
