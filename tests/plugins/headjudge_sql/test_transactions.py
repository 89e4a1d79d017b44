"""The two kinds of transaction, and the closing of connections."""

import asyncio
import threading
import time
from contextlib import suppress

import pytest
import sqlalchemy as sa

from headjudge import StoreFailed
from headjudge_sql.engine import Database, open_database
from headjudge_sql.migrate import migrate
from headjudge_sql.schema import budgets

# Counts far longer than any test waits.
ENDLESS = sa.text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000) SELECT count(*) FROM n")


async def made(url: str) -> Database:
    """Return a migrated database with a budget of 0."""
    database = open_database(url, 60)
    await database.probe()
    await migrate(database)
    async with database.writing() as connection:
        await connection.execute(sa.insert(budgets).values(period="p", spent=0))
    return database


async def spent(database: Database) -> int:
    """Return what the budget stands at."""
    async with database.reading() as connection:
        return int((await connection.execute(sa.select(budgets.c.spent))).scalar_one())


async def test_a_reader_sees_one_state(url: str) -> None:
    """Two SELECTs of one reading agree, whatever another connection has written between them."""
    database, other = await made(url), open_database(url, 5)
    async with database.reading() as reader:
        before = (await reader.execute(sa.select(budgets.c.spent))).scalar()
        async with other.writing() as writer:
            await writer.execute(sa.update(budgets).values(spent=5))

        after = (await reader.execute(sa.select(budgets.c.spent))).scalar()

    assert (before, after) == (0, 0)
    assert await spent(database) == 5
    await asyncio.gather(database.close(), other.close())


async def test_a_rolled_back_table_is_gone(url: str) -> None:
    """A CREATE TABLE is part of its transaction."""
    database = await made(url)

    with suppress(ZeroDivisionError):
        async with database.writing() as connection:
            await connection.execute(sa.text("CREATE TABLE ghost (a INTEGER)"))
            raise ZeroDivisionError
    async with database.reading() as connection:
        names = await connection.run_sync(lambda sync: sa.inspect(sync).get_table_names())

    assert "ghost" not in names
    assert "budgets" in names
    await database.close()


async def test_no_increment_is_lost(url: str) -> None:
    """A hundred guarded increments on two pools are all booked."""
    database, other = await made(url), open_database(url, 60)

    async def increment(pool: Database) -> None:
        async with pool.writing() as connection:
            await connection.execute(sa.update(budgets).values(spent=budgets.c.spent + 1))

    await asyncio.gather(*(increment(pool) for pool in (database, other) * 50))

    assert await spent(database) == 100
    await asyncio.gather(database.close(), other.close())


async def test_sqlite_writers_read_what_they_write_over(sqlite_url: str) -> None:
    """On SQLite a writer has the database from its first statement on: what it read cannot change before it writes."""
    database, other = await made(sqlite_url), open_database(sqlite_url, 60)

    async def increment(pool: Database) -> None:
        async with pool.writing() as connection:
            now = (await connection.execute(sa.select(budgets.c.spent))).scalar_one()
            await connection.execute(sa.update(budgets).values(spent=now + 1))

    await asyncio.gather(*(increment(pool) for pool in (database, other) * 20))

    assert await spent(database) == 40
    await asyncio.gather(database.close(), other.close())


async def test_sqlite_is_set_up_as_the_design_says(sqlite_url: str) -> None:
    """Write-ahead log, foreign keys, our patience, and a synchronous mode that suits the log."""
    database = open_database(sqlite_url, 5)
    await database.probe()

    async with database.reading() as connection:
        told = [
            (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "foreign_keys", "busy_timeout", "synchronous")
        ]

    assert told == ["wal", 1, 5000, 1]
    await database.close()


async def test_a_cancelled_question_leaves_the_database_usable(url: str) -> None:
    """A statement whose await was cancelled is stopped, and the next one is answered at once."""
    database = await made(url)

    async def ask() -> None:
        async with database.reading() as connection:
            await connection.execute(ENDLESS)

    begun = time.monotonic()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(ask(), 0.3)

    assert await spent(database) == 0
    await database.close()
    assert time.monotonic() - begun < 5


async def test_a_cancelled_writer_leaves_nothing(url: str) -> None:
    """A writer that was cancelled has changed nothing and holds nothing."""
    database = await made(url)

    async def write() -> None:
        async with database.writing() as connection:
            await connection.execute(sa.update(budgets).values(spent=7))
            await connection.execute(ENDLESS)

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(write(), 0.3)
    async with database.writing() as connection:
        await connection.execute(sa.update(budgets).values(spent=budgets.c.spent + 1))

    assert await spent(database) == 1
    await database.close()


async def test_a_read_sees_one_state(sqlite_url: str) -> None:
    """Two SELECTs of one piece of work agree, whatever another connection has written between them."""
    database, other = await made(sqlite_url), sa.create_engine(sqlite_url)

    def look_twice(connection: sa.Connection) -> tuple[int, int]:
        before = connection.execute(sa.select(budgets.c.spent)).scalar_one()
        with other.begin() as writer:
            writer.execute(sa.update(budgets).values(spent=5))
        return before, connection.execute(sa.select(budgets.c.spent)).scalar_one()

    assert await database.read(look_twice) == (0, 0)
    assert await spent(database) == 5
    other.dispose()
    await database.close()


async def test_writes_and_writings_take_turns(url: str) -> None:
    """A process's two ways to write never find the database locked by each other."""
    database = await made(url)
    more = sa.update(budgets).values(spent=budgets.c.spent + 1)

    async def increment(number: int) -> None:
        if number % 2:
            await database.write(lambda connection: connection.execute(more))
            return
        async with database.writing() as connection:
            await connection.execute(more)

    await asyncio.gather(*map(increment, range(60)))

    assert await spent(database) == 60
    await database.close()


async def test_a_cancelled_write_leaves_nothing(url: str) -> None:
    """It has changed nothing, holds nothing, and the next writer goes on at once."""
    database = await made(url)

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.update(budgets).values(spent=7))
        connection.execute(ENDLESS)

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(database.write(write), 0.3)
    await database.write(lambda connection: connection.execute(sa.update(budgets).values(spent=budgets.c.spent + 1)))

    assert await spent(database) == 1
    await database.close()


async def test_closing_ends_every_thread(sqlite_url: str) -> None:
    """Each SQLite connection is a thread; none is left, not even of transactions under way."""
    await asyncio.to_thread(int)  # the event loop's own thread, which probes the file, stays
    before = set(threading.enumerate())
    database = await made(sqlite_url)
    asked = [asyncio.create_task(spent(database)) for _ in range(6)]
    await asyncio.sleep(0)
    ours = set(threading.enumerate()) - before

    await database.close()
    for thread in ours:
        thread.join(5)

    assert await asyncio.gather(*asked) == [0] * 6
    assert ours
    assert not [thread for thread in threading.enumerate() if thread not in before]


async def test_a_closed_database_refuses(sqlite_url: str) -> None:
    """After closing, a question to the database is an error that says so."""
    database = await made(sqlite_url)
    await database.close()

    with pytest.raises(StoreFailed, match="was closed"):
        await spent(database)
