"""What is wrong with arguments is told by name, with the cure."""

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("get_rules", {}, "`numbers` is missing. get_rules takes `numbers` (required), `offset`."),
        ("get_rules", {"rule": "101.2"}, "`numbers` is missing; `rule` is no argument. get_rules takes `numbers` (required), `offset`."),
        ("get_rules", {"numbers": "101.2"}, "`numbers` must be an array, not a string."),
        ("get_rules", {"numbers": [101.2]}, "`numbers[0]` must be a string, not a number."),
        ("get_rules", {"numbers": []}, "`numbers` has 0 items; give at least 1."),
        ("get_rules", {"numbers": ["1"] * 21}, "`numbers` has 21 items; at most 20 fit."),
        ("get_rules", {"numbers": ["101.2"], "offset": -1}, "`offset` must be at least 0."),
        ("get_rules", {"numbers": ["101.2"], "offset": True}, "`offset` must be a whole number, not a boolean."),
        ("search_rules", {"query": "flame", "limit": 51}, "`limit` must be at most 50."),
        ("search_rules", {"query": "a" * 1001}, "`query` has 1001 characters; at most 1000 fit."),
        ("search_rules", {"query": " "}, "`query` is blank; write what is asked for."),
        ("glossary", {"term": ""}, "`term` is blank; write what is asked for."),
        ("glossary", {"term": "a\x07"}, "`term` holds a character that is not allowed"),
        ("glossary", {"term": None}, "`term` is missing."),
        ("find_card", {"name": "\ud800"}, "`name` holds NUL or half of a surrogate pair"),
        ("judge", {"question": "May I?", "session_id": "x"}, "`session_id` holds a character that is not allowed, or too few"),
        ("judge", {"question": "May I?", "pins": [{"span": "a"}]}, "`pins[0].name` is missing."),
        ("judge", {"question": "May I?", "pins": [{"span": "a", "name": "b"}] * 2}, "`pins` names one thing twice; name it once."),
        ("judge", {"question": "May I?", "pins": ["a=b"]}, "`pins[0]` must be an object, not a string."),
        (
            "submit_reading",
            {"case_id": "a", "version": "1", "reading": []},
            "`version` must be a whole number, not a string; `reading` must be an object or",
        ),
        ("submit_draft", {"case_id": "a", "version": 1}, "`draft` is missing."),
        ("about", {"verbose": True}, "`verbose` is no argument. about takes no arguments."),
    ],
)
async def test_each_fault_is_told(practice: Any, tool: str, arguments: dict[str, Any], told: str) -> None:
    """By the argument's name; the agent reads in the same sentence what the tool takes."""
    async with practice() as (talk, _):
        assert told in await talk.told(tool, **arguments)


async def test_many_faults_are_not_all_told(practice: Any) -> None:
    """The first five, and that there are more."""
    async with practice() as (talk, _):
        told = await talk.told("get_rules", numbers=list(range(20)))

    assert told.count("must be a string") == 5
    assert "; and more." in told


async def test_null_is_as_good_as_nothing(practice: Any) -> None:
    """Where an argument may be left out."""
    async with practice() as (talk, _):
        assert (await talk.given("judge", question="May I attack?", session_id=None, pins=None))["kind"] == "answer"
        assert (await talk.given("search_rules", query="flame", limit=None, offset=None))["rules"]
