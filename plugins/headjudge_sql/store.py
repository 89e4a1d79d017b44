"""The store: opens a database by its URL and gives out what is in it."""

import datetime
from collections.abc import Callable, Sequence

import attrs
import sqlalchemy as sa

from headjudge_sql.calls import SqlCalls, SqlThreads
from headjudge_sql.corpora import SqlCorpora
from headjudge_sql.corpus import Shelves
from headjudge_sql.engine import Database, open_database
from headjudge_sql.ledger import SqlLedger
from headjudge_sql.locks import LoadingRight
from headjudge_sql.versions import bring_up_to_date

__all__ = ["OpenSqlStore", "SqlStore"]


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


@attrs.frozen(eq=False)
class OpenSqlStore:
    """An open database as the role `OpenStore` promises it."""

    corpora: SqlCorpora
    calls: SqlCalls
    threads: SqlThreads
    ledger: SqlLedger
    _database: Database

    async def ping(self) -> None:
        async with self._database.reading() as connection:
            await connection.execute(sa.select(1))

    async def close(self) -> None:
        await self._database.close()


@attrs.frozen
class SqlStore:
    """SQLite files and PostgreSQL databases."""

    auto_migrate: bool = True
    """Bring an older schema up to date instead of refusing it."""
    patience: float = 5.0
    """Seconds to wait for a lock that another process holds."""
    clock: Callable[[], datetime.datetime] = _now

    @property
    def schemes(self) -> Sequence[str]:
        """See `headjudge.roles.Store`."""
        return ("sqlite", "postgresql")

    async def open(self, url: str) -> OpenSqlStore:
        """Open the database at *url*; make it and bring its schema up to date where that is allowed.

        Raises:
            SchemaBehind: its schema is older, and migrating is not allowed.
            SchemaAhead: a newer release made it.
            StoreFailed: it cannot be used; the message names it and the cure.
        """
        database = open_database(url, self.patience)
        try:
            await bring_up_to_date(database, allowed=self.auto_migrate)
        except BaseException:
            await database.close()
            raise
        return _opened(database, self.clock)


def _opened(database: Database, clock: Callable[[], datetime.datetime]) -> OpenSqlStore:
    corpora = SqlCorpora(database, clock, LoadingRight(database, clock), Shelves(database))
    return OpenSqlStore(corpora, SqlCalls(database), SqlThreads(database), SqlLedger(database, clock), database)
