"""The cases of outside agents: a row each, changed only by updates that guard its version."""

import datetime
from functools import partial
from typing import Final

import attrs
import sqlalchemy as sa
import structlog

from headjudge import Case, Record
from headjudge_sql import rows
from headjudge_sql.calls import Entry, SqlCalls
from headjudge_sql.engine import Database
from headjudge_sql.schema import cases

__all__ = ["SWEPT", "SqlCases"]

log: Final = structlog.get_logger()

_LARGEST: Final = 2**63 - 1
SWEPT: Final = 100
"""Cases that are dropped in one transaction: on SQLite it keeps writers waiting for 40 ms."""
_ADD: Final = sa.insert(cases)
# One guarded update: reading first and writing then would let two steps from one version pass each other.
_STEP: Final = sa.update(cases).where(cases.c.id == sa.bindparam("of"), cases.c.version == sa.bindparam("newest"))
# PostgreSQL: a case that is being written is no longer expired, and two who sweep at once do not wait for each other. SQLite has one writer.
_EXPIRED: Final = (
    sa.select(cases.c.id).where(cases.c.expires < sa.bindparam("before")).order_by(cases.c.expires).limit(SWEPT).with_for_update(skip_locked=True)
)
_DROP: Final = sa.delete(cases).where(cases.c.id.in_(sa.bindparam("ids", expanding=True)))


@attrs.frozen(eq=False)
class SqlCases:
    """The cases as the role `Cases` promises them."""

    _database: Database
    _calls: SqlCalls

    async def add(self, case: Case) -> None:
        row = {"id": case.id, **_row(case)}
        await self._database.write(lambda connection: connection.execute(_ADD, row))

    async def case(self, case_id: str) -> Case | None:
        if not rows.keepable(case_id):
            return None
        found = await self._database.look(sa.select(cases.c.payload).where(cases.c.id == case_id))
        return _unless_damaged(case_id, found[0].payload) if found else None

    async def replace(self, case: Case) -> bool:
        if not _can_follow(case):
            return False
        return await self._database.write(partial(_step, case=case, newest=case.version - 1, row=_row(case)))

    async def settle(self, case: Case, record: Record) -> Case | None:
        if case.answer is None:
            raise ValueError(f"case {case.id} has no answer; replace it instead")
        if not _can_follow(case):
            return None
        entry = self._calls.entry(case.question, case.answer, record, case.touched)
        settled = await self._database.write(partial(_settle, case=case, entry=entry))
        if settled is not None:
            self._calls.keep(entry)
        return settled

    async def sweep(self, before: datetime.datetime) -> int:
        gone, some = 0, SWEPT
        while some == SWEPT:
            some = await self._database.write(partial(_sweep, before=before))
            gone += some
        return gone


def _row(case: Case) -> rows.Row:
    """The columns of `cases` but its id. The payload is the whole of *case*; the others are there to be searched."""
    return {
        "version": case.version,
        "state": case.awaits.value,
        "payload": rows.dump(case),
        "thread": case.question.thread,
        "door": case.question.door,
        "opened": case.opened,
        "touched": case.touched,
        "expires": case.expires,
    }


def _can_follow(case: Case) -> bool:
    """Whether the version before *case* can be in a database at all: its id and version may come from a stranger."""
    return rows.keepable(case.id) and 1 < case.version <= _LARGEST


def _step(connection: sa.Connection, *, case: Case, newest: int, row: rows.Row) -> bool:
    """Write *row* where *newest* is the newest version of *case*; return whether it was."""
    return connection.execute(_STEP, {"of": case.id, "newest": newest, **row}).rowcount == 1


def _settle(connection: sa.Connection, *, case: Case, entry: Entry) -> Case | None:
    """Take the version of *case*, write its call, and then the case with the call's number."""
    if not _step(connection, case=case, newest=case.version - 1, row={"version": case.version}):
        return None
    settled = attrs.evolve(case, answer=attrs.evolve(entry.answer, call=entry.write(connection)))
    _step(connection, case=case, newest=case.version, row=_row(settled))
    return settled


def _sweep(connection: sa.Connection, *, before: datetime.datetime) -> int:
    """Drop some of the cases that expired before *before*, and return how many."""
    doomed = connection.execute(_EXPIRED, {"before": before}).scalars().all()
    if doomed:
        connection.execute(_DROP, {"ids": doomed})
    return len(doomed)


def _unless_damaged(case_id: str, payload: str) -> Case | None:
    """The case of *payload*; None, and a log line, where it is of a release that kept cases otherwise, or somebody has damaged it."""
    try:
        return rows.load(payload, Case)
    except Exception as error:  # noqa: BLE001  # JSON that is none, fields that are missing, kinds that are unknown
        log.error("case.unreadable", case=case_id, error=type(error).__name__)
        return None
