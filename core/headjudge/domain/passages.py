"""What the corpora say, piece by piece: references, hits on them, and the brief that a verdict is written from."""

from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from typing import Final

import attrs

from headjudge.domain.questions import Inquiry
from headjudge.domain.rules import group_of, text_hash

__all__ = ["CITABLE", "Brief", "Hit", "Kind", "Passage", "Reference"]


class Kind(Enum):
    """What a reference points at."""

    RULE = "rule"
    RULING = "ruling"
    ORACLE = "oracle"
    CALL = "call"
    GLOSSARY = "glossary"
    NOTE = "note"

    __hash__ = object.__hash__  # an Enum's own is written in Python, and fusing hashes a thousand references a question


CITABLE: Final = frozenset({Kind.RULE, Kind.RULING, Kind.ORACLE, Kind.CALL})
"""What an answer may cite. Glossary entries and notes lead to rules; they are not authorities."""


@attrs.frozen
class Reference:
    """A place in the corpora: a rule's number, a ruling's key, an Oracle id, a term, a card's name, a call's id."""

    kind: Kind
    key: str

    def __str__(self) -> str:
        return f"{self.kind.value}:{self.key}"


@attrs.frozen
class Hit:
    """A leg's claim that a reference bears on the inquiry; higher scores bear more. A leg's own scale."""

    reference: Reference
    score: float


@attrs.frozen
class Passage:
    """The text at a reference, as the core read it from the corpus."""

    reference: Reference
    label: str
    """The rule's number, or the source's label (``Ruling (2021-03-19), Card``)."""
    text: str
    heading: str = ""
    """Where it stands: section and parent rule, or the card's name."""
    card: str | None = None
    """Oracle id of the card that a ruling or Oracle text belongs to."""
    score: float = 0.0

    @property
    def group(self) -> str:
        """The parent rule of a rule; the key itself otherwise."""
        return group_of(self.reference.key) if self.reference.kind is Kind.RULE else self.reference.key

    @property
    def size(self) -> int:
        """Bytes of the text, UTF-8."""
        return len(self.text.encode())

    @property
    def hash(self) -> str:
        """`text_hash` of the whole text."""
        return text_hash(self.text)


@attrs.frozen
class Brief:
    """All that a synthesizer may draw on: the inquiry and the passages packed for it: groups of rules, best first, then the rest by kind."""

    inquiry: Inquiry
    passages: tuple[Passage, ...]
    generation: int
    corpus: str
    """Name of the corpus (``magic``, ``practice``)."""
    release: str
    """Release of the rules, YYYYMMDD."""

    def find(self, reference: Reference) -> Passage | None:
        """Return the passage at *reference*, or None when it was not packed."""
        return self._places.get((reference.kind, reference.key))

    @cached_property
    def _places(self) -> Mapping[tuple[Kind, str], Passage]:
        """The passages by kind and key, of several the first: a verdict is looked up in them quote by quote."""
        return {(passage.reference.kind, passage.reference.key): passage for passage in reversed(self.passages)}

    @property
    def groups(self) -> tuple[str, ...]:
        """The parent rules in the order shown."""
        return tuple(dict.fromkeys(p.group for p in self.passages if p.reference.kind is Kind.RULE))

    @property
    def size(self) -> int:
        """Bytes of text packed, UTF-8."""
        return sum(passage.size for passage in self.passages)
