"""Making the vectors that a corpus lacks, and putting an embedder's vectors in use."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

import attrs
import structlog

from headjudge.domain.money import Micros
from headjudge.domain.rules import masked_hash
from headjudge.embedding import UNCOMPARED, KeepingEmbedder, VectorState, corpus_texts, mismatch
from headjudge.errors import BackendFailed, HeadjudgeError, PluginInvalid, SpendCapReached
from headjudge.roles import Corpus, Embeds, Progress, Retriever, Space, Vectors

__all__ = ["Embedded", "Embeddings", "Plan"]

log: Final = structlog.get_logger()

BATCH: Final = 64
"""Texts embedded and kept at once: a second or so of work, which is what a killed process loses, and a transaction of a few milliseconds."""
NUMBERS: Final = "<f4"
"""How a vector lies in the database: little-endian float32."""


@attrs.frozen
class Plan:
    """What it takes until a corpus can be searched by vectors."""

    space: Space
    held: Space | None
    """The space that the database holds now."""
    keys: frozenset[str]
    """Of every text that a leg compares."""
    missing: Mapping[str, str]
    """Texts without a vector, by key."""
    worst: Micros
    """The most that embedding them can cost."""

    @property
    def done(self) -> bool:
        """Nothing is left to do."""
        return self.held == self.space and not self.missing


@attrs.frozen
class Embedded:
    """What a refresh did for the vector legs."""

    embedder: str
    made: int = 0
    """Texts that were embedded; the rest had their vector."""
    texts: int = 0
    remark: str = ""
    """Why vectors are not searched although nothing failed: the database holds another embedder's."""
    fault: str = ""
    """Why embedding broke off."""


@attrs.frozen
class Embeddings:
    """Keeps the vectors that *legs* compare."""

    embedder: KeepingEmbedder
    vectors: Vectors
    legs: Sequence[Retriever]

    @property
    def compared(self) -> bool:
        """Whether any leg compares vectors."""
        return any(isinstance(leg, Embeds) for leg in self.legs)

    async def plan(self, corpus: Corpus) -> Plan:
        """Return what it takes until each text of *corpus* has its vector."""
        texts = {masked_hash(text): text for text in await corpus_texts(self.legs, corpus)}
        there = await self.vectors.get(self.embedder.space, texts.keys())
        missing = {key: text for key, text in texts.items() if key not in there}
        worst = sum(self.embedder.worst_case([text for _, text in batch]) for batch in _batches(missing))
        return Plan(self.embedder.space, await self.vectors.held(), frozenset(texts), missing, Micros(worst))

    async def carry_out(self, plan: Plan, progress: Progress) -> None:
        """Embed and keep what *plan* misses, a batch at a time, then put its space in use. What is stopped goes on where it was.

        Raises:
            SpendCapReached: the rest does not fit the period's budget.
            BackendFailed: the embedder answered with an error.
        """
        done = 0
        for batch in _batches(plan.missing):
            vectors = await self.embedder.embed([text for _, text in batch])
            rows = [vector.astype(NUMBERS).tobytes() for vector in vectors]
            await self.vectors.add(plan.space, {key: row for (key, _), row in zip(batch, rows, strict=True)})
            done += len(batch)
            progress(f"embedding with {plan.space.embedder}", done, len(plan.missing))
        if plan.held != plan.space:
            await self.vectors.adopt(plan.space)

    async def keep_up(self, corpus: Corpus, progress: Progress) -> Embedded:
        """Embed what *corpus* lacks, unless the database holds another embedder's vectors: those stay in use until someone says so."""
        name = self.embedder.name
        if not self.compared:
            return Embedded(name, remark=UNCOMPARED)
        try:
            plan = await self.plan(corpus)
            other = mismatch(plan.space, plan.held)
            if other is not None and other.state is VectorState.MISMATCH:
                return Embedded(name, remark=other.reason)
            await self.carry_out(plan, progress)
            return Embedded(name, len(plan.missing), len(plan.keys))
        except (SpendCapReached, BackendFailed, PluginInvalid) as error:
            return _broken_off(name, str(error))
        except HeadjudgeError:
            raise  # the database
        except Exception as error:  # noqa: BLE001  # whatever a stranger's embedder raises, the rules are put in force
            return _broken_off(name, f"the embedder is broken ({type(error).__name__}: {error}); mend the plugin that gives it")

    async def tidy(self, plan: Plan) -> int:
        """Drop the vectors that *plan* has no use for, those of other embedders too; return how many went."""
        return await self.vectors.sweep(plan.keys)


def _broken_off(embedder: str, fault: str) -> Embedded:
    log.info("embedding.failed", embedder=embedder, fault=fault)
    return Embedded(embedder, fault=fault)


def _batches(missing: Mapping[str, str]) -> Iterator[Sequence[tuple[str, str]]]:
    left = iter(missing.items())
    while batch := tuple(islice(left, BATCH)):
        yield batch
