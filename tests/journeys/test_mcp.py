"""Outside agents over MCP: the SDK's own client against `judge serve --mcp` and against `judge mcp`."""

import asyncio
import json
import os
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest

mcp = pytest.importorskip("mcp")
streamable_http = pytest.importorskip("mcp.client.streamable_http")
httpx = pytest.importorskip("httpx2")

TOKEN = "a-token-of-24-characters"
MCP = {"MCP_TOKEN": TOKEN, "MCP_JUDGE_LIMIT": "1000"}
MODES = ["legacy", "2026-07-28", "auto"]
QUESTION = "Can a dim card be played with hearthcall?"
READING = {"source": "cr", "cards": [], "carried": [], "concepts": ["hearthcall"], "paraphrases": ["What is a dim card?"], "categories": []}
PATIENCE = 120.0
Connect = Callable[[str], AbstractAsyncContextManager[Any]]
"""Connects a client in a mode of the protocol."""


def draft(source: str, quote: str) -> dict[str, Any]:
    shape = {"working": "", "kind": "verdict", "confidence": "high", "rules": [], "search": "", "lacking": "none"}
    return shape | {"citations": [{"source": source, "quote": quote}], "answer": f"Yes ({source})."}


async def call(client: Any, tool: str, **arguments: Any) -> Any:
    """Return the JSON of *tool*, which is the same as data and as text; its text where it gave none."""
    result = await client.call_tool(tool, arguments)
    text = result.content[0].text
    assert len(text.encode()) < 30_000
    assert result.structured_content is None or json.loads(text) == result.structured_content
    return result.structured_content or text


@asynccontextmanager
async def over_http(url: str, mode: str, **headers: str) -> AsyncIterator[Any]:
    """A client of the service at *url*."""
    shown = {"Authorization": f"Bearer {TOKEN}"} | headers
    async with (
        httpx.AsyncClient(headers=shown, timeout=PATIENCE) as http,
        mcp.Client(streamable_http.streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


@asynccontextmanager
async def over_stdio(judge: Any, mode: str, **variables: str) -> AsyncIterator[Any]:
    """A client of a `judge mcp` of its own."""
    started = mcp.StdioServerParameters(command=judge.command, args=["mcp"], env=judge.environ(**variables))
    async with mcp.Client(started, mode=mode) as client:
        yield client


async def steps(connect: Callable[[], AbstractAsyncContextManager[Any]]) -> list[str]:
    """Take a whole case, each step by a client that has just connected; return what came of the steps."""
    taken: list[Any] = []

    async def step(tool: str, **arguments: Any) -> Any:
        async with connect() as client:
            taken.append(await call(client, tool, **arguments))
        return taken[-1]

    case = (await step("open_case", question=QUESTION))["case"]["id"]
    await step("submit_reading", case_id=case, version=1, reading=READING)
    await step("lookup_rules", case_id=case, version=2, rules=["501.1"])
    await step("submit_draft", case_id=case, version=3, draft=draft("601.9", "hearthcall makes every card dance"))
    sources = (await step("case_status", case_id=case))["material"]["sources"]
    quote = " ".join(next(source["text"] for source in sources if source["source"] == "601.9").split()[:8])
    verdict = (await step("submit_draft", case_id=case, version=4, draft=draft("601.9", quote)))["verdict"]
    assert [(cited["label"], cited["quote"]) for cited in verdict["citations"]] == [("601.9", quote)]
    assert taken[3]["objections"]
    return [reply["kind"] for reply in taken]


TAKEN = ["opened", "material", "material", "rejected", "material", "accepted"]


@pytest.mark.parametrize("mode", MODES)
async def test_a_case_over_http(serve: Any, mode: str) -> None:
    """Reading, look-up, a rejected draft, an accepted one: by one client."""
    url = f"{serve('--mcp', **MCP).url}/mcp"

    async with AsyncExitStack() as closing:
        client = await closing.enter_async_context(over_http(url, mode))

        @asynccontextmanager
        async def same() -> AsyncIterator[Any]:
            yield client

        assert await steps(same) == TAKEN


@pytest.mark.parametrize("mode", MODES[:2])
async def test_a_case_over_stdio(judge: Any, mode: str) -> None:
    """Each step by a process of its own: what came before is in the database."""
    assert await steps(lambda: over_stdio(judge, mode)) == TAKEN
    assert judge.rows("SELECT door, from_case, synthesizer FROM calls") == [("mcp", 1, "outside agent")]


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_a_service_restarts_between_any_two_steps(serve: Any, mode: str) -> None:
    """It loses nothing."""

    @asynccontextmanager
    async def restarted() -> AsyncIterator[Any]:
        service = await asyncio.to_thread(serve, "--mcp", **MCP)
        async with over_http(f"{service.url}/mcp", mode) as client:
            yield client
        assert await asyncio.to_thread(service.stop) == 0

    assert await steps(restarted) == TAKEN


@attrs.define
class Moving:
    """Leads a client's requests to the port on which the service is now, as the operator's proxy would."""

    port: int

    async def __call__(self, request: Any) -> None:
        request.url = request.url.copy_with(port=self.port)


async def test_a_client_outlives_a_restart(serve: Any) -> None:
    """One of before 2026 too: the service keeps no session that it would miss."""
    first = await asyncio.to_thread(serve, "--mcp", **MCP)
    moving = Moving(first.port)
    async with (
        httpx.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}, timeout=PATIENCE, event_hooks={"request": [moving]}) as http,
        mcp.Client(streamable_http.streamable_http_client(f"{first.url}/mcp", http_client=http), mode="legacy") as client,
    ):
        case = (await call(client, "open_case", question=QUESTION))["case"]["id"]
        await asyncio.to_thread(first.stop)
        second = await asyncio.to_thread(serve, "--mcp", **MCP)
        moving.port = second.port

        assert (await call(client, "submit_reading", case_id=case, version=1, reading=READING))["kind"] == "material"


async def test_of_two_drafts_one_is_taken(serve: Any) -> None:
    """The other is told that they crossed; the case is unharmed."""
    async with over_http(f"{serve('--mcp', **MCP).url}/mcp", "2026-07-28") as client:
        case = (await call(client, "open_case", question=QUESTION))["case"]["id"]
        await call(client, "submit_reading", case_id=case, version=1, reading=READING)
        wrong = {"case_id": case, "version": 2, "draft": draft("601.9", "hearthcall makes every card dance")}
        kinds = [reply["kind"] for reply in await asyncio.gather(*(call(client, "submit_draft", **wrong) for _ in range(5)))]
        after = await call(client, "case_status", case_id=case)

    assert sorted(kinds) == ["refused"] * 4 + ["rejected"]
    assert (after["case"]["version"], after["case"]["drafts_left"]) == (3, 1)


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_two_hundred_look_ups_at_once(serve: Any, mode: str) -> None:
    """Each is answered, and none is counted."""
    service = serve("--mcp", **MCP | {"MCP_JUDGE_LIMIT": "1"})
    async with over_http(f"{service.url}/mcp", mode) as client:
        found = await asyncio.gather(*(call(client, "get_rules", numbers=["601.9"]) for _ in range(200)))

    assert [reply["rules"][0]["number"] for reply in found] == ["601.9"] * 200


async def test_the_window_is_one_for_all_clients(serve: Any) -> None:
    """Over it a call says so, in each; what costs nothing goes on."""
    url = f"{serve('--mcp', **MCP | {'MCP_JUDGE_LIMIT': '2', 'MCP_JUDGE_WINDOW_SECS': '600'}).url}/mcp"

    async with over_http(url, "legacy") as one, over_http(url, "2026-07-28") as other:
        kinds = [(await call(client, "judge", question=QUESTION))["kind"] for client in (one, other, one, other)]
        late = await other.call_tool("open_case", {"question": QUESTION})

        assert kinds == ["answer", "answer", "rate_limited", "rate_limited"]
        assert (late.is_error, late.structured_content["kind"]) == (True, "rate_limited")
        assert (await call(one, "find_card", name="candle"))["names"] == ["Candle Mourner"]


async def test_the_window_holds_over_stdio_too(judge: Any) -> None:
    """For the process that the client started."""
    async with over_stdio(judge, "auto", MCP_JUDGE_LIMIT="1") as client:
        assert [(await call(client, "judge", question=QUESTION))["kind"] for _ in range(2)] == ["answer", "rate_limited"]


PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
ACCEPT = {"Accept": "application/json, text/event-stream", "Authorization": f"Bearer {TOKEN}"}


def test_who_is_let_in(serve: Any) -> None:
    """403 for a foreign host or page, 401 without the token, 413 for what is too large, in this order."""
    service = serve("--mcp", **MCP)

    def status(body: Any = PING, **headers: str | None) -> int:
        told = {name: value for name, value in (ACCEPT | headers).items() if value is not None}
        return service.post(body, "/mcp", **told).status

    large = b"x" * 262_145
    assert status() == 200
    assert [status(Authorization=shown) for shown in (None, "Bearer x", f"Bearer {TOKEN}x", f"Basic {TOKEN}")] == [401] * 4
    assert [status(Host=host) for host in ("evil.example", "evil.example:80", "localhost:1")] == [403, 403, 200]
    assert [status(Origin=page) for page in ("https://evil.example", "null", "http://localhost:6274")] == [403, 403, 200]
    assert [status(large, **headers) for headers in ({}, {"Authorization": None}, {"Authorization": None, "Host": "evil.example"})] == [413, 401, 403]
    assert service.post(PING, "/mcp").headers["www-authenticate"] == "Bearer"
    assert service.get("/mcp", **ACCEPT).status == 405


def test_what_is_asked_is_not_logged(serve: Any, tmp_path: Path) -> None:
    """Nor the token, nor the host that was claimed; each request has its line."""
    service = serve("--mcp", **MCP)
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_rules", "arguments": {"query": "sesame flame"}}}
    for headers in ({}, {"Host": "sesame.example"}, {"Authorization": "Bearer sesame"}, {"MCP-Protocol-Version": "sesame"}):
        service.post(asked, "/mcp", **ACCEPT | headers)
    service.post(b'{"sesame"', "/mcp", **ACCEPT)
    service.stop()

    log = (tmp_path / "serve-1.log").read_text(encoding="utf-8")
    assert log.count("request.served") >= 5
    assert "sesame" not in log
    assert TOKEN not in log


def test_without_a_token_it_does_not_start(judge: Any) -> None:
    """Nor with one that could be guessed; the sentence names the variable."""
    missing = judge("serve", "--mcp", JUDGE_OPERATOR_EMAIL="judge@example.org")
    short = judge("serve", "--mcp", JUDGE_OPERATOR_EMAIL="judge@example.org", MCP_TOKEN="sesame")

    assert (missing.code, missing.faults) == (2, ["MCP_TOKEN is blank; write 24 or more characters that clients have to show."])
    assert short.code == 2
    assert short.faults[0].startswith("MCP_TOKEN: its value cannot be used; write 24 to 500 characters")
    assert "sesame" not in short.err


INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}


def lines(*messages: Any) -> str:
    return "".join(f"{json.dumps(message)}\n" for message in messages)


def looked_up(number: int) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "get_rules", "arguments": {"numbers": ["601.9"]}}}


def test_the_input_ends(judge: Any) -> None:
    """Whatever came is answered, then it ends well; the output carries the protocol alone."""
    ran = judge("mcp", stdin=lines(INITIALIZE, {"jsonrpc": "2.0", "method": "notifications/initialized"}, *map(looked_up, range(2, 12))))

    replies = [json.loads(line) for line in ran.out.splitlines()]
    assert (ran.code, ran.err) == (0, "")
    assert sorted(reply["id"] for reply in replies) == list(range(1, 12))
    assert all("result" in reply for reply in replies)


def test_nothing_comes_in(judge: Any) -> None:
    """It ends well, too."""
    ran = judge("mcp")

    assert (ran.code, ran.out, ran.err) == (0, "", "")


@pytest.mark.parametrize("bad", ["garbage", "[]", "\udcff", '{"a": ' + "[" * 5000, '{"jsonrpc": "2.0"}'])
def test_a_line_that_is_no_message(judge: Any, bad: str) -> None:
    """It is passed over; the next one is answered."""
    ran = judge("mcp", stdin=bad.encode("utf-8", "surrogateescape") + b"\n" + lines(INITIALIZE).encode())

    assert ran.code == 0
    assert [json.loads(line)["id"] for line in ran.out.splitlines()] == [1]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_is_told_to_stop(judge: Any, number: int) -> None:
    """It ends well, without a traceback, though the input is still open."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([judge.command, "mcp"], env=judge.environ(), text=True, **pipes) as process:
        process.stdin.write(lines(INITIALIZE))
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 1
        os.kill(process.pid, number)
        code, said = process.wait(PATIENCE), process.stderr.read()

    assert (code, said) == (0, "")


@attrs.frozen
class Read:
    """Whatever is largest of a kind, as an agent reads it."""

    bytes: int
    parts: int


async def whole(client: Any, tool: str, items: str, **arguments: Any) -> tuple[Read, int]:
    """Read all parts; return the largest of them, and how many items there were."""
    largest, parts, found, offset = 0, 0, 0, 0
    while offset is not None:
        result = await client.call_tool(tool, {**arguments, "offset": offset})
        largest, parts = max(largest, len(result.content[0].text.encode())), parts + 1
        found, offset = found + len(result.structured_content[items]), result.structured_content["next_offset"]
    return Read(largest, parts), found


@pytest.mark.real_data
async def test_the_largest_results_are_under_30_kb(new_judge: Any, magic_data_dir: Path) -> None:
    """Over Magic: the longest sections and rules, the most ruled cards, the wordiest; each can be read to its end."""
    shutil.copytree(magic_data_dir, new_judge.folder)
    newest = "SELECT edition FROM generation_editions WHERE generation = (SELECT max(id) FROM generations)"
    ruled = new_judge.rows(f"SELECT oracle_id, count(*) FROM rulings WHERE edition IN ({newest}) GROUP BY 1 ORDER BY 2 DESC LIMIT 20")
    wordy = new_judge.rows(f"SELECT oracle_id FROM cards WHERE edition IN ({newest}) ORDER BY length(payload) DESC LIMIT 20")

    async with over_stdio(new_judge, "auto") as client:
        for section in ("702", "701", "100", "601", "903"):
            assert (await whole(client, "get_rules", "rules", numbers=[section]))[0].bytes < 30_000
        everything, count = await whole(client, "get_rules", "rules", numbers=[f"702.{number}" for number in range(2, 22)])
        assert (everything.bytes < 30_000, everything.parts > 1, count > 100) == (True, True, True)
        for card, count in ruled:
            read, found = await whole(client, "get_rulings", "rulings", card=card)
            assert (read.bytes < 30_000, found) == (True, count)
        for card in wordy:
            await call(client, "get_card", card=card)
        for resource in (await client.list_resources()).resources:
            assert len((await client.read_resource(resource.uri)).contents[0].text.encode()) < 30_000
        case = (await call(client, "open_case", question="My creature with trample is blocked by a creature with indestructible?"))["case"]["id"]
        reply = await call(client, "submit_reading", case_id=case, version=1, reading=READING | {"concepts": ["trample", "lethal damage"]})
        for part in range(1, reply["material"]["parts"] + 1):
            await call(client, "case_status", case_id=case, part=part)
