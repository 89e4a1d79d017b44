"""The migrations make the tables that the statements name."""

import datetime
import importlib.util
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext

from headjudge import By, Micros, PeriodSpend, Symbol
from headjudge_sql.calls import SqlCalls, SqlThreads
from headjudge_sql.engine import open_database
from headjudge_sql.ledger import SqlLedger
from headjudge_sql.migrate import migrate
from headjudge_sql.schema import Moment, metadata
from headjudge_sql.store import SqlStore
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


async def test_calls_and_money_of_the_first_release_survive(url: str) -> None:
    """A call without what answered it, its rating, its thread and what was spent are there after the upgrade."""
    database = open_database(url, 5)
    async with database.writing() as connection:
        await connection.run_sync(_first_release)

    await migrate(database)

    calls, ledger = SqlCalls(database), SqlLedger(database, lambda: NOON)
    call = await calls.call(1)
    assert call is not None
    assert (call.answer.text, call.by, call.cost, call.repeats) == ("A.", By("excerpts"), 0, None)
    assert [call.id for call in await calls.rated()] == [1]
    assert await calls.record(1) is None
    assert [exchange.question for exchange in await SqlThreads(database).history("t", 5)] == ["Q?"]
    assert list(await ledger.periods(3)) == [PeriodSpend("2026-01-01", Micros(12), Micros(0), 1)]
    assert [await ledger.trip("2026-01-01", Micros(5)) for _ in range(2)] == [True, False]
    await database.close()


async def test_symbols_of_the_first_release_survive(url: str) -> None:
    """Symbols are kept whole, as JSON: those that were written before there were pictures have none."""
    database = open_database(url, 5)
    async with database.writing() as connection:
        await connection.run_sync(_first_release)
        await connection.run_sync(_first_symbols)
    await database.close()

    store = await SqlStore().open(url)

    corpus = await store.corpora.current()
    assert list(await corpus.symbols()) == [Symbol("{W}", "one white mana", "https://example.org/W.svg", "")]
    await store.close()


NOON = datetime.datetime(2026, 1, 1, 12, tzinfo=datetime.UTC)


def _first_release(connection: sa.Connection) -> None:
    """Make the tables of the first release, with a row in each of those that later ones changed."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    command.upgrade(config, "0001")
    words = {"door": "cli", "thread": "t", "question": "Q?", "pins": "[]", "history": "[]", "synthesizer": "excerpts", "answer": "A."}
    kind = {"confidence": "low", "source": "cr", "release": "20260101", "corpus": "practice", "generation": 1, "from_case": False}
    rows = (
        ("calls", {"asked": NOON, **words, **kind}),
        ("ratings", {"call": 1, "member": "ann", "value": 3, "judge": True, "rated": NOON}),
        ("budgets", {"period": "2026-01-01", "spent": 12}),
        ("spend", {"period": "2026-01-01", "reserved": 12, "settled": 12, "state": "settled", "at": NOON}),
    )
    _insert(connection, rows)


def _first_symbols(connection: sa.Connection) -> None:
    """Put a generation in force whose one symbol was written by the first release."""
    payload = '{"token":"{W}","english":"one white mana","svg_uri":"https://example.org/W.svg"}'
    origin = {"shelf": "symbols", "source": "practice symbols", "version": "1", "release": "", "loader": ""}
    rows = (
        ("editions", {**origin, "rows": 1, "loaded": NOON, "finished": True}),
        ("entries", {"edition": 1, "kind": "symbol", "position": 0, "key": "{W}", "payload": payload}),
        ("generations", {"corpus": "practice", "release": "", "switched": NOON}),
        ("generation_editions", {"generation": 1, "shelf": "symbols", "edition": 1}),
    )
    _insert(connection, rows)


def _insert(connection: sa.Connection, rows: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
    for table, row in rows:
        columns = [sa.column(name, Moment if isinstance(value, datetime.datetime) else None) for name, value in row.items()]
        connection.execute(sa.insert(sa.table(table, *columns)).values(row))
