"""An open database: its connections, and the two kinds of transaction that statements run in."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs
import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from headjudge import StoreFailed
from headjudge_sql.failures import explain, explained
from headjudge_sql.glass import Glass, ServerGlass, SqliteGlass
from headjudge_sql.pen import Pen, ServerPen, SqlitePen

__all__ = ["Database", "open_database"]

T = TypeVar("T")

CONNECTIONS: Final = 8
"""Of one process. Each SQLite connection is a thread; the legs of two questions ask at once."""
OPTIONS: Final = {"sslmode": "ssl", "ssl": "ssl", "host": "host"}
"""Of a PostgreSQL URL, and what asyncpg calls them; `host` is the folder of a socket."""
CONNECTING: Final = 10
"""Seconds that a PostgreSQL server has to answer."""
POLLED: Final = 0.01
"""Seconds between two tries for the write-ahead log of a SQLite file."""


def _nothing() -> None:
    """A server is found out of reach by the first connection as well as by any."""


@attrs.define(eq=False)
class Database:
    """A database and the transactions on it."""

    engine: AsyncEngine
    name: str
    """How messages name it; never a password."""
    _readers: AsyncEngine
    _writers: AsyncEngine
    _glass: Glass
    _pen: Pen
    # SQLite's own waiting is unfair: within a process writers queue up here. PostgreSQL locks rows, not the database.
    _turn: asyncio.Lock | None
    _probe: Callable[[], None] = _nothing
    _running: int = 0
    _idle: asyncio.Event = attrs.Factory(asyncio.Event)
    _closed: bool = False

    async def probe(self) -> None:
        """Find out whether the database can be opened at all.

        Raises:
            StoreFailed: it cannot.
        """
        with explained(self.name):
            await asyncio.to_thread(self._probe)

    @property
    def one_writer(self) -> bool:
        """Whether a writer keeps all others waiting."""
        return self._turn is not None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection on which all SELECTs see one state.

        Raises:
            StoreFailed: the database cannot be read.
        """
        async with self._counted(), self._readers.connect() as connection:
            yield connection

    async def look(self, select: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        """Return the rows of one SELECT. It stands alone: two looks may see two states.

        Raises:
            StoreFailed: the database cannot be read.
        """
        async with self._counted():
            return await self._glass.look(select)

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """Return what *work* gives, all of whose SELECTs see one state; it may run in another thread.

        Raises:
            StoreFailed: the database cannot be read.
        """
        async with self._counted():
            return await self._glass.read(work)

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Return what *work* gives, whose changes are kept together, or not at all when it raises; it may run in another thread.

        Raises:
            StoreLocked: others kept the database locked for too long.
            StoreFailed: the database cannot be written.
        """
        async with self._counted(), self._turn or nullcontext():
            return await self._pen.write(work)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection whose changes are kept together, or not at all when the block raises.

        Raises:
            StoreLocked: others kept the database locked for too long.
            StoreFailed: the database cannot be written.
        """
        async with self._counted(), self._turn or nullcontext(), self._writers.begin() as connection:
            yield connection

    @asynccontextmanager
    async def _counted(self) -> AsyncIterator[None]:
        if self._closed:
            raise StoreFailed(f"the database {self.name} was closed; open it again")
        self._running += 1
        self._idle.clear()
        try:
            with explained(self.name):
                yield
        finally:
            self._running -= 1
            if self._running == 0:
                self._idle.set()

    async def close(self) -> None:
        """Wait for the transactions under way and close every connection: one left open would keep the process from ending."""
        self._closed = True
        if self._running:
            await self._idle.wait()
        await self._glass.close()
        await self._pen.close()
        await self.engine.dispose()


def open_database(url: str, patience: float) -> Database:
    """Return the database at *url*; nothing is connected yet. *patience* is how many seconds we wait for a lock.

    Raises:
        StoreFailed: *url* cannot be used, its folder cannot be made, or its driver is not installed.
    """
    try:
        parsed = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError) as error:
        raise StoreFailed("JUDGE_DATABASE_URL cannot be read; write sqlite:///path/to/file.sqlite3 or postgresql://user@host/database") from error
    return _sqlite(parsed, patience) if parsed.get_backend_name() == "sqlite" else _postgresql(parsed, patience)


def _sqlite(url: sa.URL, patience: float) -> Database:
    if not url.database or url.database == ":memory:" or url.query:
        raise StoreFailed(
            "JUDGE_DATABASE_URL names no SQLite file (one in memory would be lost with its connection); write sqlite:///path/to/file.sqlite3"
        )
    path = Path(url.database)
    _make_folder(path)
    # hide_parameters: a question's text must not get into a log by way of an error.
    engine = create_async_engine(
        sa.URL.create("sqlite+aiosqlite", database=str(path)),
        poolclass=sa.AsyncAdaptedQueuePool,  # SQLAlchemy 2.0 would connect anew for each transaction
        pool_size=CONNECTIONS,
        max_overflow=0,
        hide_parameters=True,
        connect_args={"timeout": patience},
    )
    sa.event.listen(engine.sync_engine, "connect", _set_up)
    sa.event.listen(engine.sync_engine, "begin", _begin)
    sa.event.listen(engine.sync_engine, "invalidate", _interrupt)
    glass, pen = SqliteGlass.of(path, patience), SqlitePen.of(path, patience, _set_up)
    probe = partial(_probe_file, path, patience)
    return Database(engine, str(path), engine, engine.execution_options(write=True), glass, pen, asyncio.Lock(), probe)


def _probe_file(path: Path, patience: float) -> None:
    # Where opening fails, aiosqlite leaves a thread behind that may tell a closed event loop: a traceback for nobody.
    connection = sqlite3.connect(path, timeout=0)
    try:
        _keep_log(connection, time.monotonic() + patience)
    finally:
        connection.close()


def _keep_log(connection: sqlite3.Connection, deadline: float) -> None:
    """Give the file its write-ahead log, which it keeps: readers then go on beside a writer."""
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            # Of several processes that open a new file at once SQLite refuses all but one at once, whatever its timeout.
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= deadline:
                raise
        time.sleep(POLLED)


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        cure = "set JUDGE_DATA_DIR or JUDGE_DATABASE_URL to a place that can be written"
        raise StoreFailed(f"the folder {path.parent} of the database cannot be made ({error.strerror}); {cure}") from error


def _set_up(connection: DBAPIConnection, _: object) -> None:
    """Leave transactions to `_begin`: the driver's own are begun too late, and never around a CREATE TABLE."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _begin(connection: sa.Connection) -> None:
    """Lock at once for a writer: two that read first and write then would fail each other."""
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("write") else "BEGIN")


def _interrupt(connection: Any, _: object, error: BaseException | None) -> None:
    """Stop the statement of an await that was cancelled; its thread would run it to the end."""
    if error is not None and not isinstance(error, Exception):
        connection.run_async(_abandon)


async def _abandon(driver: Any) -> None:
    await driver.interrupt()
    # Closing alone would leave the lock with the statement, for as long as anything refers to that.
    await driver.rollback()


def _postgresql(url: sa.URL, patience: float) -> Database:
    name = f"{url.database or ''} at {url.host or 'localhost'}:{url.port or 5432}".strip()
    try:
        engine = create_async_engine(
            url.set(drivername="postgresql+asyncpg", query=_options(url)),
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_pre_ping=True,  # the server may have been restarted since
            hide_parameters=True,
            connect_args={"timeout": CONNECTING, "server_settings": {"lock_timeout": f"{int(patience * 1000)}"}},
        )
    except ModuleNotFoundError as error:
        raise StoreFailed("PostgreSQL needs the package asyncpg, which is not installed; pip install 'headjudge[postgres]'") from error
    except (sa.exc.ArgumentError, TypeError, ValueError) as error:
        raise explain(error, name) from error
    readers = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    glass = ServerGlass(engine.execution_options(isolation_level="AUTOCOMMIT"), readers)
    return Database(engine, name, readers, engine, glass, ServerPen(engine), None)


def _options(url: sa.URL) -> dict[str, str]:
    """Return the options of *url* as asyncpg calls them."""
    if strange := sorted(url.query.keys() - OPTIONS.keys()):
        raise StoreFailed(f"JUDGE_DATABASE_URL has the option {strange[0]!r}, which is not known here; leave it out ({', '.join(OPTIONS)} are known)")
    return {OPTIONS[name]: value for name, value in url.query.items() if isinstance(value, str)}
