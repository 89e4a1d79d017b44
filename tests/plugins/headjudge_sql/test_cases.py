"""What only a database can do to a case."""

import asyncio
import datetime

import attrs
import pytest
import sqlalchemy as sa
from structlog.testing import capture_logs

from headjudge import Awaits, CardLink, StoreFailed
from headjudge.testing.contracts.calls import ANSWER, RECORD
from headjudge.testing.contracts.cases import DRAFTED, OPENED
from headjudge_sql.cases import SWEPT
from headjudge_sql.engine import open_database
from headjudge_sql.schema import cases
from headjudge_sql.store import SqlStore


@pytest.mark.parametrize("payload", ["", "{", "null", "[]", "{}", '"case-2"', '{"id": "case-2", "version": "x"}'])
async def test_a_damaged_case_is_none(url: str, payload: str) -> None:
    """It is told in the log by its id, and hides no other case."""
    store, database = await SqlStore().open(url), open_database(url, 5)
    await store.cases.add(OPENED)
    await store.cases.add(DRAFTED)
    await database.write(lambda connection: connection.execute(sa.update(cases).where(cases.c.id == DRAFTED.id).values(payload=payload)))

    with capture_logs() as logs:
        read = [await store.cases.case(case.id) for case in (DRAFTED, OPENED)]
    await store.close()
    await database.close()

    assert read == [None, OPENED]
    assert [(entry["event"], entry["case"], entry["log_level"]) for entry in logs] == [("case.unreadable", DRAFTED.id, "error")]


async def test_a_case_can_be_searched_by_its_columns(url: str) -> None:
    """They say what the payload says, of the newest version."""
    store, database = await SqlStore().open(url), open_database(url, 5)
    await store.cases.add(OPENED)
    await store.cases.replace(attrs.evolve(DRAFTED, id=OPENED.id, version=2))
    async with database.reading() as connection:
        row = (await connection.execute(sa.select(cases))).one()
    await store.close()
    await database.close()

    assert (row.id, row.version, row.state, row.thread, row.door) == (OPENED.id, 2, "draft", "web:1", "api")
    assert (row.opened, row.touched, row.expires) == (DRAFTED.opened, DRAFTED.touched, DRAFTED.expires)


async def test_a_verdict_that_cannot_be_stored_leaves_the_case(url: str) -> None:
    """Where writing the call fails halfway, neither it nor the step is kept, and the next try is stored whole, texts and all."""
    store = await SqlStore().open(url)
    await store.cases.add(DRAFTED)
    whole = attrs.evolve(DRAFTED, version=2, awaits=Awaits.NOTHING, answer=ANSWER)
    nameless = CardLink(None, "", "", "")  # type: ignore[arg-type]

    with pytest.raises(StoreFailed):
        await store.cases.settle(attrs.evolve(whole, answer=attrs.evolve(ANSWER, cards=(nameless,))), RECORD)
    left, calls = await store.cases.case(DRAFTED.id), await store.calls.recent(5)
    settled = await store.cases.settle(whole, RECORD)
    records = [await store.calls.record(call.id) for call in await store.calls.recent(5)]
    await store.close()

    assert (left, list(calls)) == (DRAFTED, [])
    assert settled is not None
    assert [record and record.material for record in records] == [RECORD.material]


async def test_many_expired_cases_are_swept_by_two_at_once(url: str) -> None:
    """Neither waits for the other for ever, each case is counted once, and none is left."""
    stores, many = [await SqlStore(patience=20).open(url) for _ in range(2)], 2 * SWEPT + 1
    await asyncio.gather(*(stores[0].cases.add(attrs.evolve(OPENED, id=f"{number}")) for number in range(many)))

    later = OPENED.expires + datetime.timedelta(seconds=1)
    swept = await asyncio.gather(*(store.cases.sweep(later) for store in stores))
    left = [await stores[0].cases.case(f"{number}") for number in range(many)]
    for store in stores:
        await store.close()

    assert sum(swept) == many
    assert left == [None] * many
