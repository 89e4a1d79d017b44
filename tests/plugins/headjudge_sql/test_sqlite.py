"""The store's contract on SQLite."""

import asyncio
import sqlite3

import pytest

from headjudge import StoreLocked
from headjudge.testing.contracts.store import StoreContract
from headjudge_sql.store import OpenSqlStore, SqlStore


class TestSqlite(StoreContract):
    @pytest.fixture
    def store_url(self, sqlite_url: str) -> str:
        return sqlite_url

    async def open_store(self, url: str) -> OpenSqlStore:
        return await SqlStore().open(url)


async def test_a_new_file_is_waited_for(sqlite_url: str) -> None:
    """Another that is about to write a new file is waited for: SQLite itself would refuse the write-ahead log at once."""
    holder = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    asyncio.get_running_loop().call_later(0.3, holder.close)

    store = await SqlStore(patience=30).open(sqlite_url)

    await store.close()


async def test_a_file_that_stays_locked_is_given_up(sqlite_url: str) -> None:
    """A new file in another's hands is waited for as long as we are patient, and named."""
    holder = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")

    with pytest.raises(StoreLocked, match="is locked by another process"):
        await SqlStore(patience=0.1).open(sqlite_url)

    holder.close()
