"""The nightly refresh."""

import asyncio
import datetime
from collections.abc import Sequence

import pytest

from headjudge import Event
from headjudge.cli.nightly import Nightly, due
from headjudge.testing import StoppedClock

AT = datetime.time(3, 30)


def moment(day: int, hour: int, minute: int = 0) -> datetime.datetime:
    return datetime.datetime(2026, 3, day, hour, minute, tzinfo=datetime.UTC)


@pytest.mark.parametrize(
    ("now", "then"),
    [
        (moment(1, 3), moment(1, 3, 30)),
        (moment(1, 3, 30), moment(2, 3, 30)),
        (moment(1, 12), moment(2, 3, 30)),
        (moment(31, 23), datetime.datetime(2026, 4, 1, 3, 30, tzinfo=datetime.UTC)),
    ],
)
def test_when_it_is_due(now: datetime.datetime, then: datetime.datetime) -> None:
    """Once a day; at the moment itself it has been done."""
    assert due(now, AT) == then


class Nights:
    """What each night's refresh fails with, and what the operator was told."""

    def __init__(self, *nights: Sequence[str] | Exception | None) -> None:
        self.told: list[Event] = []
        self.clock = StoppedClock(moment(1, 3, 29))
        self.left = list(nights)
        self.job = Nightly(self.refresh, AT, self.clock, self.told.append)

    async def refresh(self) -> Sequence[str] | None:
        night = self.left.pop(0)
        if isinstance(night, Exception):
            raise night
        return night

    @property
    def names(self) -> list[str]:
        return [event.name for event in self.told]


async def test_a_night_that_fails_is_told() -> None:
    """Each time, with what failed; the first that works again is told too, and no other. One that another process did says nothing."""
    nights = Nights((), ("rulings: the host does not answer",), None, RuntimeError("no memory"), (), ())
    for _ in range(6):
        await nights.job.once()

    assert nights.names == ["refresh_failed", "refresh_failed", "recovered"]
    assert nights.told[0].text == "The nightly refresh failed, and the data that was there is kept: rulings: the host does not answer."
    assert "it could not be run (RuntimeError: no memory)" in nights.told[1].text
    assert nights.told[0].at == moment(1, 3, 29)


async def test_it_waits_for_its_time() -> None:
    """Nothing is loaded before; at its time it is, once."""
    nights = Nights((), ())
    running = asyncio.ensure_future(nights.job.run())
    await asyncio.wait([running], timeout=0)
    before = len(nights.left)
    running.cancel()
    await asyncio.wait([running])

    nights.clock.now = moment(1, 3, 30) - datetime.timedelta(milliseconds=1)
    running = asyncio.ensure_future(nights.job.run())
    await asyncio.wait([running], timeout=0)
    nights.clock.now = moment(1, 3, 30)
    async with asyncio.timeout(10):
        while len(nights.left) == 2:
            await asyncio.wait([running], timeout=0.001)
    running.cancel()
    await asyncio.wait([running])

    assert before == 2
    assert len(nights.left) == 1
