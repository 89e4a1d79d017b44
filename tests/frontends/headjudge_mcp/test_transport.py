"""The transport at /mcp, on a listener in this process."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import attrs
import pytest
from aiohttp import web
from yarl import URL

from headjudge import Corpus, Desk, Question, Reading, Services, Sightings
from headjudge.testing import MemoryCorpus, OpenMemoryStore
from headjudge.testing.contracts.doors import scripted_desk
from headjudge.testing.contracts.plants import ROWS
from headjudge.testing.scripted import ScriptedExtractor
from headjudge_http.app import application
from headjudge_http.metrics import Metrics
from headjudge_mcp.plugin import headjudge_mounts

TOKEN = "a-token-of-24-characters"
HEADERS = {"Authorization": f"Bearer {TOKEN}", "Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
MODERN = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "judge"}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
}


@attrs.define(eq=False)
class Gate(ScriptedExtractor):
    """Reads no question before it is opened."""

    opened: asyncio.Event = attrs.Factory(asyncio.Event)
    reached: asyncio.Event = attrs.Factory(asyncio.Event)

    async def extract(self, question: Question, corpus: Corpus, seen: Sightings) -> Reading:
        self.reached.set()
        await self.opened.wait()
        return await super().extract(question, corpus, seen)


@pytest.fixture
def gate() -> Gate:
    """Who holds up every question that is judged."""
    return Gate()


@pytest.fixture
def desk(gate: Gate, headjudge_corpus: MemoryCorpus, headjudge_services: Services) -> Desk:
    """A desk of one slot whose questions wait for the gate."""
    return scripted_desk(gate, headjudge_services.settings, OpenMemoryStore.holding(headjudge_corpus.with_rows(*ROWS)))


@pytest.fixture
async def listening(headjudge_services: Services) -> AsyncIterator[Callable[[Desk], Awaitable[str]]]:
    """Put the transport over a desk on a free port, and give its address; all are closed at the end."""
    async with AsyncExitStack() as closing:

        async def listen(desk: Desk) -> str:
            services = attrs.evolve(headjudge_services, settings=attrs.evolve(headjudge_services.settings, mcp_token=TOKEN))
            runner = web.AppRunner(application(services, desk, headjudge_mounts(services), Metrics(desk)), access_log=None, lingering_time=0.1)
            await runner.setup()
            closing.push_async_callback(runner.cleanup)
            port = socket.create_server(("127.0.0.1", 0))
            await web.SockSite(runner, port).start()
            return f"http://127.0.0.1:{port.getsockname()[1]}/mcp"

        yield listen


def called(tool: str, arguments: Any, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments, **params}})


async def begun(url: str) -> set["asyncio.Task[Any]"]:
    """The tasks once something was asked: one of sse-starlette watches each loop from its first stream on, for as long as that runs."""
    async with aiohttp.ClientSession(headers=HEADERS) as client, client.post(url, data=called("about", {})) as response:
        assert response.status == 200
        await response.read()
    async with asyncio.timeout(20):
        while len(asyncio.all_tasks()) > 4:  # this test, the bridge with its app, that watch
            await asyncio.sleep(0)
    return asyncio.all_tasks()


async def gone(before: set["asyncio.Task[Any]"]) -> None:
    """Wait until no task is left but those *before*."""
    async with asyncio.timeout(20):
        while asyncio.all_tasks() - before - {asyncio.current_task()}:
            await asyncio.sleep(0)  # what was cancelled ends in the loop's next turns


@pytest.mark.parametrize(("headers", "params"), [({}, {}), (MODERN, {"_meta": META})], ids=["legacy", "2026-07-28"])
async def test_a_client_that_vanishes_leaves_no_task(listening: Any, desk: Desk, gate: Gate, headers: Any, params: Any) -> None:
    """What it asked is judged to its end, for it may be paid for; then all is as before."""
    url = await listening(desk)
    before = await begun(url)

    async with aiohttp.ClientSession(headers=HEADERS | headers) as client:
        asking = asyncio.create_task(client.post(url, data=called("judge", {"question": "May I hum?"}, **params)))
        await asyncio.wait_for(gate.reached.wait(), 10)
        asking.cancel()
    gate.opened.set()

    await gone(before)
    assert desk.slots.taken_now == 0


async def test_many_that_vanish_leave_none(listening: Any, desk: Desk, gate: Gate) -> None:
    """In the middle of what they send, and of what they are told."""
    gate.opened.set()
    url = await listening(desk)
    before = await begun(url)
    body = called("get_rules", {"numbers": ["990"]})
    told = "".join(f"{name}: {value}\r\n" for name, value in HEADERS.items())
    whole = f"POST /mcp HTTP/1.1\r\nHost: localhost\r\n{told}Content-Length: {len(body)}\r\n\r\n{body}".encode()

    writers = [(await asyncio.open_connection("127.0.0.1", URL(url).port))[1] for _ in range(50)]
    for number, writer in enumerate(writers):
        writer.write(whole[: -20 if number % 2 else None])
    async with asyncio.timeout(20):
        while len(asyncio.all_tasks() - before) < len(writers):  # the listener has a task for each
            await asyncio.sleep(0)
    for writer in writers:
        writer.transport.abort()

    await gone(before)


async def test_the_kind_of_a_reply_is_counted(listening: Any, desk: Desk, gate: Gate, capsys: Any) -> None:
    """As that of any other door's: the request's line in the log has it."""
    gate.opened.set()
    url = await listening(desk)

    async with (
        aiohttp.ClientSession(headers=HEADERS) as client,
        client.post(url, data=called("judge", {"question": "Why is hum secret?"})) as response,
    ):
        text = await response.text()

    log = capsys.readouterr().out
    assert '"kind":"answer"' in json.loads(text.partition("data: ")[2].strip())["result"]["content"][0]["text"]
    assert "kind=answer" in log
    assert "hum" not in log
    assert TOKEN not in log


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"{", 400), (b"[]", 400), (b"\xff", 400), (b"[" * 100_000, 400), (b'{"a": ' + b"9" * 5000 + b"}", 400), (b"", 400), (b"x" * 262_145, 413)],
)
@pytest.mark.parametrize("headers", [{}, MODERN], ids=["legacy", "2026-07-28"])
async def test_a_body_that_cannot_be_read(listening: Any, desk: Desk, headers: Any, body: bytes, status: int) -> None:
    """A refusal, in either mode; the next request is served."""
    url = await listening(desk)

    async with aiohttp.ClientSession(headers=HEADERS | headers) as client:
        async with client.post(url, data=body) as response:
            assert response.status == status
        async with client.post(url, data=called("about", {}, _meta=META), headers={"Mcp-Name": "about"}) as response:
            assert response.status == 200
