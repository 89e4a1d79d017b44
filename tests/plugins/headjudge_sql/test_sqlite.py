"""The store's contract on SQLite."""

import pytest

from headjudge.testing.contracts.store import StoreContract
from headjudge_sql.store import OpenSqlStore, SqlStore


class TestSqlite(StoreContract):
    @pytest.fixture
    def store_url(self, sqlite_url: str) -> str:
        return sqlite_url

    async def open_store(self, url: str) -> OpenSqlStore:
        return await SqlStore().open(url)
