"""What every `Cases` promises: a case is kept to the letter, and of two steps from one version one is taken."""

import asyncio
import datetime
from typing import Final

import attrs
import pytest

from headjudge import Awaits, Brief, Case, Pin, Question
from headjudge.testing.contracts.calls import ANSWER, QUESTION, RECORD
from headjudge.testing.contracts.opening import NOON, Opening

__all__ = ["DRAFTED", "OPENED", "CasesContract"]

HOUR: Final = datetime.timedelta(hours=1)
LATER: Final = NOON + datetime.timedelta(minutes=5, microseconds=3)
ASKED: Final = attrs.evolve(QUESTION, pins=(*QUESTION.pins, Pin("dawn", "Dawn // Dusk")))
READ: Final = attrs.evolve(RECORD.inquiry, reading=attrs.evolve(RECORD.inquiry.reading, question=ASKED))
BY_AGENT: Final = attrs.evolve(RECORD, inquiry=READ, from_case=True)
OPENED: Final = Case("case-1", 1, Awaits.READING, Question("Who draws?", door="mcp"), 7, NOON, NOON, NOON + HOUR)
DRAFTED: Final = Case(
    "case-2",
    1,
    Awaits.DRAFT,
    ASKED,
    7,
    NOON,
    LATER,
    LATER + HOUR,
    seen=RECORD.seen,
    brief=Brief(READ, RECORD.material, 7, "practice", "20260301"),
    shown=(1, 2),
    looked_up=True,
    objections=("The answer cites nothing.", "„Zwei“ \0 \u2028 🦊"),
    doubts=("One sentence stands on its own.",),
    refused=1,
)
"""A case with all that it can hold before it is closed."""
ANSWERED: Final = attrs.evolve(DRAFTED, version=2, awaits=Awaits.NOTHING, answer=ANSWER)
STRANGE: Final = pytest.mark.parametrize("case_id", ["", "case", "case-2\0", "\ud800", "case-2' OR ''='", "é" * 1_000_000])


def _next(case: Case, **changed: object) -> Case:
    return attrs.evolve(case, version=case.version + 1, **changed)  # type: ignore[arg-type]


@pytest.mark.asyncio
class CasesContract(Opening):
    """Every promise of `Cases`."""

    @pytest.mark.parametrize("case", [OPENED, DRAFTED, attrs.evolve(ANSWERED, declined="It was given up.")])
    async def test_a_case_comes_back_as_it_was_kept(self, store_url: str, case: Case) -> None:
        """Question with history and pins, sightings, brief, objections and answer are kept to the letter, for every opening of the database."""
        async with self.opened(store_url) as store:
            await store.cases.add(case)

        async with self.opened(store_url) as store:
            assert await store.cases.case(case.id) == case

    @STRANGE
    async def test_an_unknown_case_is_none(self, store_url: str, case_id: str) -> None:
        """An id that no case has gives None, whatever a stranger wrote, and nothing can follow it."""
        async with self.opened(store_url) as store:
            await store.cases.add(DRAFTED)

            assert await store.cases.case(case_id) is None
            assert not await store.cases.replace(_next(attrs.evolve(DRAFTED, id=case_id)))
            assert await store.cases.settle(attrs.evolve(ANSWERED, id=case_id), BY_AGENT) is None
            assert list(await store.calls.recent(5)) == []

    async def test_the_next_version_takes_the_place(self, store_url: str) -> None:
        """The newest version is what every opening of the database reads; other cases stay."""
        step = _next(DRAFTED, awaits=Awaits.NOTHING, touched=LATER + HOUR, objections=(), declined="It was given up.")
        async with self.opened(store_url) as store, self.opened(store_url) as other:
            await store.cases.add(OPENED)
            await store.cases.add(DRAFTED)

            assert await store.cases.replace(step)
            assert await other.cases.case(DRAFTED.id) == step
            assert await other.cases.case(OPENED.id) == OPENED

    @pytest.mark.parametrize("version", [-(10**30), 0, 1, 2, 4, 10**30])
    async def test_a_step_from_another_version_changes_nothing(self, store_url: str, version: int) -> None:
        """Only the version after the newest is taken, by either way; no call is stored for another."""
        newest = _next(DRAFTED)
        async with self.opened(store_url) as store:
            await store.cases.add(DRAFTED)
            await store.cases.replace(newest)

            assert not await store.cases.replace(attrs.evolve(newest, version=version, refused=2))
            assert await store.cases.settle(attrs.evolve(ANSWERED, version=version), BY_AGENT) is None
            assert await store.cases.case(DRAFTED.id) == newest
            assert list(await store.calls.recent(5)) == []

    async def test_a_settled_case_has_its_call(self, store_url: str) -> None:
        """The answer is stored as a call of the case's question, asked when the case was last touched, and the case knows its number."""
        async with self.opened(store_url) as store:
            await store.calls.save(Question("Another."), ANSWER, RECORD, NOON)
            await store.cases.add(DRAFTED)
            settled = await store.cases.settle(ANSWERED, BY_AGENT)

            assert settled is not None
            assert settled.answer is not None
            call = await store.calls.call(settled.answer.call or 0)
            assert call is not None
            assert settled == attrs.evolve(ANSWERED, answer=call.answer)
            assert await store.cases.case(DRAFTED.id) == settled
            assert (call.question, call.asked, call.from_case) == (DRAFTED.question, LATER, True)
            assert await store.calls.record(call.id) == BY_AGENT

    async def test_a_case_without_an_answer_is_not_settled(self, store_url: str) -> None:
        """There is nothing to store: it is a `ValueError`, and the case stays."""
        async with self.opened(store_url) as store:
            await store.cases.add(DRAFTED)

            with pytest.raises(ValueError, match="has no answer"):
                await store.cases.settle(_next(DRAFTED), BY_AGENT)
            assert await store.cases.case(DRAFTED.id) == DRAFTED

    async def test_of_racing_steps_one_is_taken(self, store_url: str) -> None:
        """Of many steps from one version, in two openings of the database, one is taken and is what is kept."""
        steps = [_next(DRAFTED, refused=number) for number in range(10)]
        async with self.opened(store_url) as store, self.opened(store_url) as other:
            await store.cases.add(DRAFTED)
            stores = (store, other) * 5
            taken = await asyncio.gather(*(one.cases.replace(step) for one, step in zip(stores, steps, strict=True)))

            assert sorted(taken) == [False] * 9 + [True]
            assert await store.cases.case(DRAFTED.id) == steps[taken.index(True)]

    async def test_of_racing_verdicts_one_is_stored(self, store_url: str) -> None:
        """Of many answers from one version, in two openings of the database, one is taken, and it is the only call."""
        async with self.opened(store_url) as store, self.opened(store_url) as other:
            await store.cases.add(DRAFTED)
            settled = await asyncio.gather(*(one.cases.settle(ANSWERED, BY_AGENT) for one in (store, other) * 5))
            taken = [case for case in settled if case is not None]
            calls = await other.calls.recent(20)

            assert len(taken) == 1
            assert [call.answer for call in calls] == [taken[0].answer]
            assert await other.cases.case(DRAFTED.id) == taken[0]

    async def test_a_verdict_and_a_step_cannot_both_be_taken(self, store_url: str) -> None:
        """Where the step is taken no call is stored; where the verdict is, the step changes nothing."""
        async with self.opened(store_url) as store, self.opened(store_url) as other:
            await store.cases.add(DRAFTED)
            given_up = _next(DRAFTED, awaits=Awaits.NOTHING, declined="It was given up.")
            settled, replaced = await asyncio.gather(store.cases.settle(ANSWERED, BY_AGENT), other.cases.replace(given_up))

            assert (settled is None) == replaced
            assert len(await store.calls.recent(5)) == (0 if replaced else 1)
            assert await store.cases.case(DRAFTED.id) == (given_up if replaced else settled)

    async def test_a_sweep_drops_what_expired_before(self, store_url: str) -> None:
        """Cases that expired earlier go, and are counted; one that expires at that very moment stays. Until then an expired case is read."""
        cases = [attrs.evolve(OPENED, id=f"{minute}", expires=NOON.replace(minute=minute)) for minute in (1, 2, 3, 4)]
        async with self.opened(store_url) as store:
            for case in cases:
                await store.cases.add(case)

            assert await store.cases.sweep(NOON.replace(minute=3)) == 2
            assert await store.cases.sweep(NOON.replace(minute=3)) == 0
            assert [await store.cases.case(case.id) for case in cases] == [None, None, *cases[2:]]

    async def test_a_swept_case_has_no_next_version(self, store_url: str) -> None:
        """A step that comes after the sweep is not taken; calls of settled cases stay."""
        async with self.opened(store_url) as store:
            await store.cases.add(DRAFTED)
            settled = await store.cases.settle(ANSWERED, BY_AGENT)
            await store.cases.sweep(DRAFTED.expires + HOUR)

            assert settled is not None
            assert not await store.cases.replace(_next(settled))
            assert len(await store.calls.recent(5)) == 1
