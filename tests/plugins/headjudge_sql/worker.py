"""A process of its own for the tests of races: ``python worker.py TASK URL …``."""

import asyncio
import sys
from itertools import count

from headjudge import Card, Face, Micros, Shelf, Space
from headjudge_sql.store import SqlStore

SPACE = Space("lantern", 384)


async def reserve(url: str, times: str) -> None:
    """Reserve 1 micro-dollar of 100 as often as *times* and print how often it was granted."""
    store = await SqlStore(patience=60).open(url)
    granted = [await store.ledger.reserve("race", Micros(100), Micros(1)) for _ in range(int(times))]
    await store.close()
    print(sum(reservation is not None for reservation in granted))


async def load(url: str) -> None:
    """Load cards until killed, and print ``loading`` once some are written."""
    store = await SqlStore(patience=60).open(url)
    async with store.corpora.loading():
        edition = await store.corpora.begin(Shelf.CARDS, "worker", "2")
        for number in count():
            await store.corpora.add(edition, [Card(f"{number}", f"Card {number}", (Face(f"Card {number}", "", "", ""),), "normal")])
            if number == 20:
                print("loading", flush=True)


async def fill(url: str) -> None:
    """Load cards of the usual size in large batches until killed, and print ``loading`` once some are written."""
    store = await SqlStore(patience=60).open(url)
    edition = await store.corpora.begin(Shelf.CARDS, "worker", "2")
    for start in count(step=1000):
        names = [f"Card {number}" for number in range(start, start + 1000)]
        faces = [Face(name, "{2}{R}", "Creature — Test", "Some words of a rule. " * 12, "2", "2") for name in names]
        await store.corpora.add(edition, [Card(face.name, face.name, (face,), "normal") for face in faces])
        if start == 0:
            print("loading", flush=True)


async def embed(url: str, texts: str) -> None:
    """Keep a vector for each of so many texts, 64 at a time, print ``embedding`` after the first, adopt their space, and print how many are there."""
    store = await SqlStore(patience=60).open(url)
    keys = [f"{number:016x}" for number in range(int(texts))]
    for start in range(0, len(keys), 64):
        await store.vectors.add(SPACE, dict.fromkeys(keys[start : start + 64], bytes(1536)))
        if start == 0:
            print("embedding", flush=True)
    await store.vectors.adopt(SPACE)
    print(len(await store.vectors.get(SPACE, keys)))
    await store.close()


async def ping(url: str) -> None:
    """Open the database, which makes it, and print its answer."""
    store = await SqlStore(patience=60).open(url)
    await store.ping()
    await store.close()
    print("alembic" in sys.modules)


if __name__ == "__main__":
    asyncio.run({"reserve": reserve, "load": load, "fill": fill, "embed": embed, "ping": ping}[sys.argv[1]](*sys.argv[2:]))
