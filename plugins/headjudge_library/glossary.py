"""The leg that looks terms up in the glossary."""

import asyncio
from collections.abc import Sequence, Set

import attrs

from headjudge import Corpus, GlossaryEntry, Hit, Inquiry, Kind, PerEdition, Rule, Shelf, rule_numbers
from headjudge_library.hits import hits_on, merged, raise_to
from headjudge_library.phrases import PhraseBook
from headjudge_library.words import Words

__all__ = ["Glossary", "GlossaryBook"]


@attrs.frozen
class GlossaryBook:
    """The terms of the glossary, and the entries that they head."""

    words: Words
    book: PhraseBook[GlossaryEntry]
    numbers: Set[str]
    """The rules that there are."""

    @classmethod
    def of(cls, entries: Sequence[GlossaryEntry], rules: Sequence[Rule]) -> "GlossaryBook":
        """Return the book of *entries*, which refer to *rules*."""
        words = Words()
        return cls(words, PhraseBook((words.stems(term), entry) for entry in entries for term in entry.terms), {rule.number for rule in rules})


async def _build(corpus: Corpus) -> GlossaryBook:
    return await asyncio.to_thread(GlossaryBook.of, await corpus.glossary(), await corpus.rules())


@attrs.frozen
class Glossary:
    """Finds the entries whose terms stand in the question, longest first, and the rules that they refer to."""

    name: str = "glossary"
    _books: PerEdition[GlossaryBook] = attrs.field(factory=lambda: PerEdition(_build, (Shelf.RULES,)), eq=False)

    async def prepare(self, corpus: Corpus) -> None:
        await self._books.of(corpus)

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        book = await self._books.of(corpus)
        entries: dict[str, float] = {}
        rules: dict[str, float] = {}
        for match in book.book.matches(book.words.stems(inquiry.wording)):
            score = 1 - 0.5**match.length  # a longer term says more, but never twice as much as one word
            raise_to(entries, match.meaning.terms[:1], score)
            raise_to(rules, (number for number in rule_numbers(match.meaning.text) if number in book.numbers), score)
        return merged(hits_on(Kind.GLOSSARY, entries, limit), hits_on(Kind.RULE, rules, limit), limit=limit)
