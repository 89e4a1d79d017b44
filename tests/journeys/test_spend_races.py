"""The spend cap under racing processes and a sudden end, held against the model server's own count."""

import asyncio
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import attrs
import pytest
import sqlalchemy as sa
from model_server import ModelServer, Request, says
from sqlalchemy.ext.asyncio import create_async_engine

pytestmark = [pytest.mark.model, pytest.mark.slow, pytest.mark.skipif(find_spec("litellm") is None, reason="pip install 'headjudge[model]'")]

ASKER = Path(__file__).parents[1] / "servers" / "asker.py"
TOKENS = 300
WORST = TOKENS * 10
"""Micro-dollars of one call: what is sent costs nothing, what comes back 10 dollars a million tokens."""
_SHOWN = re.compile(r'<rule number="(\d{3}\.\d+[a-z]*)"[^>]*>([^<]+)</rule>')


async def _run(url: str, statement: str) -> None:
    engine = create_async_engine(sa.make_url(url).set(drivername="postgresql+asyncpg"), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(sa.text(statement))
    await engine.dispose()


@pytest.fixture
def sqlite_url(judge: Any) -> str:
    """A database with the practice rulebook in a file."""
    return f"sqlite:///{judge.database}"


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """A new database on the server that JUDGE_TEST_POSTGRES_URL names."""
    server = os.environ.get("JUDGE_TEST_POSTGRES_URL")
    if server is None:
        pytest.skip("JUDGE_TEST_POSTGRES_URL names no server; python tests/postgres_server.py -- pytest … starts one")
    name = f"test_{secrets.token_hex(6)}"
    asyncio.run(_run(server, f"CREATE DATABASE {name}"))
    yield sa.make_url(server).set(database=name).render_as_string(hide_password=False)
    asyncio.run(_run(server, f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def variables(request: pytest.FixtureRequest, judge: Any) -> dict[str, str]:
    """The environment of the askers: one model call a question, each at its worst case, a cap of a hundred."""
    return judge.environ() | {
        "JUDGE_DATABASE_URL": request.getfixturevalue(f"{request.param}_url"),
        "JUDGE_EXTRACTOR": "clerk",
        "JUDGE_MODEL": "openai/practice",
        "JUDGE_MODEL_KEY": "any",
        "JUDGE_MODEL_PRICE_IN": "0",
        "JUDGE_MODEL_PRICE_OUT": "10",
        "JUDGE_MODEL_MAX_TOKENS": str(TOKENS),
        "JUDGE_MAX_USD": str(100 * WORST / 1_000_000),
        "JUDGE_CONCURRENCY": "4",
        "JUDGE_BRIEF_BYTES": "1000",
    }


def sound(request: Request) -> Any:
    """A sound verdict that used every token that it was allowed."""
    number, text = _SHOWN.findall(request.user)[0]
    cited = [{"source": number, "quote": " ".join(text.split()[:8])}]
    form = {"working": "", "kind": "verdict", "citations": cited, "answer": "Yes.", "confidence": "low", "rules": [], "search": "", "lacking": "none"}
    return says(form, usage={"prompt_tokens": 1, "completion_tokens": TOKENS, "total_tokens": TOKENS + 1})


def started(variables: dict[str, str], server: ModelServer, first: int, count: int) -> subprocess.Popen[str]:
    """Start an asker."""
    words = [sys.executable, str(ASKER), str(first), str(count)]
    return subprocess.Popen(words, env=variables | {"JUDGE_MODEL_URL": server.url}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ledger(variables: dict[str, str]) -> list[tuple[int, str, int]]:
    """(spent of the budget, state of a request, how many of them)."""

    async def read() -> list[tuple[int, str, int]]:
        url = sa.make_url(variables["JUDGE_DATABASE_URL"])
        engine = create_async_engine(url.set(drivername={"sqlite": "sqlite+aiosqlite"}.get(url.drivername, "postgresql+asyncpg")))
        async with engine.connect() as connection:
            entries = "SELECT budgets.spent, spend.state, count(*) FROM spend, budgets GROUP BY budgets.spent, spend.state ORDER BY spend.state"
            found = [tuple(row) for row in await connection.execute(sa.text(entries))]
        await engine.dispose()
        return found

    return asyncio.run(read())


def test_three_processes_are_granted_the_cap_and_no_more(variables: dict[str, str]) -> None:
    """Of 600 questions exactly 100 reach the model: by the askers, by the ledger, and by the server's own count."""
    with ModelServer(sound) as server:
        processes = [started(variables, server, 1000 * number, 200) for number in range(3)]
        said = [process.communicate(timeout=300) for process in processes]

    assert [process.returncode for process in processes] == [0, 0, 0], said
    answered, capped, asked = (sum(counts) for counts in zip(*(map(int, out.split()) for out, _ in said), strict=True))
    assert (answered, capped, asked) == (100, 500, 600)
    assert server.count == 100
    assert ledger(variables) == [(100 * WORST, "settled", 100)]


def test_a_sudden_end_forgets_nothing_that_was_sent(variables: dict[str, str]) -> None:
    """What was under way when the process was killed stays reserved; the next process is granted what is left."""

    def stuck(request: Request) -> Any:
        return sound(request) if request.number <= 30 else attrs.evolve(sound(request), seconds=120)

    with ModelServer(stuck) as server:
        process = started(variables, server, 0, 200)
        while server.count < 34:  # four at once: all of them wait for the server
            assert process.poll() is None, process.communicate()
        process.kill()
        process.communicate()
    sent = ledger(variables)

    assert sent == [(34 * WORST, "reserved", 4), (34 * WORST, "settled", 30)]
    with ModelServer(sound) as server:
        process = started(variables, server, 1000, 100)
        out, err = process.communicate(timeout=300)

    assert (out.split(), server.count) == (["66", "34", "100"], 66), err
    assert ledger(variables) == [(100 * WORST, "reserved", 4), (100 * WORST, "settled", 96)]
