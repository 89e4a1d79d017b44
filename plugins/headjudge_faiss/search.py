"""What the legs share: the indexes of a corpus, the vectors of a question, and whether there is anything to search."""

import asyncio
import datetime
from collections.abc import Mapping
from typing import Final

import structlog

from headjudge import Clock, Corpus, Inquiry, KeepingEmbedder, PerEdition, Shelf, VectorStanding, VectorState
from headjudge_faiss.asked import Asked
from headjudge_faiss.index import VectorIndex, searcher
from headjudge_faiss.texts import group_texts, rule_texts

__all__ = ["GROUPS", "PARTS", "RULES", "Search"]

log: Final = structlog.get_logger()

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
        self._again: datetime.datetime | None = None

    async def indexes(self, corpus: Corpus) -> Mapping[str, VectorIndex]:
        """Return the index of each part of *corpus*; none while vectors are off, which is logged once."""
        if self._again is not None and self._clock() < self._again:
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
        return await asyncio.get_running_loop().run_in_executor(self._thread, index.outstanding, vector, limit)

    async def _build(self, corpus: Corpus) -> Mapping[str, VectorIndex]:
        rules = await corpus.rules()
        parts = {part: texts(rules) for part, texts in PARTS.items()}
        kept = await self._embedder.kept([text for texts in parts.values() for text in texts.values()])
        if kept.standing.state is not VectorState.ON:
            self._rest(kept.standing)
            raise _OffError
        self._reason, self._again = "", None
        left = iter(kept.vectors)
        return {part: VectorIndex(tuple(texts), [next(left) for _ in texts], self._embedder.space.dimension) for part, texts in parts.items()}

    def _rest(self, standing: VectorStanding) -> None:
        """Say why vectors are off, once, and look again only after a while."""
        if standing.reason != self._reason:
            log.warning("vectors.off", embedder=standing.embedder, reason=standing.reason)
        self._reason, self._again = standing.reason, self._clock() + PAUSE
