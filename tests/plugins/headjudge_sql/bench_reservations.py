"""How long a reservation takes while another process loads: ``python bench_reservations.py [URL [RESERVATIONS]]`` prints the figures.

Without a URL a new SQLite file is used.
"""

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from headjudge import Micros
from headjudge_sql.store import SqlStore

WORKER = Path(__file__).with_name("worker.py")


async def measured(url: str, times: int) -> Sequence[float]:
    """Return how many milliseconds each of *times* reservations took."""
    store = await SqlStore().open(url)
    took = []
    for _ in range(times):
        begun = time.perf_counter()
        await store.ledger.reserve("bench", Micros(10**9), Micros(1))
        took.append((time.perf_counter() - begun) * 1000)
    await store.close()
    return took


def report(took: Sequence[float]) -> str:
    """Return the median, the 99th percentile and the longest of *took*."""
    cuts = statistics.quantiles(took, n=100)
    return f"reservations {len(took)}  median {cuts[49]:.1f} ms  p99 {cuts[98]:.1f} ms  longest {max(took):.1f} ms"


def main(url: str = "", times: str = "1000") -> None:
    """Measure with nobody else, then beside a loader."""
    with tempfile.TemporaryDirectory() as folder:
        url = url or f"sqlite:///{folder}/bench.sqlite3"
        print("alone            ", report(asyncio.run(measured(url, int(times)))))
        loader = subprocess.Popen([sys.executable, WORKER, "fill", url], stdout=subprocess.PIPE, text=True)
        try:
            assert loader.stdout is not None
            loader.stdout.readline()
            print("beside a loader  ", report(asyncio.run(measured(url, int(times)))))
        finally:
            loader.kill()
            loader.communicate()


if __name__ == "__main__":
    main(*sys.argv[1:])
