"""Questions over HTTP that a language model judges: what only a model's replies can show, the stream, and clients that hang up."""

import contextlib
import json
import re
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Any

import attrs
import pytest
from model_server import ModelServer, Request, slow
from practice_replies import HEARTHCALL, READING, UNSOUND, Line, script, sound, verdict

pytestmark = [pytest.mark.model, pytest.mark.skipif(find_spec("litellm") is None, reason="pip install 'headjudge[model]'")]

MODEL = {"JUDGE_MODEL": "openai/practice", "JUDGE_MODEL_KEY": "sesame", "JUDGE_MODEL_PRICE_IN": "1", "JUDGE_MODEL_PRICE_OUT": "10"}
SESSION = "6f1c1f6e-3d1f-4d3c-9b0a-2f4a9a6f7f10"


@attrs.frozen
class Bench:
    """A service beside a model server."""

    service: Any
    server: ModelServer
    arrived: threading.Semaphore
    """Released as each request of the service comes in at the model server."""


@pytest.fixture
def bench(serve: Any) -> Callable[..., Any]:
    """A way to a bench whose server follows a script."""

    @contextlib.contextmanager
    def opened(*lines: Line, **variables: str) -> Iterator[Bench]:
        arrived, answer = threading.Semaphore(0), script(*lines)

        def told(request: Request) -> Any:
            arrived.release()
            return answer(request)

        with ModelServer(told, key="sesame") as server:
            yield Bench(serve(JUDGE_MODEL_URL=server.url, **{**MODEL, **variables}), server, arrived)

    return opened


def events(text: str) -> list[tuple[str, Mapping[str, Any]]]:
    """(event, data) of server-sent events, comments left out."""
    blocks = [block for block in text.split("\n\n") if block and not block.startswith(":")]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in (block.split("\n") for block in blocks)]


# The kinds


def test_a_verdict(bench: Any) -> None:
    """The model's words and its confidence, with the quotes that were found in their sources."""
    with bench(sound) as opened:
        reply = opened.service.ask(HEARTHCALL)

    assert (reply.status, reply.kind, reply.body["confidence"], reply.body["source"]) == (200, "answer", "high", "cr")
    assert reply.body["answer"].startswith("Yes, it can.")
    assert [cited["url"] for cited in reply.body["citations"]] == [f"{opened.service.url}/rules/{reply.body['citations'][0]['label']}"]


def test_a_verdict_by_another_body_of_rules(serve: Any) -> None:
    """The field `source` says which."""
    replies = iter((READING | {"source": "commander"}, sound))

    def told(request: Request) -> Any:
        line = next(replies)
        return line(request) if callable(line) else line

    with ModelServer(told, key="sesame") as server:
        reply = serve(JUDGE_MODEL_URL=server.url, **MODEL).ask(HEARTHCALL)

    assert (reply.kind, reply.body["source"]) == ("answer", "commander")


def test_what_is_out_of_scope_is_an_error(serve: Any) -> None:
    """Declined after the reading, with a status of 200."""
    with ModelServer([READING | {"source": "tournament"}], key="sesame") as server:
        reply = serve(JUDGE_MODEL_URL=server.url, **MODEL).ask(HEARTHCALL)

    assert (reply.status, reply.kind, server.count) == (200, "error", 1)


def test_what_cannot_be_verified_is_an_error(bench: Any) -> None:
    """After one retry; with a status of 200, and not a word of the draft."""
    with bench(UNSOUND, UNSOUND) as opened:
        reply = opened.service.ask(HEARTHCALL)

    assert (reply.status, reply.kind, set(reply.body)) == (200, "error", {"kind", "message"})
    assert "roof" not in reply.text
    assert opened.server.count == 3


def test_past_the_cap_nothing_is_sent(bench: Any, judge: Any) -> None:
    """200, kind error; it is told to come again later."""
    with bench(JUDGE_MAX_USD="0.1") as opened:
        with contextlib.closing(sqlite3.connect(judge.database)) as connection, connection:
            connection.execute("INSERT INTO budgets (period, spent) VALUES (strftime('%Y-%m-%d', 'now'), 99999)")
        reply = opened.service.ask(HEARTHCALL)

    assert (reply.status, reply.body) == (200, {"kind": "error", "message": "The budget for answers is used up for now; try again later."})
    assert opened.server.count == 0


def test_a_prior_call_is_cited_without_a_link(bench: Any, serve: Any, judge: Any) -> None:
    """It has no public page; its label says what it is."""

    def from_prior(request: Request) -> dict[str, Any]:
        source, text = re.findall(r'<prior id="([^"]+)"[^>]*>([^<]+)</prior>', request.user)[0]
        return verdict() | {"citations": [{"source": source, "quote": text.strip()}], "answer": "Yes, as it was judged before."}

    with bench(sound, READING, from_prior) as opened:
        opened.service.ask(HEARTHCALL)
        assert judge("calls", "rate", "1", "3", "--member", "ann").code == 0
        # Another process: the first remembers for some seconds that nothing was rated.
        after = serve(JUDGE_MODEL_URL=opened.server.url, **MODEL)
        cited = after.ask("May I use hearthcall on a card that is dim?").body["citations"]

    assert [(one["label"], one["url"]) for one in cited] == [("Prior call", None)]


def test_a_session_remembers_five_answered_questions(bench: Any) -> None:
    """The model is shown them, and nothing of another session."""
    lines = [line for _ in range(7) for line in (sound, READING)]
    with bench(*lines) as opened:
        asked = [f"{HEARTHCALL} It is number {number}." for number in range(1, 8)]
        for question in asked:
            assert opened.service.ask(question, session_id=SESSION).kind == "answer"
        opened.service.ask(f"{HEARTHCALL} It stands alone.")

    readings = [request.user for request in opened.server.chats[::2]]
    assert [number for number in range(1, 8) if f"number {number}." in readings[6]] == [2, 3, 4, 5, 6, 7]
    assert "number" not in readings[7]


# The stream


def test_the_stream_tells_the_stages(bench: Any) -> None:
    """In their order, each once, and at the end the body that the other route gives."""
    with bench(sound) as opened:
        streamed = opened.service.post({"question": HEARTHCALL}, "/api/judge/stream")
        again = opened.service.ask(HEARTHCALL)

    told = events(streamed.text)
    stages = [data["stage"] for name, data in told[:-1]]
    assert (streamed.status, streamed.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
    assert streamed.headers["cache-control"] == "no-store"
    assert [name for name, _ in told] == ["stage"] * len(stages) + ["reply"]
    assert stages == ["cards", "rules", "drafting", "checking 1 of 1 quotes"]
    assert told[-1][1] == again.body


def test_nothing_unverified_is_streamed(bench: Any) -> None:
    """Not a word of a draft that was refused, neither before its retry nor after."""
    with bench(UNSOUND, sound) as opened:
        text = opened.service.post({"question": HEARTHCALL}, "/api/judge/stream").text

    assert events(text)[-1][1]["kind"] == "answer"
    assert "roof" not in text
    assert "601.9" not in "".join(data["stage"] for name, data in events(text) if name == "stage")


def test_a_stream_is_told_to_its_end_when_the_service_stops(bench: Any) -> None:
    """SIGTERM while the model is at work: the reply still comes, and the exit code is 0."""
    with bench(lambda request: slow(1, sound(request))) as opened, ThreadPoolExecutor(1) as asker:
        streamed = asker.submit(opened.service.post, {"question": HEARTHCALL}, "/api/judge/stream")
        assert all(opened.arrived.acquire(timeout=30) for _ in range(2))
        code = opened.service.stop()

    assert (code, events(streamed.result().text)[-1][1]["kind"]) == (0, "answer")


def test_two_questions_of_one_session_at_once(serve: Any) -> None:
    """Both are answered: neither waits for the other's history."""
    with ModelServer(in_any_order, key="sesame") as server, ThreadPoolExecutor(2) as askers:
        service = serve(JUDGE_MODEL_URL=server.url, **MODEL)
        asked = [askers.submit(service.ask, f"{HEARTHCALL} {number}", session_id=SESSION) for number in (1, 2)]
        kinds = [future.result().kind for future in asked]

    assert kinds == ["answer"] * 2


def in_any_order(request: Request) -> dict[str, Any]:
    """A reading where one is asked for, else a verdict."""
    return READING if "paraphrases" in (request.schema or {})["properties"] else sound(request)


# Clients that hang up


@pytest.mark.parametrize("path", ["/api/judge", "/api/judge/stream"])
def test_a_client_that_hangs_up_loses_nothing(bench: Any, judge: Any, path: str) -> None:
    """The question is judged to its end and stored, what was reserved is settled, and its one slot is free again."""
    alone = {"JUDGE_CONCURRENCY": "1", "JUDGE_SLOT_WAIT_SECS": "10"}
    with bench(lambda request: slow(1, sound(request)), READING, sound, **alone) as opened:
        with socket.create_connection(("127.0.0.1", opened.service.port)) as line:
            line.sendall(request_to(path, HEARTHCALL))
            # Its reading and then its verdict are asked for: it is being judged.
            assert all(opened.arrived.acquire(timeout=30) for _ in range(2))
        after = opened.service.ask("What is a dim card?")

    assert after.kind == "answer"
    assert judge.rows("SELECT question FROM calls ORDER BY id") == [HEARTHCALL, "What is a dim card?"]
    assert judge("spend", "--json").body["periods"][0]["reserved"] == 0


def request_to(path: str, question: str) -> bytes:
    """A whole request, as it goes over the line."""
    body = json.dumps({"question": question}).encode()
    return f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
