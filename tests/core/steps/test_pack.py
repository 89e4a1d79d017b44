"""Packing a brief within its budget."""

import datetime

import attrs
import pytest

from headjudge import (
    Answer,
    Call,
    Card,
    Confidence,
    Face,
    GlossaryEntry,
    Inquiry,
    Kind,
    Note,
    Question,
    Rating,
    Reading,
    Reference,
    RowOf,
    Rule,
    RulesSource,
    Ruling,
    Section,
)
from headjudge.steps.fuse import Ranking
from headjudge.steps.pack import LARGEST, pack
from headjudge.steps.rulebook import read_rulebook
from headjudge.testing import MemoryCalls, MemoryCorpus

NOON = datetime.datetime(2026, 11, 1, 12, tzinfo=datetime.UTC)
DATED = Ruling("red", datetime.date(2009, 6, 1), "It is still red.", "kites")
UNDATED = Ruling("red", None, "It may be torn.", "kites")


def card(oracle_id: str, name: str, size: int = 40) -> Card:
    """A card whose Oracle text has *size* letters."""
    return Card(oracle_id, name, (Face(name, "", "Kite", "x" * size),), "normal")


RED, BLUE = card("red", "Red Kite"), card("blue", "Blue Kite")


def rules(*sizes: int, group: str = "100.1") -> list[Rule]:
    """A parent rule and sub-rules, whose texts have *sizes* letters each."""
    return [Rule(group + " abcdefghijk"[place].strip(), chr(97 + place) * size, group[:3], "Flying") for place, size in enumerate(sizes)]


def corpus_of(*rows: RowOf) -> MemoryCorpus:
    """A corpus of rules and whatever else."""
    return MemoryCorpus.of((Section("100", "Flying", "The Sky"), *rows))


def ranked(groups: list[str], **scores: float) -> Ranking:
    """A ranking of *groups*, with scores of sub-rules; ``r100_1a=2.0`` is 100.1a."""
    references = [(Reference(Kind.RULE, name[1:].replace("_", ".")), score) for name, score in scores.items()]
    return Ranking(tuple(sorted(references, key=lambda pair: -pair[1])), tuple((group, 1.0) for group in groups))


async def packed(ranking: Ranking, corpus: MemoryCorpus, budget: int = 10_000, cards: tuple[Card, ...] = (), calls: MemoryCalls | None = None):
    """The passages of a brief."""
    inquiry = Inquiry(Reading(Question("Is it flying?")), cards)
    return await pack(ranking, inquiry, corpus, await read_rulebook(corpus), calls or MemoryCalls(), budget)


def keys(passages, kind: Kind = Kind.RULE) -> list[str]:
    """Keys of the passages of one kind, in their order."""
    return [passage.reference.key for passage in passages if passage.reference.kind is kind]


async def test_small_group_is_shown_whole_in_its_order():
    """Neighbours of what was found stand beside it, with their headings."""
    passages = await packed(ranked(["100.1"], r100_1b=1.0), corpus_of(*rules(50, 50, 50)))

    assert keys(passages) == ["100.1", "100.1a", "100.1b"]
    assert passages[2].text == "c" * 50
    assert passages[2].heading == "Flying"
    assert passages[2].score == 1.0


async def test_large_group_keeps_what_was_found():
    """Of a group that is too large its best rules and its parent are shown, still in their order."""
    found = rules(100, 900, 900, 900, 900, 900)

    passages = await packed(ranked(["100.1"], r100_1d=2.0, r100_1b=1.0), corpus_of(*found))

    assert keys(passages) == ["100.1", "100.1b", "100.1d"]
    assert sum(passage.size for passage in passages) <= LARGEST


async def test_best_rule_is_shown_before_its_parent():
    """Where there is room for one, it is the one that was found."""
    passages = await packed(ranked(["100.1"], r100_1a=1.0), corpus_of(*rules(300, 300)), budget=400)

    assert keys(passages) == ["100.1a"]


async def test_groups_stand_in_their_order():
    """Best group first, whatever its number."""
    found = [*rules(50, group="100.1"), *rules(50, group="100.2"), *rules(50, group="100.3")]

    passages = await packed(ranked(["100.3", "100.1", "100.2"]), corpus_of(*found))

    assert keys(passages) == ["100.3", "100.1", "100.2"]


async def test_a_dozen_large_groups_fit():
    """Large groups leave room for those behind them."""
    found = [rule for n in range(1, 13) for rule in rules(200, *[400] * 10, group=f"100.{n}")]

    passages = await packed(ranked([f"100.{n}" for n in range(1, 13)]), corpus_of(*found), budget=14_000)

    shown = list(dict.fromkeys(passage.group for passage in passages))
    assert shown == [f"100.{n}" for n in range(1, len(shown) + 1)]
    assert len(shown) >= 10


@pytest.mark.parametrize("budget", [1000, 3000, 6000])
async def test_budget_is_kept_and_used(budget):
    """All passages together are no more than the budget, in bytes, and little of it is left over."""
    found = [rule for n in range(1, 9) for rule in rules(90, 400, 400, group=f"100.{n}")] + [Rule("100.9", "’" * 300, "100", "Flying")]
    corpus = corpus_of(*found, RED, BLUE, DATED, UNDATED)
    rulings = tuple((Reference(Kind.RULING, ruling.key), 1.0) for ruling in (DATED, UNDATED))
    ranking = Ranking(rulings, (("100.9", 2.0), *((f"100.{n}", 1.0) for n in range(1, 9))))

    passages = await packed(ranking, corpus, budget, (RED, BLUE))

    assert budget - 400 <= sum(len(passage.text.encode()) for passage in passages) <= budget


async def test_titles_alone_do_not_fill_the_rest():
    """Where there is room for hardly more than a title, packing ends."""
    found = [*rules(450, group="100.1"), *rules(6, 400, group="100.2"), *rules(6, 400, group="100.3")]

    passages = await packed(ranked(["100.1", "100.2", "100.3"]), corpus_of(*found), budget=600)

    assert keys(passages) == ["100.1"]


async def test_group_that_does_not_exist_is_passed_over():
    """A leg that refers to nothing adds nothing."""
    assert await packed(ranked(["900.1"], r900_1=1.0), corpus_of(*rules(50))) == ()


async def test_oracle_texts_follow_the_rules():
    """Every card is shown with its text."""
    passages = await packed(ranked(["100.1"]), corpus_of(*rules(50), RED, BLUE), cards=(RED, BLUE))

    assert [passage.label for passage in passages] == ["100.1", "Oracle text, Red Kite", "Oracle text, Blue Kite"]
    assert passages[1].card == "red"
    assert passages[1].text == RED.text


async def test_first_card_is_shown_however_long_it_is():
    """A question on one long card is not answered without it; a second one waits."""
    long, longer = card("red", "Red Kite", 900), card("blue", "Blue Kite", 900)

    passages = await packed(ranked([]), corpus_of(long, longer), 1000, (long, longer))

    assert keys(passages, Kind.ORACLE) == ["red"]


async def test_rulings_are_labelled_as_the_contract_says():
    """With their day and card; without brackets where there is no day."""
    references = tuple((Reference(Kind.RULING, ruling.key), 1.0) for ruling in (DATED, UNDATED))

    passages = await packed(Ranking(references, ()), corpus_of(RED, DATED, UNDATED))

    assert [(passage.label, passage.text) for passage in passages] == [
        ("Ruling (2009-06-01), Red Kite", "It is still red."),
        ("Ruling, Red Kite", "It may be torn."),
    ]


async def test_notes_glossary_and_calls_are_read_from_their_places():
    """What a leg referred to is shown in the corpus's words; what is not there is left out, and a call that nobody rated."""
    answer = Answer("It flies.", Confidence.LOW, RulesSource.CR, "20090601", "practice", 1, (), call=1)
    rating = Rating(1, "member", 3, judge=False, rated=NOON)
    rated = Call(1, Question("Does it fly?"), answer, NOON, "clerk", ratings=(rating,))
    calls = MemoryCalls({1: rated, 3: attrs.evolve(rated, id=3, ratings=())})
    corpus = corpus_of(Note("Red Kite", "It unfolds."), GlossaryEntry(("Wind", "Gust"), "It blows."))
    wanted = [
        (Kind.NOTE, "Red Kite"),
        (Kind.NOTE, "Green Kite"),
        (Kind.GLOSSARY, "Gust"),
        (Kind.GLOSSARY, "Rain"),
        (Kind.CALL, "1"),
        (Kind.CALL, "2"),
        (Kind.CALL, "3"),
        (Kind.CALL, "9" * 5000),
    ]

    passages = await packed(Ranking(tuple((Reference(kind, key), 1.0) for kind, key in wanted), ()), corpus, calls=calls)

    assert [(passage.label, passage.text) for passage in passages] == [
        ("Prior call", "It flies."),
        ("Note, Red Kite", "It unfolds."),
        ("Glossary, Gust", "It blows."),
    ]
