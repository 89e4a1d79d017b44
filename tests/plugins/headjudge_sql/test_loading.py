"""The right to load, and what a sweep takes, as time goes by."""

import datetime
import socket

import attrs
import pytest
import sqlalchemy as sa

from headjudge import Corpus, CorpusAbsent, RefreshRunning, Rule, Shelf
from headjudge_sql.schema import locks
from headjudge_sql.store import OpenSqlStore, SqlStore

RULE = Rule("100.1", "A rule of the test.", "100", "Test")


@attrs.define
class Hand:
    """A clock that is moved by hand."""

    now: datetime.datetime = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)

    def __call__(self) -> datetime.datetime:
        return self.now

    def move(self, **by: float) -> None:
        self.now += datetime.timedelta(**by)


async def in_force(store: OpenSqlStore) -> Corpus:
    """Load one rule and put it in force."""
    edition = await store.corpora.begin(Shelf.RULES, "test", "1")
    await store.corpora.add(edition, [RULE])
    return await store.corpora.switch(await store.corpora.preview("practice", {Shelf.RULES: await store.corpora.finish(edition)}))


async def held_by(store: OpenSqlStore, owner: str, renewed: datetime.datetime) -> None:
    """Write that *owner* has the right to load."""
    async with store._database.writing() as connection:
        await connection.execute(sa.insert(locks).values(name="loading", owner=owner, token="another", taken=renewed, renewed=renewed))


async def test_a_living_holder_is_named(url: str) -> None:
    """Who holds the right, and since when, is told."""
    clock = Hand()
    store = await SqlStore(clock=clock).open(url)
    await held_by(store, "elsewhere:7", clock.now)
    clock.move(seconds=59)

    with pytest.raises(RefreshRunning, match=r"^elsewhere:7 has been loading the corpora since 2026-03-01 12:00 UTC; wait"):
        await store.corpora.loading().__aenter__()
    await store.close()


async def test_a_silent_holder_loses_the_right(url: str) -> None:
    """A holder elsewhere that has not renewed for a minute is taken for dead."""
    clock = Hand()
    store = await SqlStore(clock=clock).open(url)
    await held_by(store, "elsewhere:7", clock.now)
    clock.move(seconds=60)

    async with store.corpora.loading():
        assert (await in_force(store)).name == "practice"
    await store.close()


async def test_a_dead_holder_on_this_host_loses_the_right_at_once(url: str) -> None:
    """The number of a process that does not run tells at once that the holder is dead."""
    clock = Hand()
    store = await SqlStore(clock=clock).open(url)
    await held_by(store, f"{socket.gethostname()}:{2**22 + 1}", clock.now)  # above the highest number that Linux gives

    async with store.corpora.loading():
        assert (await in_force(store)).name == "practice"
    await store.close()


async def test_who_lost_the_right_puts_nothing_in_force(url: str) -> None:
    """A loader that stood still while another took over is refused at the switch."""
    clock = Hand()
    slow, quick = await SqlStore(clock=clock).open(url), await SqlStore(clock=clock).open(url)

    async with slow.corpora.loading():
        clock.move(seconds=61)
        async with quick.corpora.loading():
            with pytest.raises(RefreshRunning, match="went to another process"):
                await in_force(slow)

    with pytest.raises(CorpusAbsent):
        await quick.corpora.current()
    await slow.close()
    await quick.close()


async def test_a_generation_goes_two_hours_after_it_was_superseded(url: str) -> None:
    """Until then a question or a case may hold it; the one in force stays however old it is."""
    clock = Hand()
    store = await SqlStore(clock=clock).open(url)
    old = await in_force(store)
    clock.move(days=9)
    new = await in_force(store)

    clock.move(minutes=119)
    early = await store.corpora.sweep()
    clock.move(minutes=2)
    late = await store.corpora.sweep()

    assert (early, late) == (0, 1)
    assert list(await (await store.corpora.at(new.generation)).rules()) == [RULE]
    with pytest.raises(CorpusAbsent):
        await store.corpora.at(old.generation)
    await store.close()


async def test_a_finished_edition_waits_for_its_switch(url: str) -> None:
    """An edition that no generation has yet is kept for two hours, then swept."""
    clock = Hand()
    store = await SqlStore(clock=clock).open(url)
    edition = await store.corpora.begin(Shelf.RULES, "test", "1")
    await store.corpora.add(edition, [RULE])
    await store.corpora.finish(edition)

    clock.move(minutes=119)
    early = await store.corpora.sweep()
    clock.move(minutes=2)
    late = await store.corpora.sweep()

    assert (early, late) == (0, 1)
    await store.close()


async def test_large_batches_are_written_and_swept_whole(url: str) -> None:
    """Batches larger than a transaction keep their order, and a sweep takes every row."""
    rules = [attrs.evolve(RULE, number=f"{100 + number // 100}.{number % 100}") for number in range(5000)]
    store = await SqlStore().open(url)
    edition = await store.corpora.begin(Shelf.RULES, "test", "1")
    await store.corpora.add(edition, rules)
    corpus = await store.corpora.preview("practice", {Shelf.RULES: await store.corpora.finish(edition)})
    broken = await store.corpora.begin(Shelf.RULES, "test", "2")
    await store.corpora.add(broken, rules)

    assert list(await corpus.rules()) == rules
    assert await store.corpora.sweep() == 5000
    await store.close()
