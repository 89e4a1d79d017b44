"""A database that hangs while the service is up."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import attrs
import pytest

QUESTION = "Can a dim card be played with hearthcall?"
HOST = Path(__file__).parents[1] / "postgres_server.py"
TELL = "import os; print(os.environ['JUDGE_TEST_POSTGRES_URL'], flush=True); input()"


@attrs.frozen
class Postgres:
    """A PostgreSQL server of this test's own."""

    url: str
    host: "subprocess.Popen[str]"

    def send(self, number: signal.Signals) -> None:
        """Send a signal to each of its processes."""
        for pid in _children(self.host.pid):
            if Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").startswith("postgres"):
                os.kill(pid, number)


def _children(pid: int) -> list[int]:
    """The processes below *pid*."""
    own = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]
    return [*own, *(grandchild for child in own for grandchild in _children(child))]


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    """A server that the test may stop: not the one of JUDGE_TEST_POSTGRES_URL, which others use."""
    pytest.importorskip("asyncpg")
    command = [sys.executable, str(HOST), "--", sys.executable, "-c", TELL]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as host:
        assert host.stdin
        assert host.stdout
        url = host.stdout.readline().strip()
        if not url:
            pytest.skip("PostgreSQL is not installed; apt-get install postgresql")
        server = Postgres(url, host)
        yield server
        server.send(signal.SIGCONT)
        host.stdin.write("\n")


@pytest.mark.postgres
def test_a_database_that_hangs(serve: Any, postgres: Postgres) -> None:
    """Health says so after three seconds and before four, to each of many who ask; as soon as it goes on, all is well."""
    service = serve(JUDGE_DATABASE_URL=postgres.url)
    assert service.get("/api/health").status == 200
    assert service.ask(QUESTION).kind == "answer"

    postgres.send(signal.SIGSTOP)
    with ThreadPoolExecutor(8) as askers:
        asked = [future.result() for future in [askers.submit(timed, service, "/api/health") for _ in range(8)]]
    about, _ = timed(service, "/api/about")
    postgres.send(signal.SIGCONT)
    again, took = timed(service, "/api/health")

    print(f"503 after {min(took for _, took in asked):.2f} to {max(took for _, took in asked):.2f} s; well again after {took:.2f} s")
    assert {reply.status for reply, _ in asked} == {503}
    assert {reply.text for reply, _ in asked} == {'{"status": "unavailable", "reason": "database did not answer within 3 s"}'}
    assert all(3 <= took < 4 for _, took in asked)
    assert (about.status, again.status, service.ask(QUESTION).kind) == (200, 200, "answer")


def timed(service: Any, path: str) -> tuple[Any, float]:
    """The reply, and the seconds that it took."""
    began = time.monotonic()
    reply = service.get(path)
    return reply, time.monotonic() - began
