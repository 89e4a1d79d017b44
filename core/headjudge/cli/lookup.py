"""`judge card`, `rule`, `rulings`, `glossary`: look-ups that judge nothing."""

import difflib
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import click
from rich.console import Console

from headjudge.assemble import PRACTICE, House
from headjudge.cli.run import ANSWERED, UNUSABLE, command, fail, with_library, without_model
from headjudge.cli.show import console, print_json, quoted, styled
from headjudge.domain.answers import Choice
from headjudge.domain.cards import Card, Ruling
from headjudge.domain.names import Span, fold
from headjudge.domain.rules import GlossaryEntry, Rule, Section
from headjudge.roles import Corpus, OpenStore
from headjudge.steps.resolve import meaning

__all__ = ["card_command", "glossary_command", "rule_command", "rulings_command"]

_NUMBER = re.compile(r"(?P<section>\d{3})(?:\.(?P<rule>\d{1,3})(?P<letters>[a-z]{0,2}))?\.?")


@click.command("rule")
@click.argument("number")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@command
async def rule_command(number: str, as_json: bool) -> int:
    """Print a rule with its sub-rules (702.19), a sub-rule (702.19b), or the contents of a section (702)."""
    match = _NUMBER.fullmatch(number.lower().removeprefix("rule").strip())
    if match is None:
        return fail(f"{number!r} is no rule number; write one such as 702.19b, 702.19 or 702", UNUSABLE)

    async def work(store: OpenStore) -> int:
        corpus = await store.corpora.current()
        if match["rule"]:
            return await _rule(corpus, match[0].rstrip("."), as_json)
        return await _section(corpus, match["section"], as_json)

    return await with_library(work)


async def _rule(corpus: Corpus, number: str, as_json: bool) -> int:
    rule = await corpus.rule(number)
    if rule is None:
        return _absent(corpus, f"there is no rule {number} in the release {corpus.release}; try `judge search`")
    members = [other for other in await corpus.rules() if other.group == rule.number] if rule.number == rule.group else [rule]
    if as_json:
        print_json({**_rule_body(rule), "sub_rules": [_rule_body(other) for other in members if other is not rule and other.number != rule.number]})
        return ANSWERED
    out = console()
    out.print(styled(rule.heading), style="dim")
    for member in members:
        _print_rule(out, member)
    return ANSWERED


async def _section(corpus: Corpus, number: str, as_json: bool) -> int:
    section = next((section for section in await corpus.sections() if section.number == number), None)
    if section is None:
        return _absent(corpus, f"there is no section {number} in the release {corpus.release}; try `judge search`")
    rules = [rule for rule in await corpus.rules() if rule.section == number and rule.number == rule.group]
    if as_json:
        print_json({"number": section.number, "title": section.title, "chapter": section.chapter, "rules": [_rule_body(rule) for rule in rules]})
        return ANSWERED
    _print_section(console(), section, rules)
    return ANSWERED


def _print_section(out: Console, section: Section, rules: Sequence[Rule]) -> None:
    out.print(styled(f"**{section.number}. {section.title}** ({section.chapter})"))
    for rule in rules:
        out.print(quoted(f"{rule.number}  {rule.text}"))


def _print_rule(out: Console, rule: Rule) -> None:
    out.print(styled(f"{rule.number}  {rule.text}"))
    for example in rule.examples:
        out.print(quoted(f"Example: {example}", 6), style="dim")


def _rule_body(rule: Rule) -> dict[str, Any]:
    return {"number": rule.number, "heading": rule.heading, "text": rule.text, "examples": list(rule.examples)}


@click.command("glossary")
@click.argument("words", nargs=-1, required=True, metavar="TERM")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@command
async def glossary_command(words: tuple[str, ...], as_json: bool) -> int:
    """Print the glossary's entry for TERM."""
    term = " ".join(words)

    async def work(store: OpenStore) -> int:
        corpus = await store.corpora.current()
        entries = await corpus.glossary()
        found = [entry for entry in entries if fold(term) in map(fold, entry.terms)]
        if not found:
            return _absent(corpus, f"the glossary has no entry {term!r}{_near_terms(term, entries)}")
        if as_json:
            print_json([{"terms": list(entry.terms), "text": entry.text} for entry in found])
            return ANSWERED
        for entry in found:
            console().print(styled(f"**{', '.join(entry.terms)}**\n{entry.text}"))
        return ANSWERED

    return await with_library(work)


def _near_terms(term: str, entries: Sequence[GlossaryEntry]) -> str:
    terms = [known for entry in entries for known in entry.terms]
    near = [known for known in terms if fold(term) and (fold(term) in fold(known) or fold(known) in fold(term))]
    near = near or difflib.get_close_matches(term.title(), terms, 3, 0.75)
    return f"; near it: {', '.join(near[:6])}" if near else "; try `judge search`"


@click.command("card")
@click.argument("words", nargs=-1, required=True, metavar="NAME")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@command
async def card_command(words: tuple[str, ...], as_json: bool) -> int:
    """Print a card's Oracle text. NAME may be a nickname, a short name or misspelt."""

    async def work(card: Card, corpus: Corpus) -> int:
        rulings = await corpus.rulings(card.oracle_id)
        if as_json:
            print_json(_card_body(card, rulings))
            return ANSWERED
        out = console()
        _print_card(out, card)
        if rulings:
            out.print(f'\n{_counted(rulings)}: judge rulings "{card.name}"', style="dim")
        return ANSWERED

    return await _with_card(" ".join(words), work)


@click.command("rulings")
@click.argument("words", nargs=-1, required=True, metavar="NAME")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@command
async def rulings_command(words: tuple[str, ...], as_json: bool) -> int:
    """Print the rulings on a card. NAME may be a nickname, a short name or misspelt."""

    async def work(card: Card, corpus: Corpus) -> int:
        rulings = await corpus.rulings(card.oracle_id)
        if as_json:
            print_json({"card": card.name, "rulings": [_ruling_body(ruling) for ruling in rulings]})
            return ANSWERED
        out = console()
        out.print(styled(f"**{card.name}**: {_counted(rulings)}"))
        for ruling in rulings:
            out.print(quoted(f"{ruling.published or 'no date'}  {ruling.text}"))
        return ANSWERED

    return await _with_card(" ".join(words), work)


async def _with_card(name: str, work: Callable[[Card, Corpus], Awaitable[int]]) -> int:
    """Run *work* over the one card that *name* means, or say what it can mean."""

    async def find(house: House) -> int:
        corpus = await house.store.corpora.current()
        # What is typed here is meant as a name, so a sure near spelling is taken.
        match await meaning(Span(name.strip().removeprefix("[[").removesuffix("]]")), corpus, house.judge.resolvers):
            case Card() as card:
                return await work(card, corpus)
            case Choice() as choice:
                more = " and more" if choice.truncated else ""
                return fail(f"{name!r} can be: {'; '.join(choice.choices)}{more}; give the full name")
            case _:
                return _absent(corpus, f"no card is called {name!r}; look at the spelling")

    return await without_model(find)


def _counted(rulings: Sequence[Ruling]) -> str:
    return "1 ruling" if len(rulings) == 1 else f"{len(rulings) or 'no'} rulings"


def _absent(corpus: Corpus, message: str) -> int:
    """Say that something is not in *corpus*, and which corpus that is when it may not be the one that is meant."""
    practice = "; this is the practice rulebook, a small game of our own: `judge refresh` loads Magic"
    return fail(message + (practice if corpus.name == PRACTICE else ""))


def _print_card(out: Console, card: Card) -> None:
    for number, face in enumerate(card.faces):
        if number:
            out.print("//", style="dim")
        name, _, rest = face.text.partition("\n")
        out.print(styled(name), style="bold")
        out.print(quoted(rest))
    if card.url:
        out.print(card.url, style="dim")


def _card_body(card: Card, rulings: Sequence[Ruling]) -> dict[str, Any]:
    return {
        "name": card.name,
        "oracle_id": card.oracle_id,
        "layout": card.layout,
        "keywords": list(card.keywords),
        "text": card.text,
        "printed_names": list(card.printed_names),
        "url": card.url,
        "rulings": len(rulings),
    }


def _ruling_body(ruling: Ruling) -> dict[str, Any]:
    day = ruling.published.isoformat() if ruling.published else None
    return {"key": ruling.key, "published": day, "source": ruling.source, "text": ruling.text}
