"""The tool `judge`, and what is counted."""

import asyncio
from typing import Any

import pytest

from headjudge.testing import OpenMemoryStore
from headjudge.testing.contracts.doors import scripted_desk
from headjudge.testing.scripted import ScriptedExtractor

ANY = "Can a creature attack in the turn in which I played it?"


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
@pytest.mark.parametrize(
    ("question", "kind", "failed"),
    [
        (ANY, "answer", False),
        ("Can Orla stoke?", "ambiguous", False),
        ("Does [[Zzyzx]] fly?", "not_found", False),
        ("What is the weather in Paris?", "error", False),
    ],
)
async def test_each_kind_of_reply(practice: Any, mode: str, question: str, kind: str, *, failed: bool) -> None:
    """The contract's body; a client is told that the tool failed where there is nothing to go on with."""
    async with practice(mode=mode) as (talk, _):
        assert await talk.call("judge", question=question) == (failed, {"kind": kind} | (await talk.call("judge", question=question))[1])


async def test_a_pin_chooses(practice: Any) -> None:
    """As through any door."""
    async with practice() as (talk, _):
        asked = await talk.given("judge", question="Can Orla stoke?")
        pin = {"span": asked["spans"][0]["query"], "name": asked["spans"][0]["choices"][1]}
        replied = await talk.given("judge", question="Can Orla stoke?", pins=[pin])

    assert [card["name"] for card in replied["cards"]] == ["Orla, Ash Regent"]


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_each_stage_is_progress(practice: Any, mode: str) -> None:
    """Told as it begins, in rising numbers, to a client that asks for it."""
    told: list[tuple[float, str | None]] = []

    async def note(progress: float, _: float | None, message: str | None) -> None:
        told.append((progress, message))

    async with practice(mode=mode) as (talk, _):
        await talk.client.call_tool("judge", {"question": ANY}, progress_callback=note)
        await asyncio.wait_for(_until(lambda: len(told) >= 3), 10)

    assert [progress for progress, _ in told] == list(range(1, len(told) + 1))
    assert [message for _, message in told][:3] == ["cards", "rules", "drafting"]


async def _until(true: Any) -> None:
    while not true():
        await asyncio.sleep(0)


async def test_questions_and_cases_share_a_window(practice: Any) -> None:
    """Over it the result says when to come again; look-ups and a case's other steps go on."""
    async with practice(mcp_judge_limit=2, mcp_judge_window_secs=600) as (talk, _):
        await talk.given("judge", question=ANY)
        case = (await talk.given("open_case", question=ANY))["case"]["id"]
        late, opened = await talk.call("judge", question=ANY), await talk.call("open_case", question=ANY)

        assert late == opened == (True, {"kind": "rate_limited", "message": late[1]["message"]})
        assert late[1]["message"].startswith("MCP clients may put 2 questions and cases, together, in 600 seconds; ask again in ")
        assert (await talk.given("case_status", case_id=case))["kind"] == "standing"
        assert (await talk.given("glossary", term="flame"))["entries"]


async def test_what_cannot_be_judged_is_not_counted(practice: Any) -> None:
    """Bad arguments, and a question over a limit of the contract."""
    twice = [{"span": "a", "name": "b"}, {"span": "A", "name": "c"}]
    async with practice(mcp_judge_limit=1) as (talk, _):
        for tool, kind in (("judge", "error"), ("open_case", "refused")):
            await talk.told(tool, question=" ")
            assert (await talk.call(tool, question=ANY, pins=twice))[1]["kind"] == kind

        assert (await talk.given("judge", question=ANY))["kind"] == "answer"


async def test_a_session_has_a_history(practice: Any) -> None:
    """Calls are stored as MCP's, under a thread that no other door uses."""
    async with practice() as (talk, house):
        await talk.given("judge", question=ANY, session_id="conversation-1")
        history = await house.store.threads.history("mcp:conversation-1", 5)

        assert [exchange.question for exchange in history] == [ANY]
        assert await house.store.threads.history("web:conversation-1", 5) == []


async def test_a_database_that_fails_is_told_without_its_words(headjudge_services: Any, talking: Any) -> None:
    """An error of the tool; what the store says stays in the log."""
    desk = scripted_desk(ScriptedExtractor(), headjudge_services.settings, OpenMemoryStore.holding())
    async with talking(headjudge_services, desk) as talk:
        for tool, arguments in (("judge", {"question": ANY}), ("get_rules", {"numbers": ["101.2"]}), ("open_case", {"question": ANY})):
            assert await talk.told(tool, **arguments) == "The database cannot be used now; try again in a moment."
