"""The tools that look up."""

import pytest

from headjudge import Card, Face, Rule, Ruling, Section
from headjudge.testing import OpenMemoryStore
from headjudge.testing.contracts.doors import scripted_desk
from headjudge.testing.scripted import ScriptedExtractor

OFTEN = "11111111-2222-3333-4444-555555555555"
"""A card that is often ruled on."""


async def test_each_finds_what_is_asked_for(practice) -> None:
    """With the release where it is of the rules."""
    async with practice() as (talk, _):
        card = await talk.given("get_card", card="candle mourner")

        assert await talk.given("find_card", name="candle") == {"names": ["Candle Mourner"]}
        assert await talk.given("find_card", name="candel mournr") == {"names": ["Candle Mourner"]}
        assert (card["name"], card["rulings"] >= 0, "{1}{E}" in card["text"]) == ("Candle Mourner", True, True)
        assert await talk.given("get_card", card=card["oracle_id"].upper()) == card
        assert (await talk.given("get_rules", numbers=["500.1A"]))["rules"][0]["number"] == "500.1a"
        assert (await talk.given("get_rules", numbers=["500"]))["cr_version"] == "20090601"
        assert "102.3a" in [rule["number"] for rule in (await talk.given("search_rules", query="flame", limit=2))["rules"]]
        assert (await talk.given("glossary", term="FLAME"))["entries"][0]["terms"] == ["Flame"]


async def test_rules_come_in_the_order_in_which_they_are_asked_for(practice) -> None:
    """Each once, a parent rule with its sub-rules; what is not there is told beside them."""
    async with practice() as (talk, _):
        found = await talk.given("get_rules", numbers=["101.2", "500.1", "500.1a", "999.1", "x"])

    numbers = [rule["number"] for rule in found["rules"]]
    assert numbers[0] == "101.2"
    assert numbers.count("500.1a") == 1
    assert found["total"] == len(numbers)
    assert [sentence.partition(";")[0] for sentence in found["missing"]] == [
        "There is no rule 999.1 in the release 20090601",
        "'x' is no rule number",
    ]
    assert found["next_offset"] is None


async def test_rulings_are_read_by_card(practice) -> None:
    """Oldest first, with how many there are."""
    async with practice() as (talk, house):
        corpus = await house.store.corpora.current()
        names = [name.card for name in await corpus.names()]
        found = [await talk.given("get_rulings", card=name) for name in dict.fromkeys(names)]

    ruled = next(listing for listing in found if listing["total"])
    assert len(ruled["rulings"]) == ruled["total"]
    assert set(ruled["rulings"][0]) == {"key", "published", "source", "text"}


@pytest.mark.parametrize("tool", ["get_card", "get_rulings"])
async def test_a_name_of_several_cards_gives_the_choices(practice, tool: str) -> None:
    """It is no error: one of them is looked up next."""
    async with practice() as (talk, _):
        assert await talk.given(tool, card="orla") == {
            "message": "This name can mean several cards; look one of them up by its full name.",
            "choices": ["Orla, the Lamplighter", "Orla, Ash Regent"],
            "truncated": False,
        }


@pytest.mark.parametrize(
    ("tool", "arguments", "cure"),
    [
        ("find_card", {"name": "Gloamwick the Absent"}, "look at the spelling"),
        ("get_card", {"card": "Gloamwick the Absent"}, "find_card"),
        ("get_card", {"card": "00000000-0000-0000-0000-000000000000"}, "by its name"),
        ("get_rulings", {"card": "Gloamwick the Absent"}, "find_card"),
        ("get_rules", {"numbers": ["999.1"]}, "the sections are"),
        ("get_rules", {"numbers": ["trample"]}, "write one such as"),
        ("get_rules", {"numbers": ["500.1"], "offset": 50}, "begin with 0"),
        ("get_rulings", {"card": "Candle Mourner", "offset": 50}, "begin with 0"),
        ("search_rules", {"query": "zzzz"}, "other words"),
        ("glossary", {"term": "Gloamwick"}, "search the rules"),
    ],
)
async def test_what_is_not_there(practice, tool: str, arguments: dict[str, object], cure: str) -> None:
    """An error that says what to do."""
    async with practice() as (talk, _):
        assert cure in await talk.told(tool, **arguments)


async def test_what_is_long_comes_in_parts(headjudge_corpus, headjudge_services, talking) -> None:
    """Each under 30 KB; together they are the whole, in order."""
    rules = [Rule(f"990.{number}", "A long rule. " * 50, "990", "Long Rules") for number in range(1, 301)]
    toad = Card(OFTEN, "Oldest Toad", (Face("Oldest Toad", "{G}", "Creature", "The toad croaks at dawn."),), "normal")
    rulings = [Ruling(OFTEN, None, f"Ruling {number}. {'A long ruling. ' * 50}", "wotc") for number in range(300)]
    rows = headjudge_corpus.with_rows(Section("990", "Long Rules", "Length"), *rules, toad, *rulings)
    desk = scripted_desk(ScriptedExtractor(), headjudge_services.settings, OpenMemoryStore.holding(rows))

    async with talking(headjudge_services, desk) as talk:
        for tool, asked, items, key in (
            ("get_rules", {"numbers": ["990"]}, "rules", "number"),
            ("get_rulings", {"card": OFTEN}, "rulings", "key"),
        ):
            found, offset, parts = [], 0, 0
            while offset is not None:
                result = await talk.client.call_tool(tool, {**asked, "offset": offset})
                assert len(result.content[0].text.encode()) < 30_000
                found += [item[key] for item in result.structured_content[items]]
                offset, parts = result.structured_content["next_offset"], parts + 1
            assert parts > 5
            assert len(set(found)) == len(found) == result.structured_content["total"]


async def test_about_names_the_operator_and_the_source(practice) -> None:
    """And what is loaded, and how much may be asked."""
    async with practice(operator_email="judge@example.org", mcp_judge_limit=7) as (talk, _):
        told = await talk.given("about")

    assert (told["operator_email"], told["license"], told["corpus"], told["judge_limit"]) == ("judge@example.org", "Apache-2.0", "practice", 7)
    assert told["cards"] > 20
    assert "judge@example.org" in told["notice"]
