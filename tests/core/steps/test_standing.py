"""Whether a prior call may be shown."""

import datetime

import attrs
import pytest

from headjudge import (
    Answer,
    By,
    Citation,
    Confidence,
    Inquiry,
    Kind,
    Question,
    Rating,
    Reading,
    Record,
    Reference,
    Rule,
    RulesSource,
    Sightings,
    holds,
    text_hash,
)
from headjudge.testing import MemoryCalls, MemoryCorpus

NOON = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)
RULE = Rule("100.1a", "A turn begins with a draw.", "100", "Turns")
CORPUS = MemoryCorpus.of((RULE,))
QUESTION = Question("How does a turn begin?")
RECORD = Record(By("scripted"), Sightings(), Inquiry(Reading(QUESTION)), (), (0,))


def answer(kind: Kind, key: str, source: str) -> Answer:
    """An answer that rests on one source."""
    cited = Citation(Reference(kind, key), key, source, "20260301", text_hash(source))
    return Answer("With a draw.", Confidence.HIGH, RulesSource.CR, "20260301", CORPUS.name, CORPUS.generation, (cited,))


@pytest.fixture
async def calls() -> MemoryCalls:
    """Two rated calls: the first rests on the rule, the second on the first alone."""
    kept = MemoryCalls()
    for verdict in (answer(Kind.RULE, "100.1a", RULE.full_text), answer(Kind.CALL, "1", "With a draw.")):
        number = await kept.save(QUESTION, verdict, RECORD, NOON)
        await kept.rate(Rating(number, "ann", 3, judge=True, rated=NOON))
    return kept


async def test_a_call_holds_while_its_sources_say_the_same(calls: MemoryCalls) -> None:
    """Its own, and those of the calls that it cites."""
    held = [await holds(call, CORPUS, calls) for call in calls.kept.values()]
    changed = MemoryCorpus.of((attrs.evolve(RULE, text="A turn begins with a nap."),))
    fallen = [await holds(call, changed, calls) for call in calls.kept.values()]

    assert (held, fallen) == ([True, True], [False, False])


async def test_a_call_falls_with_the_call_that_it_cites(calls: MemoryCalls) -> None:
    """A judge who rates the first one wrong takes the second along."""
    await calls.rate(Rating(1, "ann", 1, judge=True, rated=NOON))

    assert not await holds(calls.kept[2], CORPUS, calls)


async def test_a_verdict_given_again_is_no_call_of_its_own(calls: MemoryCalls) -> None:
    """However it is rated."""
    number = await calls.repeat(QUESTION, calls.kept[1].answer, 1, NOON)
    await calls.rate(Rating(number, "ann", 3, judge=True, rated=NOON))

    assert not await holds(calls.kept[number], CORPUS, calls)
