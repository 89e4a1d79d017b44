"""POST /api/judge/stream."""

import asyncio
import json
from typing import Any

import aiohttp
import attrs
import pytest

from headjudge import Desk, Reading, StoreFailed
from headjudge.settings import Settings
from headjudge.testing import OpenMemoryStore
from headjudge.testing.contracts.doors import scripted_desk
from headjudge.testing.scripted import ScriptedExtractor
from headjudge_api import streams

STREAM = "/api/judge/stream"
ASKED = {"question": "Does [[Candle Mourner]] give me flame when one of my tokens falls?"}


def events(text: str) -> list[tuple[str, Any]]:
    """(name, data) of each server-sent event in *text*; comments are left out."""
    blocks = [block for block in text.split("\n\n") if block and not block.startswith(":")]
    lines = [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]
    return [(line["event"], json.loads(line["data"])) for line in lines]


async def test_stages_come_before_the_reply(practice: Any) -> None:
    """Each by its name, then one event with the body that /api/judge gives; nothing of the verdict comes before."""
    api, _ = practice

    response, text = await api.judge(ASKED, STREAM)
    _, plain = await api.judge(ASKED)
    *stages, last = events(text)

    assert (response.status, response.content_type) == (200, "text/event-stream")
    assert (response.headers["Cache-Control"], response.headers["X-Accel-Buffering"]) == ("no-store", "no")
    assert [name for name, _ in stages] == ["stage"] * len(stages)
    quotes = len(last[1]["citations"])
    checked = [f"checking {number} of {quotes} quotes" for number in range(1, quotes + 1)]
    assert [data for _, data in stages] == [{"stage": stage} for stage in ("cards", "rules", "drafting", *checked)]
    assert last == ("reply", json.loads(plain))


@pytest.mark.parametrize(
    "sent",
    [
        {"json": {}},
        {"json": {"question": ""}},
        {"json": {"question": "a", "session_id": "b"}},
        {"data": b"{", "headers": {"Content-Type": "application/json"}},
        {"data": b"{}", "headers": {"Content-Type": "text/plain"}},
    ],
)
async def test_what_is_refused_is_no_stream(plain_desk: Desk, opened: Any, sent: Any) -> None:
    """The same status, type and words as /api/judge has for it."""
    api = await opened(plain_desk)

    streamed, told = await api.judge(path=STREAM, **sent)
    judged, said = await api.judge(**sent)

    assert (streamed.status, streamed.content_type, told) == (judged.status, judged.content_type, said)
    assert streamed.status >= 400


async def test_both_share_the_window(plain_desk: Desk, opened: Any) -> None:
    """Who has asked as often as they may, by whichever route, is refused as JSON."""
    api = await opened(plain_desk, rate_limit=2)
    await api.judge({"question": "May I hum?"}, STREAM)
    await api.judge({"question": "May I hum?"})

    response, text = await api.judge({"question": "May I hum?"}, STREAM)

    assert (response.status, json.loads(text)["kind"]) == (429, "rate_limited")
    assert "Retry-After" in response.headers


async def test_busy_is_no_stream(gate: Any, gated: Desk, opened: Any) -> None:
    """It is known before the first stage, so its status can say it."""
    api = await opened(gated)
    first = asyncio.create_task(api.judge({"question": "May I hum?"}, STREAM))
    await gate.reached.wait()

    response, text = await api.judge({"question": "May I hum?"}, STREAM)
    gate.opened.set()
    _, streamed = await first

    assert (response.status, response.content_type, json.loads(text)["kind"]) == (429, "application/json", "busy")
    assert events(streamed)[-1][1]["kind"] == "answer"


async def test_silence_is_broken(gate: Any, gated: Desk, opened: Any, monkeypatch: Any) -> None:
    """A comment comes while nothing else does, so that no proxy ends the connection; clients of events pass over it."""
    monkeypatch.setattr(streams, "QUIET", 0.02)
    api = await opened(gated)

    lines = []
    async with api.client.post(f"{api.url}{STREAM}", json={"question": "May I hum?"}) as response:
        async for line in response.content:
            lines.append(line.decode())
            if line.startswith(b":"):
                gate.opened.set()

    assert lines[3] == ": still judging\n"
    assert events("".join(lines))[0] == ("stage", {"stage": "cards"})
    assert events("".join(lines))[-1][0] == "reply"


async def test_a_client_that_leaves(gate: Any, gated: Desk, store: OpenMemoryStore, opened: Any) -> None:
    """The question is judged to its end and stored, its slot is free, and nothing is said to have failed."""
    api = await opened(gated)
    async with aiohttp.ClientSession() as leaving:
        asking = asyncio.create_task(leaving.post(f"{api.url}{STREAM}", json={"question": "May I hum?"}))
        await gate.reached.wait()
        asking.cancel()
        await asyncio.wait([asking])

    gate.opened.set()
    await gated.close(10)

    assert [call.question.text for call in store.calls.kept.values()] == ["May I hum?"]
    assert gated.slots.taken_now == 0
    assert (await api.judge({"question": "May I hum?"}, STREAM))[0].status == 200


@attrs.define(eq=False)
class Going(ScriptedExtractor):
    """Reads nothing, for the database goes away meanwhile."""

    async def extract(self, *_: Any) -> Reading:
        raise StoreFailed("postgresql://user:swordfish@db went away")


async def test_a_database_that_goes_away_meanwhile(store: OpenMemoryStore, headjudge_settings: Settings, opened: Any) -> None:
    """The status is sent already, so the last event is of kind error, without a word of the driver's."""
    api = await opened(scripted_desk(Going(), headjudge_settings, store))

    response, text = await api.judge({"question": "May I hum?"}, STREAM)

    assert response.status == 200
    assert [name for name, _ in events(text)] == ["stage", "reply"]
    assert events(text)[-1][1]["kind"] == "error"
    assert "swordfish" not in text
