"""The store in memory keeps what every store promises."""

import pytest

from headjudge.testing import MemoryStore, OpenMemoryStore
from headjudge.testing.contracts.store import StoreContract


class TestMemoryStore(StoreContract):
    @pytest.fixture(autouse=True)
    def _one_store(self) -> None:
        self.store = MemoryStore()

    @pytest.fixture
    def store_url(self) -> str:
        return "memory:test"

    async def open_store(self, url: str) -> OpenMemoryStore:
        return await self.store.open(url)
