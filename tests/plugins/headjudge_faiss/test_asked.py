"""A question is embedded once, whoever asks for it."""

import asyncio

import numpy as np
import pytest

from headjudge_faiss.asked import KEPT, Asked


class Slow:
    """Embeds a text as its length, when it is let go on."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.go = asyncio.Event()
        self.fault: Exception | None = None

    async def embed(self, texts):
        self.texts += texts
        await self.go.wait()
        if self.fault:
            raise self.fault
        return np.array([[len(text)] for text in texts], np.float32)


@pytest.fixture
async def slow() -> Slow:
    return Slow()


async def test_legs_that_ask_at_once_wait_for_one_embedding(slow: Slow) -> None:
    """And each question gets its own vector."""
    asked = Asked(slow.embed)
    under_way = [asyncio.create_task(asked.of(text)) for text in ("one", "three", "one", "three")]
    await asyncio.sleep(0)
    slow.go.set()

    assert [float(vector[0]) for vector in await asyncio.gather(*under_way)] == [3, 5, 3, 5]
    assert sorted(slow.texts) == ["one", "three"]


async def test_an_asker_that_goes_away_leaves_the_other_its_vector(slow: Slow) -> None:
    """Cancelling one does not stop what both wait for."""
    asked = Asked(slow.embed)
    gone, stays = asyncio.create_task(asked.of("one")), asyncio.create_task(asked.of("one"))
    await asyncio.sleep(0)
    gone.cancel()
    slow.go.set()

    assert float((await stays)[0]) == 3
    assert slow.texts == ["one"]


async def test_a_failure_is_told_to_all_and_not_remembered(slow: Slow) -> None:
    """The next asker tries again."""
    asked = Asked(slow.embed)
    slow.fault = RuntimeError("no lamp")
    slow.go.set()
    failed = await asyncio.gather(asked.of("one"), asked.of("one"), return_exceptions=True)
    slow.fault = None

    assert [str(error) for error in failed] == ["no lamp", "no lamp"]
    assert float((await asked.of("one"))[0]) == 3


async def test_the_last_questions_are_remembered_and_no_more(slow: Slow) -> None:
    """The oldest one is embedded again."""
    asked = Asked(slow.embed)
    slow.go.set()
    for number in range(KEPT + 1):
        await asked.of("x" * number)
    slow.texts.clear()

    await asked.of("x")
    await asked.of("")

    assert slow.texts == [""]
