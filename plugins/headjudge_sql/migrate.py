"""Bringing the schema up to date with Alembic."""

from typing import Final

import sqlalchemy as sa
import structlog
from alembic import command
from alembic.config import Config

from headjudge_sql.engine import Database
from headjudge_sql.versions import MIGRATIONS, newest, version

__all__ = ["migrate"]

log: Final = structlog.get_logger()
_LOCK: Final = 7_102_019
"""Number of the advisory lock under which one process migrates a PostgreSQL database; SQLite has one writer anyway."""


async def migrate(database: Database) -> None:
    """Run the migrations that *database* lacks, in one transaction. Of several processes that start at once, one does it.

    Raises:
        StoreFailed: the database cannot be written.
    """
    async with database.writing() as connection:
        if connection.dialect.name == "postgresql":
            await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
        found = await version(connection)
        if found == newest():
            return
        await connection.run_sync(_upgrade)
    log.info("schema.migrated", database=database.name, before=found, after=newest())


def _upgrade(connection: sa.Connection) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    command.upgrade(config, "head")
