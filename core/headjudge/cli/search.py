"""`judge search`: the rules that the retrieval legs find for some words."""

import click

from headjudge.assemble import House
from headjudge.cli.lookup import missing
from headjudge.cli.run import ANSWERED, SIGNS, command, takes_signs, without_model
from headjudge.cli.show import console, print_json, quoted
from headjudge.lookups import Missing
from headjudge.lookups.shapes import search_reply
from headjudge.shapes import plain

__all__ = ["search_command"]


@click.command("search", context_settings=SIGNS)
@click.argument("words", nargs=-1, required=True, metavar="WORDS")
@click.option("--limit", type=click.IntRange(1, 50), default=10, show_default=True, help="Most rules to print.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@command
async def search_command(words: tuple[str, ...], limit: int, as_json: bool) -> int:
    """Search the rules for WORDS, best first."""
    takes_signs(words)
    text = " ".join(words)

    async def work(house: House) -> int:
        found = await house.desk.lookups.search(text, limit)
        if isinstance(found, Missing):
            return missing(found)
        if as_json:
            print_json(plain(search_reply(found))["rules"])
            return ANSWERED
        out = console()
        for rule, _ in found.rules:
            out.print(quoted(f"{rule.number}  {rule.heading}", 0))
            out.print(quoted(rule.text, 4))
        return ANSWERED

    return await without_model(work)
