"""The vector legs."""

from collections.abc import Sequence

import attrs

from headjudge import Corpus, Hit, Inquiry, Kind, Reference
from headjudge_faiss.search import GROUPS, PARTS, RULES, Search

__all__ = ["VectorLeg", "legs"]


@attrs.frozen
class VectorLeg:
    """Finds rules whose meaning is near the question's, in other words too."""

    name: str
    part: str
    """Which texts it compares: those of rules, or of groups."""
    search: Search

    async def texts(self, corpus: Corpus) -> Sequence[str]:
        return tuple(PARTS[self.part](await corpus.rules()).values())

    async def prepare(self, corpus: Corpus) -> None:
        await self.search.indexes(corpus)

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        near = await self.search.nearest(self.part, inquiry, corpus, limit)
        return [Hit(Reference(Kind.RULE, number), height) for number, height in near.items()]


def legs(search: Search) -> Sequence[VectorLeg]:
    """Return `vectors`, which compares rules and sub-rules, and `group vectors`, which compares groups whole."""
    return (VectorLeg("vectors", RULES, search), VectorLeg("group vectors", GROUPS, search))
