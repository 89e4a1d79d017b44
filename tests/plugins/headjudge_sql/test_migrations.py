"""The migrations make the tables that the statements name."""

import datetime
import importlib.util

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from headjudge_sql.engine import open_database
from headjudge_sql.migrate import migrate
from headjudge_sql.schema import metadata
from headjudge_sql.versions import MIGRATIONS, newest, version


def differences(connection: sa.Connection) -> list[object]:
    """Return where the database differs from `schema`."""
    return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))


async def test_migrations_make_the_schema(url: str) -> None:
    """Columns, types, keys and indexes are those of `schema`."""
    database = open_database(url, 5)
    await migrate(database)

    async with database.reading() as connection:
        assert await connection.run_sync(differences) == []
        assert await version(connection) == newest()
    await database.close()


async def test_migrating_twice_changes_nothing(url: str) -> None:
    """A database that is up to date stays as it is."""
    database = open_database(url, 5)
    await migrate(database)
    await migrate(database)

    async with database.reading() as connection:
        assert await version(connection) == newest()
    await database.close()


@pytest.mark.parametrize("path", sorted((MIGRATIONS / "versions").glob("v*.py")), ids=lambda path: path.stem)
def test_a_file_is_named_after_its_revision(path: object) -> None:
    """The newest version is known by file names alone, so those must be the revisions."""
    spec = importlib.util.spec_from_file_location("migration", str(path))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    assert str(path).rpartition("/v")[2].startswith(f"{module.revision}_")


async def test_numbers_are_never_given_twice(url: str) -> None:
    """Indexes and links are named by number: that of a row that is gone is not used again."""
    database = open_database(url, 5)
    await migrate(database)
    row = {"period": "p", "reserved": 1, "state": "reserved", "at": datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)}
    insert = sa.insert(metadata.tables["spend"]).values(row).returning(metadata.tables["spend"].c.id)

    async with database.writing() as connection:
        first = (await connection.execute(insert)).scalar_one()
        await connection.execute(sa.delete(metadata.tables["spend"]))
        second = (await connection.execute(insert)).scalar_one()

    assert (first, second) == (1, 2)
    await database.close()
