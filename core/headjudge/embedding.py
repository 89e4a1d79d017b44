"""The chosen embedder, and the vectors of a corpus that the database keeps of it: all of them, or none."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Final

import attrs

from headjudge.domain.money import Micros
from headjudge.domain.rules import masked_hash
from headjudge.errors import BackendFailed, HeadjudgeError, PluginInvalid
from headjudge.metering import MeteredEmbedder
from headjudge.roles import Corpus, Embeds, Retriever, Space, Vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["UNCOMPARED", "KeepingEmbedder", "Kept", "VectorStanding", "VectorState", "corpus_texts", "mismatch", "vector_standing"]

CURE: Final = "run `judge refresh embeddings --yes`"
UNCOMPARED: Final = "no leg compares vectors; pip install 'headjudge[vectors]'"
"""Why vectors are off although an embedder is chosen."""


class VectorState(Enum):
    """Whether vectors are searched."""

    ON = "on"
    OFF = "off"
    MISMATCH = "mismatch"
    """The database holds vectors of another embedder than the one chosen."""


@attrs.frozen
class VectorStanding:
    """Whether the vector legs search, and why not."""

    state: VectorState
    embedder: str = ""
    """Name of the embedder that was chosen; empty when none was."""
    reason: str = ""
    """Why vectors are not searched, and the cure; empty when they are."""


@attrs.frozen
class Kept:
    """The vectors of some texts: of each one, or none at all."""

    standing: VectorStanding
    vectors: tuple[bytes, ...] = ()
    """Little-endian float32, in the order of the texts; empty unless vectors are on."""


@attrs.frozen
class KeepingEmbedder:
    """The chosen embedder, metered, with the vectors that the database keeps of it."""

    _embedder: MeteredEmbedder
    _vectors: Vectors

    @property
    def name(self) -> str:
        """The embedder's name."""
        return self._embedder.name

    @property
    def space(self) -> Space:
        """The space of its vectors."""
        return Space(self._embedder.name, self._embedder.dimension)

    def worst_case(self, texts: Sequence[str]) -> Micros:
        """Return the most that embedding *texts* in one call can cost."""
        return self._embedder.worst_case(texts)

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector for each of *texts*, in order: float32, shape (len(texts), dimension). Nothing is kept.

        Raises:
            SpendCapReached: the worst case for all of *texts* does not fit the period's budget. Nothing was sent.
            BackendFailed: the backend answered with an error, or with what are no such vectors.
        """
        vectors = await self._embedder.embed(texts)
        if vectors.shape != (len(texts), self.space.dimension):
            raise BackendFailed(
                f"the embedder {self.space.embedder!r} gave {_shape(vectors.shape)} for {_shape((len(texts), self.space.dimension))}"
                " (texts by numbers); mend the plugin that gives it"
            )
        if not bool((abs((vectors * vectors).sum(axis=1) - 1) < 0.01).all()):  # false also where a number is none
            raise BackendFailed(f"the embedder {self.space.embedder!r} gave vectors whose length is not 1; mend the plugin that gives it")
        return vectors

    async def kept(self, texts: Sequence[str]) -> Kept:
        """Return the vectors of *texts* as the database keeps them: all, or none and why."""
        if other := mismatch(self.space, await self._vectors.held()):
            return Kept(other)
        keys = await asyncio.to_thread(lambda: [masked_hash(text) for text in texts])  # 50 ms for a rulebook
        wanted = set(keys)
        found = await self._vectors.get(self.space, wanted)
        if missing := len(wanted) - len(found):
            return Kept(_off(self.space, f"{missing:,} of {len(wanted):,} texts have no vector yet"))
        return Kept(VectorStanding(VectorState.ON, self.space.embedder), tuple(found[key] for key in keys))


def _shape(shape: Sequence[int]) -> str:
    return " × ".join(map(str, shape))


def mismatch(ours: Space, held: Space | None) -> VectorStanding | None:
    """Return the standing of *ours* when the database holds another space or none yet; None when it holds ours."""
    if held == ours:
        return None
    if held is None:
        return _off(ours, "the database holds no vectors yet")
    if held.embedder == ours.embedder:
        reason = f"the database holds vectors of {held.dimension} numbers and {ours.embedder!r} makes {ours.dimension}; {CURE}"
    else:
        reason = f"the database holds vectors of {held.embedder!r} and JUDGE_EMBEDDER names {ours.embedder!r}; {CURE}, or name the former"
    return VectorStanding(VectorState.MISMATCH, ours.embedder, reason)


def _off(ours: Space, reason: str) -> VectorStanding:
    return VectorStanding(VectorState.OFF, ours.embedder, f"{reason}; {CURE}")


async def corpus_texts(legs: Iterable[Retriever], corpus: Corpus) -> Sequence[str]:
    """Return the texts of *corpus* whose vectors any of *legs* compares.

    Raises:
        PluginInvalid: a leg failed to give its own.
    """
    texts: list[str] = []
    for leg in legs:
        if isinstance(leg, Embeds):
            try:
                texts += await leg.texts(corpus)
            except HeadjudgeError:
                raise  # the database
            except Exception as error:
                raise PluginInvalid(f"the leg {leg.name!r} failed to give its texts ({type(error).__name__}: {error}); mend its plugin") from error
    return texts


async def vector_standing(embedder: KeepingEmbedder | None, legs: Sequence[Retriever], corpus: Corpus) -> VectorStanding:
    """Return whether *legs* search the vectors of *corpus*, and why not.

    Raises:
        PluginInvalid: a leg failed to give its texts.
    """
    if embedder is None:
        return VectorStanding(VectorState.OFF, reason="JUDGE_EMBEDDER is blank")
    if not any(isinstance(leg, Embeds) for leg in legs):
        return VectorStanding(VectorState.OFF, embedder.name, UNCOMPARED)
    return (await embedder.kept(await corpus_texts(legs, corpus))).standing
