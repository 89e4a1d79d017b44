"""What an object must have to play a part: one Protocol a role, each promise of which a contract class tests.

The contract classes are in `headjudge.testing.contracts`.
"""

from __future__ import annotations

import datetime
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs

from headjudge.domain.answers import Answer, Draft, LookUp, Objection
from headjudge.domain.calls import Call, Rating
from headjudge.domain.cards import Alias, Card, Note, Printing, Ruling, Symbol
from headjudge.domain.money import Completion, Micros, Prompt, Reservation
from headjudge.domain.names import CardName, Span
from headjudge.domain.passages import Brief, Hit
from headjudge.domain.questions import Exchange, Inquiry, Question, Reading
from headjudge.domain.rules import Category, Concept, GlossaryEntry, Release, Rule, Section

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Alarm",
    "Calls",
    "Clock",
    "Corpora",
    "Corpus",
    "Detector",
    "Edition",
    "Embedder",
    "Event",
    "Extractor",
    "Ledger",
    "ModelBackend",
    "OpenStore",
    "Prepares",
    "Progress",
    "Resolver",
    "Retriever",
    "RowOf",
    "Rung",
    "Shelf",
    "Sightings",
    "Source",
    "Store",
    "Synthesizer",
    "Threads",
    "Validator",
]

Clock = Callable[[], datetime.datetime]
"""Gives the time now: aware, UTC."""


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


RowOf = Release | Section | Rule | GlossaryEntry | Card | Printing | Ruling | Alias | Note | Symbol | Category | Concept
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


class Calls(Protocol):
    """Stored calls and their ratings."""

    async def save(self, question: Question, answer: Answer, synthesizer: str, asked: datetime.datetime) -> int:
        """Store an answered question and return the call's number."""
        ...

    async def call(self, number: int) -> Call | None: ...
    async def rate(self, rating: Rating) -> None:
        """Keep *rating*; it replaces an earlier one of the same member on the same call.

        Raises:
            LookupError: there is no such call.
        """
        ...

    async def forget(self, member: str) -> int:
        """Delete the ratings of *member* and return how many there were."""
        ...

    async def rated(self) -> Sequence[Call]:
        """Return every call that has a rating, newest first."""
        ...


class Threads(Protocol):
    """What was asked before in a thread."""

    async def history(self, thread: str, limit: int) -> Sequence[Exchange]:
        """Return the newest *limit* answered questions of *thread*, oldest first."""
        ...


class Ledger(Protocol):
    """Who may spend what: shared by every process on one database."""

    async def reserve(self, period: str, cap: Micros, amount: Micros) -> Reservation | None:
        """Set *amount* aside in *period*, or return None when it would pass *cap*. Racing processes are granted no more than the cap."""
        ...

    async def settle(self, reservation: Reservation, cost: Micros) -> None:
        """Book *cost* instead of the reservation, in the period that reserved. Settling twice changes nothing."""
        ...

    async def release(self, reservation: Reservation) -> None:
        """Give the reservation back: nothing was sent."""
        ...

    async def spent(self, period: str) -> Micros:
        """Return what is booked and reserved in *period*."""
        ...


class OpenStore(Protocol):
    """An open database. Close it, or the process may hang at its exit."""

    @property
    def corpora(self) -> Corpora: ...
    @property
    def calls(self) -> Calls: ...
    @property
    def threads(self) -> Threads: ...
    @property
    def ledger(self) -> Ledger: ...
    async def ping(self) -> None:
        """Return once the database has answered.

        Raises:
            StoreFailed: it did not.
        """
        ...

    async def close(self) -> None: ...


@runtime_checkable
class Store(Protocol):
    """A kind of database."""

    @property
    def schemes(self) -> Sequence[str]:
        """The schemes of `JUDGE_DATABASE_URL` that it opens (``sqlite``)."""
        ...

    async def open(self, url: str) -> OpenStore:
        """Open the database at *url*; make it and bring its schema up to date where that is allowed.

        Raises:
            StoreFailed: it cannot be used; the message names it and the cure.
        """
        ...


@runtime_checkable
class ModelBackend(Protocol):
    """A language model, unmetered. Only the core calls it; everyone else is lent the metered one."""

    @property
    def name(self) -> str: ...
    def worst_case(self, prompt: Prompt) -> Micros:
        """Return the most that *prompt* can cost."""
        ...

    async def complete(self, prompt: Prompt) -> Completion:
        """Send *prompt*.

        Raises:
            BackendFailed: no usable reply came.
        """
        ...

    def price(self, completion: Completion) -> Micros:
        """Return what *completion* cost, by the usage that it reports."""
        ...


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors of one space."""

    @property
    def name(self) -> str:
        """The vector space: vectors of different names are never mixed."""
        ...

    @property
    def dimension(self) -> int: ...
    def worst_case(self, texts: Sequence[str]) -> Micros:
        """Return the most that embedding *texts* can cost; 0 for one that runs here."""
        ...

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector for each of *texts*, in order: float32, shape (len(texts), dimension).

        Raises:
            BackendFailed: the backend answered with an error.
        """
        ...


@attrs.frozen
class Event:
    """Something an operator should know at once."""

    name: str
    """``spend_cap``, ``refresh_failed``, ``backup_failed``, ``recovered``."""
    text: str
    at: datetime.datetime


@runtime_checkable
class Alarm(Protocol):
    """Tells the operator."""

    @property
    def name(self) -> str: ...
    async def sound(self, event: Event) -> None:
        """Pass *event* on. What goes wrong in here is logged and never stops a question."""
        ...


@runtime_checkable
class Extractor(Protocol):
    """Reads a question."""

    @property
    def name(self) -> str: ...
    async def extract(self, question: Question, corpus: Corpus) -> Reading:
        """Return what *question* asks about. Spans are written as in the question."""
        ...


@attrs.frozen
class Sightings:
    """What a detector saw in a question."""

    spans: tuple[Span, ...] = ()
    concepts: tuple[str, ...] = ()
    """Phrases in the rules' own words."""


@runtime_checkable
class Detector(Protocol):
    """Sees names or concepts in running text. What it sees is added to every extractor's reading."""

    @property
    def name(self) -> str: ...
    async def detect(self, text: str, corpus: Corpus) -> Sightings:
        """Return what stands in *text*, in its order; spans are substrings of it. ``[[…]]`` is left to the core."""
        ...


class Rung(IntEnum):
    """The fixed order in which a name is looked up; a lower rung is asked only when those above it know nothing."""

    ALIAS = 1
    PRINTED = 2
    SHORT = 3
    FUZZY = 4


@runtime_checkable
class Resolver(Protocol):
    """Finds the cards that a name means, on one rung."""

    @property
    def name(self) -> str: ...
    @property
    def rung(self) -> Rung: ...
    async def resolve(self, span: Span, corpus: Corpus) -> Sequence[Card]:
        """Return the cards that *span* can mean, the likeliest first: one is the card, several are a choice, none asks the next rung."""
        ...


@runtime_checkable
class Prepares(Protocol):
    """What anything on the panel may have besides its role: it makes ready for a corpus before the first question."""

    async def prepare(self, corpus: Corpus) -> None:
        """Build for *corpus* what `retrieve`, `resolve` or `detect` would otherwise build at their first call."""
        ...


@runtime_checkable
class Retriever(Protocol):
    """A retrieval leg: finds references that bear on an inquiry. It hands over references and scores, never text."""

    @property
    def name(self) -> str:
        """Names the leg; its weight is in the settings."""
        ...

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        """Return at most *limit* hits, best first, each reference once."""
        ...


@runtime_checkable
class Synthesizer(Protocol):
    """Writes the verdict."""

    @property
    def name(self) -> str: ...
    async def synthesize(self, brief: Brief, objections: Sequence[Objection] = ()) -> Draft | LookUp:
        """Return a draft from *brief*; after a refusal *objections* says why. A `LookUp` may be returned once.

        Raises:
            SpendCapReached: the next model call could pass the cap.
            BackendFailed: the model did not answer.
        """
        ...


@runtime_checkable
class Validator(Protocol):
    """Objects to drafts that pass the laws. Pure: no input or output."""

    @property
    def name(self) -> str: ...
    def validate(self, draft: Draft, brief: Brief) -> Sequence[Objection]: ...


Progress = Callable[[str, int, int | None], None]
"""Called with (what is being done, how much is done, of how much or None)."""


@runtime_checkable
class Source(Protocol):
    """Where a shelf of a corpus comes from."""

    @property
    def name(self) -> str: ...
    @property
    def corpus(self) -> str:
        """The corpus it belongs to (``magic``, ``practice``)."""
        ...

    @property
    def shelf(self) -> Shelf: ...
    async def latest(self) -> str:
        """Return the version that `fetch` would give, without downloading it. The same version is not loaded twice.

        Raises:
            SourceFailed: the upstream did not say.
        """
        ...

    def fetch(self, version: str, progress: Progress) -> AsyncIterator[Sequence[RowOf]]:
        """Give the rows of *version* in batches, streamed.

        Raises:
            SourceFailed: the upstream broke off, or sent what cannot be read.
        """
        ...

    async def review(self, corpus: Corpus) -> Sequence[str]:
        """Return what an operator should know of this shelf beside the others, a sentence each (an alias whose card is absent)."""
        ...
