"""What every door promises."""

import asyncio

import pytest

from headjudge.desk import Desk, Slots
from headjudge.domain.answers import Draft, Quote
from headjudge.domain.names import Span
from headjudge.domain.passages import Brief, Hit
from headjudge.doors import Door
from headjudge.pipeline import Judge
from headjudge.settings import Settings
from headjudge.steps.retrieve import Retrieval
from headjudge.testing.contracts.plants import QUESTION, REFERENCE, ROWS
from headjudge.testing.corpus import MemoryCorpus
from headjudge.testing.scripted import ScriptedExtractor, ScriptedRetriever, ScriptedSynthesizer, StoppedClock
from headjudge.testing.store import OpenMemoryStore

__all__ = ["DoorContract", "scripted_desk"]

PATIENCE = 10.0
"""Seconds within which a door must hand over a reply, or end."""


def scripted_desk(extractor: ScriptedExtractor, settings: Settings, store: OpenMemoryStore, slots: int = 1) -> Desk:
    """Return a desk whose judge reads questions with *extractor*, finds the planted rule and answers by quoting it."""
    retrieval = Retrieval(settings, store.calls, (ScriptedRetriever((Hit(REFERENCE, 1.0),)),))
    judge = Judge(extractor, (), (), retrieval, ScriptedSynthesizer([_verdict] * 20), ())
    return Desk(judge, store, Slots(slots, 0.0), StoppedClock())


def _verdict(brief: Brief) -> Draft:
    passage = brief.find(REFERENCE)
    return Draft("Yes, you hum at every lantern.", (Quote(REFERENCE, passage.text),) if passage else ())


@pytest.mark.asyncio
class DoorContract:
    """Every promise of `Door`. A subclass gives the fixture `door` and says how to `ask` through it."""

    @pytest.fixture
    def door(self) -> Door:
        """The door under test."""
        raise NotImplementedError("give the fixture `door`")

    async def ask(self, door: Door, text: str) -> str:
        """Hand the question *text* in through *door*, which is being served, and return what came out."""
        raise NotImplementedError("say how a question goes in and the reply comes out")

    @pytest.fixture
    def store(self, headjudge_corpus: MemoryCorpus) -> OpenMemoryStore:
        """The practice rulebook with the planted fact, in force."""
        return OpenMemoryStore.holding(headjudge_corpus.with_rows(*ROWS))

    async def asked(self, door: Door, desk: Desk) -> str:
        """Return what comes out for the planted question while *door* is open over *desk*."""
        serving = asyncio.ensure_future(door.serve(desk, door.switches))
        try:
            async with asyncio.timeout(PATIENCE):
                return await self.ask(door, QUESTION.text)
        finally:
            serving.cancel()
            await asyncio.wait([serving], timeout=PATIENCE)

    async def test_it_plays_the_role(self, door: Door) -> None:
        """It has all that a `Door` must have, a name, and a switch; the fixture lacks nothing."""
        assert isinstance(door, Door)
        assert door.name.strip()
        assert all(switch.isidentifier() for switch in door.switches)
        assert door.switches
        assert list(door.needs(door.switches)) == []

    async def test_the_planted_answer_comes_out(self, door: Door, store: OpenMemoryStore, headjudge_settings: Settings) -> None:
        """The verdict, its citation's label and its quote are shown, and the call is stored."""
        shown = await self.asked(door, scripted_desk(ScriptedExtractor(), headjudge_settings, store))

        assert "you hum at every lantern" in shown
        assert "990.1a" in shown
        assert "its controller hums at every lantern" in shown
        assert [call.question.text for call in store.calls.kept.values()] == [QUESTION.text]

    async def test_a_name_that_is_no_card_is_shown(self, door: Door, store: OpenMemoryStore, headjudge_settings: Settings) -> None:
        """The asker is told which name matched nothing."""
        extractor = ScriptedExtractor(spans=(Span("gloamwick"),))

        assert "gloamwick" in await self.asked(door, scripted_desk(extractor, headjudge_settings, store))

    async def test_a_declined_question_says_why(self, door: Door, store: OpenMemoryStore, headjudge_settings: Settings) -> None:
        """The asker is shown the sentence that says why there is no verdict."""
        extractor = ScriptedExtractor(declined="Prices of candles are not for a judge.")

        assert "Prices of candles are not for a judge." in await self.asked(door, scripted_desk(extractor, headjudge_settings, store))

    async def test_it_ends_when_it_is_cancelled(self, door: Door, store: OpenMemoryStore, headjudge_settings: Settings) -> None:
        """A door that is told to end ends."""
        serving = asyncio.ensure_future(door.serve(scripted_desk(ScriptedExtractor(), headjudge_settings, store), door.switches))
        await asyncio.wait([serving], timeout=0.05)
        serving.cancel()
        done, _ = await asyncio.wait([serving], timeout=PATIENCE)

        assert done == {serving}
