"""`judge card`, `rule`, `rulings`, `glossary`: look-ups that judge nothing."""

from collections.abc import Callable, Sequence

import click
from rich.console import Console

from headjudge.assemble import House
from headjudge.cli.run import ANSWERED, REFUSED, UNUSABLE, command, fail, with_library, without_model
from headjudge.cli.show import console, print_json, quoted, styled
from headjudge.domain.answers import Choice
from headjudge.domain.cards import Card, Ruling
from headjudge.domain.rules import Rule
from headjudge.lookups import Books, CardFound, GlossaryFound, Missing, RuleFound, SectionFound
from headjudge.lookups.shapes import card_listing, glossary_reply, rule_listing, rulings_listing, section_listing
from headjudge.roles import OpenStore
from headjudge.shapes import plain

__all__ = ["card_command", "glossary_command", "missing", "rule_command", "rulings_command"]


@click.command("rule")
@click.argument("number")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@command
async def rule_command(number: str, as_json: bool) -> int:
    """Print a rule with its sub-rules (702.19), a sub-rule (702.19b), or the contents of a section (702)."""

    async def work(store: OpenStore) -> int:
        match await Books(store).rule(number):
            case RuleFound() as found:
                print_json(plain(rule_listing(found))) if as_json else _print_rules(console(), found)
            case SectionFound() as found:
                print_json(plain(section_listing(found))) if as_json else _print_section(console(), found)
            case Missing() as nothing:
                return missing(nothing)
        return ANSWERED

    return await with_library(work)


def _print_rules(out: Console, found: RuleFound) -> None:
    out.print(styled(found.rule.heading), style="dim")
    for rule in found.members:
        _print_rule(out, rule)


def _print_rule(out: Console, rule: Rule) -> None:
    out.print(styled(f"{rule.number}  {rule.text}"))
    for example in rule.examples:
        out.print(quoted(f"Example: {example}", 6), style="dim")


def _print_section(out: Console, found: SectionFound) -> None:
    section = found.section
    out.print(styled(f"**{section.number}. {section.title}** ({section.chapter})"))
    for rule in found.rules:
        out.print(quoted(f"{rule.number}  {rule.text}"))


@click.command("glossary")
@click.argument("words", nargs=-1, required=True, metavar="TERM")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@command
async def glossary_command(words: tuple[str, ...], as_json: bool) -> int:
    """Print the glossary's entry for TERM."""

    async def work(store: OpenStore) -> int:
        found = await Books(store).glossary(" ".join(words))
        if isinstance(found, Missing):
            return missing(found)
        print_json(plain(glossary_reply(found))["entries"]) if as_json else _print_entries(console(), found)
        return ANSWERED

    return await with_library(work)


def _print_entries(out: Console, found: GlossaryFound) -> None:
    for entry in found.entries:
        out.print(styled(f"**{', '.join(entry.terms)}**\n{entry.text}"))


@click.command("card")
@click.argument("words", nargs=-1, required=True, metavar="NAME")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@command
async def card_command(words: tuple[str, ...], as_json: bool) -> int:
    """Print a card's Oracle text. NAME may be a nickname, a short name or misspelt."""

    def show(found: CardFound) -> None:
        print_json(plain(card_listing(found))) if as_json else _print_card(console(), found)

    return await _with_card(" ".join(words), show)


@click.command("rulings")
@click.argument("words", nargs=-1, required=True, metavar="NAME")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@command
async def rulings_command(words: tuple[str, ...], as_json: bool) -> int:
    """Print the rulings on a card. NAME may be a nickname, a short name or misspelt."""

    def show(found: CardFound) -> None:
        print_json(plain(rulings_listing(found))) if as_json else _print_rulings(console(), found)

    return await _with_card(" ".join(words), show)


async def _with_card(name: str, show: Callable[[CardFound], None]) -> int:
    """Show the one card that *name* means, or say what it can mean."""

    async def work(house: House) -> int:
        match await house.desk.lookups.card(name):
            case CardFound() as found:
                show(found)
                return ANSWERED
            case Choice() as choice:
                more = " and more" if choice.truncated else ""
                return fail(f"{name!r} can be: {'; '.join(choice.choices)}{more}; give the full name")
            case Missing() as nothing:
                return missing(nothing)

    return await without_model(work)


def missing(nothing: Missing) -> int:
    """Say why *nothing* was found, and return the exit code."""
    return fail(nothing.message, UNUSABLE if nothing.malformed else REFUSED)


def _counted(rulings: Sequence[Ruling]) -> str:
    return "1 ruling" if len(rulings) == 1 else f"{len(rulings) or 'no'} rulings"


def _print_card(out: Console, found: CardFound) -> None:
    _print_faces(out, found.card)
    if found.rulings:
        out.print(f'\n{_counted(found.rulings)}: judge rulings "{found.card.name}"', style="dim")


def _print_faces(out: Console, card: Card) -> None:
    for number, face in enumerate(card.faces):
        if number:
            out.print("//", style="dim")
        name, _, rest = face.text.partition("\n")
        out.print(styled(name), style="bold")
        out.print(quoted(rest))
    if card.url:
        out.print(card.url, style="dim")


def _print_rulings(out: Console, found: CardFound) -> None:
    out.print(styled(f"**{found.card.name}**: {_counted(found.rulings)}"))
    for ruling in found.rulings:
        out.print(quoted(f"{ruling.published or 'no date'}  {ruling.text}"))
