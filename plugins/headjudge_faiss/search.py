"""What the legs share: the indexes of a corpus, the vectors of a question, and whether there is anything to search."""

import asyncio
import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

import structlog

from headjudge import Clock, Corpus, Inquiry, KeepingEmbedder, PerEdition, Rule, Shelf, VectorStanding, VectorState
from headjudge_faiss.asked import Asked
from headjudge_faiss.index import VectorIndex, searcher
from headjudge_faiss.texts import group_texts, rule_texts

__all__ = ["GROUPS", "PARTS", "RULES", "Search"]

log: Final = structlog.get_logger()
T = TypeVar("T")

RULES: Final = "rules"
GROUPS: Final = "groups"
PARTS: Final = {RULES: rule_texts, GROUPS: group_texts}
"""What is embedded of a corpus, each part with an index of its own."""
PAUSE: Final = datetime.timedelta(seconds=15)
"""How long a process that found no vectors waits before it looks again."""


class _OffError(Exception):
    """There is nothing to search."""


class Search:
    """Searches the vectors of a corpus for a question. It finds nothing while vectors are off."""

    def __init__(self, embedder: KeepingEmbedder, clock: Clock) -> None:
        """Embed questions with *embedder*, whose vectors of the rules the database keeps."""
        self._embedder = embedder
        self._clock = clock
        self._asked = Asked(embedder.embed)
        self._indexes = PerEdition(self._build, (Shelf.RULES,))
        self._thread = searcher()
        self._reason = ""
        self._resting: tuple[str, datetime.datetime] | None = None
        """The state of the rules that has no vectors, and until when that is believed."""

    async def indexes(self, corpus: Corpus) -> Mapping[str, VectorIndex]:
        """Return the index of each part of *corpus*; none while vectors are off, which is logged once."""
        if self._resting is not None and self._resting[0] == self._indexes.key(corpus) and self._clock() < self._resting[1]:
            return {}
        try:
            return await self._indexes.of(corpus)
        except _OffError:
            return {}

    async def nearest(self, part: str, inquiry: Inquiry, corpus: Corpus, limit: int) -> Mapping[str, float]:
        """Return what of *part* is near to the wording of *inquiry*, at most *limit*, best first, and how near.

        Raises:
            SpendCapReached: embedding the question does not fit the budget.
            BackendFailed: the embedder failed.
        """
        index = (await self.indexes(corpus)).get(part)
        if index is None or not inquiry.wording.strip():
            return {}
        vector = await self._asked.of(inquiry.wording)
        return await self._in_thread(index.outstanding, vector, limit)

    async def _build(self, corpus: Corpus) -> Mapping[str, VectorIndex]:
        rules = await corpus.rules()
        parts = await self._in_thread(_texts, rules)
        kept = await self._embedder.kept([text for texts in parts.values() for text in texts.values()])
        if kept.standing.state is not VectorState.ON:
            self._rest(kept.standing, corpus)
            raise _OffError
        self._reason, self._resting = "", None
        return await self._in_thread(_indexed, parts, kept.vectors, self._embedder.space.dimension)

    async def _in_thread(self, work: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    def _rest(self, standing: VectorStanding, corpus: Corpus) -> None:
        """Say why vectors are off, once, and look again at these rules only after a while. An index of others goes on."""
        if standing.reason != self._reason:
            log.warning("vectors.off", embedder=standing.embedder, reason=standing.reason)
        self._reason, self._resting = standing.reason, (self._indexes.key(corpus), self._clock() + PAUSE)


def _texts(rules: Sequence[Rule]) -> Mapping[str, Mapping[str, str]]:
    """The texts of each part, by number."""
    return {part: texts(rules) for part, texts in PARTS.items()}


def _indexed(parts: Mapping[str, Mapping[str, str]], vectors: Sequence[bytes], dimension: int) -> Mapping[str, VectorIndex]:
    """The index of each of *parts*; *vectors* are those of all their texts, one part after the other."""
    left = iter(vectors)
    return {part: VectorIndex(tuple(texts), [next(left) for _ in texts], dimension) for part, texts in parts.items()}
