"""A retrieval leg: rules in which the question's words stand near together."""

import asyncio
import itertools
import re
from collections.abc import Iterable, Sequence

from headjudge import Corpus, Hit, Inquiry, Kind, PerEdition, Reference, Services, Shelf, hookimpl

_WORD = re.compile(r"\w{4,}")  # shorter words stand near one another everywhere


class Proximity:
    """Scores a rule by how many of the question's words it holds, and how near together they stand."""

    name = "proximity"

    def __init__(self) -> None:
        """Read no rules yet."""
        self._rules = PerEdition(_words_of_rules, (Shelf.RULES,))

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        """Return the rules of *corpus* with at least two of the words of *inquiry*, best first."""
        return await asyncio.to_thread(_nearest, await self._rules.of(corpus), set(_words(inquiry.wording)), limit)


async def _words_of_rules(corpus: Corpus) -> dict[str, list[str]]:
    return {rule.number: _words(rule.full_text) for rule in await corpus.rules()}


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _nearest(rules: dict[str, list[str]], asked: set[str], limit: int) -> list[Hit]:
    hits = [Hit(Reference(Kind.RULE, number), score) for number, words in rules.items() if (score := _score(words, asked)) > 0]
    return sorted(hits, key=lambda hit: (-hit.score, hit.reference.key))[:limit]


def _score(words: list[str], asked: set[str]) -> float:
    """Sum, over neighbouring finds of different words, of one over the distance between them."""
    places = [(place, word) for place, word in enumerate(words) if word in asked]
    return sum(1 / (b - a) for (a, one), (b, other) in itertools.pairwise(places) if one != other)


@hookimpl
def headjudge_retrievers(services: Services) -> Iterable[Proximity]:
    """Give the leg."""
    yield Proximity()
