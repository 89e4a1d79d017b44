"""What breaks around a request: bodies that are wrong, too long, too slow or random, clients that never end."""

import json
import re
import select
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

QUESTION = "Can a dim card be played with hearthcall?"
KIB = 1024
HEAD = "POST /api/judge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
ENOUGH = 20 * KIB * KIB
"""Bytes of memory that a service may take for its caches while it is tried, over and above what it had."""


def memory(service: Any) -> int:
    """Bytes that the service holds in memory."""
    status = Path(f"/proc/{service.process.pid}/status").read_text(encoding="ascii")
    return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) * KIB


@contextmanager
def flat_memory(service: Any) -> Iterator[None]:
    """The service's memory is the same after the block."""
    before = memory(service)
    yield
    after = memory(service)
    print(f"memory: {before / KIB / KIB:.1f} MiB before, {after / KIB / KIB:.1f} MiB after")
    assert after - before < ENOUGH


@contextmanager
def line_to(service: Any, sent: bytes) -> Iterator[socket.socket]:
    """A connection on which *sent* was sent."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=100) as line:
        line.sendall(sent)
        yield line


def heard(line: socket.socket) -> bytes:
    """Everything until the server hangs up."""
    with line.makefile("rb") as stream:
        return stream.read()


# Bodies


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[" * 65_000, 400),
        (b'{"question":' * 5_000, 400),
        (b'{"pins":[' * 7_000, 400),
        (b"9" * 65_000, 400),
        (b'{"question": ' + b"9" * 5_000 + b"}", 400),
        (b'{"question": "' + b"x" * 65_521 + b'"}', 413),
        (b'"' + b"\\u0000" * 10_000 + b'"', 422),
        (b'{"question": "' + b"\\u0000" * 10_000 + b'"}', 422),
        (b'{"question": "' + b"\\ud800" * 10_000 + b'"}', 422),
        (b'{"pins": [' + b"1," * 30_000 + b"1]}", 422),
        (b'{"question": 1, "pins": [' + b"{}," * 20_000 + b"{}]}", 422),
        (b'{"question": "Why?", "pins": [' + b'{"span":"a","name":"b"},' * 2_500 + b'{"span":"a","name":"b"}]}', 400),
        (b'{"question": "' + b"\xed\xa0\x80" * 100 + b'"}', 400),
        (b"\0" * 60_000, 400),
        (b'{"question": "' + b"[[" * 500 + b'"}', 200),
        (b'{"question": "' + b"[[a]]" * 200 + b'"}', 200),
        (b'{"question": "' + b"* " * 500 + b'"}', 200),
    ],
)
def test_a_hostile_body(service: Any, body: bytes, status: int) -> None:
    """It gets a documented status, a short reply, and no memory."""
    assert service.post(body).status == status
    with flat_memory(service):
        replies = [service.post(body) for _ in range(50)]

    assert {reply.status for reply in replies} == {status}
    assert max(len(reply.text) for reply in replies) < 4 * KIB


def test_chunks_without_end(service: Any) -> None:
    """413 as soon as there are 64 KiB, and the server hangs up; it has not read on for long."""
    chunk = b"%x\r\n%s\r\n" % (4 * KIB, b"x" * 4 * KIB)
    with flat_memory(service), line_to(service, f"{HEAD}Transfer-Encoding: chunked\r\n\r\n".encode()) as line:
        sent = 0
        while not select.select([line], [], [], 0)[0]:
            sent += line.send(chunk)
        reply = heard(line) if sent else b""

    assert reply.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in reply.lower()
    assert sent < 16 * KIB * KIB


def test_two_lengths_are_no_request(service: Any) -> None:
    """Where a proxy could read another request out of one, it is refused and the connection closed."""
    body = json.dumps({"question": QUESTION})
    chunked = f"{len(body):x}\r\n{body}\r\n0\r\n\r\n"
    inner = "GET /api/about HTTP/1.1\r\nHost: x\r\n\r\n"
    for framing, sent in (
        (f"Content-Length: {len(chunked)}\r\nTransfer-Encoding: chunked\r\n", chunked),
        (f"Transfer-Encoding: chunked\r\nContent-Length: {len(chunked)}\r\n", chunked),
        (f"Content-Length: {len(body)}\r\nContent-Length: {len(body) + 1}\r\n", body),
        (f"Content-Length: +{len(body)}\r\n", body),
        ("Transfer-Encoding: chunked, identity\r\n", chunked),
        ("Transfer-Encoding : chunked\r\n", chunked),
        ("Content-Length: 70000\r\n", inner),
    ):
        with line_to(service, f"{HEAD}{framing}\r\n{sent}{inner}".encode()) as line:
            reply = heard(line)
        assert re.match(rb"HTTP/1\.[01] 4(00|13) ", reply), framing
        assert reply.count(b"HTTP/1.") == 1, framing
        assert b"Headjudge" not in reply, framing


def test_heads_that_are_too_long(service: Any) -> None:
    """400, and nothing of them is in the log, which holds no address either."""
    for head in ("X" * 10_000, "\r\n".join(f"X-{number}: y" for number in range(5_000)), "X: " + "y" * 9_000):
        with line_to(service, f"GET /api/search?q=secret HTTP/1.1\r\nHost: x\r\n{head}\r\n\r\n".encode()) as line:
            assert heard(line).startswith(b"HTTP/1.0 400 ")


def test_the_log_of_what_cannot_be_read(serve: Any, tmp_path: Path) -> None:
    """A line a request, without the address and without what was sent."""
    service = serve()
    with line_to(service, b"GET /api/search?q=" + b"secret" * 2_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n") as line:
        assert heard(line).startswith(b"HTTP/1.0 400 ")
    service.stop()
    log = (tmp_path / "serve-1.log").read_text(encoding="utf-8")

    assert "request.unreadable" in log
    assert "secret" not in log
    assert "Traceback" not in log
    assert "from 127.0.0.1" not in log


@attrs.define
class Dawdler:
    """A client that says something, and then never ends."""

    line: socket.socket
    drip: bytes
    """What it says again and again."""
    heard: bytes = b""

    @classmethod
    def of(cls, service: Any, says: str, drip: str = "") -> "Dawdler":
        """One that said *says* to *service*."""
        line = socket.create_connection(("127.0.0.1", service.port), timeout=1)
        line.sendall(says.encode())
        return cls(line, drip.encode())

    def cut_off(self) -> bool:
        """Whether the server has hung up; listens for a moment, and says a little more."""
        while select.select([self.line], [], [], 0.1)[0]:
            part = self.line.recv(4 * KIB)
            if not part:
                self.line.close()
                return True
            self.heard += part
        if not self.heard:
            self.line.sendall(self.drip)
        return False


@pytest.mark.slow
def test_a_client_that_never_ends(service: Any) -> None:
    """A body that is not there after ten seconds gets 408; a head that is not, or nothing, has the line cut after 75. Nobody else waits."""
    body, head = f"{HEAD}Content-Length: 10000\r\n\r\n", "GET /api/health HTTP/1.1\r\nX: "
    with flat_memory(service):
        bodies = [Dawdler.of(service, body), Dawdler.of(service, body, "x"), Dawdler.of(service, f"{HEAD}Transfer-Encoding: chunked\r\n\r\n")]
        heads = [Dawdler.of(service, ""), Dawdler.of(service, head), Dawdler.of(service, head, "x")]
        began, ended = time.monotonic(), dict[int, float]()
        while left := [dawdler for dawdler in (*bodies, *heads) if id(dawdler) not in ended]:
            assert service.get("/api/health").status == 200
            ended |= {id(dawdler): time.monotonic() - began for dawdler in left if dawdler.cut_off()}

    print(*(f"{seconds:.1f} s" for seconds in ended.values()))
    assert all(dawdler.heard.startswith(b"HTTP/1.1 408 ") and 10 <= ended[id(dawdler)] < 16 for dawdler in bodies)
    assert all(dawdler.heard == b"" and 74 <= ended[id(dawdler)] < 85 for dawdler in heads)


# Random bodies

WORDS = st.one_of(st.text(), st.sampled_from([QUESTION, "Orla", "[[Orla]]", " ", "\0", "\ud800", "x" * 1001, "Can Orla stoke?"]))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=10,
)
PINS = st.lists(st.fixed_dictionaries({}, optional={"span": WORDS | JSON, "name": WORDS | JSON}), max_size=9)
REQUESTS = st.fixed_dictionaries(
    {"question": st.one_of(WORDS, JSON)},
    optional={"pins": PINS | JSON, "session_id": st.uuids().map(str) | WORDS | JSON, "more": JSON},
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A request in which some bytes are others."""
    body = bytearray(json.dumps(draw(REQUESTS)).encode())
    for place in draw(st.lists(st.integers(0, len(body) - 1), max_size=3)):
        body[place] = draw(st.integers(0, 255))
    return bytes(body)


BODIES = st.one_of(st.binary(max_size=200), JSON.map(json.dumps).map(str.encode), REQUESTS.map(json.dumps).map(str.encode), damaged())
KINDS = {"answer", "ambiguous", "not_found", "error"}
EXAMPLES, EACH = 100, 100


@pytest.mark.slow
def test_ten_thousand_random_bodies(service: Any) -> None:
    """Each gets a documented status, and its kind of body; none breaks anything, and the memory stays flat."""
    seen: Counter[tuple[int, str]] = Counter()
    with closing(HTTPConnection("127.0.0.1", service.port, timeout=60)) as connection:

        @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), database=None)
        @given(st.lists(BODIES, min_size=EACH, max_size=EACH))
        def tried(bodies: list[bytes]) -> None:
            for body in bodies:
                seen[_sent(connection, body)] += 1

        with flat_memory(service):
            tried()

    print(dict(sorted(seen.items())))
    assert seen.total() >= EXAMPLES * EACH
    assert {status for status, _ in seen} == {200, 400, 422}
    assert {kind for status, kind in seen if status == 200} <= KINDS
    assert {kind for status, kind in seen if status == 400} == {"error", "plain text"}
    assert {kind for status, kind in seen if status == 422} == {"plain text"}


def _sent(connection: HTTPConnection, body: bytes) -> tuple[int, str]:
    connection.request("POST", "/api/judge", body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    text = response.read()
    assert response.status < 500, body
    return response.status, json.loads(text)["kind"] if response.headers["Content-Type"].startswith("application/json") else "plain text"
