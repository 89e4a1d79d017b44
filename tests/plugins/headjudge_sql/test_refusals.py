"""What is said when a database cannot be used: one sentence that names it and the cure."""

import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest
import sqlalchemy as sa

from headjudge import Micros, SchemaAhead, SchemaBehind, StoreFailed, StoreLocked
from headjudge_sql import versions
from headjudge_sql.engine import open_database
from headjudge_sql.schema import budgets
from headjudge_sql.store import SqlStore

NOBODY = 65534
needs_driver = pytest.mark.skipif(find_spec("asyncpg") is None, reason="asyncpg is not installed: pip install 'headjudge[postgres]'")


@contextmanager
def unprivileged() -> Iterator[None]:
    """Be nobody inside the block where we are root, whom no permission stops."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        if not os.access(versions.MIGRATIONS / "versions", os.R_OK, effective_ids=True):
            pytest.skip("the package lies where only root may read")
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may enter."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name)
        path.chmod(0o755)
        yield path
        path.chmod(0o755)


async def made(url: str) -> None:
    """Make the database at *url*."""
    store = await SqlStore().open(url)
    await store.close()


async def refusal(url: str) -> str:
    """Return what opening *url* is refused with."""
    with pytest.raises(StoreFailed) as refused:
        await SqlStore(patience=0.1).open(url)
    return str(refused.value)


async def test_a_locked_database_is_named(sqlite_url: str) -> None:
    """When another keeps the database locked for longer than we wait, that is an error of its own."""
    await made(sqlite_url)
    store = await SqlStore(patience=0.1).open(sqlite_url)
    path = sqlite_url.removeprefix("sqlite:///")
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")

    with pytest.raises(StoreLocked, match=rf"^the database {path} is locked by another process"):
        await store.ledger.reserve("p", Micros(1), Micros(1))

    holder.close()
    assert await store.ledger.reserve("p", Micros(1), Micros(1)) is not None
    await store.close()


@pytest.mark.postgres
async def test_a_locked_row_is_named(postgres_url: str) -> None:
    """On PostgreSQL it is the row that is locked."""
    store = await SqlStore(patience=0.1).open(postgres_url)
    await store.ledger.reserve("p", Micros(2), Micros(1))
    other = open_database(postgres_url, 5)

    async with other.writing() as connection:
        await connection.execute(sa.update(budgets).values(spent=0))
        with pytest.raises(StoreLocked, match="is locked by another process"):
            await store.ledger.reserve("p", Micros(2), Micros(1))

    await store.close()
    await other.close()


async def test_a_read_only_file_can_be_read(folder: Path) -> None:
    """Look-ups work on a file that may not be written; a write is refused, and the sentence says what to do."""
    url = f"sqlite:///{folder / 'judge.sqlite3'}"
    await made(url)
    folder.chmod(0o777)
    (folder / "judge.sqlite3").chmod(0o444)

    with unprivileged():
        store = await SqlStore().open(url)
        assert await store.calls.call(1) is None
        with pytest.raises(StoreFailed, match=r"judge\.sqlite3 cannot be written; give this user the right"):
            await store.ledger.reserve("p", Micros(1), Micros(1))
        await store.close()


async def test_a_read_only_folder_is_named(folder: Path) -> None:
    """A database in write-ahead mode needs its folder; where that may not be written the sentence says so."""
    await made(f"sqlite:///{folder / 'judge.sqlite3'}")
    folder.chmod(0o555)

    with unprivileged():
        told = await refusal(f"sqlite:///{folder / 'judge.sqlite3'}")

    assert told.startswith(f"the database {folder / 'judge.sqlite3'} cannot be")
    assert "folder" in told


async def test_a_folder_that_cannot_be_made_is_named(folder: Path) -> None:
    """The folder is named, and the variables that choose it."""
    with unprivileged():
        told = await refusal(f"sqlite:///{folder / 'a' / 'judge.sqlite3'}")

    cure = "set JUDGE_DATA_DIR or JUDGE_DATABASE_URL to a place that can be written"
    assert told == f"the folder {folder / 'a'} of the database cannot be made (Permission denied); {cure}"


async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    """A file of something else is refused and not touched."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear judge, " * 100)

    assert await refusal(f"sqlite:///{path}") == f"the database {path} is no database; name another file in JUDGE_DATABASE_URL, or move this one away"
    assert path.read_text() == "Dear judge, " * 100


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    """A folder in place of the file is refused."""
    assert "cannot be opened" in await refusal(f"sqlite:///{tmp_path}")


async def test_a_full_disk_is_named(sqlite_url: str) -> None:
    """When nothing more fits, the sentence says so, and nothing was written."""
    await made(sqlite_url)
    database = open_database(sqlite_url, 5)

    async def write() -> None:
        async with database.writing() as connection:
            await connection.exec_driver_sql("PRAGMA max_page_count = 1")  # SQLite takes the pages that there are
            await connection.execute(sa.insert(budgets).values(period="x" * 1_000_000, spent=0))

    with pytest.raises(StoreFailed, match="has no room left"):
        await write()

    await database.close()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "sqlite:///x.sqlite3?mode=ro"])
async def test_a_database_that_is_no_file_is_refused(url: str) -> None:
    """A database in memory would be another for each connection; options of SQLite's are not ours to pass on."""
    assert (await refusal(url)).startswith("JUDGE_DATABASE_URL names no SQLite file")


@pytest.mark.parametrize("url", ["postgresql://judge:secret@host:port/x", "sqlite", "", "postgresql://judge:secret@[::1/x"])
async def test_a_url_that_cannot_be_read_is_refused(url: str) -> None:
    """The sentence shows how a URL is written, and not the one that was given: it may hold a password."""
    told = await refusal(url)

    assert told.startswith("JUDGE_DATABASE_URL cannot be read; write sqlite:///")
    assert "secret" not in told


@needs_driver
async def test_a_server_out_of_reach_is_named() -> None:
    """Host, port and database are named, the password is not."""
    told = await refusal("postgresql://judge:secret@127.0.0.1:1/judge")

    assert (
        told
        == "the database judge at 127.0.0.1:1 is out of reach (ConnectionRefusedError); see that the server runs and that JUDGE_DATABASE_URL names it"
    )


async def test_an_unknown_option_is_refused() -> None:
    """An option that the driver has not is named, without its value."""
    told = await refusal("postgresql://judge@127.0.0.1:1/judge?channel=secret")

    assert told == "JUDGE_DATABASE_URL has the option 'channel', which is not known here; leave it out (sslmode, ssl, host are known)"


@needs_driver
async def test_ssl_is_asked_for_as_everywhere() -> None:
    """The option sslmode, as other programs have it, reaches the driver."""
    assert "127.0.0.1:1 is out of reach" in await refusal("postgresql://judge@127.0.0.1:1/judge?sslmode=require")


@pytest.mark.postgres
async def test_a_wrong_password_is_named(postgres_url: str) -> None:
    """The sentence names the database and the variable, and not the password."""
    told = await refusal(sa.make_url(postgres_url).set(password="mistyped").render_as_string(hide_password=False))

    assert "refused the user or the password; check JUDGE_DATABASE_URL" in told
    assert "mistyped" not in told


@pytest.mark.postgres
async def test_a_missing_database_is_named(postgres_url: str) -> None:
    """A database that the server does not have is named with the way to make it."""
    told = await refusal(sa.make_url(postgres_url).set(database="nowhere").render_as_string(hide_password=False))

    assert told.startswith("the database nowhere at 127.0.0.1:")
    assert "does not exist; create it (createdb)" in told


async def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without asyncpg the sentence names the extra that brings it."""
    monkeypatch.setitem(sys.modules, "asyncpg", None)

    assert (
        await refusal("postgresql://judge@127.0.0.1:1/judge")
        == "PostgreSQL needs the package asyncpg, which is not installed; pip install 'headjudge[postgres]'"
    )


async def test_a_schema_of_a_newer_release_is_refused(url: str) -> None:
    """What a newer release made is not touched."""
    await made(url)
    database = open_database(url, 5)
    async with database.writing() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    await database.close()

    with pytest.raises(SchemaAhead, match="has schema 9999, newer than"):
        await SqlStore().open(url)


async def test_an_older_schema_is_refused_where_migrating_is_off(url: str) -> None:
    """With JUDGE_AUTO_MIGRATE=false a database without our schema is refused and stays as it is."""
    with pytest.raises(SchemaBehind, match=r"has no schema yet.*JUDGE_AUTO_MIGRATE=true"):
        await SqlStore(auto_migrate=False).open(url)
    with pytest.raises(SchemaBehind):
        await SqlStore(auto_migrate=False).open(url)
