"""The leg that knows which sections a kind of question belongs to."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

from headjudge import Category, Corpus, Hit, Inquiry, Kind, PerEdition, Rule, Shelf
from headjudge_library.hits import hits_on
from headjudge_library.phrases import PhraseBook
from headjudge_library.rulewords import RuleWords, RuleWordsIndexes
from headjudge_library.words import stemmed

__all__ = ["Categories", "CategoryBook"]

NAMED: Final = 2
"""How many cues a category weighs that the extractor named."""


@attrs.frozen(eq=False)
class CategoryBook:
    """The cues of the categories and the places of their rules."""

    book: PhraseBook[str]
    places: dict[str, NDArray[np.intp]]

    @classmethod
    def of(cls, categories: Sequence[Category], rules: Sequence[Rule]) -> "CategoryBook":
        """Return the book of *categories* for *rules*."""
        book = PhraseBook((stemmed(cue), category.name) for category in categories for cue in category.cues)
        return cls(book, {category.name: _places(category, rules) for category in categories})

    def shares(self, text: str, named: Sequence[str]) -> dict[str, float]:
        """Return how much each category counts for *text*: the best 1; *named* are those an extractor chose."""
        counts = Counter(match.meaning for match in self.book.matches(stemmed(text)))
        counts.update({name: NAMED for name in named if name in self.places})
        most = max(counts.values(), default=1)
        return {name: count / most for name, count in counts.items()}


def _places(category: Category, rules: Sequence[Rule]) -> NDArray[np.intp]:
    return np.array([place for place, rule in enumerate(rules) if rule.section in category.sections], dtype=np.intp)


async def _build(corpus: Corpus) -> CategoryBook:
    return await asyncio.to_thread(CategoryBook.of, await corpus.categories(), await corpus.rules())


@attrs.frozen
class Categories:
    """Finds, in the sections that a question belongs to, the rules that sound like it."""

    words: RuleWordsIndexes
    name: str = "category"
    _books: PerEdition[CategoryBook] = attrs.field(factory=lambda: PerEdition(_build, (Shelf.RULES, Shelf.CATEGORIES)), eq=False)

    async def prepare(self, corpus: Corpus) -> None:
        await self.words.of(corpus)
        await self._books.of(corpus)

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        words, book = await self.words.of(corpus), await self._books.of(corpus)
        shares = book.shares(inquiry.wording, inquiry.reading.categories)
        return hits_on(Kind.RULE, dict(words.best(_within(shares, book, words, inquiry.wording), limit)), limit)


def _within(shares: dict[str, float], book: CategoryBook, words: RuleWords, text: str) -> NDArray[np.float32]:
    mask = np.zeros(len(words.numbers), dtype=np.float32)
    for name, share in shares.items():
        mask[book.places[name]] = np.maximum(mask[book.places[name]], share)
    return words.like(text) * mask
