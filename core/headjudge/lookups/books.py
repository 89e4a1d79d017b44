"""What is looked up in the corpora alone: rules and sections by number, terms, cards by id, names as they are typed."""

import re
from itertools import groupby
from typing import Final

import attrs

from headjudge.domain.cards import Card
from headjudge.indexes import PerEdition
from headjudge.lookups.book import Book, read_book
from headjudge.lookups.found import (
    CardFound,
    Chapter,
    Contents,
    Counted,
    GlossaryFound,
    Missing,
    RuleFound,
    SectionFound,
    absent,
    malformed,
    shown,
)
from headjudge.lookups.names import NameIndex, read_names
from headjudge.roles import Corpus, OpenStore, Shelf

__all__ = ["Books"]

_NUMBER: Final = re.compile(r"(?:(?:rule|section|cr)\s*)?(?P<section>\d{3})(?:\.(?P<rule>\d{1,3}[a-z]{0,2}))?\.?", re.IGNORECASE | re.ASCII)


@attrs.frozen
class Books:
    """Looks up in what is in force when it is asked. Make one a process: it keeps what it has read of an edition.

    Every look-up raises `CorpusAbsent` where nothing was ever loaded, and `StoreFailed` where the database cannot be read.
    """

    store: OpenStore
    _book: PerEdition[Book] = attrs.field(factory=lambda: PerEdition(read_book, (Shelf.RULES,)), init=False, eq=False, repr=False)
    _names: PerEdition[NameIndex] = attrs.field(factory=lambda: PerEdition(read_names, (Shelf.CARDS,)), init=False, eq=False, repr=False)

    async def ready(self) -> None:
        """Read now what the first look-ups would wait for."""
        await self.counted()
        await self._book.of(await self.store.corpora.current())

    async def rule(self, number: str) -> RuleFound | SectionFound | Missing:
        """Return the rule or the section *number*: ``702.19b``, ``702.19``, ``702``, also ``rule 702.19.``, in any case."""
        match = _NUMBER.fullmatch(number.strip())
        if match is None:
            return malformed(number, "is no rule number; write one such as 702.19b, 702.19 or 702")
        corpus = await self.store.corpora.current()
        book = await self._book.of(corpus)
        if match["rule"]:
            return _rule(book, corpus, f"{match['section']}.{match['rule'].lower()}")
        return _section(book, corpus, match["section"])

    async def glossary(self, term: str) -> GlossaryFound | Missing:
        """Return the entries of *term*; case, accents and punctuation do not count."""
        corpus = await self.store.corpora.current()
        book = await self._book.of(corpus)
        if entries := book.having(term):
            return GlossaryFound(corpus.release, entries)
        return absent(corpus, f"the glossary has no entry {shown(term)}", book.near_term(term))

    async def card_by_id(self, oracle_id: str) -> CardFound | Missing:
        """Return the card of *oracle_id*."""
        corpus = await self.store.corpora.current()
        if card := await corpus.card(oracle_id):
            return await with_rulings(card, corpus)
        return absent(corpus, f"no card has the Oracle id {shown(oracle_id)}", "look it up by its name")

    async def complete(self, text: str, limit: int) -> tuple[str, ...]:
        """Return the full names of at most *limit* cards for a part of a name; see `NameIndex.complete`."""
        return (await self._names.of(await self.store.corpora.current())).complete(text, limit)

    async def contents(self) -> Contents:
        """Return the chapters of the rules and their sections."""
        corpus = await self.store.corpora.current()
        chapters = groupby(await corpus.sections(), key=lambda section: section.chapter)
        return Contents(corpus.name, corpus.release, tuple(Chapter(title, tuple(sections)) for title, sections in chapters))

    async def counted(self) -> Counted:
        """Return how much is loaded. It is counted once for each edition."""
        corpus = await self.store.corpora.current()
        cards = (await self._names.of(corpus)).cards
        refreshed = max((edition.loaded for edition in corpus.editions.values()), default=None)
        return Counted(corpus.name, corpus.release, cards, len(await corpus.rules()), refreshed)


async def with_rulings(card: Card, corpus: Corpus) -> CardFound:
    """Return *card* with the rulings on it."""
    return CardFound(corpus.name, card, tuple(await corpus.rulings(card.oracle_id)))


def _rule(book: Book, corpus: Corpus, number: str) -> RuleFound | Missing:
    rule = book.rules.get(number)
    if rule is None:
        return absent(corpus, f"there is no rule {number} in the release {corpus.release}", book.near_rule(number))
    return RuleFound(corpus.name, corpus.release, rule, book.members(rule), *book.beside(number))


def _section(book: Book, corpus: Corpus, number: str) -> SectionFound | Missing:
    section = book.sections.get(number)
    if section is None:
        return absent(corpus, f"there is no section {number} in the release {corpus.release}", book.near_section())
    return SectionFound(corpus.name, corpus.release, section, tuple(book.parents.get(number, ())), *book.beside(number))
