"""The one right to load, held across processes by a row that its holder renews."""

import asyncio
import datetime
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import attrs
import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from headjudge import RefreshRunning, StoreFailed
from headjudge_sql.engine import Database
from headjudge_sql.schema import InsertMissing
from headjudge_sql.schema import locks as table

__all__ = ["LoadingRight", "living"]

log: Final = structlog.get_logger()

NAME: Final = "loading"
RENEWED: Final = datetime.timedelta(seconds=15)
STALE: Final = datetime.timedelta(seconds=60)
"""A holder that has not renewed for so long is taken for dead, wherever it runs."""


@attrs.define(eq=False)
class LoadingRight:
    """The right to load, as one open store asks for it."""

    _database: Database
    _clock: Callable[[], datetime.datetime]
    token: str = ""
    """Of the right while it is held; empty otherwise."""

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Hold the right inside the block.

        Raises:
            RefreshRunning: another living process holds it, or another task of this one.
        """
        token = secrets.token_hex(8)
        await self._take(token)
        self.token = token
        renewing = asyncio.create_task(self._renew(token))
        try:
            yield
        finally:
            self.token = ""
            renewing.cancel()
            with suppress(asyncio.CancelledError):
                await renewing
            await self._give_back(token)

    async def confirm(self, connection: AsyncConnection) -> None:
        """See that what we hold was not taken from us, in the transaction of *connection*. Nothing to see when we hold nothing.

        Raises:
            RefreshRunning: another took it because we had not renewed it for too long.
        """
        if self.token and not await _touch(connection, self.token, self._clock()):
            raise RefreshRunning("the right to load went to another process because this one stood still for too long; start the refresh again")

    async def _take(self, token: str) -> None:
        now = self._clock()
        async with self._database.writing() as connection:
            holder = (await connection.execute(sa.select(table).where(table.c.name == NAME).with_for_update())).first()
            if holder is not None and _alive(holder, now):
                raise RefreshRunning(f"{holder.owner} has been loading the corpora since {holder.taken:%Y-%m-%d %H:%M} UTC; wait until it is done")
            if holder is not None:
                log.warning("lock.taken_over", name=NAME, owner=holder.owner)
                await connection.execute(sa.delete(table).where(table.c.name == NAME, table.c.token == holder.token))
            row = {"name": NAME, "owner": _myself(), "token": token, "taken": now, "renewed": now}
            # Of several that find no row at once, PostgreSQL lets one write it.
            if (await connection.execute(InsertMissing(table).values(row))).rowcount != 1:
                raise RefreshRunning("another process has just begun to load the corpora; wait until it is done")

    async def _renew(self, token: str) -> None:
        while True:
            await asyncio.sleep(RENEWED.total_seconds())
            try:
                async with self._database.writing() as connection:
                    await _touch(connection, token, self._clock())
            except StoreFailed as error:  # the next renewal is still in time
                log.warning("lock.not_renewed", name=NAME, error=str(error))

    async def _give_back(self, token: str) -> None:
        async with self._database.writing() as connection:
            await connection.execute(sa.delete(table).where(table.c.name == NAME, table.c.token == token))


async def living(connection: AsyncConnection, now: datetime.datetime) -> str:
    """Return the token of the loader that is alive; empty when there is none."""
    holder = (await connection.execute(sa.select(table).where(table.c.name == NAME))).first()
    return str(holder.token) if holder is not None and _alive(holder, now) else ""


async def _touch(connection: AsyncConnection, token: str, now: datetime.datetime) -> bool:
    update = sa.update(table).where(table.c.name == NAME, table.c.token == token).values(renewed=now)
    return (await connection.execute(update)).rowcount == 1


def _myself() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"


def _alive(holder: sa.Row[Any], now: datetime.datetime) -> bool:
    host, _, process = holder.owner.rpartition(":")
    if host == socket.gethostname() and not _runs(int(process)):
        return False
    return bool(now - holder.renewed < STALE)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another user's, but it runs
        return True
    return True
