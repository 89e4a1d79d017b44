"""Prints how long 200 calls of each look-up at once take over MCP: `nox -s load`, over a copy of the corpus in JUDGE_DATA_DIR.

Client and server share the machine.
"""

import asyncio
import os
import secrets
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import mcp
from mcp.client.streamable_http import streamable_http_client

from headjudge.settings import Settings

CALLS = 200
MODES = {"legacy": "2025-11-25", "2026-07-28": "2026-07-28"}
"""How a client is told the protocol, and which one it is then."""
LOOKED_UP: dict[str, dict[str, Any]] = {
    "find_card": {"name": "dragon"},
    "get_card": {"card": "Blood Moon"},
    "get_rules": {"numbers": ["702.19"]},
    "get_rulings": {"card": "Blood Moon"},
    "search_rules": {"query": "damage that tramples over several blockers"},
    "glossary": {"term": "Trample"},
}


@asynccontextmanager
async def server(folder: Path, port: int, token: str) -> AsyncIterator[None]:
    """`judge serve --mcp` over *folder*, ready."""
    told = {"JUDGE_DATA_DIR": str(folder), "API_ADDR": f"127.0.0.1:{port}", "JUDGE_OPERATOR_EMAIL": "load@example.org", "MCP_TOKEN": token}
    process = await asyncio.create_subprocess_exec("judge", "serve", "--mcp", env=os.environ | told | {"JUDGE_LOG_LEVEL": "error"})
    try:
        while process.returncode is None:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
            except ConnectionError:
                await asyncio.sleep(0.2)
        yield
    finally:
        process.terminate()
        await process.wait()


async def at_once(client: mcp.Client, tool: str) -> tuple[float, int]:
    """Call *tool* many times at once; return the seconds until the last reply, and how many failed."""
    await client.call_tool(tool, LOOKED_UP[tool])
    began = time.perf_counter()
    results = await asyncio.gather(*(client.call_tool(tool, LOOKED_UP[tool]) for _ in range(CALLS)))
    return time.perf_counter() - began, sum(bool(result.is_error) for result in results)


async def load(folder: Path) -> None:
    """Print the table."""
    token = secrets.token_hex(16)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    print(f"\n| {CALLS} calls at once | protocol | seconds | errors |\n|---|---|---|---|")
    async with server(folder, port, token):
        for mode, protocol in MODES.items():
            async with (
                httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http,
                mcp.Client(streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=http), mode=mode) as client,
            ):
                for tool in LOOKED_UP:
                    seconds, errors = await at_once(client, tool)
                    print(f"| `{tool}` | {protocol} | {seconds:.2f} | {errors} |", flush=True)


if __name__ == "__main__":
    source = Settings.from_environ(os.environ).data_dir
    with tempfile.TemporaryDirectory() as room:
        shutil.copytree(source, Path(room) / "data")
        sys.exit(asyncio.run(load(Path(room) / "data")))
