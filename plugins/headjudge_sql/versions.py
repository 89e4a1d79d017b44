"""Which version the schema has and should have. Migrating itself is in `migrate`, which needs Alembic."""

from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

__all__ = ["MIGRATIONS", "known", "newest", "version"]

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
