"""Looking into a database, one SELECT at a time."""

import asyncio
import sqlite3
import threading

import pytest
import sqlalchemy as sa

from headjudge_sql.glass import SqliteGlass


@pytest.fixture
async def glass(tmp_path):
    """A glass on a file with one row; closed at the end."""
    path = tmp_path / "kites.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE kites (name TEXT)")
        connection.execute("INSERT INTO kites VALUES ('red')")
    connection.close()
    opened = SqliteGlass.of(path, 1.0)
    yield opened
    await opened.close()


async def test_rows_are_seen(glass):
    """As the SELECT asks for them."""
    assert [row.name for row in await glass.look(sa.select(sa.column("name")).select_from(sa.table("kites")))] == ["red"]


async def test_many_may_look_at_once(glass):
    """They take turns in one thread."""
    found = await asyncio.gather(*(glass.look(sa.select(sa.literal(number))) for number in range(20)))

    assert [rows[0][0] for rows in found] == list(range(20))


async def test_nothing_can_be_written(glass):
    """A glass is for looking."""
    with pytest.raises(sa.exc.OperationalError, match="readonly"):
        await glass.look(sa.text("INSERT INTO kites VALUES ('blue') RETURNING name"))


async def test_what_went_wrong_is_over(glass):
    """The next look is as good as the first, and sees what was written meanwhile."""
    with pytest.raises(sa.exc.OperationalError):
        await glass.look(sa.text("SELECT name FROM dragons"))
    with pytest.raises(ZeroDivisionError):
        await glass.read(lambda connection: connection.execute(sa.text("SELECT name FROM kites")).rowcount / 0)

    assert [row.name for row in await glass.look(sa.text("SELECT name FROM kites"))] == ["red"]


async def test_each_look_sees_what_is_there_now(glass, tmp_path):
    """Neither a look nor a read holds on to the state that it saw."""
    await glass.look(sa.text("SELECT name FROM kites"))
    await glass.read(lambda connection: connection.execute(sa.text("SELECT name FROM kites")).all())

    with sqlite3.connect(tmp_path / "kites.sqlite3") as connection:
        connection.execute("INSERT INTO kites VALUES ('blue')")
    connection.close()

    assert len(await glass.look(sa.text("SELECT name FROM kites"))) == 2


async def test_closing_ends_the_thread(tmp_path):
    """One left behind would keep the process from ending; closing again does no harm."""
    glass = SqliteGlass.of(tmp_path / "kites.sqlite3", 1.0)
    await glass.look(sa.select(sa.literal(1)))

    await glass.close()
    await glass.close()

    assert not [thread for thread in threading.enumerate() if thread.name.startswith("headjudge-sql")]
