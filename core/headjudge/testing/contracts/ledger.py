"""What every `Ledger` promises: no more than the cap is granted, and every cost is booked once."""

import asyncio

import pytest

from headjudge import Micros, PeriodSpend
from headjudge.testing.contracts.opening import Opening

__all__ = ["LedgerContract"]


@pytest.mark.asyncio
class LedgerContract(Opening):
    """Every promise of `Ledger`."""

    async def test_no_more_than_the_cap_is_granted(self, store_url: str) -> None:
        """Of reservations made at once as many are granted as fit the cap, to the last micro-dollar."""
        async with self.opened(store_url) as store, self.opened(store_url) as other:
            asked = [ledger.reserve("2026-03-01", Micros(70), Micros(10)) for ledger in (store.ledger, other.ledger) * 10]
            granted = [reservation for reservation in await asyncio.gather(*asked) if reservation]

            assert len(granted) == 7
            assert len({reservation.id for reservation in granted}) == 7
            assert await store.ledger.spent("2026-03-01") == 70

    async def test_periods_have_budgets_of_their_own(self, store_url: str) -> None:
        """What one period spends does not count in the next; a period that nobody spent in is at 0."""
        async with self.opened(store_url) as store:
            await store.ledger.reserve("2026-03-01", Micros(10), Micros(10))

            assert await store.ledger.reserve("2026-03-02", Micros(10), Micros(10)) is not None
            assert await store.ledger.spent("2026-03-03") == 0

    async def test_settling_books_the_cost_once(self, store_url: str) -> None:
        """The cost replaces the reservation; settling or releasing again changes nothing."""
        async with self.opened(store_url) as store:
            reservation = await store.ledger.reserve("p", Micros(100), Micros(60))
            assert reservation is not None

            await store.ledger.settle(reservation, Micros(25))
            await store.ledger.settle(reservation, Micros(99))
            await store.ledger.release(reservation)

            assert await store.ledger.spent("p") == 25

    async def test_a_bill_above_its_reservation_is_booked_in_full(self, store_url: str) -> None:
        """A cost past the reservation, and past the cap, is booked all the same, and nothing more is granted."""
        async with self.opened(store_url) as store:
            reservation = await store.ledger.reserve("p", Micros(100), Micros(60))
            assert reservation is not None

            await store.ledger.settle(reservation, Micros(130))

            assert await store.ledger.spent("p") == 130
            assert await store.ledger.reserve("p", Micros(100), Micros(1)) is None

    async def test_releasing_gives_the_reservation_back(self, store_url: str) -> None:
        """A released reservation counts for nothing, once."""
        async with self.opened(store_url) as store:
            kept = await store.ledger.reserve("p", Micros(100), Micros(10))
            reservation = await store.ledger.reserve("p", Micros(100), Micros(60))
            assert kept is not None
            assert reservation is not None

            await store.ledger.release(reservation)
            await store.ledger.release(reservation)

            assert await store.ledger.spent("p") == 10

    async def test_a_cap_trips_once_a_period(self, store_url: str) -> None:
        """Of all who note that a period's cap was reached one is the first; a cap that was raised trips again."""
        async with self.opened(store_url) as store, self.opened(store_url) as other:
            told = await asyncio.gather(*(ledger.trip("2026-03-01", Micros(50)) for ledger in (store.ledger, other.ledger) * 5))

            assert sorted(told) == [False] * 9 + [True]
            assert await other.ledger.trip("2026-03-02", Micros(50))
            assert [await store.ledger.trip("2026-03-01", Micros(cap)) for cap in (40, 60, 60)] == [False, True, False]

    async def test_periods_tell_what_they_spent(self, store_url: str) -> None:
        """Newest first: what is booked and reserved together, what of it is still reserved, and how many requests were sent."""
        async with self.opened(store_url) as store:
            for period, amount in (("2026-03-01", 10), ("2026-03-02", 60), ("2026-03-02", 30), ("2026-03-02", 5)):
                reservation = await store.ledger.reserve(period, Micros(100), Micros(amount))
                assert reservation is not None
                if amount == 60:
                    await store.ledger.settle(reservation, Micros(25))
                if amount == 5:
                    await store.ledger.release(reservation)

            assert list(await store.ledger.periods(1)) == [PeriodSpend("2026-03-02", Micros(55), Micros(30), 2)]
            assert [period.period for period in await store.ledger.periods(5)] == ["2026-03-02", "2026-03-01"]
