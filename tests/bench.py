"""The figures of docs/explanation/performance.md, as a table: `nox -s bench`.

With the real corpora beside the checkout they are loaded through a loopback mirror; without them the practice rulebook is measured.
"""

import asyncio
import logging
import os
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import attrs
import instant
import structlog
from rich.console import Console
from rich.table import Table

from headjudge import Answer, Corpus, Micros, Question, Reply, Span
from headjudge.assemble import House, house, library
from headjudge.discovery import discover
from headjudge.settings import Settings
from headjudge.steps.resolve import meaning

MIRROR = Path(__file__).resolve().parents[2] / "shared" / "tools" / "mirror.py"
RUNS = 5
SAMPLE = 300
Row = tuple[str, str]


@contextmanager
def upstreams() -> Iterator[dict[str, str]]:
    """Give the environment in which the real corpora can be loaded; empty where they are absent."""
    if not MIRROR.exists():
        yield {}
        return
    with subprocess.Popen([sys.executable, MIRROR, "--port", "0"], stdout=subprocess.PIPE, text=True) as mirror:
        address = mirror.stdout.readline().strip() if mirror.stdout else ""
        try:
            yield {"JUDGE_SCRYFALL_URL": address, "JUDGE_RULES_PAGE_URL": f"{address}/en/rules"}
        finally:
            mirror.terminate()


def run(arguments: Sequence[str], environ: dict[str, str]) -> tuple[float, float, float]:
    """Run `judge` and return wall seconds, processor seconds and peak megabytes."""
    begun = time.perf_counter()
    process = subprocess.Popen(["judge", *arguments], env=os.environ | environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"judge {' '.join(arguments)} ended with {process.returncode}")
    return time.perf_counter() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def started(label: str, arguments: Sequence[str], environ: dict[str, str]) -> Row:
    """Time a whole process, several times."""
    walls = sorted(run(arguments, environ)[0] for _ in range(RUNS))
    return label, f"{walls[RUNS // 2]:.2f} s (of {RUNS}: {walls[0]:.2f} to {walls[-1]:.2f})"


def loaded(environ: dict[str, str]) -> list[Row]:
    """Time a refresh from nothing, and one with nothing new."""
    wall, cpu, peak = run(["refresh"], environ)
    again, _, _ = run(["refresh"], environ)
    return [
        ("refresh from nothing", f"{cpu:.1f} s of work, {wall:.1f} s of wall time"),
        ("refresh from nothing, peak memory", f"{peak:.0f} MB"),
        ("refresh with nothing new", f"{again:.2f} s"),
    ]


async def reserved(environ: dict[str, str]) -> Row:
    """Time reservations of money while another process loads everything."""
    async with library(Settings.from_environ(environ), discover()) as store:
        loader = await asyncio.create_subprocess_exec(
            "judge", "refresh", env=os.environ | environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        seconds = []
        while loader.returncode is None:
            begun = time.perf_counter()
            await store.ledger.reserve("bench", Micros(10**12), Micros(1))
            seconds.append(time.perf_counter() - begun)
            await asyncio.sleep(0.01)
        return percentiles("reserve money while another process loads", seconds)


def percentiles(label: str, seconds: Sequence[float]) -> Row:
    """Give p50, p95 and p99 in milliseconds."""
    ordered = sorted(1000 * second for second in seconds)
    at = [ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] for percent in (50, 95, 99)]
    return label, f"{at[0]:.1f} / {at[1]:.1f} / {at[2]:.1f} ms (p50 / p95 / p99 of {len(ordered)})"


async def asked(settings: Settings) -> list[Row]:
    """Time resolving, retrieving and asking inside one process."""
    async with house(settings, discover()) as opened:
        corpus = await opened.store.corpora.current()
        await opened.judge.ready(corpus)
        chance = random.Random(20260227)
        names, texts = await sampled(corpus, chance)
        rows = [await timed("resolve a name", names, lambda name: meaning(Span(name), corpus, opened.judge.resolvers))]
        rows.append(
            await timed(
                "resolve a misspelt name",
                [misspelt(name, chance) for name in names],
                lambda name: meaning(Span(name), corpus, opened.judge.resolvers),
            )
        )
        rows.append(await timed("read, resolve and retrieve", texts, lambda text: _prepared(opened, corpus, text)))
        rows.append(await timed("ask, stored", texts, lambda text: opened.desk.hear(Question(text))))
        rows.append(("memory of the process", f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"))
        return rows


async def judged(settings: Settings) -> list[Row]:
    """Time judging with a model that replies at once: everything but the model. Then ask the same again."""
    plugins = discover()
    plugins.register(instant, "instant")
    async with house(attrs.evolve(settings, model_backend="instant", max_micros=Micros(10**12)), plugins) as opened:
        corpus = await opened.store.corpora.current()
        await opened.judge.ready(corpus)
        _, texts = await sampled(corpus, random.Random(20260228))
        replies: dict[str, Reply] = {}

        async def ask(text: str) -> None:
            replies[text] = await opened.desk.hear(Question(text))

        first = await timed("judge with an instant model, stored", texts, ask)
        answered = [text for text, reply in replies.items() if isinstance(reply, Answer)]
        return [first, await timed("a stored verdict given again", answered, ask)]


async def sampled(corpus: Corpus, chance: random.Random) -> tuple[Sequence[str], Sequence[str]]:
    """Return names of cards, and a question on each."""
    known = list(await corpus.names())
    names = [name.text for name in chance.sample(known, min(SAMPLE, len(known)))]
    terms = [entry.terms[0] for entry in await corpus.glossary()]
    return names, [f"How does {chance.choice(terms)} work when I control [[{name}]]?" for name in names]


async def _prepared(opened: House, corpus: Corpus, text: str) -> object:
    return await opened.judge.prepare(await opened.judge.read(Question(text), corpus), corpus)


def misspelt(name: str, chance: random.Random) -> str:
    """Leave one letter of *name* out."""
    place = chance.randrange(len(name))
    return name[:place] + name[place + 1 :]


async def timed(label: str, things: Sequence[str], work: Callable) -> Row:
    """Time *work* over *things*, one at a time."""
    seconds = []
    for thing in things:
        begun = time.perf_counter()
        await work(thing)
        seconds.append(time.perf_counter() - begun)
    return percentiles(label, seconds)


def machine() -> str:
    """Say what this machine is."""
    return f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}, Python {platform.python_version()}"


def main() -> None:
    """Measure, and print the table."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory() as folder, upstreams() as environ:
        practice, real = {"JUDGE_DATA_DIR": f"{folder}/practice"}, {"JUDGE_DATA_DIR": f"{folder}/real", **environ}
        rows = [("first question, nothing there yet (practice rulebook)", f"{run(['ask', 'Who goes first?'], practice)[0]:.2f} s")]
        rows.append(started("a further question (practice rulebook)", ["ask", "Who goes first?"], practice))
        rows += [*loaded(real), asyncio.run(reserved({"JUDGE_DATA_DIR": f"{folder}/beside", **environ}))] if environ else []
        number = "702.19b" if environ else "601.9b"
        rows.append(started(f"judge rule {number}", ["rule", number], real if environ else practice))
        rows.append(started("judge ask, whole process", ["ask", "Who goes first?"], real if environ else practice))
        settings = Settings.from_environ(real if environ else practice)
        rows += [*asyncio.run(asked(settings)), *asyncio.run(judged(settings))]
    table = Table("What", "Figure", title=f"{'Magic' if environ else 'Practice rulebook'} · {machine()}")
    for row in rows:
        table.add_row(*row)
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
