"""The leg `prior calls` shows only what still holds."""

import datetime

import attrs
import pytest

from headjudge import (
    Answer,
    Call,
    CardLink,
    Citation,
    Confidence,
    Exchange,
    Inquiry,
    Kind,
    Question,
    Rating,
    Reading,
    Reference,
    RulesSource,
    text_hash,
)
from headjudge.testing import MemoryCalls, MemoryCorpus
from headjudge_library.calls import PriorCalls
from headjudge_library.rulewords import RuleWordsIndexes

NOON = datetime.datetime(2026, 11, 1, 12, tzinfo=datetime.UTC)
ASKED = "Does a kite drift away when its string breaks?"


class SameCalls(MemoryCalls):
    """Calls that are rated once and for all, and count how often one is read."""

    def __init__(self, calls: list[Call]) -> None:
        super().__init__({call.id: call for call in calls})
        self.same, self.read = calls, 0

    async def rated(self):
        """Return the very same each time."""
        return self.same

    async def call(self, number):
        """Return a call, and count."""
        self.read += 1
        return await super().call(number)


def cited(kind: Kind, key: str, source: str) -> Citation:
    """A citation of the whole of *source*."""
    return Citation(Reference(kind, key), key, source, "20090601", text_hash(source))


def call(number: int = 1, text: str = ASKED, citations=(), cards=(), value: int = 3, corpus: str = "practice", **question) -> Call:
    """A call with one rating."""
    answer = Answer("Yes.", Confidence.LOW, RulesSource.CR, "20090601", corpus, 1, tuple(citations), tuple(cards), number)
    return Call(number, Question(text, **question), answer, NOON, "clerk", ratings=(Rating(number, "ann", value, True, NOON),))


async def found(corpus, *calls: Call, text: str = "The string breaks: does my kite drift?") -> list[str]:
    """Keys of the calls that are found for *text*."""
    leg = PriorCalls(MemoryCalls({call.id: call for call in calls}), RuleWordsIndexes())
    return [hit.reference.key for hit in await leg.retrieve(Inquiry(Reading(Question(text))), corpus, 10)]


@pytest.fixture
async def sources(corpus, red):
    """A citation of a rule, of a ruling, and of Oracle text, as they read now."""
    rule, (ruling, *_) = await corpus.rule("100.1a"), await corpus.rulings("red")
    return (cited(Kind.RULE, rule.number, rule.full_text), cited(Kind.RULING, ruling.key, ruling.text), cited(Kind.ORACLE, "red", red.text))


async def test_rated_call_on_the_same_is_found(corpus, sources, red):
    """A call whose every source reads as it did is shown."""
    link = CardLink(red.name, red.url, red.oracle_id, red.hash)

    assert await found(corpus, call(citations=sources, cards=(link,))) == ["1"]


@pytest.mark.parametrize("broken", [0, 1, 2])
async def test_call_with_a_changed_source_is_not_found(corpus, sources, broken):
    """One text that reads otherwise now is enough to keep a call back."""
    changed = [attrs.evolve(source, source_hash="0" * 32) if place == broken else source for place, source in enumerate(sources)]

    assert await found(corpus, call(citations=changed)) == []


@pytest.mark.parametrize(("kind", "key"), [(Kind.RULE, "900.1"), (Kind.RULING, "0" * 12), (Kind.ORACLE, "green"), (Kind.CALL, "99")])
async def test_call_with_a_source_that_is_gone_is_not_found(corpus, kind, key):
    """What cannot be read any more does not hold."""
    assert await found(corpus, call(citations=(cited(kind, key, "gone"),))) == []


async def test_call_on_a_changed_card_is_not_found(corpus, red):
    """The Oracle text of every card must be what it was, cited or not."""
    assert await found(corpus, call(cards=(CardLink(red.name, red.url, red.oracle_id, "0" * 32),))) == []


async def test_call_that_was_judged_wrong_is_not_found(corpus):
    """A judge's 1 keeps a call back."""
    assert await found(corpus, call(value=1)) == []


async def test_call_that_was_asked_with_history_is_not_found(corpus):
    """What leans on what was said before answers nobody else."""
    assert await found(corpus, call(history=(Exchange("Is it torn?", "No."),))) == []


async def test_unrated_call_is_not_found(corpus):
    """Nobody has vouched for it."""
    assert await found(corpus, attrs.evolve(call(), ratings=())) == []


async def test_call_of_another_corpus_is_not_found(corpus):
    """Each game has its own answers."""
    assert await found(corpus, call(corpus="magic")) == []


async def test_call_on_something_else_is_not_found(corpus):
    """A call that shares a word or two is no precedent."""
    assert await found(corpus, call(text="Does a torn kite land at once?")) == []


async def test_call_that_rests_on_a_refuted_call_is_not_found(corpus):
    """A precedent falls with the precedent it cites."""
    first, second = call(1, text="Is it torn?", value=1), call(2, citations=(cited(Kind.CALL, "1", "Yes."),))

    assert await found(corpus, first, second) == []


async def test_better_rated_call_comes_first(corpus):
    """Of two on the same question the better rated leads."""
    assert await found(corpus, call(1, value=2), call(2, value=3)) == ["2", "1"]


async def test_new_rating_is_heard(corpus):
    """What the leg remembers of the rated calls is forgotten when one is rated anew."""
    calls = MemoryCalls({1: call(1), 2: call(2, value=2)})
    leg, inquiry = PriorCalls(calls, RuleWordsIndexes()), Inquiry(Reading(Question(ASKED)))
    before = [hit.reference.key for hit in await leg.retrieve(inquiry, corpus, 10)]

    await calls.rate(Rating(1, "ann", 1, True, NOON))

    assert before == ["1", "2"]
    assert [hit.reference.key for hit in await leg.retrieve(inquiry, corpus, 10)] == ["2"]


async def test_call_is_held_against_each_generation(rows, corpus, sources):
    """A call that holds over one generation need not over the next, though the same calls are rated."""
    reworded = [attrs.evolve(row, text=f"{row.text} Always.") if getattr(row, "number", "") == "100.1a" else row for row in rows]
    calls = SameCalls([call(citations=sources)])
    leg, inquiry = PriorCalls(calls, RuleWordsIndexes()), Inquiry(Reading(Question(ASKED)))
    before = [hit.reference.key for hit in await leg.retrieve(inquiry, corpus, 10)]

    after = await leg.retrieve(inquiry, MemoryCorpus.of(reworded, generation=2), 10)

    assert before == ["1"]
    assert after == []


async def test_call_is_read_once_for_all_paraphrases(corpus, sources):
    """Nothing is read again while neither the ratings nor the corpus have changed."""
    calls = SameCalls([call(citations=(*sources, cited(Kind.CALL, "2", "No.")))])
    leg = PriorCalls(calls, RuleWordsIndexes())

    for text in (ASKED, "The string breaks: does my kite drift?"):
        assert await leg.retrieve(Inquiry(Reading(Question(text))), corpus, 10) == []

    assert calls.read == 1
