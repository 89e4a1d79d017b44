"""Questions with expected rules, and what the judge shows for them."""

import json
from pathlib import Path
from typing import Any

import pytest

from headjudge.evaluation.files import QuestionsInvalid
from headjudge.evaluation.recall import absent_rules, measure, read_expected


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "q.jsonl"


def write(file: Path, *lines: dict[str, Any]) -> Path:
    file.write_text("".join(json.dumps({"id": str(number), "question": "Why?"} | line) + "\n" for number, line in enumerate(lines)))
    return file


def test_expected_rules_are_all_needed_or_any(file: Path) -> None:
    """As `match` says; all where it says nothing. `must_cite` replaces both."""
    rules = {"expected_rules": ["101.1", "102.1"]}
    found = read_expected(write(file, rules, rules | {"match": "any"}, rules | {"must_cite": [["103.1", "104.1"]]})).questions

    assert found[0].must == (frozenset(["101.1"]), frozenset(["102.1"]))
    assert found[1].must == (frozenset(["101.1", "102.1"]),)
    assert found[2].must == (frozenset(["103.1", "104.1"]),)


def test_questions_without_expected_rules_are_counted(file: Path) -> None:
    """They are left out, and nobody need wonder."""
    read = read_expected(write(file, {"expected_rules": ["101.1"]}, {}, {"expected_rules": None}))

    assert (len(read.questions), read.left_out) == (1, 2)


def test_a_doubt_is_told_once(file: Path) -> None:
    """However many lines have the same misspelt field."""
    line = {"expected_rules": ["101.1"], "card": ["Bell"]}

    assert read_expected(write(file, line, line)).doubts == ("the field 'card' is not read; did you mean 'cards'?",)


def test_the_halves_are_the_whole(file: Path) -> None:
    """No question is in both, or in none."""
    write(file, *[{"expected_rules": ["101.1"]}] * 20)
    halves = [{question.id for question in read_expected(file, half).questions} for half in ("even", "odd")]

    assert halves[0] & halves[1] == set()
    assert halves[0] | halves[1] == {str(number) for number in range(20)}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ({"expected_rules": "101.1"}, "expected_rules is no list of strings"),
        ({"expected_rules": ["101.1"], "match": "some"}, "match is 'some'"),
        ({"must_cite": ["101.1"]}, "a set in must_cite is no list"),
        ({"expected_rules": ["101.1"], "cards": "Bell"}, "cards is no list"),
        ({}, "no question with expected rules"),
    ],
)
def test_what_cannot_be_measured_is_told(file: Path, line: dict[str, Any], told: str) -> None:
    """Rather than measured as something else."""
    with pytest.raises(QuestionsInvalid, match=told):
        read_expected(write(file, line))


def test_an_empty_half_is_told(file: Path) -> None:
    """By its name."""
    write(file, {"id": "a", "expected_rules": ["101.1"]})

    with pytest.raises(QuestionsInvalid, match="no question in its even half"):
        read_expected(file, "even")


async def test_rules_that_the_release_lacks_are_found(file: Path, corpus) -> None:
    """Each once, in order."""
    write(file, {"expected_rules": ["101.1", "999.9z"]}, {"expected_rules": ["121.1", "999.9z"]})

    assert await absent_rules([read_expected(file)], corpus) == ["121.1", "999.9z"]


async def test_groups_are_counted_to_a_depth(corpus, judging, knowing, expecting) -> None:
    """Half of the must-cites among five groups, all of them among ten."""
    found = [f"{number}.1" for number in range(101, 109)]
    result = await measure(judging(knowing({"Why?": found})), corpus, expecting("Why?", "103.1a", "107.1"))

    assert [result.must(depth) for depth in (5, 7, 10)] == [0.5, 1.0, 1.0]
    assert (result.exact, result.reciprocal_rank) == (1.0, 1 / 3)


async def test_one_of_the_alternatives_suffices(corpus, judging, knowing, expecting) -> None:
    """A must-cite is a set."""
    result = await measure(judging(knowing({"Why?": ["101.1"]})), corpus, expecting("Why?", "120.1|101.1a"))

    assert result.must(5) == 1.0


async def test_full_is_none_where_nobody_said(corpus, judging, knowing, expecting) -> None:
    """It must not count as zero."""
    judge = judging(knowing({"Why?": ["101.1"]}))

    assert (await measure(judge, corpus, expecting("Why?", "101.1"))).full(7) is None
    assert (await measure(judge, corpus, expecting("Why?", "101.1", full=("101.1", "102.1")))).full(7) == 0.5


async def test_a_card_that_is_not_there_is_an_obstacle(corpus, judging, expecting) -> None:
    """Nothing is shown, and the result says why."""
    result = await measure(judging(), corpus, expecting("Why?", "101.1", cards=("Lost Card",)))

    assert (result.must(7), result.groups) == (0.0, ())
    assert result.obstacle == "no card is called “Lost Card”"


async def test_declining_is_not_measured(corpus, judging, knowing, expecting) -> None:
    """What the extractor takes for no rules question is looked for all the same."""
    result = await measure(judging(knowing({"Why?": ["101.1"]}), declined="No."), corpus, expecting("Why?", "101.1"))

    assert result.must(5) == 1.0
