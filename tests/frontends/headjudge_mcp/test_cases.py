"""The tools of a case: every step, and what agents get wrong."""

import datetime
import json
from typing import Any

import pytest

QUESTION = "Can a dim card be played with hearthcall?"
READING = {"source": "cr", "cards": [], "carried": [], "concepts": ["hearthcall"], "paraphrases": ["What is a dim card?"], "categories": []}


def reading(**fields: Any) -> dict[str, Any]:
    return READING | fields


def draft(source: str, quote: str, **fields: Any) -> dict[str, Any]:
    shape = {"working": "", "kind": "verdict", "confidence": "high", "rules": [], "search": "", "lacking": "none"}
    return shape | {"citations": [{"source": source, "quote": quote}], "answer": f"Yes ({source})."} | fields


def quoted(material: Any, name: str) -> str:
    """The first eight words of a source."""
    text = next(source["text"] for source in material["sources"] if source["source"] == name)
    return " ".join(text.split()[:8])


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_a_whole_case(practice: Any, mode: str) -> None:
    """Reading, look-up, a rejected draft with its objections, an accepted one; it is stored as an agent's, and may be cited by no one yet."""
    async with practice(mode=mode) as (talk, house):
        opened = await talk.given("open_case", question=QUESTION)
        case = opened["case"]["id"]
        material = await talk.given("submit_reading", case_id=case, version=1, reading=reading())
        further = await talk.given("lookup_rules", case_id=case, version=2, rules=["501.1"], search="dim cards")
        rejected = await talk.given("submit_draft", case_id=case, version=3, draft=draft("601.9", "hearthcall makes every card dance"))
        shown = (await talk.given("case_status", case_id=case))["material"]
        accepted = await talk.given("submit_draft", case_id=case, version=4, draft=draft("601.9", quoted(shown, "601.9")))
        calls = await house.store.calls.recent(5)

    assert [step["kind"] for step in (opened, material, further, rejected, accepted)] == ["opened", "material", "material", "rejected", "accepted"]
    assert [step["case"]["version"] for step in (opened, material, further, rejected, accepted)] == [1, 2, 3, 4, 5]
    assert "hearthcall makes every card dance" in rejected["objections"][0]
    assert accepted["verdict"]["citations"][0]["label"] == "601.9"
    assert [call.question.door for call in calls] == ["mcp"]


async def test_a_draft_that_cites_what_was_not_shown(practice: Any) -> None:
    """It is rejected, twice; then the case is closed, and the message is for the asker."""
    async with practice() as (talk, _):
        case = (await talk.given("open_case", question=QUESTION))["case"]["id"]
        await talk.given("submit_reading", case_id=case, version=1, reading=READING)
        told = [await talk.given("submit_draft", case_id=case, version=version, draft=draft("100.9z", "any words at all")) for version in (2, 3)]

    assert [reply["kind"] for reply in told] == ["rejected", "rejected"]
    assert "100.9z" in told[0]["objections"][0]
    assert [reply["case"]["waits_for"] for reply in told] == ["draft", "nothing"]


async def test_an_ambiguous_name_is_pinned(practice: Any) -> None:
    """The reading is submitted again, with the asker's choice; the case did not move in between."""
    async with practice() as (talk, _):
        case = (await talk.given("open_case", question="Does Orla have to attack each turn?"))["case"]["id"]
        asked = await talk.given("submit_reading", case_id=case, version=1, reading=reading(cards=["Orla"]))
        pin = {"span": asked["spans"][0]["query"], "name": "Orla, Ash Regent"}
        chosen = await talk.given("submit_reading", case_id=case, version=1, reading=reading(cards=["Orla"]), pins=[pin])

    assert (asked["kind"], asked["case"]["version"], chosen["kind"]) == ("ambiguous", 1, "material")


async def test_a_form_may_come_as_text(practice: Any) -> None:
    """Language models like to write JSON within JSON."""
    async with practice() as (talk, _):
        case = (await talk.given("open_case", question=QUESTION))["case"]["id"]
        assert (await talk.given("submit_reading", case_id=case, version=1, reading=json.dumps(reading())))["kind"] == "material"


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("submit_draft", {"version": 1, "draft": draft("601.9", "any words at all")}, "reading"),
        ("lookup_rules", {"version": 1, "rules": ["601.9"]}, "reading"),
        ("submit_reading", {"version": 2, "reading": READING}, "version"),
        ("submit_reading", {"version": 0, "reading": READING}, "version"),
        ("submit_reading", {"version": 1, "reading": {}}, "source"),
        ("submit_reading", {"version": 1, "reading": "no JSON"}, "JSON"),
        ("submit_reading", {"version": 1, "reading": reading(cards=["Gloamwick"])}, "Gloamwick"),
        ("submit_reading", {"version": 1, "reading": reading(concepts=["x"] * 21)}, "concepts"),
        ("submit_reading", {"version": 1, "reading": reading(paraphrases=["x" * 200_000])}, ""),
    ],
)
async def test_what_is_refused_leaves_the_case_as_it_was(practice: Any, tool: str, arguments: dict[str, Any], told: str) -> None:
    """A wrong step, a crossed version, a form with faults: an error with a cure, and the next right step is taken."""
    async with practice() as (talk, _):
        case = (await talk.given("open_case", question=QUESTION))["case"]["id"]
        failed, refused = await talk.call(tool, case_id=case, **arguments)
        after = await talk.given("submit_reading", case_id=case, version=1, reading=READING)

    assert (failed, refused["kind"], after["kind"]) == (True, "refused", "material")
    assert told in json.dumps(refused)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("{", "JSON"),
        (draft("601.9", "x" * 70_000), ""),
        ({"kind": "verdict", "deep": json.loads("[" * 100 + "]" * 100)}, "citations"),
    ],
)
async def test_a_draft_that_cannot_be_read(practice: Any, given: Any, told: str) -> None:
    """It counts as no draft: both are left."""
    async with practice() as (talk, _):
        case = (await talk.given("open_case", question=QUESTION))["case"]["id"]
        await talk.given("submit_reading", case_id=case, version=1, reading=READING)
        _, refused = await talk.call("submit_draft", case_id=case, version=2, draft=given)
        after = await talk.given("case_status", case_id=case)

    assert refused["kind"] == "refused"
    assert told in json.dumps(refused)
    assert (after["case"]["version"], after["case"]["drafts_left"]) == (2, 2)


async def test_a_case_that_is_unknown_or_expired(practice: Any, headjudge_clock: Any) -> None:
    """Each step says so, and what to do."""
    async with practice() as (talk, _):
        case = (await talk.given("open_case", question=QUESTION))["case"]["id"]
        headjudge_clock.now += datetime.timedelta(hours=2)
        for number in ("0123456789abcdef", case):
            for tool, arguments in (
                ("submit_reading", {"version": 1, "reading": READING}),
                ("submit_draft", {"version": 1, "draft": {}}),
                ("lookup_rules", {"version": 1}),
                ("case_status", {}),
                ("close_case", {}),
            ):
                failed, refused = await talk.call(tool, case_id=number, **arguments)
                assert (failed, refused["kind"]) == (True, "refused")
                assert refused["message"]


async def test_a_case_is_given_up(practice: Any) -> None:
    """Twice does no harm, and no step is taken behind it."""
    async with practice() as (talk, _):
        case = (await talk.given("open_case", question=QUESTION))["case"]["id"]
        closed = [await talk.given("close_case", case_id=case) for _ in range(2)]
        failed, late = await talk.call("submit_reading", case_id=case, version=2, reading=READING)

    assert [reply["kind"] for reply in closed] == ["closed", "closed"]
    assert (failed, late["kind"]) == (True, "refused")
