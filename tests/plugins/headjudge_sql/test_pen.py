"""Writing into a SQLite file, one whole transaction at a time."""

import asyncio
import gc
import sqlite3
import threading
import time

import pytest
import sqlalchemy as sa

from headjudge_sql.pen import SqlitePen

KITES = sa.table("kites", sa.column("name"))
# Counts far longer than any test waits.
ENDLESS = sa.text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000) SELECT count(*) FROM n")


def set_up(connection, _):
    """Leave the beginning of transactions to the pen."""
    connection.isolation_level = None


@pytest.fixture
def path(tmp_path):
    """A file with an empty table."""
    made = tmp_path / "kites.sqlite3"
    with sqlite3.connect(made) as connection:
        connection.execute("CREATE TABLE kites (name TEXT)")
    connection.close()
    return made


@pytest.fixture
async def pen(path):
    """A pen for the file; closed at the end."""
    opened = SqlitePen.of(path, 0.1, set_up)
    yield opened
    await opened.close()


def names(path):
    """What stands in the file."""
    with sqlite3.connect(path) as connection:
        found = [name for (name,) in connection.execute("SELECT name FROM kites")]
    connection.close()
    return found


def add(name):
    """Work that adds *name* and gives how many rows that made."""
    return lambda connection: connection.execute(sa.insert(KITES).values(name=name)).rowcount


async def test_what_is_written_is_kept(pen, path):
    """And what the work gives comes back."""
    assert await pen.write(add("red")) == 1
    assert names(path) == ["red"]


async def test_work_that_raises_leaves_nothing(pen, path):
    """All of a transaction or none of it."""

    def work(connection):
        add("red")(connection)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await pen.write(work)

    assert names(path) == []


async def test_the_file_is_locked_from_the_beginning(pen, path):
    """What the work reads cannot change before it writes: even work that only reads keeps other writers out."""
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")

    with pytest.raises(sa.exc.OperationalError, match="locked"):
        await pen.write(lambda connection: connection.execute(sa.select(KITES)).all())

    holder.close()


async def test_a_statement_that_nobody_awaits_is_stopped(pen, path):
    """And what was written before it is undone."""

    def work(connection):
        add("red")(connection)
        connection.execute(ENDLESS)

    begun = time.monotonic()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(pen.write(work), 0.2)

    assert time.monotonic() - begun < 5
    assert await pen.write(add("blue")) == 1
    assert names(path) == ["blue"]


async def test_work_that_ends_after_it_was_cancelled_is_undone(pen, path):
    """Between two statements there is nothing to stop, so it is not kept."""
    begun, cancelled = threading.Event(), threading.Event()

    def work(connection):
        add("red")(connection)
        begun.set()
        cancelled.wait(5)

    writing = asyncio.create_task(pen.write(work))
    await asyncio.to_thread(begun.wait, 5)
    writing.cancel()
    asyncio.get_running_loop().call_later(0.01, cancelled.set)

    with pytest.raises(asyncio.CancelledError):
        await writing
    assert names(path) == []


async def test_a_second_cancellation_waits_for_the_end_too(pen, path):
    """The next writer would find the database locked."""

    def work(connection):
        add("red")(connection)
        begun.set()
        cancelled.wait(5)

    begun, cancelled = threading.Event(), threading.Event()
    writing = asyncio.create_task(pen.write(work))
    await asyncio.to_thread(begun.wait, 5)
    writing.cancel()
    asyncio.get_running_loop().call_soon(writing.cancel)
    asyncio.get_running_loop().call_later(0.01, cancelled.set)

    with pytest.raises(asyncio.CancelledError):
        await writing
    assert cancelled.is_set()
    assert names(path) == []


async def test_a_withdrawn_write_says_nothing(pen):
    """Its awaiter has heard of the cancellation; a second report would be for nobody."""
    told = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context["message"]))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(pen.write(lambda connection: connection.execute(ENDLESS)), 0.1)
    gc.collect()

    assert told == []


async def test_closing_ends_the_thread(path):
    """One left behind would keep the process from ending; closing again does no harm."""
    pen = SqlitePen.of(path, 0.1, set_up)
    await pen.write(add("red"))

    await pen.close()
    await pen.close()

    assert not [thread for thread in threading.enumerate() if thread.name.startswith("headjudge-sql-pen")]
