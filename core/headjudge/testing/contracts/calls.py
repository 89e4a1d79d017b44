"""What every `Calls` and `Threads` promise: a call is kept to the letter."""

from typing import Final

import attrs
import pytest

from headjudge import (
    Answer,
    By,
    CardLink,
    Citation,
    Completion,
    Confidence,
    Exchange,
    Inquiry,
    Kind,
    Micros,
    OpenStore,
    Passage,
    Pin,
    Purpose,
    Question,
    Rating,
    Reading,
    Record,
    Reference,
    RulesSource,
    Shelf,
    Sightings,
    Span,
    Turn,
)
from headjudge.testing.contracts.opening import FOX, NOON, PAIR, RULES, Opening, in_force

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

RECORD: Final = Record(
    by=By("counsel", "scripted-1", "c" * 32),
    seen=Sightings((Span("fox"),), ("draw",), (("drwa", "draw"),)),
    inquiry=Inquiry(Reading(QUESTION, (Span(FOX.name, bracketed=True),), ("draw",), source=RulesSource.COMMANDER), (FOX,), (("fox", FOX.name),)),
    material=(
        Passage(CALL, "101.1a", "The first player draws nothing.", "Turns", score=0.75),
        Passage(Reference(Kind.ORACLE, FOX.oracle_id), f"Oracle text, {FOX.name}", FOX.text, FOX.name, FOX.oracle_id),
    ),
    shown=(1, 2),
    turns=(Turn(Purpose.READING, "d" * 32, Completion("{}", "scripted-1", 900, 20, truncated=True), Micros(1500)),),
    gates=("law of citation", "support"),
    doubts=("One sentence stands on its own.",),
    objections=("The answer cites nothing.",),
    versions=(("program", "0.1.0"), ("rules", "20260301")),
)
BARE: Final = Record(By("excerpts"), Sightings(), Inquiry(Reading(QUESTION)), (), (0,))


async def saved(store: OpenStore, text: str = "Who draws?", thread: str | None = None) -> int:
    """Store a call and return its number."""
    return await store.calls.save(Question(text, thread=thread), ANSWER, RECORD, NOON)


def _rating(call: int, member: str, value: int, minute: int = 0) -> Rating:
    return Rating(call, member, value, judge=False, rated=NOON.replace(minute=minute))


@pytest.mark.asyncio
class CallsContract(Opening):
    """Every promise of `Calls` and `Threads`."""

    async def test_a_call_comes_back_as_it_was_stored(self, store_url: str) -> None:
        """Question, pins, history, answer, citations and cards are kept to the letter."""
        async with self.opened(store_url) as store:
            number = await store.calls.save(QUESTION, ANSWER, RECORD, NOON)
            call = await store.calls.call(number)

        assert call is not None
        assert call.question == QUESTION
        assert call.answer.citations == (CITATION, ORACLE)
        assert call.answer.cards == ANSWER.cards
        assert (call.answer.confidence, call.answer.source, call.answer.generation) == (Confidence.HIGH, RulesSource.COMMANDER, 7)
        assert (call.id, call.answer.call, call.asked, call.by, call.cost) == (number, number, NOON, RECORD.by, 1500)

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

    async def test_what_answered_a_call_comes_back_to_the_letter(self, store_url: str) -> None:
        """Reading, cards, passages, replies of the model, gates and versions are kept; a call without any of it has an empty record."""
        async with self.opened(store_url) as store:
            number, bare = await store.calls.save(QUESTION, ANSWER, RECORD, NOON), await store.calls.save(QUESTION, ANSWER, BARE, NOON)

            assert await store.calls.record(number) == RECORD
            assert await store.calls.record(bare) == BARE
            assert await store.calls.record(4711) is None

    async def test_the_newest_calls_come_first(self, store_url: str) -> None:
        """As many as asked for, newest first, and on from any number."""
        async with self.opened(store_url) as store:
            first, second, third = [await saved(store) for _ in range(3)]

            assert [call.id for call in await store.calls.recent(2)] == [third, second]
            assert [call.id for call in await store.calls.recent(5, before=second)] == [first]

    async def test_the_very_same_question_is_found_again(self, store_url: str) -> None:
        """Text, pins, corpus, generation and who answered must be the same; of several the newest comes first."""
        async with self.opened(store_url) as store:
            corpus = await in_force(store, {Shelf.RULES: RULES})
            asked = attrs.evolve(QUESTION, history=())
            answer = attrs.evolve(ANSWER, generation=corpus.generation)
            first = await store.calls.save(asked, answer, RECORD, NOON)
            number = await store.calls.save(asked, answer, RECORD, NOON)
            found = await store.calls.same(attrs.evolve(asked, thread="another", door="web"), corpus, RECORD.by)
            others = [
                await store.calls.same(attrs.evolve(asked, text="Who draws"), corpus, RECORD.by),
                await store.calls.same(attrs.evolve(asked, pins=()), corpus, RECORD.by),
                await store.calls.same(asked, corpus, attrs.evolve(RECORD.by, prompt_hash="e" * 32)),
                await store.calls.same(asked, corpus, By("counsel")),
                await store.calls.same(asked, await in_force(store, {Shelf.RULES: RULES[:1]}), RECORD.by),
            ]

        assert [call.id for call in found] == [number, first]
        assert list(map(list, others)) == [[]] * 5

    async def test_calls_that_stand_for_no_other_question_are_not_found_again(self, store_url: str) -> None:
        """Those with history, of cases, and repeats are left out."""
        async with self.opened(store_url) as store:
            corpus = await in_force(store, {Shelf.RULES: RULES})
            asked, answer = attrs.evolve(QUESTION, history=()), attrs.evolve(ANSWER, generation=corpus.generation)
            number = await store.calls.save(QUESTION, answer, RECORD, NOON)
            await store.calls.save(asked, answer, attrs.evolve(RECORD, from_case=True), NOON)
            await store.calls.repeat(asked, answer, number, NOON)

            assert list(await store.calls.same(asked, corpus, RECORD.by)) == []

    async def test_a_verdict_given_again_belongs_to_its_thread(self, store_url: str) -> None:
        """It is a call of its own that names the one judged; it cost nothing and has no record."""
        async with self.opened(store_url) as store:
            number = await saved(store, "one", "t")
            again = await store.calls.repeat(Question("one", thread="u"), ANSWER, number, NOON)
            call = await store.calls.call(again)
            history = await store.threads.history("u", 5)

            assert call is not None
            assert (call.repeats, call.by, call.cost, call.answer.text) == (number, RECORD.by, 0, ANSWER.text)
            assert await store.calls.record(again) is None
            assert [exchange.question for exchange in history] == ["one"]
            await store.calls.rate(_rating(again, "ann", 3))
            assert list(await store.calls.rated()) == []
            with pytest.raises(LookupError):
                await store.calls.repeat(Question("one"), ANSWER, 4711, NOON)

    async def test_a_rating_is_seen_by_the_next_question(self, store_url: str) -> None:
        """Rating and forgetting show at once in the process that did them."""
        async with self.opened(store_url) as store:
            number = await saved(store)
            before = await store.calls.rated()
            await store.calls.rate(_rating(number, "ann", 3))
            rated = await store.calls.rated()
            await store.calls.forget("ann")

            assert (list(before), [call.id for call in rated]) == ([], [number])
            assert list(await store.calls.rated()) == []
