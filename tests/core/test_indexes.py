"""Indexes that are built once an edition."""

import asyncio
import gc

import pytest

from headjudge import Note, PerEdition, Rule, Shelf
from headjudge.testing import MemoryCorpus

FIRST = MemoryCorpus.of((Rule("100.1", "One.", "100", "x"), Note("a", "b")))
SECOND = MemoryCorpus.of((Rule("100.1", "Two.", "100", "x"), Note("a", "b")))
THIRD = MemoryCorpus.of((Rule("100.1", "Three.", "100", "x"), Note("a", "b")))


class Builder:
    """Counts what it builds, and may be held up or fail."""

    def __init__(self, *faults: Exception) -> None:
        self.built: list[MemoryCorpus] = []
        self.faults = list(faults)
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self, corpus: MemoryCorpus) -> int:
        self.built.append(corpus)
        await self.gate.wait()
        if self.faults:
            raise self.faults.pop(0)
        return len(self.built)


async def test_concurrent_askers_wait_for_one_building() -> None:
    """Ten questions at once build one index."""
    builder = Builder()
    builder.gate.clear()
    index = PerEdition(builder, (Shelf.RULES,))
    asking = [asyncio.ensure_future(index.of(FIRST)) for _ in range(10)]
    await asyncio.wait(asking, timeout=0)
    builder.gate.set()

    assert await asyncio.gather(*asking) == [1] * 10


async def test_an_asker_that_gives_up_does_not_spoil_the_building() -> None:
    """The others get the index all the same."""
    builder = Builder()
    builder.gate.clear()
    index = PerEdition(builder, (Shelf.RULES,))
    impatient, patient = asyncio.ensure_future(index.of(FIRST)), asyncio.ensure_future(index.of(FIRST))
    await asyncio.wait([impatient, patient], timeout=0)
    impatient.cancel()
    await asyncio.wait([impatient], timeout=1)
    builder.gate.set()

    assert await patient == 1
    assert impatient.cancelled()


async def test_a_building_that_failed_is_tried_again() -> None:
    """By the next asker; the first is told why."""
    index = PerEdition(Builder(OSError("disk full")), (Shelf.RULES,))
    with pytest.raises(OSError, match="disk full"):
        await index.of(FIRST)

    assert await index.of(FIRST) == 2


async def test_the_same_editions_share_an_index() -> None:
    """Only the shelves that an index is made from count; the generation does not."""
    builder = Builder()
    index = PerEdition(builder, (Shelf.RULES,))
    await index.of(FIRST)
    await index.of(FIRST.with_rows(Note("c", "d")))

    assert builder.built == [FIRST]


async def test_two_indexes_are_kept() -> None:
    """The newest two; what was used longest ago goes first."""
    builder = Builder()
    index = PerEdition(builder, (Shelf.RULES,))
    for corpus in (FIRST, SECOND, FIRST, THIRD, FIRST, SECOND):
        await index.of(corpus)

    assert builder.built == [FIRST, SECOND, THIRD, SECOND]


def test_a_key_is_fit_for_a_folder() -> None:
    """Shelf and edition, in the order of the shelves asked for; nothing loaded is called empty."""
    index = PerEdition(Builder(), (Shelf.RULES, Shelf.CARDS, Shelf.NOTES))
    editions = FIRST.editions

    assert index.key(FIRST) == f"rules-{editions[Shelf.RULES].id}.notes-{editions[Shelf.NOTES].id}"
    assert index.key(MemoryCorpus.of(())) == "empty"


async def test_a_building_that_nobody_waits_for_fails_in_silence() -> None:
    """Its asker has gone; the event loop has nothing to tell of an error that nobody took."""
    told: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    builder = Builder(ValueError("closed"))
    builder.gate.clear()
    index = PerEdition(builder, (Shelf.RULES,))
    asking = asyncio.ensure_future(index.of(FIRST))
    await asyncio.wait([asking], timeout=0)

    asking.cancel()
    await asyncio.wait([asking])
    builder.gate.set()
    for _ in range(5):
        await asyncio.sleep(0)
    del asking, index
    gc.collect()

    assert builder.faults == []
    assert told == []
