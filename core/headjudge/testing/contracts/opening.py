"""What the contracts of a store have in common: how it is opened, and what is loaded into it."""

import datetime
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Final

import pytest

from headjudge import Card, Corpus, Edition, Face, OpenStore, RowOf, Rule, Shelf

__all__ = ["FOX", "NOON", "PAIR", "RULES", "Opening", "in_force", "loaded"]

NOON: Final = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)
RULES: Final = (
    Rule("101.1", "A turn begins with a draw.", "101", "Turns"),
    Rule("101.1a", "The first player draws nothing.", "101", "Turns", ("Ann goes first. She draws nothing.", "Ben draws.")),
    Rule("200.1", "A tile is a part.", "200", "Tiles"),
)
FOX: Final = Card(
    "11111111-fox",
    "Ember, the Fox",
    (Face("Ember, the Fox", "{1}", "Fox", "Swift.", "2", "1"),),
    "normal",
    ("Swift",),
    ("Glut",),
    "https://example.org/fox",
)
PAIR: Final = Card("22222222-pair", "Dawn // Dusk", (Face("Dawn", "{W}", "Hour", "Light."), Face("Dusk", "{B}", "Hour", "Dark.")), "split")


async def loaded(store: OpenStore, shelf: Shelf, rows: Sequence[RowOf]) -> Edition:
    """Load *rows* as a finished edition of *shelf*."""
    edition = await store.corpora.begin(shelf, f"{shelf.value} of the contract", "1")
    for row in rows:  # a batch each: batches keep their order
        await store.corpora.add(edition, [row])
    return await store.corpora.finish(edition)


async def in_force(store: OpenStore, shelves: Mapping[Shelf, Sequence[RowOf]], name: str = "practice") -> Corpus:
    """Load *shelves* and put them in force."""
    editions = {shelf: await loaded(store, shelf, rows) for shelf, rows in shelves.items()}
    return await store.corpora.switch(await store.corpora.preview(name, editions))


class Opening:
    """Opens the store under test. A subclass gives `store_url` and `open_store`."""

    @pytest.fixture
    def store_url(self) -> str:
        """The URL of a database that is empty, or does not exist yet: a new one for each test."""
        raise NotImplementedError

    async def open_store(self, url: str) -> OpenStore:
        """Open the store under test at *url*."""
        raise NotImplementedError

    @asynccontextmanager
    async def opened(self, url: str) -> AsyncIterator[OpenStore]:
        """Open the store at *url* and close it after the block."""
        store = await self.open_store(url)
        try:
            yield store
        finally:
            await store.close()
