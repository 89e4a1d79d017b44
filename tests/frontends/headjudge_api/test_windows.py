"""How often one address may ask."""

import asyncio
import importlib.util
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from headjudge import Services
from headjudge.settings import Settings
from headjudge_api.memory import Memory
from headjudge_api.windows import Windows, lacks


class Time:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Redis server: JUDGE_TEST_REDIS_URL, or one that is started here; the test is skipped where neither is."""
    if named := os.environ.get("JUDGE_TEST_REDIS_URL"):
        yield named
        return
    command = shutil.which("redis-server")
    if command is None or importlib.util.find_spec("redis") is None:
        pytest.skip("no redis-server is installed, or the package redis is not")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("redis")
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    with subprocess.Popen([command, *options], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        assert any("Ready to accept connections" in line for line in server.stdout)
        yield f"redis://127.0.0.1:{port}/0"
        server.kill()


@given(st.integers(1, 4), st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 7)), max_size=60))
async def test_a_window_slides(most: int, asked: list[tuple[str, int]]) -> None:
    """A client is let in exactly when fewer than *most* of those let in are within the last ten seconds; a refused request does not count."""
    clock, let_in = Time(), list[tuple[str, float]]()
    windows = Windows(Settings(rate_limit=most, rate_window_secs=10), clock)

    for client, later in asked:
        clock.now += later
        recent = [at for who, at in let_in if who == client and at > clock.now - 10]
        wait = await windows.judge.entered(client)

        assert (wait is None) == (len(recent) < most)
        assert wait is None or wait == max(1, recent[0] + 10 - clock.now)
        if wait is None:
            let_in.append((client, clock.now))


async def test_seconds_to_wait_are_rounded_up() -> None:
    """Who comes again when told is let in; never is 0 told."""
    clock = Time()
    windows = Windows(Settings(rate_limit=1, rate_window_secs=10), clock)
    await windows.judge.entered("a")

    clock.now += 0.5
    assert await windows.judge.entered("a") == 10
    clock.now += 9.4
    assert await windows.judge.entered("a") == 1
    clock.now += 1
    assert await windows.judge.entered("a") is None


async def test_the_windows_are_apart() -> None:
    """Look-ups have one of their own, of sixty seconds."""
    clock = Time()
    windows = Windows(Settings(rate_limit=1, lookup_limit=2), clock)

    assert [await windows.judge.entered("a"), await windows.judge.entered("a")] == [None, 300]
    assert [await windows.lookups.entered("a") for _ in range(3)] == [None, None, 60]


async def test_another_door_has_a_window_of_its_own() -> None:
    """Of the length that it asks for, by the same clock."""
    clock = Time()
    windows = Windows(Settings(rate_limit=1), clock)
    other = windows.another("mcp", 2, 30)

    assert [await other.entered("a") for _ in range(3)] == [None, None, 30]
    assert await windows.judge.entered("a") is None
    clock.now += 30
    assert await other.entered("a") is None


async def test_memory_lets_go_of_those_who_stay_away() -> None:
    """Once a window is over nothing is kept of it."""
    clock = Time()
    memory = Memory(clock)
    for number in range(1000):
        await memory.acquire_entry(f"client {number}", 4, 60)
    assert len(memory._entries) == 1000

    clock.now += 61
    await memory.acquire_entry("one more", 4, 60)

    assert len(memory._entries) == 1


async def test_memory_is_bounded() -> None:
    """Whoever was let in least recently makes room; nobody else is forgotten."""
    memory = Memory(Time(), most=3)
    for client in "abcad":
        assert await memory.acquire_entry(client, 2, 60)

    assert set(memory._entries) == {"a", "c", "d"}
    assert not await memory.acquire_entry("a", 2, 60)


async def test_memory_does_not_slow_down() -> None:
    """A request costs the same, however many clients are known; the library's own storage goes through them all each time."""
    memory = Memory(Time())
    for number in range(50_000):
        await memory.acquire_entry(f"client {number}", 4, 60)

    began = time.process_time()
    for number in range(1000):
        await memory.acquire_entry(f"client {number}", 4, 60)

    assert time.process_time() - began < 1
    assert len(asyncio.all_tasks()) == 1


def test_a_process_has_one_set(headjudge_services: Services) -> None:
    """The web page and the API count together."""
    assert Windows.shared(headjudge_services) is Windows.shared(headjudge_services)


async def test_processes_share_a_redis_server(redis_url: str) -> None:
    """What one lets in, the other counts; each window is apart, and a refused request does not count."""
    settings = Settings(rate_limit=2, rate_window_secs=30, lookup_limit=1, limits_url=redis_url)
    one, other = Windows(settings), Windows(settings)
    client = f"client {time.time()}"

    assert [await one.judge.entered(client), await other.judge.entered(client)] == [None, None]
    for windows in (one, other):
        assert 29 <= (await windows.judge.entered(client) or 0) <= 30
    assert await one.lookups.entered(client) is None
    assert await other.lookups.entered(client) is not None
    assert not one.judge._own.storage._entries  # type: ignore[attr-defined]
    assert [await windows.another("mcp", 1, 30).entered(client) for windows in (one, other)] == [None, 30]

    await one.close()
    await other.close()


@pytest.mark.parametrize("away", ["silent", "refusing"])
async def test_a_redis_server_that_is_away(away: str) -> None:
    """Each process counts for itself: nobody waits long, nobody asks without end, and the log says so once a minute."""
    pytest.importorskip("redis")
    with socket.create_server(("127.0.0.1", 0)) as listening:  # takes the connection, and never answers
        address = f"redis://127.0.0.1:{listening.getsockname()[1]}" if away == "silent" else "redis://127.0.0.1:1"
        clock = Time()
        windows = Windows(Settings(rate_limit=2, limits_url=address), clock)

        with structlog.testing.capture_logs() as logs:
            began = time.monotonic()
            assert [await windows.judge.entered("a") for _ in range(3)] == [None, None, 300]
            took = time.monotonic() - began
            clock.now += 30
            await windows.judge.entered("a")
            told = len(logs)
            clock.now += 31
            await windows.judge.entered("a")

        await windows.close()
    assert took < 1
    assert (told, len(logs)) == (1, 2)
    assert {line["event"] for line in logs} == {"windows.parted"}


async def test_a_redis_server_that_comes_back(redis_url: str) -> None:
    """It is asked again after a few seconds."""
    clock = Time()
    windows = Windows(Settings(rate_limit=1, limits_url=redis_url), clock)
    shared, client = windows.judge._shared, f"client {time.time()}"
    assert shared

    shared.missed(OSError("gone"))
    assert await windows.judge.entered(client) is None
    assert await windows.judge.entered(client) == 300
    clock.now += 5
    assert await windows.judge.entered(client) is None
    assert await windows.judge.entered(client) is not None

    await windows.close()


def test_what_is_missing_is_said_before_the_start(monkeypatch: Any) -> None:
    """A URL that no client takes, a package that is not there; the URL, which can hold a password, is not repeated."""
    pytest.importorskip("redis")
    assert list(lacks(Settings())) == []
    assert list(lacks(Settings(limits_url="redis://127.0.0.1:6379/0"))) == []
    (unusable,) = lacks(Settings(limits_url="redis://user:swordfish@host:port"))
    assert unusable.startswith("JUDGE_LIMITS_URL")
    assert "swordfish" not in unusable

    monkeypatch.setattr("headjudge_api.windows.find_spec", lambda _: None)
    (absent,) = lacks(Settings(limits_url="redis://127.0.0.1:6379/0"))
    assert "pip install 'headjudge[redis]'" in absent
