"""What every `Corpora` promises: loads that nobody sees, switches, sweeps, and one loader at a time."""

import datetime
from contextlib import suppress

import pytest

from headjudge import CorpusAbsent, Edition, RefreshRunning, Release, Shelf, StoreFailed
from headjudge.testing.contracts.opening import FOX, NOON, PAIR, RULES, Opening, in_force, loaded

__all__ = ["CorporaContract"]


@pytest.mark.asyncio
class CorporaContract(Opening):
    """Every promise of `Corpora`."""

    async def test_an_empty_database_has_no_corpus(self, store_url: str) -> None:
        """Before the first load, asking for the corpus in force is an error of its own."""
        async with self.opened(store_url) as store:
            with pytest.raises(CorpusAbsent):
                await store.corpora.current()

    async def test_a_generation_that_never_was_is_absent(self, store_url: str) -> None:
        """A generation that was never in force cannot be had."""
        async with self.opened(store_url) as store:
            await in_force(store, {Shelf.RULES: RULES})

            with pytest.raises(CorpusAbsent):
                await store.corpora.at(4711)

    async def test_an_edition_tells_where_it_came_from(self, store_url: str) -> None:
        """A finished edition names its shelf, source and version, and counts its rows; the release is no row."""
        async with self.opened(store_url) as store:
            edition = await loaded(store, Shelf.RULES, (Release(datetime.date(2026, 3, 1)), *RULES))

            assert (edition.shelf, edition.source, edition.version, edition.rows) == (Shelf.RULES, "rules of the contract", "1", 3)

    async def test_a_preview_reads_but_is_notin_force(self, store_url: str) -> None:
        """A preview shows the coming corpus, and the one in force stays until the switch."""
        async with self.opened(store_url) as store:
            before = await in_force(store, {Shelf.RULES: RULES[:1]})
            coming = await store.corpora.preview("practice", {Shelf.RULES: await loaded(store, Shelf.RULES, RULES)})

            assert tuple(await coming.rules()) == RULES
            assert (await store.corpora.current()).generation == before.generation

    async def test_only_finished_editions_can_be_previewed(self, store_url: str) -> None:
        """An edition that nobody finished, or of another shelf, makes no corpus."""
        async with self.opened(store_url) as store:
            finished = await loaded(store, Shelf.RULES, RULES)
            open_edition = Edition(await store.corpora.begin(Shelf.RULES, "x", "1"), Shelf.RULES, "x", "1", 0, NOON)

            with pytest.raises(StoreFailed):
                await store.corpora.preview("practice", {Shelf.RULES: open_edition})
            with pytest.raises(StoreFailed):
                await store.corpora.preview("practice", {Shelf.CARDS: finished})

    async def test_a_finished_edition_takes_no_more_rows(self, store_url: str) -> None:
        """What can be in force never changes."""
        async with self.opened(store_url) as store:
            edition = await loaded(store, Shelf.RULES, RULES)

            with pytest.raises(StoreFailed):
                await store.corpora.add(edition.id, RULES)

    async def test_a_switch_puts_a_new_generationin_force(self, store_url: str) -> None:
        """After the switch every opening of the database gets the new corpus, by name, number and editions."""
        async with self.opened(store_url) as store, self.opened(store_url) as other:
            first = await in_force(store, {Shelf.RULES: RULES[:1]}, "practice")
            second = await in_force(store, {Shelf.RULES: RULES, Shelf.CARDS: (FOX, PAIR)}, "magic")
            current = await other.corpora.current()

            assert first.generation != second.generation
            assert (current.generation, current.name) == (second.generation, "magic")
            assert current.editions == second.editions
            assert tuple(await current.rules()) == RULES

    async def test_who_holds_a_generation_reads_it_to_the_end(self, store_url: str) -> None:
        """A switch and a sweep leave the generation before readable: a question may still hold it."""
        async with self.opened(store_url) as store:
            held = await in_force(store, {Shelf.CARDS: (FOX,)})
            await in_force(store, {Shelf.CARDS: (FOX, PAIR)})
            await store.corpora.sweep()

            assert [card async for card in held.every_card()] == [FOX]
            assert await (await store.corpora.at(held.generation)).card(FOX.oracle_id) == FOX

    async def test_generations_share_what_did_not_change(self, store_url: str) -> None:
        """A new edition of one shelf goes with the old one of another."""
        async with self.opened(store_url) as store:
            before = await in_force(store, {Shelf.RULES: RULES[:1], Shelf.CARDS: (FOX, PAIR)})
            rules = await loaded(store, Shelf.RULES, RULES)
            after = await store.corpora.switch(await store.corpora.preview("practice", {**before.editions, Shelf.RULES: rules}))

            assert await after.card(FOX.oracle_id) == FOX
            assert tuple(await after.rules()) == RULES
            assert tuple(await before.rules()) == RULES[:1]

    async def test_a_sweep_takes_what_was_never_finished(self, store_url: str) -> None:
        """A broken load leaves rows that the next sweep takes; what is in force stays."""
        async with self.opened(store_url) as store:
            corpus = await in_force(store, {Shelf.RULES: RULES})
            broken = await store.corpora.begin(Shelf.RULES, "x", "2")
            await store.corpora.add(broken, RULES)

            assert await store.corpora.sweep() == 3
            assert tuple(await (await store.corpora.at(corpus.generation)).rules()) == RULES
            with pytest.raises(StoreFailed):
                await store.corpora.finish(broken)

    async def test_a_sweep_spares_the_loader_at_work(self, store_url: str) -> None:
        """What a living loader has begun is not swept."""
        async with self.opened(store_url) as store, self.opened(store_url) as other, store.corpora.loading():
            edition = await store.corpora.begin(Shelf.RULES, "x", "1")
            await store.corpora.add(edition, RULES)

            assert await other.corpora.sweep() == 0
            assert (await store.corpora.finish(edition)).rows == 3

    async def test_one_loads_at_a_time(self, store_url: str) -> None:
        """The right to load is held by one, and is free again after the block, however that ended."""
        async with self.opened(store_url) as store, self.opened(store_url) as other:
            with suppress(ZeroDivisionError):
                async with store.corpora.loading():
                    with pytest.raises(RefreshRunning):
                        await other.corpora.loading().__aenter__()
                    raise ZeroDivisionError

            async with other.corpora.loading():
                pass
