"""Whole transactions that write, the cheapest way: a question makes five, and each costs more in the driver than in the database."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol, Self, TypeVar

import attrs
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

__all__ = ["Pen", "ServerPen", "SqlitePen"]

T = TypeVar("T")

AGAIN: Final = 0.05
"""Seconds after which a transaction that nobody awaits is interrupted once more: it may have been between two statements."""


class Pen(Protocol):
    """What one writes into a database with."""

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Return what *work* gives; its statements are a transaction of their own, undone when it raises.

        They are undone when the await is cancelled too, unless they were committed by then: who cancels does not learn which.
        """
        ...

    async def close(self) -> None: ...


@attrs.frozen
class ServerPen:
    """Writes through the server's own pool."""

    _engine: AsyncEngine

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Leave the pool to its owner."""


class _WithdrawnError(Exception):
    """Ends the transaction of an await that was cancelled."""


@attrs.define(eq=False)
class _Order:
    """A piece of work on its way through the thread."""

    work: Callable[[sa.Connection], Any]
    withdrawn: bool = False

    def carry_out(self, connection: sa.Connection) -> Any:
        if self.withdrawn:
            raise _WithdrawnError
        made = self.work(connection)
        if self.withdrawn:
            raise _WithdrawnError
        return made


@attrs.define(eq=False)
class SqlitePen:
    """Writes through one connection in one thread: one way there and back a transaction, where aiosqlite goes for each step of a statement.

    Its owner sees to it that nobody else of this process writes meanwhile.
    """

    _engine: sa.Engine
    _thread: ThreadPoolExecutor
    _connection: sqlite3.Connection | None = None
    _closed: bool = False

    @classmethod
    def of(cls, path: Path, patience: float, set_up: Callable[[Any, object], None]) -> Self:
        """Return a pen for the file at *path*; nothing is connected yet, and *set_up* is called when it is."""
        engine = sa.create_engine(
            sa.URL.create("sqlite+pysqlite", database=str(path)),
            poolclass=sa.SingletonThreadPool,
            hide_parameters=True,
            connect_args={"timeout": patience},
        )
        pen = cls(engine, ThreadPoolExecutor(1, "headjudge-sql-pen"))
        sa.event.listen(engine, "connect", set_up)
        sa.event.listen(engine, "connect", pen._remember)
        sa.event.listen(engine, "begin", _begin)
        return pen

    def _remember(self, connection: Any, _: object) -> None:
        self._connection = connection

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        order = _Order(work)
        ended = asyncio.get_running_loop().run_in_executor(self._thread, self._write, order)
        try:
            made: T = await asyncio.shield(ended)
        except asyncio.CancelledError:
            await self._withdraw(order, ended)
            raise
        return made

    def _write(self, order: _Order) -> Any:
        with self._engine.begin() as connection:
            return order.carry_out(connection)

    async def _withdraw(self, order: _Order, ended: asyncio.Future[Any]) -> None:
        """Stop *order* and wait until its thread has done with it: the next writer would find the database locked.

        It is undone, unless it was committed already.
        """
        order.withdrawn = True
        while not ended.done():
            if self._connection is not None:
                self._connection.interrupt()
            with suppress(asyncio.CancelledError):  # cancelled once more, which the first time stands for
                await asyncio.wait({ended}, timeout=AGAIN)
        if not ended.cancelled():
            ended.exception()  # taken note of: asyncio would print it as never retrieved

    async def close(self) -> None:
        """Close the connection in its own thread, and end that. Closing again does no harm."""
        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
