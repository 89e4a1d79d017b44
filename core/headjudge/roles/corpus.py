"""What the corpora are to those who read them and to those who load them."""

from __future__ import annotations

import datetime
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from enum import Enum
from typing import Protocol

import attrs

from headjudge.domain.cards import Alias, Card, Note, Printing, Ruling, Symbol, Translation
from headjudge.domain.names import CardName
from headjudge.domain.rules import Category, Concept, GlossaryEntry, Release, Rule, Section

__all__ = ["Corpora", "Corpus", "Edition", "RowOf", "Shelf"]


class Shelf(Enum):
    """A part of a corpus that is loaded as one; in the order of loading."""

    RULES = "rules"
    """Sections, rules and glossary entries."""
    CARDS = "cards"
    """Cards and the names that printings carry."""
    RULINGS = "rulings"
    ALIASES = "aliases"
    NOTES = "notes"
    SYMBOLS = "symbols"
    CATEGORIES = "categories"
    CONCEPTS = "concepts"
    NAMES = "names"
    """The names that cards are printed with in other languages."""

    @property
    def optional(self) -> bool:
        """Whether it is loaded only when it is named: most do without it, and its upstream is large."""
        return self is Shelf.NAMES


RowOf = Release | Section | Rule | GlossaryEntry | Card | Printing | Ruling | Alias | Note | Symbol | Category | Concept | Translation
"""What a source gives: each shelf holds values of its own types. Rules begin with their `Release`; printings follow their cards."""


@attrs.frozen
class Edition:
    """One loaded state of one shelf. A generation is one edition a shelf."""

    id: int
    shelf: Shelf
    source: str
    """Name of the source it came from."""
    version: str
    """What the source called it."""
    rows: int
    loaded: datetime.datetime


class Corpus(Protocol):
    """One generation of a corpus: whoever holds it reads the same to the end, whatever is loaded meanwhile.

    Sequences are in the order of the source. Asking for what is not there gives None or leaves it out.
    """

    @property
    def generation(self) -> int: ...
    @property
    def name(self) -> str:
        """``magic`` or ``practice``."""
        ...

    @property
    def release(self) -> str:
        """Release of the rules, YYYYMMDD; empty when no rules are loaded."""
        ...

    @property
    def editions(self) -> Mapping[Shelf, Edition]:
        """The edition of each shelf that has one: what an index is built for."""
        ...

    async def sections(self) -> Sequence[Section]: ...
    async def rules(self) -> Sequence[Rule]: ...
    async def rule(self, number: str) -> Rule | None: ...
    async def glossary(self) -> Sequence[GlossaryEntry]: ...
    async def card(self, oracle_id: str) -> Card | None: ...
    async def cards(self, oracle_ids: Sequence[str]) -> Sequence[Card]:
        """Return the cards of *oracle_ids*, in that order."""
        ...

    def every_card(self) -> AsyncIterator[Card]:
        """Give all cards, a batch in memory at a time."""
        ...

    async def named(self, folded: str) -> Sequence[CardName]:
        """Return every name that `fold`s to *folded*, strongest kind first."""
        ...

    async def names(self) -> Sequence[CardName]:
        """Return every name that finds a card: its own, its faces', printed ones, and short ones."""
        ...

    def every_translation(self) -> AsyncIterator[Translation]:
        """Give every printed name of another language, in no order, a batch in memory at a time; of those of a card that fold alike one."""
        ...

    async def rulings(self, oracle_id: str) -> Sequence[Ruling]:
        """Return the rulings on one card, oldest first."""
        ...

    async def ruling(self, key: str) -> Ruling | None: ...
    def every_ruling(self) -> AsyncIterator[Ruling]:
        """Give all rulings, a batch in memory at a time."""
        ...

    async def aliases(self) -> Sequence[Alias]: ...
    async def notes(self) -> Sequence[Note]: ...
    async def symbols(self) -> Sequence[Symbol]: ...
    async def categories(self) -> Sequence[Category]: ...
    async def concepts(self) -> Sequence[Concept]: ...


class Corpora(Protocol):
    """The generations of the corpora in one database, and the way to a new one."""

    async def current(self) -> Corpus:
        """Return the generation in force.

        Raises:
            CorpusAbsent: nothing was ever loaded.
        """
        ...

    async def at(self, generation: int) -> Corpus:
        """Return one generation.

        Raises:
            CorpusAbsent: it was never in force, or is gone.
        """
        ...

    def loading(self) -> AbstractAsyncContextManager[None]:
        """Hold the one right to load, across processes.

        Raises:
            RefreshRunning: another living process holds it.
        """
        ...

    async def begin(self, shelf: Shelf, source: str, version: str) -> int:
        """Open an edition that nobody sees yet and return its id."""
        ...

    async def add(self, edition: int, rows: Sequence[RowOf]) -> None:
        """Write *rows* in one short transaction. Batches keep their order."""
        ...

    async def finish(self, edition: int) -> Edition:
        """Close the edition; it can now be part of a generation."""
        ...

    async def preview(self, name: str, editions: Mapping[Shelf, Edition]) -> Corpus:
        """Return the corpus *name* as it would read with *editions*, before it is in force."""
        ...

    async def switch(self, corpus: Corpus) -> Corpus:
        """Put a previewed corpus in force, in one short transaction, and return it as a generation."""
        ...

    async def sweep(self) -> int:
        """Drop editions that were never finished and generations that nobody can hold any more; return how many rows went."""
        ...
