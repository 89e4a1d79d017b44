"""The leg and the detector that know how players say what the rules say."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attrs

from headjudge import Concept, Corpus, Hit, Inquiry, Kind, PerEdition, Rule, Section, Shelf, Sightings
from headjudge_library.hits import hits_on, raise_to
from headjudge_library.phrases import PhraseBook
from headjudge_library.pins import Pins, Target
from headjudge_library.slang import Slang
from headjudge_library.wordings import Wordings
from headjudge_library.words import stemmed

__all__ = ["ConceptDetector", "ConceptIndex", "ConceptIndexes", "Concepts"]

DECLINE: Final = 0.25
"""How fast pins of one concept fall off: the j-th counts 1 / (1 + 0.25 j)."""
ALSO: Final = 0.4
"""What a rule counts that is needed together with the pins but seldom named."""
NEAREST: Final = 12
"""How many concepts a question may come near to."""


@attrs.frozen
class ConceptIndex:
    """The wordings of all concepts, and where their rules stand in one edition. A concept without rules is slang."""

    slang: Slang
    book: PhraseBook[Target]
    wordings: Wordings[Target]

    @classmethod
    def of(cls, concepts: Sequence[Concept], sections: Sequence[Section], rules: Sequence[Rule]) -> "ConceptIndex":
        """Return the index of *concepts* for *rules*."""
        pins = Pins.of(sections, rules)
        slang = Slang.of((stemmed(said), stemmed(word.vocabulary)) for word in concepts if not word.rules for said in word.wordings)
        targets = [pins.resolve(concept) for concept in concepts if concept.rules]
        entries = [(slang.plain(stemmed(wording)), target) for target in targets for wording in target.concept.wordings]
        return cls(slang, PhraseBook(entries), Wordings(entries))

    def said(self, text: str) -> Sequence[Concept]:
        """Return the concepts whose wordings stand in *text* word for word, longest wording first, each once."""
        return tuple(dict.fromkeys(match.meaning.concept for match in self.book.matches(self.plain(text))))

    def meant(self, text: str) -> Sequence[tuple[Target, float]]:
        """Return the concepts that *text* comes near to and how near, nearest first."""
        return self.wordings.strengths(self.plain(text))

    def plain(self, text: str) -> tuple[str, ...]:
        """Return the stems of *text*, slang put as the rules say it."""
        return self.slang.plain(stemmed(text))


class ConceptIndexes:
    """The concept index of each edition of concepts and rules."""

    def __init__(self) -> None:
        """Build nothing yet."""
        self._indexes = PerEdition(_build, (Shelf.RULES, Shelf.CONCEPTS))

    async def of(self, corpus: Corpus) -> ConceptIndex:
        """Return the index of *corpus*."""
        return await self._indexes.of(corpus)


async def _build(corpus: Corpus) -> ConceptIndex:
    return await asyncio.to_thread(ConceptIndex.of, await corpus.concepts(), await corpus.sections(), await corpus.rules())


@attrs.frozen
class ConceptDetector:
    """Sees concepts in a question and says them in the rules' words."""

    indexes: ConceptIndexes
    name: str = "concepts"

    async def prepare(self, corpus: Corpus) -> None:
        await self.indexes.of(corpus)

    async def detect(self, text: str, corpus: Corpus) -> Sightings:
        index = await self.indexes.of(corpus)
        return Sightings(concepts=tuple(dict.fromkeys(concept.vocabulary for concept in index.said(text))))


@attrs.frozen
class Concepts:
    """Finds the rules that are pinned to the concepts of a question."""

    indexes: ConceptIndexes
    name: str = "concepts"

    async def prepare(self, corpus: Corpus) -> None:
        await self.indexes.of(corpus)

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        index = await self.indexes.of(corpus)
        return hits_on(Kind.RULE, pinned(index.meant(inquiry.wording)[:NEAREST]), limit)


def pinned(meant: Iterable[tuple[Target, float]]) -> Mapping[str, float]:
    """Return what the rules of *meant* count, by number; a rule of several concepts has the best of their scores."""
    scores: dict[str, float] = {}
    for target, strength in meant:
        for place, number in enumerate(target.rules):
            raise_to(scores, (number,), strength / (1 + DECLINE * place))
        raise_to(scores, target.also, ALSO * strength)
    return scores
