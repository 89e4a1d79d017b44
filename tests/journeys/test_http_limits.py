"""Windows, slots and the spend cap of the anonymous API, asked over HTTP."""

import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

import pytest
from model_server import ModelServer, slow
from practice_replies import HEARTHCALL, READING, Line, script

ANY = "Can a creature attack in the turn in which I played it?"
MODEL = {"JUDGE_MODEL": "openai/practice", "JUDGE_MODEL_KEY": "sesame", "JUDGE_MODEL_PRICE_IN": "1", "JUDGE_MODEL_PRICE_OUT": "10"}


def statuses(ask: Callable[[], Any], times: int) -> list[int]:
    """The statuses of as many replies."""
    return [ask().status for _ in range(times)]


# The window


def test_four_questions_in_five_minutes(serve: Any) -> None:
    """Unless the operator says otherwise; the fifth is told in JSON when to come again."""
    service = serve(API_RATE_LIMIT="", API_RATE_WINDOW_SECS="")
    first, late = statuses(lambda: service.ask(ANY), 4), service.ask(ANY)

    assert first == [200] * 4
    assert (late.status, late.kind, set(late.body)) == (429, "rate_limited", {"kind", "message"})
    assert 290 <= int(late.headers["retry-after"]) <= 300
    assert late.headers["retry-after"] in late.body["message"]


def test_many_at_once_are_let_in_no_more_often(serve: Any) -> None:
    """Of forty that come together four are judged."""
    service = serve(JUDGE_CONCURRENCY="50", API_RATE_LIMIT="4")
    with ThreadPoolExecutor(40) as askers:
        asked = [askers.submit(service.ask, ANY) for _ in range(40)]

    assert Counter(future.result().kind for future in asked) == {"answer": 4, "rate_limited": 36}


def test_what_is_refused_before_is_not_counted(serve: Any) -> None:
    """What does not parse, what is over a limit, and questions that went to no judge."""
    service = serve(API_RATE_LIMIT="2")
    bad: list[Callable[[], Any]] = [
        lambda: service.post(b"{"),
        lambda: service.post({"question": 5}),
        lambda: service.post({"question": ANY}, Content_Type="text/plain"),
        lambda: service.post(b"x" * 70_000),
        lambda: service.ask("x" * 1001),
        lambda: service.ask(ANY, pins=[{"span": str(number), "name": "x"} for number in range(9)]),
        lambda: service.get("/api/judge"),
    ]

    assert [ask().status for ask in bad] == [400, 422, 415, 413, 400, 400, 405]
    assert statuses(lambda: service.ask(ANY), 3) == [200, 200, 429]
    # Nor is it looked at before: whoever has used up the window is told of the fault first.
    assert [ask().status for ask in bad] == [400, 422, 415, 413, 400, 400, 405]


def test_what_is_asked_and_not_answered_is_counted(serve: Any) -> None:
    """An ambiguous name, one that is not found, and what is declined."""
    service = serve(API_RATE_LIMIT="3")
    kinds = [service.ask(question).kind for question in ("Can Orla stoke?", "Does [[Zzyzx]] fly?", "What is the weather in Paris?", ANY)]

    assert kinds == ["ambiguous", "not_found", "error", "rate_limited"]


def test_the_stream_and_the_page_share_the_window(serve: Any) -> None:
    """Four ways to ask, one window."""
    service = serve("--api", "--web", API_RATE_LIMIT="4")
    paths = ("/api/judge", "/api/judge/stream", "/web/judge", "/web/judge/stream")

    assert [service.post({"question": ANY}, path).status for path in paths] == [200] * 4
    assert [(reply.status, reply.kind) for reply in (service.post({"question": ANY}, path) for path in paths)] == [(429, "rate_limited")] * 4


def test_look_ups_have_a_window_of_their_own(serve: Any) -> None:
    """Of 60 a minute by default; what is used up of one leaves the other, and health, as it was."""
    service = serve("--api", API_RATE_LIMIT="1")
    paths = ("/api/cards?q=orla", "/api/cards/Ashes", "/api/rules/601.9b", "/api/search?q=stoke", "/api/glossary/stoke", "/rules/601.9b")
    assert statuses(lambda: service.ask(ANY), 2) == [200, 429]

    looked = [service.get(path).status for path in paths * 10]
    late = service.get("/api/cards/Ashes")

    assert looked == [200] * 60
    assert (late.status, late.kind, service.get("/rules/601.9b").status) == (429, "rate_limited", 429)
    assert 1 <= int(late.headers["retry-after"]) <= 60
    assert service.get("/api/health").status == service.get("/api/about").status == 200


def test_the_window_slides_and_a_refusal_does_not_prolong_it(serve: Any) -> None:
    """Whoever asks again and again meanwhile is let in as soon as the first question is out of the window."""
    service = serve(API_RATE_LIMIT="2", API_RATE_WINDOW_SECS="2")
    began = time.monotonic()
    assert statuses(lambda: service.ask(ANY), 3) == [200, 200, 429]
    refused = 0
    while service.ask(ANY).status == 429:
        refused += 1

    assert refused > 5
    assert 1.9 <= time.monotonic() - began < 4


FORWARDED = {"API_CLIENT_IP": "forwarded"}
CLOUDFLARE = {"API_CLIENT_IP": "cloudflare"}
ELSEWHERE = {"API_TRUSTED_PROXIES": "10.0.0.0/8"}


@pytest.mark.parametrize(
    ("variables", "asked"),
    [
        # peer: no header is looked at
        ({}, [("forwarded", "198.51.100.1", 200), ("forwarded", "198.51.100.2", 429), ("cloudflare", "198.51.100.3", 429)]),
        (
            FORWARDED,
            [
                ("forwarded", "198.51.100.1", 200),
                ("forwarded", "198.51.100.2", 200),
                ("forwarded", "198.51.100.1", 429),
                # what stands left of it the client may have written itself
                ("forwarded", "1.1.1.1, 198.51.100.1", 429),
                ("forwarded", "198.51.100.3, 198.51.100.1", 429),
                # a proxy of ours is no client, and an address may come with a port
                ("forwarded", "198.51.100.4, 127.0.0.2", 200),
                ("forwarded", "198.51.100.4:4711", 429),
                ("forwarded", "::ffff:198.51.100.4", 429),
                # an IPv6 client is its /64
                ("forwarded", "2001:db8::1", 200),
                ("forwarded", "[2001:db8::ffff:1]:443", 429),
                ("forwarded", "2001:db8:0:1::1", 200),
                # a bad one, a missing one, another's: the peer
                ("forwarded", "nonsense", 200),
                ("forwarded", "", 429),
                ("forwarded", "198.51.100.5, unknown", 429),
                ("cloudflare", "198.51.100.6", 429),
            ],
        ),
        (
            CLOUDFLARE,
            [
                ("cloudflare", "198.51.100.1", 200),
                ("cloudflare", "198.51.100.2", 200),
                ("cloudflare", "198.51.100.1", 429),
                ("cloudflare", "2001:db8::1", 200),
                ("cloudflare", "2001:db8::2", 429),
                ("cloudflare", "198.51.100.3, 198.51.100.4", 200),
                ("cloudflare", "no address", 429),
                ("forwarded", "198.51.100.5", 429),
            ],
        ),
        # a peer that is no proxy of ours
        (FORWARDED | ELSEWHERE, [("forwarded", "198.51.100.1", 200), ("forwarded", "198.51.100.2", 429)]),
        (CLOUDFLARE | ELSEWHERE, [("cloudflare", "198.51.100.1", 200), ("cloudflare", "198.51.100.2", 429)]),
    ],
)
def test_whose_address_is_counted(serve: Any, variables: dict[str, str], asked: list[tuple[str, str, int]]) -> None:
    """As API_CLIENT_IP and API_TRUSTED_PROXIES say."""
    service, headers = serve(API_RATE_LIMIT="1", **variables), {"forwarded": "X_Forwarded_For", "cloudflare": "CF_Connecting_IP"}
    replied = [(header, sent, service.post({"question": ANY}, **{headers[header]: sent}).status) for header, sent, _ in asked]

    assert replied == asked


# The slots


@contextmanager
def held(*lines: Line) -> Iterator[tuple[ModelServer, threading.Semaphore]]:
    """A model server, and a semaphore that it releases as each request comes in."""
    arrived, answer = threading.Semaphore(0), script(*lines)

    def told(request: Any) -> Any:
        arrived.release()
        return answer(request)

    with ModelServer(told, key="sesame") as server:
        yield server, arrived


@pytest.mark.parametrize("path", ["/api/judge", "/api/judge/stream"])
@pytest.mark.model
@pytest.mark.skipif(find_spec("litellm") is None, reason="pip install 'headjudge[model]'")
def test_busy(serve: Any, path: str, record_property: Callable[[str, object], None]) -> None:
    """With every slot taken by a slow model the next question is told so at once, and counted; health answers meanwhile."""
    with held(slow(3, READING), slow(3, READING)) as (server, arrived), ThreadPoolExecutor(2) as askers:
        service = serve(JUDGE_MODEL_URL=server.url, API_RATE_LIMIT="4", **MODEL)
        judged = [askers.submit(service.ask, f"{HEARTHCALL} {number}") for number in (1, 2)]
        assert all(arrived.acquire(timeout=30) for _ in judged)

        began = time.perf_counter()
        refused = service.post({"question": HEARTHCALL}, path)
        at_once = time.perf_counter() - began
        took = [timed(lambda: service.get("/api/health")) for _ in range(30)]
        late = statuses(lambda: service.post({"question": HEARTHCALL}, path), 2)
        assert not any(future.done() for future in judged)

    figures = {"busy_ms": at_once * 1000, "health_ms_median": statistics.median(took) * 1000, "health_ms_most": max(took) * 1000}
    print(*(f"{name}={value:.1f}" for name, value in figures.items()))
    record_property("figures", figures)
    assert (refused.status, refused.kind, set(refused.body)) == (429, "busy", {"kind", "message"})
    assert int(refused.headers["retry-after"]) >= 1
    assert late == [429, 429]
    assert service.post({"question": HEARTHCALL}, path).kind == "rate_limited"
    assert (at_once, max(took)) < (1, 1)


def timed(ask: Callable[[], Any]) -> float:
    """Seconds of a reply with a status of 200."""
    began = time.perf_counter()
    assert ask().status == 200
    return time.perf_counter() - began
