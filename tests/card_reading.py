"""How much of all Oracle text the ability list reads, and what it leaves unread: `nox -s card_reading`."""

import asyncio
import re
import time
import tomllib
from collections import Counter
from typing import Final

from rich.console import Console
from rich.table import Table

from headjudge import Card
from headjudge.assemble import House
from headjudge.cli.run import with_house
from headjudge_library.lists import ABILITIES, texts_of
from headjudge_library.templates import KEYWORD, AbilityClass, Templates, Traits

SHOWN: Final = 40
"""How many unread sentences are shown, the commonest first."""


def unread(card: Card, traits: Traits) -> list[str]:
    """The abilities of *card* of which nothing is known, numbers as N; a line of its keywords is known."""
    keywords = [name.removeprefix(KEYWORD) for name in traits.classes if name.startswith(KEYWORD)]
    texts = (ability.text for ability in traits.unread)
    return [re.sub(r"\d+", "N", text) for text in texts if not any(keyword in text for keyword in keywords)]


def table(rows: list[tuple[str, str]]) -> Table:
    """*rows* as a table without lines."""
    made = Table(box=None, show_header=False, pad_edge=False)
    for row in rows:
        made.add_row(*row)
    return made


async def work(house: House) -> int:
    """Read every card of the corpus in force, and print what came of it."""
    corpus = await house.store.corpora.current()
    cards = [card async for card in corpus.every_card()]
    templates = Templates(map(AbilityClass.of, tomllib.loads(*texts_of((ABILITIES,)))["class"]))
    begun = time.perf_counter()
    traits = [templates.of_card(card) for card in cards]
    seconds = time.perf_counter() - begun
    speaking = [(card, each) for card, each in zip(cards, traits, strict=True) if each.abilities]
    left = [unread(card, each) for card, each in speaking]
    abilities = sum(len(each.abilities) for each in traits)
    silent = sum(len(texts) == len(each.abilities) for texts, (_, each) in zip(left, speaking, strict=True))
    rows = [
        ("cards", f"{len(cards):,}, {len(cards) - len(speaking):,} of them without Oracle text"),
        ("cards with text of no class at all", f"{silent:,}, {silent / len(speaking):.2%}"),
        ("abilities of no class", f"{sum(map(len, left)):,} of {abilities:,}, {sum(map(len, left)) / abilities:.2%}"),
        ("time", f"{seconds:.2f} s, {1e6 * seconds / len(cards):.0f} µs a card"),
    ]
    console = Console()
    console.print(table(rows))
    console.print("\nCommonest unread:")
    common = Counter(text for texts in left for text in texts).most_common(SHOWN)
    console.print(table([(f"{count}", text[:90]) for text, count in common]))
    return 0


if __name__ == "__main__":
    raise SystemExit(asyncio.run(with_house(work)))
