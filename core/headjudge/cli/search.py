"""`judge search`: the rules that the retrieval legs find for some words."""

import click

from headjudge.assemble import House
from headjudge.cli.run import ANSWERED, SIGNS, UNUSABLE, command, fail, takes_signs, without_model
from headjudge.cli.show import console, print_json, quoted
from headjudge.domain.passages import Kind
from headjudge.domain.questions import Inquiry, Question, limit_fault

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
    if fault := limit_fault(Question(text)):
        return fail(fault, UNUSABLE)

    async def work(house: House) -> int:
        corpus = await house.store.corpora.current()
        inquiry = Inquiry(await house.judge.read(Question(text), corpus))
        ranking = await house.judge.retrieval.rank(inquiry, corpus)
        found = [(rule, score) for reference, score in ranking.of(Kind.RULE)[:limit] if (rule := await corpus.rule(reference.key))]
        if not found:
            return fail(f"nothing in the rules matches {text!r}; try other words")
        if as_json:
            print_json([{"number": rule.number, "heading": rule.heading, "text": rule.text, "score": round(score, 4)} for rule, score in found])
            return ANSWERED
        out = console()
        for rule, _ in found:
            out.print(quoted(f"{rule.number}  {rule.heading}", 0))
            out.print(quoted(rule.text, 4))
        return ANSWERED

    return await without_model(work)
