"""The command line as a user meets it: a process of its own, over a data folder of its own."""

import gzip
import itertools
import json
import os
import re
import shutil
import socket
import sqlite3
import struct
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import attrs
import pytest

PATIENCE = 180.0
"""Seconds after which a command is taken for stuck."""


@attrs.frozen
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def body(self) -> Any:
        """The JSON on standard output."""
        return json.loads(self.out)

    @property
    def faults(self) -> list[str]:
        """The sentences of `judge` on standard error."""
        return [line.removeprefix("judge: ") for line in self.err.splitlines() if line.startswith("judge: ")]


@attrs.frozen
class CommandLine:
    """The command `judge` over one data folder."""

    command: str
    folder: Path
    variables: Mapping[str, str]

    def __call__(self, *words: str | bytes, stdin: str | bytes = "", under: Sequence[str] = (), **variables: str) -> Ran:
        """Run ``judge WORDS`` to its end. *under* is a command that starts it."""
        given = stdin if isinstance(stdin, bytes) else stdin.encode()
        run = subprocess.run([*under, self.command, *words], env=self.environ(**variables), input=given, capture_output=True, timeout=PATIENCE)
        return Ran(run.returncode, run.stdout.decode(), run.stderr.decode())

    def start(self, *words: str, **variables: str) -> subprocess.Popen[str]:
        """Start ``judge WORDS``."""
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen([self.command, *words], env=self.environ(**variables), text=True, **pipes)

    def environ(self, **variables: str) -> dict[str, str]:
        """The environment of the command: nothing of ours but what the test sets."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("JUDGE_", "API_", "METRICS_", "MCP_"))}
        return clean | {"JUDGE_DATA_DIR": str(self.folder)} | dict(self.variables) | variables

    def over(self, folder: Path, **variables: str) -> "CommandLine":
        """The same command over another folder and with more variables."""
        return CommandLine(self.command, folder, {**self.variables, **variables})

    @property
    def database(self) -> Path:
        """The file of the database."""
        return self.folder / "headjudge.sqlite3"

    def rows(self, statement: str, *values: Any) -> list[Any]:
        """What SQLite itself finds in the database; a single column comes without its tuple."""
        with closing(sqlite3.connect(self.database)) as connection:
            found = connection.execute(statement, values).fetchall()
        return [row[0] if len(row) == 1 else row for row in found]


@pytest.fixture(scope="session")
def bare_judge(judge_command: str, tmp_path_factory: pytest.TempPathFactory) -> CommandLine:
    """The command over a folder that does not exist; use `CommandLine.over`."""
    return CommandLine(judge_command, tmp_path_factory.mktemp("bare") / "absent", {})


@pytest.fixture
def new_judge(bare_judge: CommandLine, tmp_path: Path) -> CommandLine:
    """The command as on the first day: its data folder does not exist yet."""
    return bare_judge.over(tmp_path / "headjudge")


@pytest.fixture
def judge(new_judge: CommandLine, headjudge_practice: Path) -> CommandLine:
    """The command over a copy of the practice rulebook."""
    shutil.copytree(headjudge_practice, new_judge.folder)
    return new_judge


@pytest.fixture(scope="session")
def sources() -> Callable[[Path, str, str], list[str]]:
    """All texts of the newest generation in the database *file* that *label* of *release* can mean, read with SQLite alone."""
    return _sources


def _sources(file: Path, label: str, release: str) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        rule = "SELECT text, examples FROM rules JOIN editions ON editions.id = edition WHERE number = ? AND release = ? AND finished"
        if found := connection.execute(rule, (label, release)).fetchall():
            return [text for rule, examples in found for text in (rule, *json.loads(examples))]
        kind, _, card = label.partition(", ")
        newest = "SELECT edition FROM generation_editions WHERE generation = (SELECT max(id) FROM generations)"
        payloads = connection.execute(f"SELECT oracle_id, payload FROM cards WHERE edition IN ({newest}) AND name = ?", (card,)).fetchall()
        if kind == "Oracle text":
            return [_face(face) for _, payload in payloads for face in json.loads(payload)["faces"]]
        assert kind.startswith("Ruling"), f"{label!r} names no rule of {release}, Oracle text or ruling"
        day = kind.removeprefix("Ruling").strip(" ()") or None
        ruling = f"SELECT text FROM rulings WHERE edition IN ({newest}) AND oracle_id = ? AND published IS ?"
        return [text for oracle_id, _ in payloads for (text,) in connection.execute(ruling, (oracle_id, day))]


def _face(face: Mapping[str, Any]) -> str:
    """A face as it stands on the card, a line under the other."""
    corner = f"{face['power']}/{face['toughness']}" if face["power"] is not None else face["loyalty"]
    return "\n".join(line for line in (face["type_line"], face["oracle_text"], corner) if line)


class Upstream:
    """The practice rulebook as the public servers would send it, on a free loopback port; two releases of it, and planned faults."""

    releases = ("20090601", "20090701")

    def __init__(self) -> None:
        """Listen, and serve the first release."""
        self.faults: dict[str, str] = {}
        """What goes wrong, by route: ``503``, ``truncate``, ``garbage``, ``reset``."""
        self.hold = threading.Event()
        """While it is not set, nobody gets the rules."""
        self.hold.set()
        self.asked = threading.Event()
        """Set by every request."""
        self._book = files("headjudge") / "testing" / "rulebook"
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.root = f"http://127.0.0.1:{self._server.server_port}"
        self.variables = {"JUDGE_SCRYFALL_URL": self.root, "JUDGE_RULES_PAGE_URL": f"{self.root}/rules"}
        self.serve()
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def serve(self, release: str = "20090601", cards: str = "20090601") -> None:
        """Serve *release* of the rules, and card data as of *cards*."""
        self._pages = {"page": ("/rules", self._page(release)), "rules": (f"/files/MagicCompRules {release}.txt", self._rules(release))}
        self._pages["bulk"] = ("/bulk-data", self._bulk(cards))
        self._pages["symbology"] = ("/symbology", (self._book / "symbology.json").read_bytes())
        for picture in (self._book / "symbols").iterdir():
            self._pages[picture.name] = (f"/practice/symbols/{picture.name}", picture.read_bytes())
        for kind in ("oracle_cards", "default_cards", "rulings"):
            self._pages[kind] = (f"/files/{kind}-{cards}.jsonl.gz", gzip.compress((self._book / f"{kind}.jsonl").read_bytes(), mtime=0))

    def close(self) -> None:
        """Stop listening."""
        self.hold.set()
        self._server.shutdown()
        self._server.server_close()

    def _page(self, release: str) -> bytes:
        return f'<html><a href="/files/MagicCompRules%20{release}.pdf">PDF</a><a href="/files/MagicCompRules%20{release}.txt">TXT</a></html>'.encode()

    def _rules(self, release: str) -> bytes:
        """The rules; those of the second release say *yon* for *the*, so that it shows which one a quote is from."""
        text = (self._book / "rules.txt").read_text(encoding="utf-8")
        if release == self.releases[0]:
            return text.encode()
        head, body = text.replace("June 1, 2009", "July 1, 2009").split("\n100.1.", 1)
        return f"{head}\n100.1.{re.sub(r'(?<= )the(?= )', 'yon', body)}".encode()

    def _bulk(self, cards: str) -> bytes:
        kinds = ("oracle_cards", "default_cards", "rulings")
        entries = [{"type": kind, "updated_at": cards, "jsonl_download_uri": f"{self.root}/files/{kind}-{cards}.jsonl.gz"} for kind in kinds]
        return json.dumps({"object": "list", "data": entries}).encode()

    def _handler(upstream) -> type[BaseHTTPRequestHandler]:  # noqa: N805 - `self` is the handler's
        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                upstream.asked.set()
                found = [(route, body) for route, (path, body) in upstream._pages.items() if path == unquote(self.path)]
                route, body = found[0] if found else ("", b"")
                if route == "rules":
                    upstream.hold.wait(30)
                self._send(upstream.faults.get(route, "" if found else "404"), body)

            def _send(self, fault: str, body: bytes) -> None:
                if fault == "reset":
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    self.close_connection = True
                    self.connection.close()
                    return
                body = b"<html><body>We will be right back.</body></html>" if fault == "garbage" else body
                self.send_response(int(fault) if fault.isdecimal() else 200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body[: len(body) // 2] if fault == "truncate" else body)

            def finish(self) -> None:
                if not self.connection._closed:
                    super().finish()

        return Handler


@pytest.fixture(scope="session")
def upstreams() -> Iterator[Callable[[], Upstream]]:
    """Open an upstream; all are closed at the end."""
    with ExitStack() as opened:

        def open_one() -> Upstream:
            upstream = Upstream()
            opened.callback(upstream.close)
            return upstream

        yield open_one


@pytest.fixture(scope="session")
def refreshed(bare_judge: CommandLine, upstreams: Callable[[], Upstream], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder into which `judge refresh` loaded an upstream's first release. Copy it, never load into it."""
    folder = tmp_path_factory.mktemp("refreshed") / "headjudge"
    ran = bare_judge.over(folder, **upstreams().variables)("refresh")
    assert ran.code == 0, ran.err
    return folder


@attrs.frozen
class Replied:
    """A reply over HTTP."""

    status: int
    headers: Mapping[str, str]
    """By their names in lower case."""
    text: str

    @property
    def body(self) -> Any:
        """The JSON in it."""
        return json.loads(self.text)

    @property
    def kind(self) -> str:
        """What the body says it is; ``plain text`` where it is no JSON."""
        return self.body["kind"] if self.headers["content-type"].startswith("application/json") else "plain text"


@attrs.frozen
class Service:
    """`judge serve` in a process of its own, and a way to ask it."""

    port: int
    process: subprocess.Popen[str]

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def send(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Replied:
        """Return the reply to one request on a connection of its own; ``_`` in a header's name stands for ``-``."""
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request(method, path, body, told)
            response = connection.getresponse()
            return Replied(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read().decode())

    def get(self, path: str, **headers: str) -> Replied:
        """GET *path*."""
        return self.send("GET", path, **headers)

    def post(self, body: Any, path: str = "/api/judge", **headers: str) -> Replied:
        """POST *body*, as JSON unless it is bytes."""
        given = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.send("POST", path, given, **{"Content_Type": "application/json", **headers})

    def ask(self, question: str, **fields: Any) -> Replied:
        """Ask *question* by POST /api/judge."""
        return self.post({"question": question, **fields})

    def stop(self) -> int:
        """Tell it to stop, and return its exit code."""
        self.process.terminate()
        return self.process.wait(timeout=90)


@pytest.fixture
def serve(judge: CommandLine, tmp_path: Path) -> Iterator[Callable[..., Service]]:
    """Open a service over the practice rulebook, on a free port, for as long as the test lasts. Its log is ``serve-N.log``."""
    with _serving(judge, tmp_path) as open_one:
        yield open_one


@pytest.fixture(scope="module")
def service(bare_judge: CommandLine, headjudge_practice: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for all tests of a module, with --api and --web: its windows are wide, and nobody stops it."""
    folder = tmp_path_factory.mktemp("service")
    shutil.copytree(headjudge_practice, folder / "headjudge")
    with _serving(bare_judge.over(folder / "headjudge"), folder) as open_one:
        yield open_one("--api", "--web", API_RATE_LIMIT="1000000", API_LOOKUP_LIMIT="1000000")


@contextmanager
def _serving(judge: CommandLine, logs: Path) -> Iterator[Callable[..., Service]]:
    with ExitStack() as closing_all:
        numbers = itertools.count(1)

        def open_one(*switches: str, over: CommandLine = judge, **variables: str) -> Service:
            with socket.create_server(("127.0.0.1", 0)) as free:
                port = free.getsockname()[1]
            told = {"API_ADDR": f"127.0.0.1:{port}", "JUDGE_OPERATOR_EMAIL": "judge@example.org", "API_RATE_LIMIT": "1000", **variables}
            log = closing_all.enter_context((logs / f"serve-{next(numbers)}.log").open("w"))
            process = subprocess.Popen([over.command, "serve", *switches], env=over.environ(**told), stdout=log, stderr=log, text=True)
            closing_all.callback(_ended, process)
            service = Service(port, process)
            _await_health(service, Path(log.name))
            return service

        yield open_one


def _ended(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.wait()


def _await_health(service: Service, log: Path) -> None:
    for _ in range(600):
        assert service.process.poll() is None, log.read_text(encoding="utf-8")
        try:
            service.get("/api/health")
        except ConnectionError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"nobody listens: {log.read_text(encoding='utf-8')}")
