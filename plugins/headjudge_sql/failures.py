"""What went wrong with the database, in one sentence that names it and the cure."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import sqlalchemy as sa

from headjudge import StoreFailed, StoreLocked

__all__ = ["explain", "explained"]

_LOCKED: Final = "is locked by another process for longer than we wait; try again, and see that no other program keeps it open"
_FULL: Final = "has no room left; free space on its disk"
_SQLITE: Final = {
    "SQLITE_BUSY": _LOCKED,
    "SQLITE_LOCKED": _LOCKED,
    "SQLITE_READONLY": "cannot be written; give this user the right to write the file and its folder, or name another place in JUDGE_DATABASE_URL",
    "SQLITE_CANTOPEN": "cannot be opened; see that its folder exists and that this user may read and write the file and the folder",
    "SQLITE_PERM": "cannot be opened; give this user the right to read and write it",
    "SQLITE_NOTADB": "is no database; name another file in JUDGE_DATABASE_URL, or move this one away",
    "SQLITE_CORRUPT": "is damaged; put a backup in its place",
    "SQLITE_FULL": _FULL,
    "SQLITE_IOERR": "cannot be read or written by the disk; check the disk",
}
_POSTGRES: Final = {
    "28": "refused the user or the password; check JUDGE_DATABASE_URL",
    "3D": "does not exist; create it (createdb) or name another in JUDGE_DATABASE_URL",
    "08": "broke the connection off; see that the server runs",
    "57": "is starting or stopping; try again",
    "53100": _FULL,
    "53300": "takes no more connections; raise its max_connections",
    "55P03": _LOCKED,
    "40P01": _LOCKED,
    "42501": "does not give this user the rights it needs; make the user its owner",
    "25006": "cannot be written; it is a read-only copy",
}


@contextmanager
def explained(name: str) -> Iterator[None]:
    """Turn what drivers raise inside the block into a `StoreFailed` about the database *name*.

    Raises:
        StoreLocked: it stayed locked for too long.
        StoreFailed: it cannot be used.
    """
    try:
        yield
    except (sa.exc.SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise explain(error, name) from error
    except Exception as error:
        # asyncpg raises its own errors while it connects; it may not be installed, so they are known by their code.
        if not isinstance(getattr(error, "sqlstate", None), str):
            raise
        raise explain(error, name) from error


def explain(error: BaseException, name: str) -> StoreFailed:
    """Return *error* as the operator should read it. The sentence holds no statement, value or password."""
    driver = getattr(error, "orig", None) or error
    told = _told(driver) or (_told(driver.__cause__) if driver.__cause__ else None)
    if told == _LOCKED:
        return StoreLocked(f"the database {name} {told}")
    if told:
        return StoreFailed(f"the database {name} {told}")
    if isinstance(driver, OSError | TimeoutError):
        cure = "see that the server runs and that JUDGE_DATABASE_URL names it"
        return StoreFailed(f"the database {name} is out of reach ({type(driver).__name__}); {cure}")
    if isinstance(error, sa.exc.TimeoutError):
        return StoreFailed(f"the database {name} is too busy: every connection to it is taken; try again")
    # The driver's own words may hold values, a question's text among them.
    return StoreFailed(f"the database {name} failed ({type(driver).__name__}{_code(driver)}); report this, and what was being done")


def _code(error: BaseException) -> str:
    code = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    return f", {code}" if isinstance(code, str) else ""


def _told(error: BaseException) -> str | None:
    code = getattr(error, "sqlite_errorname", None)
    if isinstance(code, str):  # extended codes begin with the plain one
        return next((told for plain, told in _SQLITE.items() if code.startswith(plain)), None)
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        return _POSTGRES.get(state) or _POSTGRES.get(state[:2])
    return None
