"""What was missed, where it was, and what was shown instead."""

from headjudge.evaluation.misses import miss_of, missed_lines
from headjudge.evaluation.recall import measure

TEN = [f"{number}.1" for number in range(101, 111)]


async def missed(judge, corpus, expected):
    return await miss_of(judge.retrieval, corpus, await measure(judge, corpus, expected))


async def test_what_is_shown_is_no_miss(corpus, judging, knowing, expecting) -> None:
    """The seventh group counts as shown."""
    assert await missed(judging(knowing({"Why?": TEN})), corpus, expecting("Why?", "107.1a")) is None


async def test_a_miss_says_where_its_rule_was(corpus, judging, knowing, expecting) -> None:
    """Its place among all groups, and in each leg that found it, the best first; and the seven groups in its place."""
    judge = judging(knowing({"Why?": TEN}, "first"), knowing({"Why?": ["101.1", "110.1a"]}, "second"))
    miss = await missed(judge, corpus, expecting("Why?", "109.1", "108.1|120.1"))

    assert miss is not None
    assert [(one.alternatives, one.rank, dict(one.legs)) for one in miss.missed] == [
        (("109.1",), 10, {"first": 9}),
        (("108.1", "120.1"), 9, {"first": 8}),
    ]
    assert miss.shown == ("101.1", "110.1", "102.1", "103.1", "104.1", "105.1", "106.1")


async def test_the_leg_that_ranks_it_best_is_first(corpus, judging, knowing, expecting) -> None:
    """Two rules of one group are one place."""
    far, near = knowing({"Why?": [*TEN[:9], "120.1"]}, "far"), knowing({"Why?": ["111.1", "111.1a", "120.1a"]}, "near", 0.1)
    miss = await missed(judging(far, near), corpus, expecting("Why?", "120.1"))

    assert miss is not None
    assert list(miss.missed[0].legs.items()) == [("near", 2), ("far", 10)]


async def test_what_no_leg_found_has_no_place(corpus, judging, knowing, expecting) -> None:
    """And that is said, not left out."""
    miss = await missed(judging(knowing({})), corpus, expecting("Why?", "101.1"))

    assert miss is not None
    assert [(one.rank, dict(one.legs)) for one in miss.missed] == [(None, {})]


async def test_a_card_that_is_not_there_is_the_reason(corpus, judging, expecting) -> None:
    """Nothing was looked for."""
    miss = await missed(judging(), corpus, expecting("Why?", "101.1", cards=("Lost Card",)))

    assert miss is not None
    assert (miss.obstacle, miss.shown) == ("no card is called “Lost Card”", ())


async def test_lines_have_headings(corpus, judging, knowing, expecting) -> None:
    """So that a number need not be looked up."""
    miss = await missed(judging(knowing({"Why?": ["101.1"]})), corpus, expecting("Why?", "102.1"))

    assert missed_lines([miss], {"101.1": "Part 101"}) == [
        {
            "id": "Why?",
            "question": "Why?",
            "missed": [{"alternatives": ("102.1",), "rank": None, "legs": {}}],
            "shown": [{"group": "101.1", "heading": "Part 101"}],
            "obstacle": "",
        }
    ]
