"""`judge explain`: what each stage makes of a question, for people who tune."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import click
from rich.console import Console
from rich.table import Table

from headjudge.assemble import House
from headjudge.cli.run import ANSWERED, REFUSED, SIGNS, UNUSABLE, command, fail, takes_signs, without_model
from headjudge.cli.show import console, print_json, styled
from headjudge.domain.answers import Ambiguous, Declined, NotFound
from headjudge.domain.names import fold
from headjudge.domain.passages import Brief, Hit, Kind, Passage
from headjudge.domain.questions import Inquiry, Question, Reading, limit_fault
from headjudge.evaluation.trace import Found, RankedGroup, Trace, trace
from headjudge.roles import Corpus
from headjudge.settings import Settings
from headjudge.steps.pack import label_of_ruling

__all__ = ["explain_command"]

HITS: Final = 5
"""How many hits of a leg are shown; `--json` has all."""
GROUPS: Final = 12
"""How many groups are shown; `--json` has all."""


@click.command("explain", context_settings=SIGNS)
@click.argument("words", nargs=-1, required=True, metavar="QUESTION")
@click.option("--card", "cards", multiple=True, metavar="NAME", help="A card it is about, in place of the names that are read. May be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: every hit and every group.")
@command
async def explain_command(words: tuple[str, ...], cards: tuple[str, ...], as_json: bool) -> int:
    """Show how rules for QUESTION are found. Prints the reading, the legs and their scores, what is packed, and the time of each stage."""
    takes_signs(words)
    question = Question(" ".join(words), private=True)
    if fault := limit_fault(question):
        return fail(fault, UNUSABLE)
    if not all(map(fold, cards)):
        return fail("--card is given without a name; write one, or leave it out", UNUSABLE)

    async def work(house: House) -> int:
        corpus = await house.store.corpora.current()
        await house.judge.ready(corpus)
        traced = await trace(house.judge, corpus, question, cards)
        if as_json:
            print_json(_body(traced, house.settings))
        else:
            await _print(console(), traced, corpus, house.settings)
        return ANSWERED if traced.found else REFUSED

    return await without_model(work)


def _body(traced: Trace, settings: Settings) -> dict[str, Any]:
    reading = traced.reading
    return {
        "question": reading.question.text,
        "outcome": _outcome(traced),
        "reading": {
            "names": [{"span": span.text, "bracketed": span.bracketed} for span in reading.spans],
            "concepts": reading.concepts,
            "paraphrases": reading.paraphrases,
            "categories": reading.categories,
            "corrections": dict(reading.corrections),
            "source": reading.source.value,
            "declined": reading.declined,
        },
        "cards": [{"span": span, "name": name} for span, name in traced.outcome.meant] if isinstance(traced.outcome, Inquiry) else [],
        **(_found_body(traced.found, settings) if traced.found else {"message": _message(traced)}),
        "ms": {stage: round(1000 * seconds, 2) for stage, seconds in traced.seconds.items()},
    }


def _found_body(found: Found, settings: Settings) -> dict[str, Any]:
    return {
        "legs": [
            {
                "name": leg,
                "weight": settings.weight(leg),
                "failed": hits is None,
                "hits": [{"kind": hit.reference.kind.value, "key": hit.reference.key, "score": round(hit.score, 4)} for hit in hits or ()],
            }
            for leg, hits in found.legs.items()
        ],
        "groups": [
            {"group": group.group, "score": round(group.score, 4), "shares": {leg: round(share, 4) for leg, share in group.shares.items()}}
            for group in found.groups
        ],
        "packed": [{"kind": p.reference.kind.value, "label": p.label, "heading": p.heading, "bytes": p.size} for p in found.brief.passages],
        "bytes": found.brief.size,
    }


def _outcome(traced: Trace) -> str:
    match traced.outcome:
        case Inquiry():
            return "packed"
        case Ambiguous():
            return "ambiguous"
        case NotFound():
            return "not found"
        case _:
            return "declined"


def _message(traced: Trace) -> str:
    match traced.outcome:
        case Ambiguous(spans=choices):
            told = [f"“{one.query}” can be {'; '.join(one.choices)}{' and more' if one.truncated else ''}." for one in choices]
            return " ".join([*told, "Write [[Full Name]] in the question, or name every card of it with --card."])
        case NotFound(names=names):
            return f"No card is called {', '.join(f'“{name}”' for name in names)}."
        case Declined(message=message):
            return message
        case _:
            return traced.reading.declined or ""


async def _print(out: Console, traced: Trace, corpus: Corpus, settings: Settings) -> None:
    out.print(_reading_table(traced))
    if traced.found is None:
        out.print()
        out.print(styled(f"{_outcome(traced).capitalize()}: {_message(traced)}"))
    else:
        headings = {rule.number: rule.heading for rule in await corpus.rules()}
        for table in (
            await _legs_table(traced.found, corpus, settings),
            _groups_table(traced.found.groups, headings),
            _packed_table(traced.found.brief, settings),
        ):
            out.print()
            out.print(table)
    out.print()
    stages = " · ".join(f"{stage} {1000 * seconds:.1f}" for stage, seconds in traced.seconds.items())
    out.print(f"Milliseconds: {stages} · in all {1000 * sum(traced.seconds.values()):.1f}")


def _reading_table(traced: Trace) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for label, words in _reading_rows(traced.reading, traced.outcome):
        table.add_row(label, words or "–")
    return table


def _reading_rows(reading: Reading, outcome: object) -> Sequence[tuple[str, str]]:
    cards = [f"{name} (“{span}”)" if span != name else name for span, name in outcome.meant] if isinstance(outcome, Inquiry) else []
    optional = {
        "Corrected": " · ".join(f"{written} → {meant}" for written, meant in reading.corrections),
        "Paraphrases": " · ".join(reading.paraphrases),
    }
    return [
        ("Question", reading.question.text),
        ("Names", " · ".join(f"[[{span.text}]]" if span.bracketed else span.text for span in reading.spans)),
        ("Cards", " · ".join(cards)),
        ("Concepts", " · ".join(reading.concepts)),
        ("Categories", " · ".join(reading.categories)),
        *((label, words) for label, words in optional.items() if words),
    ]


async def _legs_table(found: Found, corpus: Corpus, settings: Settings) -> Table:
    table = Table("Leg", box=None, pad_edge=False)
    table.add_column("Weight", justify="right")
    table.add_column("Hits", justify="right")
    table.add_column("Best hits, each with the leg's own score")
    for leg, hits in found.legs.items():
        best = [f"{await _label(hit, corpus)} {hit.score:.3g}" for hit in (hits or ())[:HITS]]
        table.add_row(leg, f"{settings.weight(leg):g}", "failed" if hits is None else str(len(hits)), " · ".join(best))
    return table


async def _label(hit: Hit, corpus: Corpus) -> str:
    """How the passage at *hit* is labelled; a ruling's key means nothing to people."""
    if hit.reference.kind is Kind.RULING and (ruling := await corpus.ruling(hit.reference.key)):
        card = await corpus.card(ruling.oracle_id)
        return label_of_ruling(ruling, card) if card else str(hit.reference)
    return hit.reference.key if hit.reference.kind is Kind.RULE else str(hit.reference)


def _groups_table(groups: Sequence[RankedGroup], headings: Mapping[str, str]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("", justify="right")
    table.add_column("Group", no_wrap=True)
    table.add_column("Heading", no_wrap=True, overflow="ellipsis", max_width=34)
    table.add_column("Score", justify="right")
    table.add_column("Share of each leg")
    for place, group in enumerate(groups[:GROUPS], 1):
        shares = " · ".join(f"{leg} {share:.2f}" for leg, share in group.shares.items())
        table.add_row(str(place), group.group, headings.get(group.group, ""), f"{group.score:.2f}", shares)
    table.caption = f"{len(groups)} groups in all" if len(groups) > GROUPS else None
    table.caption_justify = "left"
    return table


def _packed_table(brief: Brief, settings: Settings) -> Table:
    table = Table("Packed", "", box=None, pad_edge=False)
    table.add_column("Bytes", justify="right")
    for (kind, _), group in groupby(brief.passages, lambda passage: (passage.reference.kind, passage.group)):
        passages = list(group)
        table.add_row(kind.value, _packed(passages), f"{sum(passage.size for passage in passages):,}")
    table.add_row("in all", f"of {settings.brief_bytes:,} that fit", f"{brief.size:,}")
    return table


def _packed(passages: Sequence[Passage]) -> str:
    """The labels of one group of rules, the parent's number written once; or of one other passage."""
    first, *others = (passage.label for passage in passages)
    return " ".join([first, *(label.removeprefix(passages[0].group) for label in others)])
