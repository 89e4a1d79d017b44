"""`judge ask`: a question goes in, a verdict comes out."""

import sys
import uuid
from typing import Final

import attrs
import click
from rich.console import Console

from headjudge.assemble import House
from headjudge.cli.run import ANSWERED, REFUSED, SIGNS, UNUSABLE, command, interruptible, takes_signs, with_house
from headjudge.cli.show import console, print_json, quoted, styled
from headjudge.domain.answers import Ambiguous, Answer, Choice, Declined, NotFound, Reason, Reply
from headjudge.domain.names import fold, fold_typography
from headjudge.domain.questions import Pin, Question
from headjudge.doors import body
from headjudge.lookups import PRACTICE

__all__ = ["ask_command", "pinned", "read_input", "say_practice", "session"]


def _pins(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> tuple[Pin, ...]:
    """Read SPAN=NAME pairs."""
    for value in values:
        if "=" not in value:
            raise click.BadParameter(f"{value!r} has no '='; write --pin 'jace=Jace Beleren'")
    return tuple(Pin(span, name) for span, _, name in (value.partition("=") for value in values))


pinned: Final = click.option("--pin", "pins", callback=_pins, multiple=True, metavar="SPAN=NAME", help="The card that a name means. May be repeated.")
session: Final = click.option("--session", type=click.UUID, help="Any UUID. Questions of one session share a history, so a follow-up works.")


@click.command("ask", context_settings=SIGNS)
@click.argument("words", nargs=-1, required=True, metavar="QUESTION")
@click.option("--json", "as_json", is_flag=True, help="Print the body of POST /api/judge.")
@session
@pinned
@click.option("--private", is_flag=True, help="Answer, and store nothing.")
@command
async def ask_command(words: tuple[str, ...], as_json: bool, session: uuid.UUID | None, pins: tuple[Pin, ...], private: bool) -> int:
    """Answer QUESTION. [[Full Card Name]] means exactly that card; - reads the question from standard input."""
    takes_signs(words)
    text = read_input() if words == ("-",) else " ".join(words)
    question = Question(text, pins, thread=f"cli:{session}" if session else None, private=private)
    return await with_house(lambda house: _ask(house, question, as_json))


def read_input() -> str:
    """Return what stands on standard input; bytes that are no UTF-8 become what the command line makes of them."""
    return sys.stdin.buffer.read().decode(errors="surrogateescape").strip()


async def _ask(house: House, question: Question, as_json: bool) -> int:
    reply = await house.desk.hear(question)
    if as_json:
        print_json(body(reply, house.settings.citation_root))
    else:
        reply = await _choose_and_repeat(house, question, reply)
        _print(console(), reply)
    await say_practice(house)
    return _code(reply)


async def _choose_and_repeat(house: House, question: Question, reply: Reply) -> Reply:
    """On a terminal the asker chooses, and the question is asked again with the pins; elsewhere *reply* stays."""
    while isinstance(reply, Ambiguous) and sys.stdin.isatty() and sys.stdout.isatty():
        chosen = tuple(Pin(choice.query, _chosen(choice)) for choice in reply.spans)
        question = attrs.evolve(question, pins=(*question.pins, *chosen))
        reply = await house.desk.hear(question)
    return reply


def _chosen(choice: Choice) -> str:
    click.echo(f"Which card is “{choice.query}”?")
    for number, name in enumerate(choice.choices, 1):
        click.echo(f"  {number}  {name}")
    if choice.truncated:
        click.echo("  …  there are more: write [[Full Card Name]] in the question")
    with interruptible():
        number = click.prompt("Number", type=click.IntRange(1, len(choice.choices)))
    return choice.choices[number - 1]


def _print(out: Console, reply: Reply) -> None:
    match reply:
        case Answer():
            _print_answer(out, reply)
        case Ambiguous():
            for choice in reply.spans:
                more = " and more" if choice.truncated else ""
                out.print(styled(f"“{choice.query}” can be: {'; '.join(choice.choices)}{more}."))
            out.print(styled("Ask again with [[Full Card Name]], or add --pin 'SPAN=NAME'."))
        case NotFound():
            out.print(styled(f"No card is called {', '.join(f'“{name}”' for name in reply.names)}; look at the spelling, or try `judge card`."))
        case _:
            out.print(styled(reply.message))


def _print_answer(out: Console, answer: Answer) -> None:
    out.print()
    out.print(quoted(answer.text))
    out.print()
    if meant := [f"{card.name} (“{card.span}”)" for card in answer.cards if card.span and fold(card.span) != fold(card.name)]:
        out.print(quoted(f"Read: {' · '.join(meant)}"), style="dim")
    for citation in answer.citations:
        if _plain(citation.quote) not in _plain(answer.text):
            out.print(quoted(f"{citation.label}  “{citation.quote}”", 4))
    labels = dict.fromkeys(citation.label for citation in answer.citations)
    out.print(quoted(f"Cited: {' · '.join(labels)}"), style="dim")
    out.print(quoted(f"Confidence: {answer.confidence.value} · rules of {_day(answer.release)}"), style="dim")
    if answer.repeats:
        out.print(
            quoted(f"The stored verdict of call {answer.call} on the same question; nothing was judged anew, and it cost nothing."), style="dim"
        )


def _plain(text: str) -> str:
    """*text* with one kind of quotation mark: an answer writes those inside a quote single."""
    return fold_typography(text).replace('"', "'")


def _day(release: str) -> str:
    return f"{release[:4]}-{release[4:6]}-{release[6:]}"


async def say_practice(house: House) -> None:
    """Say on standard error that the practice rulebook answers, where it does."""
    if (await house.store.corpora.current()).name == PRACTICE:
        click.echo("\nThis is the practice rulebook, a small game of our own. To load Magic: judge refresh", err=True)


def _code(reply: Reply) -> int:
    if isinstance(reply, Answer):
        return ANSWERED
    return UNUSABLE if isinstance(reply, Declined) and reply.reason is Reason.LIMITS else REFUSED
