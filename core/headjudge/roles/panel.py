"""Who sits on the panel: readers of questions, finders of cards and rules, writers and checkers of verdicts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from enum import IntEnum
from typing import Protocol, runtime_checkable

from headjudge.domain.answers import Doubt, Draft, LookUp, Objection, Undecided
from headjudge.domain.names import Span
from headjudge.domain.passages import Brief, Hit
from headjudge.domain.questions import Inquiry, Question, Reading, Sightings
from headjudge.roles.corpus import Corpus, RowOf, Shelf

__all__ = [
    "Detector",
    "Embeds",
    "Extractor",
    "Prepares",
    "Progress",
    "Prompted",
    "Resolver",
    "Retriever",
    "Rung",
    "Source",
    "Synthesizer",
    "Validator",
]


@runtime_checkable
class Prepares(Protocol):
    """What anything on the panel may have besides its role: it makes ready for a corpus before the first question."""

    async def prepare(self, corpus: Corpus) -> None:
        """Build for *corpus* what `retrieve`, `resolve` or `detect` would otherwise build at their first call."""
        ...


@runtime_checkable
class Prompted(Protocol):
    """What an extractor or a synthesizer has besides its role when it asks a model."""

    @property
    def prompt_hash(self) -> str:
        """A hash of the prompts that it works with: it changes with every word of them."""
        ...


@runtime_checkable
class Embeds(Protocol):
    """What a leg may have besides its role: it compares vectors. A refresh has them made and kept before a corpus is in force."""

    async def texts(self, corpus: Corpus) -> Sequence[str]:
        """Return the texts of *corpus* whose vectors it compares, each `masked`: so a release that renumbers is not embedded anew."""
        ...


@runtime_checkable
class Extractor(Protocol):
    """Reads a question."""

    @property
    def name(self) -> str: ...
    async def extract(self, question: Question, corpus: Corpus, seen: Sightings) -> Reading:
        """Return what *question* asks about. Spans are written as in the question.

        *seen* is what the detectors saw outside brackets. The core adds it to the reading; it need not be repeated.
        """
        ...


@runtime_checkable
class Detector(Protocol):
    """Sees names, concepts or misspelt words in running text. What it sees is added to every extractor's reading."""

    @property
    def name(self) -> str: ...
    async def detect(self, text: str, corpus: Corpus) -> Sightings:
        """Return what stands in *text*, in its order; spans and misspelt words are substrings of it. ``[[…]]`` is left to the core.

        Where words were misspelt, it is asked again with the corrected text, and only new concepts are taken from that.
        """
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
    async def resolve(self, span: Span, corpus: Corpus) -> Sequence[str]:
        """Return the Oracle ids of the cards that *span* can mean, the likeliest first; the core reads the cards.

        One is the card, several are a choice, none asks the next rung.
        """
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
    async def synthesize(self, brief: Brief, objections: Sequence[Objection] = ()) -> Draft | LookUp | Undecided:
        """Return a draft from *brief*, or why there is none; after a refusal *objections* says why. A `LookUp` may be returned once.

        Raises:
            SpendCapReached: the next model call could pass the cap.
            BackendFailed: the model did not answer.
        """
        ...


@runtime_checkable
class Validator(Protocol):
    """Objects to drafts, or doubts them. Asked after the laws. Pure: no input or output."""

    @property
    def name(self) -> str: ...
    def validate(self, draft: Draft, brief: Brief) -> Sequence[Objection | Doubt]:
        """Return what is wrong with *draft*: an objection stops it, a doubt lowers its confidence by a step."""
        ...


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
