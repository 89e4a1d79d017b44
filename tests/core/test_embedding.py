"""The vectors that a database keeps are given whole, or not at all and why."""

import numpy as np
import pytest

from headjudge import BackendFailed, BudgetPeriod, KeepingEmbedder, Micros, Space, VectorState, masked_hash
from headjudge.metering import Budget, MeteredEmbedder
from headjudge.testing import MemoryLedger, MemoryVectors, StoppedClock
from headjudge.testing.vectors import ScriptedEmbedder

OURS = Space("scripted-32", 32)
TEXTS = ("A kite flies.", "A string breaks.")


class Odd(ScriptedEmbedder):
    """Gives what it is told to."""

    given: np.ndarray

    async def embed(self, texts):
        return self.given


def keeping(embedder: ScriptedEmbedder, vectors: MemoryVectors | None = None) -> KeepingEmbedder:
    budget = Budget(MemoryLedger(), StoppedClock(), Micros(100), BudgetPeriod.DAY, "p1")
    return KeepingEmbedder(MeteredEmbedder(embedder, budget), vectors or MemoryVectors())


def vector(first: float) -> bytes:
    return np.array([first] + [0.0] * 31, "<f4").tobytes()


async def test_kept_vectors_stand_in_the_order_of_the_texts() -> None:
    """A text that comes twice has its vector twice; rule numbers do not tell texts apart."""
    vectors = MemoryVectors()
    await vectors.add(OURS, {masked_hash(text): vector(number) for number, text in enumerate(TEXTS)})
    await vectors.add(OURS, {masked_hash("See rule 702.19b."): vector(2)})
    await vectors.adopt(OURS)

    kept = await keeping(ScriptedEmbedder(), vectors).kept([TEXTS[1], TEXTS[0], TEXTS[1], "See rule 702.20a."])

    assert (kept.standing.state, kept.standing.reason) == (VectorState.ON, "")
    assert kept.vectors == (vector(1), vector(0), vector(1), vector(2))


@pytest.mark.parametrize(
    ("held", "known", "state", "reason"),
    [
        (None, TEXTS, VectorState.OFF, "the database holds no vectors yet; run `judge refresh embeddings --yes`"),
        (OURS, TEXTS[:1], VectorState.OFF, "1 of 2 texts have no vector yet; run `judge refresh embeddings --yes`"),
        (
            Space("candle", 32),
            TEXTS,
            VectorState.MISMATCH,
            "the database holds vectors of 'candle' and JUDGE_EMBEDDER names 'scripted-32'; run `judge refresh embeddings --yes`, or name the former",
        ),
        (
            Space("scripted-32", 16),
            TEXTS,
            VectorState.MISMATCH,
            "the database holds vectors of 16 numbers and 'scripted-32' makes 32; run `judge refresh embeddings --yes`",
        ),
    ],
)
async def test_vectors_are_given_whole_or_not_at_all(held, known, state, reason) -> None:
    """Of another space or with one missing there are none; why, and the cure, is told in a sentence."""
    vectors = MemoryVectors()
    await vectors.add(OURS, {masked_hash(text): vector(0) for text in known})
    if held:
        await vectors.adopt(held)

    kept = await keeping(ScriptedEmbedder(), vectors).kept(TEXTS)

    assert kept.vectors == ()
    assert (kept.standing.state, kept.standing.embedder, kept.standing.reason) == (state, "scripted-32", reason)


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (np.ones((2, 3), np.float32) / 3**0.5, "gave 2 × 3 for 2 × 32"),
        (np.ones((1, 32), np.float32) / 32**0.5, "gave 1 × 32 for 2 × 32"),
        (np.ones((2, 32), np.float32), "vectors whose length is not 1"),
        (np.zeros((2, 32), np.float32), "vectors whose length is not 1"),
        (np.full((2, 32), np.nan, np.float32), "vectors whose length is not 1"),
    ],
)
async def test_what_is_no_unit_vector_is_refused(given: np.ndarray, fault: str) -> None:
    """A wrong count, dimension or length, and numbers that are none, never reach an index or the database."""
    embedder = Odd()
    embedder.given = given

    with pytest.raises(BackendFailed, match=fault):
        await keeping(embedder).embed(TEXTS)
