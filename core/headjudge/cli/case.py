"""`judge case`: an agent with a terminal does the model's work on a question. JSON in, JSON out."""

import json
import sys
import uuid
from collections.abc import Awaitable, Callable
from typing import Any, Final

import click

from headjudge.assemble import House
from headjudge.cases import CaseReply, Docket, guide, written
from headjudge.cli.ask import pinned, read_input, say_practice, session
from headjudge.cli.run import ANSWERED, REFUSED, SIGNS, UNUSABLE, command, takes_signs, with_agent
from headjudge.cli.show import print_json
from headjudge.domain.questions import Pin, Question

__all__ = ["case_command"]

CODES: Final = {"opened": ANSWERED, "material": ANSWERED, "accepted": ANSWERED, "standing": ANSWERED, "closed": ANSWERED, "refused": UNUSABLE}
"""Exit code of each kind of reply; the others took a step that brings no verdict."""
_case: Final = click.argument("case", metavar="ID")
_version: Final = click.option("--version", type=int, required=True, help="The version of the case that you know.")


@click.group("case")
def case_command() -> None:
    """Let an agent do the model's work on a question, step by step; `judge case guide` tells it how."""


@case_command.command("guide")
def guide_command() -> None:
    """Print how an agent takes a question through a case."""
    click.echo(guide(), nl=False)


@case_command.command("open", context_settings=SIGNS)
@click.argument("words", nargs=-1, required=True, metavar="QUESTION")
@session
@pinned
@command
async def open_command(words: tuple[str, ...], session: uuid.UUID | None, pins: tuple[Pin, ...]) -> int:
    """Open a case on QUESTION and print what a reading of it is to hold; - reads the question from standard input."""
    takes_signs(words)
    text = read_input() if words == ("-",) else " ".join(words)
    return await _step(lambda docket: docket.open(Question(text, pins, thread=f"cli:{session}" if session else None)))


@case_command.command("read")
@_case
@_version
@pinned
@click.argument("reading", metavar="JSON")
@command
async def read_command(case: str, version: int, pins: tuple[Pin, ...], reading: str) -> int:
    """Submit the reading of a case as JSON, - from standard input, and print the sources for a verdict, or what stands in its way."""
    return await _step(lambda docket: docket.read(case, version, _given(reading), pins))


@case_command.command("lookup")
@_case
@_version
@click.option("--rule", "rules", multiple=True, metavar="NUMBER", help="The number of a rule, such as 702.19b. May be repeated.")
@click.option("--search", default="", metavar="WORDS", help="Words to search the rules for.")
@command
async def lookup_command(case: str, version: int, rules: tuple[str, ...], search: str) -> int:
    """Add rules to the sources of a case: once."""
    return await _step(lambda docket: docket.look_up(case, version, rules, search))


@case_command.command("submit")
@_case
@_version
@click.argument("draft", metavar="JSON")
@command
async def submit_command(case: str, version: int, draft: str) -> int:
    """Submit the draft of a verdict as JSON, - from standard input: it is accepted, or every objection to it is told, once."""
    return await _step(lambda docket: docket.submit(case, version, _given(draft)))


@case_command.command("status")
@_case
@click.option("--part", type=int, default=1, show_default=True, help="Which part of the sources to print.")
@command
async def status_command(case: str, part: int) -> int:
    """Print where a case stands, with all that its next step needs: its form, its sources, or its verdict."""
    return await _step(lambda docket: docket.status(case, part))


@case_command.command("close")
@_case
@command
async def close_command(case: str) -> int:
    """Give a case up."""
    return await _step(lambda docket: docket.close(case))


def _given(text: str) -> str:
    return read_input() if text == "-" else text


def _show(body: dict[str, Any]) -> None:
    """Print *body* for people on a terminal, and elsewhere on one line: an agent reads every blank."""
    print_json(body) if sys.stdout.isatty() else click.echo(json.dumps(body, ensure_ascii=False))


async def _step(step: Callable[[Docket], Awaitable[CaseReply]]) -> int:
    """Print the reply to *step*."""

    async def work(house: House) -> int:
        reply = await step(Docket(house.desk, "cli", house.settings.citation_root))
        _show(written(reply))
        if reply.kind == "opened":
            await say_practice(house)
        return CODES.get(reply.kind, REFUSED)

    return await with_agent(work)
