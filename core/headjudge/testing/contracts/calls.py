"""What every `Calls` and `Threads` promise: a call is kept to the letter."""

from typing import Final

import pytest

from headjudge import Answer, CardLink, Citation, Confidence, Exchange, Kind, OpenStore, Pin, Question, Rating, Reference, RulesSource
from headjudge.testing.contracts.opening import FOX, NOON, PAIR, Opening

__all__ = ["CallsContract", "saved"]

CALL: Final = Reference(Kind.RULE, "101.1a")
CITATION: Final = Citation(CALL, "101.1a", "The first player draws nothing.", "20260301", "a" * 32, None)
ORACLE: Final = Citation(Reference(Kind.ORACLE, FOX.oracle_id), f"Oracle text, {FOX.name}", "Swift.", "20260301", "b" * 32, FOX.oracle_id)
QUESTION: Final = Question("Who draws?", (Pin("fox", FOX.name),), "web:1", door="api", history=(Exchange("And?", "Yes.", (FOX.name,)),))
ANSWER: Final = Answer(
    "Not the first player.",
    Confidence.HIGH,
    RulesSource.COMMANDER,
    "20260301",
    "practice",
    7,
    (CITATION, ORACLE),
    (CardLink(FOX.name, FOX.url, FOX.oracle_id, FOX.hash), CardLink(PAIR.name, "", PAIR.oracle_id, PAIR.hash)),
)


async def saved(store: OpenStore, text: str = "Who draws?", thread: str | None = None) -> int:
    """Store a call and return its number."""
    return await store.calls.save(Question(text, thread=thread), ANSWER, "excerpts", NOON)


def _rating(call: int, member: str, value: int, minute: int = 0) -> Rating:
    return Rating(call, member, value, judge=False, rated=NOON.replace(minute=minute))


@pytest.mark.asyncio
class CallsContract(Opening):
    """Every promise of `Calls` and `Threads`."""

    async def test_a_call_comes_back_as_it_was_stored(self, store_url: str) -> None:
        """Question, pins, history, answer, citations and cards are kept to the letter."""
        async with self.opened(store_url) as store:
            number = await store.calls.save(QUESTION, ANSWER, "excerpts", NOON)
            call = await store.calls.call(number)

        assert call is not None
        assert call.question == QUESTION
        assert call.answer.citations == (CITATION, ORACLE)
        assert call.answer.cards == ANSWER.cards
        assert (call.answer.confidence, call.answer.source, call.answer.generation) == (Confidence.HIGH, RulesSource.COMMANDER, 7)
        assert (call.id, call.answer.call, call.asked, call.synthesizer) == (number, number, NOON, "excerpts")

    @pytest.mark.parametrize("number", [0, -1, 4711, 10**30])
    async def test_an_unknown_call_is_none(self, store_url: str, number: int) -> None:
        """A number that no call has gives None, however long it is."""
        async with self.opened(store_url) as store:
            await saved(store)

            assert await store.calls.call(number) is None

    async def test_a_member_rates_a_call_once(self, store_url: str) -> None:
        """A later rating replaces the member's earlier one; others' stay."""
        async with self.opened(store_url) as store:
            number = await saved(store)
            for rating in (_rating(number, "ann", 1), _rating(number, "ben", 2, 1), _rating(number, "ann", 3, 2)):
                await store.calls.rate(rating)
            call = await store.calls.call(number)

        assert call is not None
        assert call.ratings == (_rating(number, "ben", 2, 1), _rating(number, "ann", 3, 2))

    @pytest.mark.parametrize("number", [4711, 10**30])
    async def test_an_unknown_call_cannot_be_rated(self, store_url: str, number: int) -> None:
        """Rating what is not there is a `LookupError`."""
        async with self.opened(store_url) as store:
            with pytest.raises(LookupError):
                await store.calls.rate(_rating(number, "ann", 1))

    async def test_a_member_is_forgotten(self, store_url: str) -> None:
        """Every rating of a member goes, and they are counted; others' stay."""
        async with self.opened(store_url) as store:
            first, second = await saved(store), await saved(store)
            for rating in (_rating(first, "ann", 1), _rating(second, "ann", 2), _rating(second, "ben", 3)):
                await store.calls.rate(rating)

            assert await store.calls.forget("ann") == 2
            assert await store.calls.forget("ann") == 0
            assert [call.ratings for call in await store.calls.rated()] == [(_rating(second, "ben", 3),)]

    async def test_rated_calls_come_newest_first(self, store_url: str) -> None:
        """Calls with a rating are listed newest first, those without are not, and each has its own citations."""
        async with self.opened(store_url) as store:
            first, _, third = await saved(store), await saved(store), await saved(store)
            await store.calls.rate(_rating(third, "ann", 3))
            await store.calls.rate(_rating(first, "ann", 2))
            rated = await store.calls.rated()

        assert [call.id for call in rated] == [third, first]
        assert [call.answer.citations for call in rated] == [(CITATION, ORACLE)] * 2

    async def test_history_is_the_newest_of_the_thread_oldest_first(self, store_url: str) -> None:
        """A thread's history is its own newest exchanges with the cards they were about, oldest first."""
        async with self.opened(store_url) as store:
            for text, thread in (("one", "t"), ("two", "t"), ("other", "u"), ("none", None), ("three", "t")):
                await saved(store, text, thread)
            history = await store.threads.history("t", 2)

        assert list(history) == [Exchange(text, "Not the first player.", (FOX.name, PAIR.name)) for text in ("two", "three")]
