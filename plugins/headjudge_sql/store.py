"""The store: opens a database by its URL and gives out what is in it."""

import datetime
from collections.abc import Callable, Sequence

import attrs
import sqlalchemy as sa

from headjudge import SchemaAhead, SchemaBehind
from headjudge_sql.calls import SqlCalls, SqlThreads
from headjudge_sql.cases import SqlCases
from headjudge_sql.corpora import SqlCorpora
from headjudge_sql.corpus import Shelves
from headjudge_sql.engine import Database, open_database
from headjudge_sql.ledger import SqlLedger
from headjudge_sql.locks import LoadingRight
from headjudge_sql.vectors import SqlVectors
from headjudge_sql.versions import known, newest, version

__all__ = ["OpenSqlStore", "SqlStore"]


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


@attrs.frozen(eq=False)
class OpenSqlStore:
    """An open database as the role `OpenStore` promises it."""

    corpora: SqlCorpora
    calls: SqlCalls
    cases: SqlCases
    threads: SqlThreads
    ledger: SqlLedger
    vectors: SqlVectors
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
            await database.probe()
            await _bring_up_to_date(database, allowed=self.auto_migrate)
        except BaseException:
            await database.close()
            raise
        return _opened(database, self.clock)


def _opened(database: Database, clock: Callable[[], datetime.datetime]) -> OpenSqlStore:
    corpora = SqlCorpora(database, clock, LoadingRight(database, clock), Shelves(database))
    calls, threads = SqlCalls(database), SqlThreads(database)
    ledger, vectors = SqlLedger(database, clock), SqlVectors(database, clock)
    return OpenSqlStore(corpora, calls, SqlCases(database, calls), threads, ledger, vectors, database)


async def _bring_up_to_date(database: Database, *, allowed: bool) -> None:
    """See that the schema of *database* is the newest; migrate it where that is *allowed*.

    Raises:
        SchemaAhead: a newer release made it.
        SchemaBehind: it is older, and migrating is not allowed.
    """
    async with database.reading() as connection:
        found = await version(connection)
    if found == newest():
        return
    if found is not None and found not in known():
        raise SchemaAhead(
            f"the database {database.name} has schema {found}, newer than {newest()}, the last that this release knows; install a newer one"
        )
    if not allowed:
        state = f"is at schema {found}" if found else "has no schema yet"
        raise SchemaBehind(f"the database {database.name} {state} and this release needs {newest()}; start once with JUDGE_AUTO_MIGRATE=true")
    from headjudge_sql.migrate import migrate  # noqa: PLC0415  (Alembic is loaded by nobody else: it takes a tenth of a second)

    await migrate(database)
