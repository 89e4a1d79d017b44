"""SELECTs, the cheapest way: a question makes several, and each costs more in the driver than in the database."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

import attrs
import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine

__all__ = ["Glass", "ServerGlass", "SqliteGlass"]

T = TypeVar("T")


class Glass(Protocol):
    """What one looks into a database through."""

    async def look(self, select: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        """Return the rows of *select*, which is a transaction of its own."""
        ...

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """Return what *work* gives; its SELECTs are a transaction of their own."""
        ...

    async def close(self) -> None: ...


@attrs.frozen
class ServerGlass:
    """Looks through the server's own pool, at a single SELECT without BEGIN and ROLLBACK."""

    _engine: AsyncEngine
    _readers: AsyncEngine

    async def look(self, select: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        async with self._engine.connect() as connection:
            found: Sequence[sa.Row[Any]] = (await connection.execute(select)).all()
        return found

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        async with self._readers.connect() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Leave the pool to its owner."""


@attrs.define(eq=False)
class SqliteGlass:
    """Looks through one connection in one thread: aiosqlite goes to its thread and back for every step of a statement, five times a SELECT."""

    _engine: sa.Engine
    _thread: ThreadPoolExecutor
    _connection: sa.Connection | None = None
    """The one connection, while it is sound: to take it out of a pool for each SELECT would cost as much as the SELECT."""
    _closed: bool = False

    @classmethod
    def of(cls, path: Path, patience: float) -> Self:
        """Return a glass on the file at *path*; nothing is connected yet."""
        engine = sa.create_engine(
            sa.URL.create("sqlite+pysqlite", database=str(path)),
            poolclass=sa.SingletonThreadPool,
            hide_parameters=True,
            connect_args={"timeout": patience},
        )
        sa.event.listen(engine, "connect", _set_up)
        return cls(engine, ThreadPoolExecutor(1, "headjudge-sql"))

    async def look(self, select: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._look, select)

    def _look(self, select: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        with self._connected() as connection:
            return connection.execute(select).all()

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._read, work)

    def _read(self, work: Callable[[sa.Connection], T]) -> T:
        with self._connected() as connection:
            connection.exec_driver_sql("BEGIN")
            made = work(connection)
            connection.rollback()
            return made

    @contextmanager
    def _connected(self) -> Iterator[sa.Connection]:
        """Give the connection; whatever goes wrong on it, the next look has another."""
        self._connection = self._connection or self._engine.connect()
        try:
            yield self._connection
        except BaseException:
            self._let_go()
            raise

    def _let_go(self) -> None:
        held, self._connection = self._connection, None
        if held is not None:
            held.close()

    def _end(self) -> None:
        self._let_go()
        self._engine.dispose()

    async def close(self) -> None:
        """Close the connection in its own thread, and end that. Closing again does no harm."""
        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._thread, self._end)
        self._thread.shutdown()


def _set_up(connection: DBAPIConnection, _: object) -> None:
    """Begin no transaction, and never write."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA query_only=ON")
    cursor.close()
