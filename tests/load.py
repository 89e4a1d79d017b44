"""Prints how many questions a second one `judge serve` answers: `nox -s load`, over a copy of the corpus in JUDGE_DATA_DIR.

No model is asked, verdicts are not reused, every call is stored, and nobody is rate limited.
Asker and server share the machine.
"""

import asyncio
import itertools
import json
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import attrs
from load_questions import questions

from headjudge.assemble import library
from headjudge.discovery import discover
from headjudge.settings import Settings

COUNT = 5_000
"""Distinct questions; half of them name cards."""
SUSTAINED = 30.0
"""Seconds of asking as fast as it goes."""
STEADY = (50.0, 20.0)
"""Questions a second, and for how many seconds."""
LINES = 16
"""Connections on which questions are asked as fast as it goes."""
ROOM = {"JUDGE_CONCURRENCY": "200", "API_RATE_LIMIT": "1000000", "JUDGE_REUSE": "false", "JUDGE_LOG_LEVEL": "error"}


@attrs.frozen
class Served:
    """A reply: how long it took, its status and its kind."""

    seconds: float
    status: int
    kind: str


class Line:
    """A connection that is kept: HTTP as far as it is needed, for an asker that costs little."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, question: str) -> Served:
        """Send one question and return what came of it."""
        reader, writer = self._streams or await asyncio.open_connection("127.0.0.1", self._port)
        self._streams = reader, writer
        body = json.dumps({"question": question}).encode()
        began = time.perf_counter()
        writer.write(b"POST /api/judge HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")
        writer.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        reply = await reader.readexactly(length)
        return Served(time.perf_counter() - began, int(head[9:12]), reply[9:30].partition(b'"')[2].partition(b'"')[0].decode())


async def sustained(port: int, asked: Iterator[str]) -> list[Served]:
    """Ask on every line as fast as replies come."""
    end = time.perf_counter() + SUSTAINED
    served: list[Served] = []

    async def go_on() -> None:
        line = Line(port)
        while time.perf_counter() < end:
            served.append(await line.ask(next(asked)))

    await asyncio.gather(*(go_on() for _ in range(LINES)))
    return served


async def steady(port: int, asked: Iterator[str]) -> list[Served]:
    """Ask at a steady rate, whether replies come or not."""
    rate, seconds = STEADY
    lines: list[Line] = []
    served: list[Served] = []

    async def ask(due: float) -> None:
        line = lines.pop() if lines else Line(port)
        reply = await line.ask(next(asked))
        served.append(attrs.evolve(reply, seconds=time.perf_counter() - due))
        lines.append(line)

    began, asking = time.perf_counter(), set()
    for number in range(int(rate * seconds)):
        due = began + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        asking.add(asyncio.create_task(ask(due)))
    await asyncio.wait(asking)
    return served


@asynccontextmanager
async def server(folder: Path, port: int) -> AsyncIterator[asyncio.subprocess.Process]:
    """`judge serve` over *folder*, ready."""
    told = {"JUDGE_DATA_DIR": str(folder), "API_ADDR": f"127.0.0.1:{port}", "JUDGE_OPERATOR_EMAIL": "load@example.org", **ROOM}
    process = await asyncio.create_subprocess_exec("judge", "serve", env=os.environ | told)
    try:
        while process.returncode is None:
            try:
                await Line(port).ask("Are you ready?")
                break
            except ConnectionError:
                await asyncio.sleep(0.2)
        yield process
    finally:
        process.terminate()
        await process.wait()


def memory(process: asyncio.subprocess.Process) -> float:
    """Megabytes that *process* holds."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def cpu(process: asyncio.subprocess.Process) -> float:
    """Seconds of a processor that *process* has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def told(name: str, served: Sequence[Served], seconds: float) -> str:
    """A row of the table."""
    times = sorted(reply.seconds * 1000 for reply in served)
    p50, p95, p99 = (times[min(int(len(times) * share), len(times) - 1)] for share in (0.5, 0.95, 0.99))
    errors = sum(reply.status != 200 for reply in served)
    answers = sum(reply.kind == "answer" for reply in served)
    return f"| {name} | {len(served) / seconds:.0f} | {p50:.0f} | {p95:.0f} | {p99:.0f} | {errors} | {answers / len(served):.0%} |"


async def load(folder: Path) -> None:
    """Print the table."""
    settings = Settings(data_dir=folder)
    async with library(settings, discover()) as store:
        corpus = await store.corpora.current()
        cards = [card.name async for card in corpus.every_card()]
        keywords = sorted({rule.text for rule in await corpus.rules() if rule.section == "702" and rule.number == rule.group and len(rule.text) < 30})
    asked = itertools.cycle(questions(cards, keywords, COUNT, 1))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    async with server(folder, port) as process:
        await sustained_row(process, port, asked)


async def sustained_row(process: asyncio.subprocess.Process, port: int, asked: Iterator[str]) -> None:
    """Ask, and print what came of it."""
    print("| asked | questions a second | p50 ms | p95 ms | p99 ms | not 200 | answers |\n|---|---|---|---|---|---|---|")
    before, used, began = memory(process), cpu(process), time.perf_counter()
    fast = await sustained(port, asked)
    took, burnt = time.perf_counter() - began, cpu(process) - used
    print(told(f"as fast as it goes, {LINES} connections", fast, took), flush=True)
    middle = memory(process)
    slow = await steady(port, asked)
    print(told(f"{STEADY[0]:.0f} a second", slow, STEADY[1]))
    print(f"\nCPU a question: {burnt / len(fast) * 1000:.1f} ms. Memory: {before:.0f} MB, {middle:.0f} MB, {memory(process):.0f} MB.")


if __name__ == "__main__":
    source = Settings.from_environ(os.environ).data_dir
    with tempfile.TemporaryDirectory() as room:
        shutil.copytree(source, Path(room) / "data")
        sys.exit(asyncio.run(load(Path(room) / "data")))
