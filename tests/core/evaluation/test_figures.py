"""What a run of questions comes to."""

from headjudge.evaluation.figures import NO_CATEGORY, summary
from headjudge.evaluation.recall import Result

OLD_KEYS = ["questions", "must@5", "must@7", "must@10", "full@5", "full@7", "full@10", "exact", "mrr", "bytes", "p50_ms", "p95_ms"]


def result(expected, *groups: str, seconds: float = 0.001, category: str = "") -> Result:
    return Result(expected, groups, groups, 1000, seconds, category)


def test_the_figures_are_means_over_questions(expecting) -> None:
    """Of all, and of those that say what is full."""
    found = summary([result(expecting("a", "101.1", full=("101.1",)), "101.1"), result(expecting("b", "101.1"), "102.1", "101.1")])

    assert (found["must@5"], found["mrr"], found["full@5"], found["bytes"]) == (1.0, 0.75, 1.0, 1000)


def test_tools_find_the_keys_they_know(expecting) -> None:
    """For all, and in each part."""
    found = summary([result(expecting("a", "101.1"), "101.1")])

    assert list(found)[: len(OLD_KEYS)] == OLD_KEYS
    assert [key for key in OLD_KEYS if key not in found["by_source"]["s"]] == []


def test_questions_are_parted_in_three_ways(expecting) -> None:
    """By source, by category, and by whether they name cards."""
    found = summary(
        [
            result(expecting("a", "101.1", source="one"), category="combat"),
            result(expecting("b", "101.1", source="one", cards=("Bell",)), category="combat"),
            result(expecting("c", "101.1", source="two")),
        ]
    )

    assert {name: part["questions"] for name, part in found["by_source"].items()} == {"one": 2, "two": 1}
    assert {name: part["questions"] for name, part in found["by_category"].items()} == {"combat": 2, NO_CATEGORY: 1}
    assert {name: part["questions"] for name, part in found["by_cards"].items()} == {"card-free": 2, "naming cards": 1}


def test_every_share_has_an_interval(expecting) -> None:
    """Null where there are too few questions."""
    found = summary([result(expecting(str(number), "101.1"), "101.1") for number in range(10)])

    assert found["intervals"]["must@7"] == (1.0, 1.0)
    assert found["intervals"]["full@7"] is None


def test_percentiles_are_nearest_rank(expecting) -> None:
    """Half of twenty questions took at most the tenth's time, 95 in 100 the nineteenth's."""
    found = summary([result(expecting(str(number), "101.1"), seconds=number / 1000) for number in range(1, 21)])

    assert (found["p50_ms"], found["p95_ms"]) == (10.0, 19.0)
