"""The concept lists as a shelf of their corpora."""

from collections.abc import AsyncIterator, Mapping, Sequence
from importlib.resources.abc import Traversable

import attrs

from headjudge import Concept, Corpus, Progress, Shelf, text_hash
from headjudge_library.lists import ABILITIES, MAGIC, PINS, PRACTICE, read_concepts, read_leads, texts_of
from headjudge_library.pins import Pins, read_pins, with_hashes

__all__ = ["ConceptSource", "magic", "practice"]

SHOWN = 12
"""How many lost pins a review names."""


@attrs.frozen
class ConceptSource:
    """Gives the concepts in *files*, each pin with its hashes from *pins*."""

    corpus: str
    files: Sequence[Traversable]
    pins: Traversable | None = None
    abilities: Traversable | None = None
    """The ability list of the same corpus: its pins are looked over too."""
    name: str = "concepts"
    shelf: Shelf = Shelf.CONCEPTS

    async def latest(self) -> str:
        return text_hash("\0".join(texts_of((*self.files, *self._pins))))[:16]

    async def fetch(self, version: str, progress: Progress) -> AsyncIterator[Sequence[Concept]]:
        concepts = self._read()
        progress("concepts", len(concepts), len(concepts))
        yield concepts

    async def review(self, corpus: Corpus) -> Sequence[str]:
        pins = Pins.of(await corpus.sections(), await corpus.rules())
        lost = sorted({number for concept in (*await corpus.concepts(), *self._leads()) for number in pins.lost(concept)})
        if not lost:
            return ()
        names = ", ".join(lost[:SHOWN]) + (", …" if len(lost) > SHOWN else "")
        return (f"{len(lost)} rules that concepts lead to are not in release {corpus.release}: {names}; bring the concept list up to date.",)

    def _leads(self) -> Sequence[Concept]:
        if not self.abilities:
            return ()
        held = self._held()
        return [with_hashes(concept, held) for _, concept in read_leads(*texts_of((self.abilities,)))]

    @property
    def _pins(self) -> Sequence[Traversable]:
        return (self.pins,) if self.pins else ()

    def _read(self) -> Sequence[Concept]:
        held = self._held()
        return [with_hashes(concept, held) for concept in read_concepts(texts_of(self.files))]

    def _held(self) -> Mapping[str, tuple[str, str]]:
        return read_pins("\n".join(texts_of(self._pins)))


def magic() -> ConceptSource:
    """Return our concepts of Magic."""
    return ConceptSource("magic", MAGIC, PINS, ABILITIES)


def practice() -> ConceptSource:
    """Return the concepts of the practice rulebook."""
    return ConceptSource("practice", PRACTICE)
