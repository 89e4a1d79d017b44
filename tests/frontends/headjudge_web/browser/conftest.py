"""The page in a headless Chromium, as `judge serve --web` gives it over the practice rulebook."""

import json
import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import attrs
import pytest

HERE = Path(__file__).parent
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
ARGUMENTS += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
PATIENCE = 30.0
LACKING = [name for name, found in (("Chromium", CHROMIUM), ("playwright", find_spec("playwright"))) if not found]
LACKING += [] if find_spec("axe_playwright_python") else ["axe-playwright-python"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything here; one worker does all of it, for each would start a browser of its own."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))
            if LACKING:
                item.add_marker(pytest.mark.skip(f"not installed: {', '.join(LACKING)}"))


@attrs.frozen
class Served:
    """A running `judge serve --web`."""

    url: str
    process: subprocess.Popen[str]

    def stop(self) -> None:
        """End it, and wait until it is gone."""
        self.process.terminate()
        self.process.wait(PATIENCE)


@pytest.fixture(scope="module")
def serve(judge_command: str, headjudge_practice: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Served]]:
    """Start a server; its address is free, and it is stopped at the end."""
    with ExitStack() as closing:

        def start(**variables: str) -> Served:
            folder = tmp_path_factory.mktemp("served") / "headjudge"
            shutil.copytree(headjudge_practice, folder)
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                address = f"127.0.0.1:{free.getsockname()[1]}"
            ours = {"JUDGE_DATA_DIR": str(folder), "API_ADDR": address, "JUDGE_OPERATOR_EMAIL": "judge@example.org"}
            many = {"API_RATE_LIMIT": "10000", "API_LOOKUP_LIMIT": "10000"}
            clean = {name: value for name, value in os.environ.items() if not name.startswith(("JUDGE_", "API_"))}
            process = subprocess.Popen([judge_command, "serve", "--web"], env=clean | ours | many | variables, stderr=subprocess.PIPE, text=True)
            said = Said(process)
            said.start()
            closing.callback(said.close)
            assert said.enough.wait(PATIENCE)
            assert process.poll() is None, "".join(said.lines)
            return Served(f"http://{address}", process)

        yield start


class Said(threading.Thread):
    """Reads all that a server says, for a full pipe would stop it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        super().__init__(daemon=True)
        self.process = process
        self.lines: list[str] = []
        self.enough = threading.Event()
        """It listens, or it is gone."""

    def run(self) -> None:
        for line in self.process.stderr or ():
            self.lines.append(line)
            if "http.opened" in line:
                self.enough.set()
        self.enough.set()

    def close(self) -> None:
        """End the server."""
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.join(PATIENCE)
        if self.process.stderr:
            self.process.stderr.close()


@pytest.fixture(scope="module")
def served(serve: Callable[..., Served]) -> Served:
    """The server that most tests share."""
    return serve()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One Chromium for a module: while it is open its event loop runs, and no test of another module could run one of its own."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # may be absent

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield opened
        opened.close()


@attrs.frozen
class Tab:
    """A page of the browser at a server, and all that it did."""

    page: Any
    url: str
    folder: Path
    asked: list[Any]
    """Bodies of the questions that it sent."""
    hosts: set[str]
    """Where it sent requests to."""
    faults: list[str]
    """Errors of scripts, and of the policy."""

    def open(self, path: str = "/") -> "Tab":
        """Go to *path*."""
        self.page.goto(self.url + path)
        return self

    def ask(self, question: str) -> None:
        """Write *question* and send it with Enter."""
        self.page.fill("#question", question)
        self.page.keyboard.press("Enter")

    def verdict(self, number: int = 0) -> Any:
        """Wait for the verdict on the question of *number* and return what shows the exchange."""
        exchange = self.page.locator(".exchange").nth(number)
        exchange.locator(".verdict").wait_for()
        return exchange

    def told(self, words: str) -> None:
        """Wait until an exchange says *words*."""
        self.page.locator("#exchanges").get_by_text(words).first.wait_for()

    def shoot(self, name: str) -> None:
        """Keep a picture of the window."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=self.folder / f"{name}.png")

    def replying(self, body: dict[str, Any], status: int = 200, **headers: str) -> None:
        """Let the next questions meet a stand-in that gives *body*: as an event where the status is 200, like the service."""
        text = json.dumps(body)
        if status == 200:
            reply = {"status": 200, "content_type": "text/event-stream", "body": f"event: reply\ndata: {text}\n\n"}
        else:
            reply = {"status": status, "headers": {"Content-Type": "application/json", **headers}, "body": text}
        self.page.route("**/web/judge/stream", lambda route: route.fulfill(**reply))

    def replying_again(self) -> None:
        """Let the next questions meet the service."""
        self.page.unroute("**/web/judge/stream")

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        return self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@pytest.fixture
def open_tab(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Tab]]:
    """Open a tab at a server. At the end nothing may have gone to another host, and no script or policy may have failed."""
    folder = Path(os.environ.get("JUDGE_TEST_SCREENSHOTS") or tmp_path)
    with ExitStack() as closing:
        tabs = []

        def opened(served: Served, **traits: Any) -> Tab:
            usual = {"viewport": {"width": 1100, "height": 800}, "reduced_motion": "reduce", "locale": "en-GB"}
            context = browser.new_context(**usual | traits)
            closing.callback(context.close)
            context.set_default_timeout(PATIENCE * 1000)
            tab = Tab(context.new_page(), served.url, folder, [], set(), [])
            _watch(tab)
            tabs.append(tab)
            return tab

        yield opened
        for tab in tabs:
            assert tab.hosts <= {tab.url.removeprefix("http://")}
            assert tab.faults == []


def _watch(tab: Tab) -> None:
    def request(sent: Any) -> None:
        tab.hosts.add(sent.url.split("/")[2])
        if sent.method == "POST":
            tab.asked.append(json.loads(sent.post_data))

    tab.page.on("request", request)
    tab.page.on("pageerror", lambda error: tab.faults.append(str(error)))
    # What a test does on purpose (404, 429, no server) is told on the console, too.
    tab.page.on("console", lambda said: tab.faults.append(said.text) if "Failed to load resource" not in said.text and said.type == "error" else None)


@pytest.fixture
def tab(open_tab: Callable[..., Tab], served: Served) -> Tab:
    """The page, as it opens."""
    return open_tab(served).open()


class Stages:
    """A stand-in that tells stages, and waits to be let go before it replies."""

    def __init__(self, reply: dict[str, Any]) -> None:
        self.go = threading.Event()
        stages = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                for stage in ("cards", "rules", "drafting", "checking 3 of 4 quotes"):
                    self.wfile.write(f"event: stage\ndata: {json.dumps({'stage': stage})}\n\n: still judging\n\n".encode())
                self.wfile.flush()
                stages.go.wait(PATIENCE)
                self.wfile.write(f"event: reply\ndata: {json.dumps(reply)}\n\n".encode())

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server.server_port}/"

    def close(self) -> None:
        """Stop listening."""
        self.go.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def stages() -> Iterator[Callable[[dict[str, Any]], Stages]]:
    """Open a stand-in that tells stages; it is closed at the end."""
    with ExitStack() as closing:

        def opened(reply: dict[str, Any]) -> Stages:
            made = Stages(reply)
            closing.callback(made.close)
            return made

        yield opened


@pytest.fixture
def violations() -> Callable[[Tab], list[str]]:
    """What axe objects to on a tab, in words."""

    def found(tab: Tab) -> list[str]:
        from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415  # may be absent

        report = Axe().run(tab.page).response["violations"]
        return [f"{rule['id']}: {node['html']} {node['failureSummary']}" for rule in report for node in rule["nodes"]]

    return found
