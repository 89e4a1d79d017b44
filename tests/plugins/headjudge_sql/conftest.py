"""Databases for the tests of the store."""

import asyncio
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine


async def _run(statement: str) -> None:
    """Run *statement* on the server that JUDGE_TEST_POSTGRES_URL names, outside of any transaction."""
    url = sa.make_url(os.environ["JUDGE_TEST_POSTGRES_URL"]).set(drivername="postgresql+asyncpg")
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(sa.text(statement))
    await engine.dispose()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of a SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'headjudge.sqlite3'}"


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """The URL of an empty PostgreSQL database that is gone after the test."""
    if "JUDGE_TEST_POSTGRES_URL" not in os.environ:
        pytest.skip("JUDGE_TEST_POSTGRES_URL names no server; python tests/postgres_server.py -- pytest … starts one")
    name = f"test_{secrets.token_hex(6)}"
    asyncio.run(_run(f"CREATE DATABASE {name}"))
    yield sa.make_url(os.environ["JUDGE_TEST_POSTGRES_URL"]).set(database=name).render_as_string(hide_password=False)
    asyncio.run(_run(f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest) -> str:
    """The URL of a new database, of each kind in turn."""
    return str(request.getfixturevalue(f"{request.param}_url"))
