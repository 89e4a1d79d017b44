"""Which version the schema has and should have. Migrating itself is in `migrate`, which needs Alembic."""

from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from headjudge import SchemaAhead, SchemaBehind
from headjudge_sql.engine import Database

__all__ = ["MIGRATIONS", "bring_up_to_date", "newest", "version"]

MIGRATIONS: Final = Path(__file__).parent / "migrations"


def known() -> tuple[str, ...]:
    """Return the versions that this program can make, oldest first: file names tell, so Alembic need not be loaded to know them."""
    return tuple(sorted(path.stem.removeprefix("v").partition("_")[0] for path in (MIGRATIONS / "versions").glob("v[0-9]*.py")))


def newest() -> str:
    """Return the version that this program works with."""
    return known()[-1]


async def version(connection: AsyncConnection) -> str | None:
    """Return the version of the schema, or None when there is none yet."""
    if not await connection.run_sync(lambda sync: sync.dialect.has_table(sync, "alembic_version")):
        return None
    row = (await connection.execute(sa.text("SELECT version_num FROM alembic_version"))).first()
    return str(row[0]) if row else None


async def bring_up_to_date(database: Database, *, allowed: bool) -> None:
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
