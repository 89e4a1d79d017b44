"""The store's contract on PostgreSQL."""

import pytest

from headjudge.testing.contracts.store import StoreContract
from headjudge_sql.store import OpenSqlStore, SqlStore


@pytest.mark.postgres
class TestPostgres(StoreContract):
    @pytest.fixture
    def store_url(self, postgres_url: str) -> str:
        return postgres_url

    async def open_store(self, url: str) -> OpenSqlStore:
        return await SqlStore().open(url)
