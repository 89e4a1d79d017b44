"""The full-text leg: the asker's words, and the rules' words for them."""

from collections.abc import Sequence

import attrs

from headjudge import Corpus, Hit, Inquiry, Kind, Reference
from headjudge_tantivy.index import RulesIndexes

__all__ = ["FullText"]


@attrs.frozen
class FullText:
    """Finds rules by the words of the question, without the names of its cards, and by its concepts in the rules' words."""

    indexes: RulesIndexes
    name: str = "full text"

    async def prepare(self, corpus: Corpus) -> None:
        await self.indexes.of(corpus)

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        index = await self.indexes.of(corpus)
        scores = index.search(" ".join((inquiry.wording, *inquiry.reading.concepts)), limit)
        ranked = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
        return [Hit(Reference(Kind.RULE, number), score) for number, score in ranked[:limit]]
