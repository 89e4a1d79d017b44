"""Entry module of the store."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from headjudge import hookimpl
from headjudge.settings import Settings

if TYPE_CHECKING:
    from headjudge_sql.store import SqlStore

__all__ = ["headjudge_stores"]


@hookimpl
def headjudge_stores(settings: Settings) -> "Iterator[SqlStore]":
    """Give the store for SQLite and PostgreSQL."""
    from headjudge_sql.store import SqlStore  # noqa: PLC0415  (SQLAlchemy takes a quarter of a second: `judge --help` does without)

    yield SqlStore(settings.auto_migrate)
