"""The leg that shows the glossary's entries on the terms of a question."""

import asyncio
from collections.abc import Sequence

import attrs

from headjudge import Corpus, GlossaryEntry, Hit, Inquiry, Kind, PerEdition, Shelf
from headjudge_library.hits import hits_on, raise_to
from headjudge_library.phrases import PhraseBook
from headjudge_library.words import stemmed

__all__ = ["Glossary", "GlossaryBook"]


@attrs.frozen
class GlossaryBook:
    """The terms of the glossary, and the entries that they head."""

    book: PhraseBook[GlossaryEntry]

    @classmethod
    def of(cls, entries: Sequence[GlossaryEntry]) -> "GlossaryBook":
        """Return the book of *entries*."""
        return cls(PhraseBook((stemmed(term), entry) for entry in entries for term in entry.terms))


async def _build(corpus: Corpus) -> GlossaryBook:
    return await asyncio.to_thread(GlossaryBook.of, await corpus.glossary())


@attrs.frozen
class Glossary:
    """Finds the entries whose terms stand in the question, longest first.

    The rules that they refer to are not found for it: beside the concepts that found nothing more.
    """

    name: str = "glossary"
    _books: PerEdition[GlossaryBook] = attrs.field(factory=lambda: PerEdition(_build, (Shelf.RULES,)), eq=False)

    async def prepare(self, corpus: Corpus) -> None:
        await self._books.of(corpus)

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        book = await self._books.of(corpus)
        entries: dict[str, float] = {}
        for match in book.book.matches(stemmed(inquiry.wording)):
            raise_to(entries, match.meaning.terms[:1], 1 - 0.5**match.length)  # a longer term says more, but never twice as much as one word
        return hits_on(Kind.GLOSSARY, entries, limit)
