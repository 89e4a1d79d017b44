"""Several processes on one database."""

import asyncio
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from headjudge import Card, Face, Kind, Passage, Record, Reference, Shelf, Space
from headjudge.testing.contracts.calls import ANSWER, QUESTION, RECORD
from headjudge.testing.contracts.opening import NOON
from headjudge_sql.store import SqlStore

WORKER = Path(__file__).with_name("worker.py")


def start(*arguments: str) -> "subprocess.Popen[str]":
    """Start a worker."""
    return subprocess.Popen([sys.executable, WORKER, *arguments], stdout=subprocess.PIPE, text=True)


def printed(worker: "subprocess.Popen[str]") -> str:
    """Return what *worker* printed last, once it has ended."""
    out, _ = worker.communicate(timeout=120)
    assert worker.returncode == 0
    return out.split()[-1]


@pytest.fixture
def loader(url: str) -> "Iterator[subprocess.Popen[str]]":
    """A process that has begun to load and goes on."""
    worker = start("load", url)
    assert worker.stdout is not None
    while worker.stdout.readline() not in ("loading\n", ""):
        pass
    yield worker
    worker.kill()
    worker.communicate()


async def test_racing_processes_are_granted_exactly_the_cap(url: str) -> None:
    """Three processes that reserve 60 times each are granted 100 of 100 micro-dollars between them."""
    store = await SqlStore().open(url)

    granted = [int(printed(worker)) for worker in [start("reserve", url, "60") for _ in range(3)]]

    assert sum(granted) == 100
    assert await store.ledger.spent("race") == 100
    await store.close()


def test_processes_that_start_at_once_make_one_schema(url: str) -> None:
    """Of three processes that open a new database at once, none fails."""
    answers = [printed(worker) for worker in [start("ping", url) for _ in range(3)]]

    assert len(answers) == 3


def test_an_up_to_date_database_is_opened_without_alembic(url: str) -> None:
    """The first opening migrates; the next does not even import Alembic."""
    first, second = printed(start("ping", url)), printed(start("ping", url))

    assert (first, second) == ("True", "False")


async def test_a_killed_loader_leaves_the_old_generation(url: str, loader: "subprocess.Popen[str]") -> None:
    """What was in force before stays readable beside a loader, and after it was killed."""
    store = await SqlStore().open(url)
    edition = await store.corpora.begin(Shelf.CARDS, "test", "1")
    await store.corpora.add(edition, [Card("old", "Old", (Face("Old", "", "", ""),), "normal")])
    await store.corpora.switch(await store.corpora.preview("practice", {Shelf.CARDS: await store.corpora.finish(edition)}))

    loader.kill()
    loader.wait()
    corpus = await store.corpora.current()

    assert [card.name async for card in corpus.every_card()] == ["Old"]
    await store.close()


async def test_a_killed_loader_gives_up_its_right_at_once(url: str, loader: "subprocess.Popen[str]") -> None:
    """The next loader on the same host need not wait, and a sweep takes what was half loaded."""
    store = await SqlStore().open(url)

    loader.kill()
    loader.wait()
    async with store.corpora.loading():
        swept = await store.corpora.sweep()

    assert swept >= 40  # at least twenty cards, a name each
    await store.close()


async def test_processes_that_embed_at_once_keep_each_vector_once(url: str) -> None:
    """Of two that keep the same thousand vectors none fails, and their space is in use."""
    there = [int(printed(worker)) for worker in [start("embed", url, "1000") for _ in range(2)]]
    store = await SqlStore().open(url)

    assert there == [1000, 1000]
    assert await store.vectors.held() == Space("lantern", 384)
    await store.close()


@pytest.mark.slow
async def test_a_killed_embedder_leaves_whole_batches(url: str) -> None:
    """What it kept is there, its space is not in use, and the next process need embed only the rest."""
    worker = start("embed", url, "1000000")
    assert worker.stdout is not None
    while worker.stdout.readline() not in ("embedding\n", ""):
        pass
    worker.kill()
    worker.communicate()
    store = await SqlStore().open(url)
    kept = await store.vectors.get(Space("lantern", 384), [f"{number:016x}" for number in range(64 * 200)])

    assert len(kept) % 64 == 0
    assert len(kept) >= 64
    assert await store.vectors.held() is None
    await store.close()


async def test_calls_that_show_the_same_rules_are_stored_at_once(url: str) -> None:
    """Each keeps the texts in another order; none waits for another for ever."""
    chance, texts = random.Random(4), [f"Rule {number} says so." for number in range(40)]
    stores = [await SqlStore(patience=20).open(url) for _ in range(2)]

    def shuffled() -> Record:
        passages = tuple(Passage(Reference(Kind.RULE, text), text, text) for text in chance.sample(texts, 30))
        return attrs.evolve(RECORD, material=passages, shown=(30,))

    numbers = await asyncio.gather(*(store.calls.save(QUESTION, ANSWER, shuffled(), NOON) for store in stores * 30))
    kept = await stores[0].calls.recent(100)
    for store in stores:
        await store.close()

    assert len(set(numbers)) == len(kept) == 60
