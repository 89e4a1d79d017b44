"""What every `Store` promises: inherit `StoreContract`, say how to open the store, and its tests run on it."""

import pytest

from headjudge.testing.contracts.calls import CallsContract, saved
from headjudge.testing.contracts.cases import CasesContract
from headjudge.testing.contracts.corpora import CorporaContract
from headjudge.testing.contracts.corpus import CorpusContract
from headjudge.testing.contracts.ledger import LedgerContract
from headjudge.testing.contracts.vectors import VectorsContract

__all__ = ["StoreContract"]


@pytest.mark.asyncio
class StoreContract(CorporaContract, CorpusContract, CallsContract, CasesContract, LedgerContract, VectorsContract):
    """Every promise of `Store` and of what it opens. A subclass gives `store_url` and `open_store`."""

    async def test_what_is_stored_outlives_closing(self, store_url: str) -> None:
        """What one opening writes, the next reads."""
        async with self.opened(store_url) as store:
            number = await saved(store)

        async with self.opened(store_url) as store:
            call = await store.calls.call(number)

        assert call is not None
        assert call.answer.text == "Not the first player."

    async def test_an_open_database_answers_a_ping(self, store_url: str) -> None:
        """A ping returns once the database has answered."""
        async with self.opened(store_url) as store:
            await store.ping()
