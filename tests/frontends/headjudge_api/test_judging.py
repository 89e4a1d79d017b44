"""POST /api/judge: every kind of reply, every refusal, and the order in which they are looked for."""

import asyncio
import json
import random
import uuid
from typing import Any

import attrs
import pytest

from headjudge import Desk, Reading, SpendCapReached, StoreFailed
from headjudge.settings import Settings
from headjudge.testing import OpenMemoryStore
from headjudge.testing.contracts.doors import scripted_desk
from headjudge.testing.corpora import MemoryCorpora
from headjudge.testing.scripted import ScriptedExtractor, StoppedClock

ASKED = {"question": "Does [[Candle Mourner]] give me flame when one of my tokens falls?"}
SESSION = "6F1C1F6E-3d1f-4d3c-9b0a-2f4a9a6f7f10"
WRONG = [
    (415, {"data": b'{"question": "a"}', "headers": {"Content-Type": "text/plain"}}),
    (415, {"data": b'{"question": "a"}', "headers": {"Content-Type": "application/json; charset=latin-1"}}),
    (415, {"data": b"", "headers": {}}),
    (400, {"data": b'{"question": ', "headers": {"Content-Type": "application/json"}}),
    (400, {"data": b"", "headers": {"Content-Type": "application/json"}}),
    (400, {"data": b'{"question": "\xff"}', "headers": {"Content-Type": "application/json"}}),
    (400, {"data": b"[" * 60_000, "headers": {"Content-Type": "application/json"}}),
    (413, {"json": {"question": "a", "padding": "b" * 65_536}}),
    (422, {"json": ["question"]}),
    (422, {"json": {}}),
    (422, {"json": {"question": 5}}),
    (422, {"json": {"question": None}}),
    (422, {"json": {"question": "a", "session_id": "yesterday"}}),
    (422, {"json": {"question": "a", "pins": [{"span": "a"}]}}),
    (422, {"json": {"question": "a\0"}}),
    (422, {"data": b'{"question": "\\ud800"}', "headers": {"Content-Type": "application/json"}}),
]
OVER = [
    {"question": ""},
    {"question": " \u2003\n"},
    {"question": "a" * 1001},
    {"question": "a\x1b"},
    {"question": "a", "pins": [{"span": f"s{n}", "name": "n"} for n in range(9)]},
    {"question": "a", "pins": [{"span": "s" * 201, "name": "n"}]},
    {"question": "a", "pins": [{"span": "s", "name": "n" * 201}]},
    {"question": "a", "pins": [{"span": " ", "name": "n"}]},
]


async def test_an_answer_has_the_fields_of_the_contract(practice: Any) -> None:
    """200; each citation lies under the root of citations, and each quote is words."""
    api, house = practice

    response, text = await api.judge(ASKED)
    shown = json.loads(text)

    assert (response.status, response.content_type) == (200, "application/json")
    assert set(shown) == {"kind", "answer", "confidence", "source", "cr_version", "citations", "cards"}
    assert (shown["kind"], shown["confidence"], shown["source"], shown["cr_version"]) == ("answer", "low", "cr", "20090601")
    assert shown["cards"] == [{"name": "Candle Mourner", "url": "https://example.org/practice/candle-mourner"}]
    assert all(set(cited) == {"label", "url", "quote"} for cited in shown["citations"])
    assert all(cited["url"].startswith(f"{house.settings.citation_root}/") for cited in shown["citations"])


async def test_a_choice_goes_round(practice: Any) -> None:
    """An ambiguous name comes back with its choices; the same question with a pin for it is judged."""
    api, _ = practice
    asked = {"question": "When Orla falls, does its controller lose flame?"}

    response, text = await api.judge(asked)
    spans = json.loads(text)["spans"]
    pinned, answered = await api.judge(asked | {"pins": [{"span": spans[0]["query"], "name": spans[0]["choices"][0]}]})

    assert (response.status, json.loads(text)["kind"]) == (200, "ambiguous")
    assert spans == [{"query": "Orla", "choices": ["Orla, the Lamplighter", "Orla, Ash Regent"], "truncated": False}]
    assert (pinned.status, json.loads(answered)["kind"]) == (200, "answer")
    assert [card["name"] for card in json.loads(answered)["cards"]] == ["Orla, the Lamplighter"]


async def test_a_name_that_no_card_has(practice: Any) -> None:
    """200 and the name."""
    response, text = await practice[0].judge({"question": "When [[Gloamwick Zed]] falls, who loses flame?"})

    assert (response.status, json.loads(text)) == (200, {"kind": "not_found", "names": ["Gloamwick Zed"]})


async def test_a_declined_question(practice: Any) -> None:
    """200, kind error, and why."""
    response, text = await practice[0].judge({"question": "Wie wird das Wetter morgen?"})

    assert (response.status, json.loads(text)["kind"]) == (200, "error")
    assert json.loads(text)["message"]


@pytest.mark.parametrize("data", OVER)
async def test_a_field_over_its_limit(plain_desk: Desk, opened: Any, data: Any) -> None:
    """400, kind error, and which; it is not counted."""
    api = await opened(plain_desk, rate_limit=1)

    refused, text = await api.judge(data)
    judged, _ = await api.judge({"question": "May I hum?"})

    assert (refused.status, refused.content_type) == (400, "application/json")
    assert set(json.loads(text)) == {"kind", "message"}
    assert json.loads(text)["kind"] == "error"
    assert judged.status == 200


@pytest.mark.parametrize(("status", "sent"), WRONG)
async def test_what_does_not_parse(plain_desk: Desk, opened: Any, status: int, sent: Any) -> None:
    """A 4xx in plain text; it is not counted."""
    api = await opened(plain_desk, rate_limit=1)

    refused, text = await api.judge(**sent)
    judged, _ = await api.judge({"question": "May I hum?"})

    assert (refused.status, refused.content_type) == (status, "text/plain")
    assert text.strip()
    assert judged.status == 200


async def test_every_field_at_fault_is_named(plain_desk: Desk, opened: Any) -> None:
    """The asker mends them all at once."""
    _, text = await (await opened(plain_desk)).judge({"session_id": 5, "pins": [{"span": True}]})

    assert text == (
        "question: is missing; session_id: must be a UUID, such as 6f1c1f6e-3d1f-4d3c-9b0a-2f4a9a6f7f10; "
        "pins[0].span: must be a string, not a boolean; pins[0].name: is missing."
    )


@pytest.mark.parametrize(
    "data",
    [
        {"question": "a" * 1000},
        {"question": "🜁" * 1000},
        {"question": "May I hum?", "session_id": None, "pins": None},
        {"question": "May I hum?", "session_id": SESSION, "pins": []},
        {"question": "May I hum?", "pins": [{"span": f"{n}" * 20, "name": "n" * 200} for n in range(8)]},
        {"question": "May I hum?", "colour": {"of": ["nothing"]}},
    ],
)
async def test_what_is_within_the_limits(plain_desk: Desk, opened: Any, data: Any) -> None:
    """Characters are counted, not bytes; null is absent; what is unknown is ignored."""
    response, _ = await (await opened(plain_desk)).judge(data)

    assert response.status == 200


async def test_the_window_of_an_address(plain_desk: Desk, opened: Any) -> None:
    """The fifth question within five minutes is refused, and told when to come again; parsing and limits are looked at before."""
    api = await opened(plain_desk)
    for _ in range(4):
        assert (await api.judge({"question": "May I hum?"}))[0].status == 200

    limited, text = await api.judge({"question": "May I hum?"})

    assert limited.status == 429
    assert json.loads(text)["kind"] == "rate_limited"
    assert 290 <= int(limited.headers["Retry-After"]) <= 300
    assert (await api.judge({"question": ""}))[0].status == 400
    assert (await api.judge({}))[0].status == 422
    assert (await api.judge(data=b"{", headers={"Content-Type": "application/json"}))[0].status == 400


async def test_the_window_comes_before_the_slot(gate: Any, gated: Desk, opened: Any) -> None:
    """While the one slot is taken the second question is busy, and counts; the third is over the window and hears nothing of slots."""
    api = await opened(gated, rate_limit=2)
    first = asyncio.create_task(api.judge({"question": "May I hum?"}))
    await gate.reached.wait()

    busy, said = await api.judge({"question": "May I hum?"})
    limited, _ = await api.judge({"question": "May I hum?"})
    gate.opened.set()

    assert (busy.status, json.loads(said)["kind"]) == (429, "busy")
    assert set(json.loads(said)) == {"kind", "message"}
    assert int(busy.headers["Retry-After"]) >= 1
    assert limited.status == 429
    assert "Retry-After" in limited.headers
    assert (await first)[0].status == 200
    assert len(gate.heard) == 1


@attrs.define(eq=False)
class Spent(ScriptedExtractor):
    """Reads nothing, for the budget is used up."""

    async def extract(self, *_: Any) -> Reading:
        raise SpendCapReached("the cap of $5 is reached; raise JUDGE_MAX_USD")


async def test_the_spend_cap_comes_last(store: OpenMemoryStore, headjudge_settings: Settings, opened: Any) -> None:
    """200, kind error, in words for the asker; it has been counted."""
    api = await opened(scripted_desk(Spent(), headjudge_settings, store), rate_limit=1)

    response, text = await api.judge({"question": "May I hum?"})
    limited, _ = await api.judge({"question": "May I hum?"})

    assert (response.status, json.loads(text)["kind"]) == (200, "error")
    assert "JUDGE_MAX_USD" not in text
    assert limited.status == 429


async def test_addresses_have_windows_of_their_own(plain_desk: Desk, opened: Any) -> None:
    """Those of one /64 share one, for a household has that many."""
    api = await opened(plain_desk, rate_limit=1, client_ip="forwarded")

    async def asked(address: str) -> int:
        response, _ = await api.judge(json={"question": "May I hum?"}, headers={"X-Forwarded-For": address})
        return response.status

    assert [await asked("2001:db8::1"), await asked("2001:db8::2"), await asked("2001:db8:0:1::1")] == [200, 429, 200]
    assert [await asked("192.0.2.1"), await asked("192.0.2.2"), await asked("192.0.2.1")] == [200, 200, 429]


async def test_a_session_has_a_history(store: OpenMemoryStore, headjudge_settings: Settings, opened: Any) -> None:
    """Questions of one session follow on from one another, however its number is written; one without stands alone."""
    extractor = ScriptedExtractor()
    api = await opened(scripted_desk(extractor, headjudge_settings, store))

    for session in (SESSION, SESSION.lower(), str(uuid.uuid4()), None):
        assert (await api.judge({"question": "May I hum?", "session_id": session}))[0].status == 200

    assert [len(question.history) for question in extractor.heard] == [0, 1, 0, 0]
    assert {question.door for question in extractor.heard} == {"api"}
    assert extractor.heard[0].thread == f"web:{SESSION.lower()}"


async def test_a_client_that_hangs_up(gate: Any, gated: Desk, store: OpenMemoryStore, opened: Any) -> None:
    """The question is judged to its end and stored, and its slot is free again."""
    api = await opened(gated)
    asking = asyncio.create_task(api.judge({"question": "May I hum?"}))
    await gate.reached.wait()

    asking.cancel()
    await asyncio.wait([asking])
    gate.opened.set()
    await gated.close(10)
    response, _ = await api.judge({"question": "May I hum again?"})

    assert response.status == 200
    assert [call.question.text for call in store.calls.kept.values()] == ["May I hum?", "May I hum again?"]
    assert gated.slots.taken_now == 0


@attrs.define(eq=False)
class Unreadable(MemoryCorpora):
    """Corpora of a database that is gone."""

    async def current(self) -> Any:
        raise StoreFailed("postgresql://user:swordfish@db refused the connection")


@pytest.mark.parametrize("path", ["/api/judge", "/api/judge/stream"])
async def test_a_database_that_is_gone(headjudge_settings: Settings, opened: Any, path: str) -> None:
    """503 in a sentence of ours, without a word of the driver's."""
    store = attrs.evolve(OpenMemoryStore.holding(), corpora=Unreadable(StoppedClock()))

    response, text = await (await opened(scripted_desk(ScriptedExtractor(), headjudge_settings, store))).judge({"question": "May I hum?"}, path)

    assert (response.status, response.content_type) == (503, "text/plain")
    assert "swordfish" not in text


async def test_an_empty_database(headjudge_settings: Settings, opened: Any) -> None:
    """503 as well: nothing can be looked up in it."""
    api = await opened(scripted_desk(ScriptedExtractor(), headjudge_settings, OpenMemoryStore.holding()))

    response, _ = await api.judge({"question": "May I hum?"})

    assert response.status == 503


def wild(dice: random.Random, depth: int = 0) -> Any:
    """Any JSON, most often with the fields of a question."""
    text = dice.choice(["", " ", "May I hum?", "\0", "\x1b", "\ud800", "a" * 1001, SESSION, "[[", "Orla", "🜁", "[[x]]"])
    if depth < 4 and dice.random() < 0.5:
        return {dice.choice(["question", "session_id", "pins", "span", "name", "x"]): wild(dice, depth + 1) for _ in range(dice.randrange(4))}
    if depth < 4 and dice.random() < 0.3:
        return [wild(dice, depth + 1) for _ in range(dice.randrange(10))]
    return dice.choice([text, text, text, None, True, 5, -1.5, 10**30])


async def test_no_body_breaks_it(store: OpenMemoryStore, headjudge_settings: Settings, opened: Any) -> None:
    """A thousand bodies of all kinds meet the documented statuses alone."""
    desk = scripted_desk(ScriptedExtractor(declined="Not today."), headjudge_settings, store)
    dice, api, statuses = random.Random(5), await opened(desk, rate_limit=1_000_000), set()

    for _ in range(1000):
        data = wild(dice)
        if isinstance(data, dict) and dice.random() < 0.5:
            data["question"] = dice.choice(["May I hum?", "Orla?", "", "\x07"])
        body = json.dumps(data).encode()
        body = body if dice.random() < 0.8 else body[: dice.randrange(len(body) + 1)]
        response, _ = await api.judge(data=body, headers={"Content-Type": "application/json"})
        statuses.add(response.status)

    assert statuses == {200, 400, 422}
