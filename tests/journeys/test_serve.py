"""`judge serve` from its start to its end."""

import concurrent.futures
import datetime
import json
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

QUESTION = "Can a dim card be played with hearthcall?"


def test_what_is_missing_is_told_at_once(judge: Any) -> None:
    """Every unmet requirement in one message, before anything is bound; every fault of the environment too."""
    ran = judge("serve", "--api", "--admin")
    faulty = judge("serve", API_ADDR="nowhere", API_CLIENT_IP="guess", API_RATE_LIMIT="0", API_TRUSTED_PROXIES="10.0.0.1/8")

    assert ran.code == 2
    assert [fault.partition(":")[0].partition(" ")[0] for fault in ran.faults] == ["--admin", "JUDGE_OPERATOR_EMAIL"]
    assert faulty.code == 2
    assert [fault.partition(":")[0] for fault in faulty.faults] == ["API_ADDR", "API_CLIENT_IP", "API_TRUSTED_PROXIES", "API_RATE_LIMIT"]


def test_an_address_that_is_taken_is_named(judge: Any) -> None:
    """With the cure, and exit code 2."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        ran = judge("serve", API_ADDR=address, JUDGE_OPERATOR_EMAIL="judge@example.org")

    assert ran.code == 2
    assert ran.faults[-1].startswith(f"API_ADDR: {address} cannot be bound")


def test_the_api_is_open_without_a_switch(serve: Callable[..., Any]) -> None:
    """And the page is not; with --web it is the other way round."""
    api, web = serve(), serve("--web")

    assert (api.ask(QUESTION).status, api.get("/").status) == (200, 404)
    assert (web.ask(QUESTION).status, web.get("/").status) == (404, 200)
    assert [service.get("/api/health").status for service in (api, web)] == [200, 200]
    assert [service.get("/api/about").status for service in (api, web)] == [200, 200]


def test_it_stops_gently(serve: Callable[..., Any], judge: Any) -> None:
    """SIGTERM and Ctrl-C under load: every question that was taken gets its reply and is stored, and the exit code is 0."""
    for number in (signal.SIGTERM, signal.SIGINT):
        service = serve(JUDGE_CONCURRENCY="50", JUDGE_REUSE="false")
        before = judge.rows("SELECT count(*) FROM calls")[0]
        with concurrent.futures.ThreadPoolExecutor(20) as askers:
            asked = [askers.submit(_tried, service) for _ in range(200)]
            next(concurrent.futures.as_completed(asked))
            service.process.send_signal(number)
            outcomes = [future.result() for future in asked]

        assert service.process.wait(timeout=90) == 0
        # A connection that came too late is refused; one that was taken has its reply.
        assert set(outcomes) <= {"answer", "refused"}
        answered = outcomes.count("answer")
        assert answered > 0
        assert judge.rows("SELECT count(*) FROM calls")[0] - before == answered


def _tried(service: Any) -> str:
    """The kind of the reply; ``refused`` when no connection was to be had."""
    try:
        line = socket.create_connection(("127.0.0.1", service.port), timeout=60)
    except ConnectionRefusedError:
        return "refused"
    body = json.dumps({"question": QUESTION}).encode()
    head = f"POST /api/judge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    with line:
        try:
            line.sendall(head.encode() + body)
            reply = line.makefile("rb").read()
        except ConnectionError:  # the listener closed before it had taken the connection from the queue
            return "refused"
    return json.loads(reply.partition(b"\r\n\r\n")[2])["kind"] if reply else "refused"


def test_a_client_that_hangs_up_loses_nothing(serve: Callable[..., Any], judge: Any) -> None:
    """The question is judged to its end and stored, and its slot is free again."""
    service = serve(JUDGE_CONCURRENCY="1")
    body = json.dumps({"question": QUESTION}).encode()
    head = f"POST /api/judge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", service.port)) as line:
        line.sendall(head.encode() + body)

    assert service.stop() == 0
    assert judge.rows("SELECT question FROM calls") == [QUESTION]


def test_its_log_holds_no_address_and_nothing_that_was_asked(serve: Callable[..., Any], tmp_path: Path) -> None:
    """A line a request, with its route."""
    service = serve("--api")
    service.ask("Does Drowning Bell work at midnight?")
    service.get("/api/cards/Drowning%20Bell")
    service.stop()
    log = (tmp_path / "serve-1.log").read_text(encoding="utf-8")

    assert "route=/api/judge" in log
    assert "127.0.0.0/24" in log
    assert "midnight" not in log
    assert "Drowning" not in log


@pytest.mark.slow
def test_the_nightly_refresh_holds_up_nobody(serve: Callable[..., Any], upstreams: Callable[[], Any], tmp_path: Path) -> None:
    """It begins at JUDGE_REFRESH_AT, which is at most a minute away; questions are answered meanwhile, and who is told to stop ends it."""
    upstream = upstreams()
    upstream.hold.clear()
    soon = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=61)
    service = serve("--api", "--jobs", JUDGE_REFRESH_AT=f"{soon:%H:%M}", **upstream.variables)
    assert upstream.asked.wait(90)

    assert service.ask(QUESTION).kind == "answer"
    assert service.stop() == 0
