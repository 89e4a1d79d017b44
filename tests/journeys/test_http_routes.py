"""What the contract says of health, about, links and headers, asked of a real listener over HTTP; and what a refresh changes of it."""

import re
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

HEARTHCALL = "Can a dim card be played with hearthcall?"
LAMPLIGHTER = "Orla, the Lamplighter"
JSON = "application/json; charset=utf-8"


def test_health(service: Any) -> None:
    """200 and what is loaded; no secret is in it."""
    reply = service.get("/api/health")
    body = reply.body

    assert (reply.status, reply.headers["content-type"]) == (200, JSON)
    assert set(body) == {"status", "cr_version", "cards", "rules", "embedder", "vectors", "refreshed_at", "plugins"}
    assert (body["status"], body["cr_version"], body["cards"], body["embedder"], body["vectors"]) == ("ok", "20090601", 25, None, "off")
    assert body["rules"] > 100
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)", body["refreshed_at"])
    assert {"api", "http", "web", "sql"} <= set(body["plugins"])
    assert service.get("/api/health?x=1").status == 200


def test_about(service: Any) -> None:
    """Strings, some of which may be null, and a boolean; a notice with the source offer and who answers for the service."""
    reply = service.get("/api/about")
    body = reply.body

    assert (reply.status, reply.headers["content-type"]) == (200, JSON)
    assert {name for name, value in body.items() if isinstance(value, str)} == {
        *("program", "repository", "license", "license_name", "license_url", "copyright", "operator_email", "notice")
    }
    assert {name for name, value in body.items() if value is None} == {"commit", "commit_url", "operator_discord"}
    assert body["dirty"] is False
    assert (body["license"], body["operator_email"]) == ("Apache-2.0", "judge@example.org")
    assert body["repository"] in body["notice"]
    assert body["operator_email"] in body["notice"]


def test_a_build_says_what_it_was_built_from(serve: Any) -> None:
    """The source offer of a fork points at the fork."""
    stamped = {"JUDGE_COMMIT": "0123abc", "JUDGE_DIRTY": "true", "JUDGE_SOURCE_URL": "https://example.org/fork", "JUDGE_OPERATOR_DISCORD": "ann"}
    body = serve(**stamped).get("/api/about").body

    assert (body["commit"], body["dirty"], body["repository"], body["operator_discord"]) == ("0123abc", True, "https://example.org/fork", "ann")
    assert body["commit_url"] == "https://example.org/fork/commit/0123abc"
    assert "https://example.org/fork" in body["notice"]


def test_links_lie_under_the_operators_addresses(serve: Any) -> None:
    """Under JUDGE_RULES_URL where that is set, else under {JUDGE_PUBLIC_URL}/rules."""
    for variables, root in (
        ({"JUDGE_PUBLIC_URL": "https://judge.example.org/j"}, "https://judge.example.org/j/rules/"),
        ({"JUDGE_PUBLIC_URL": "https://judge.example.org", "JUDGE_RULES_URL": "https://rules.example.org"}, "https://rules.example.org/"),
    ):
        cited = serve(**variables).ask(f"When does [[{LAMPLIGHTER}]] stoke?").body["citations"]
        assert all(one["url"].startswith(root) for one in cited)


ROUTES = ["/api/health", "/api/about", "/api/judge", "/nowhere", "/", "/rules/601.9b", "/api/cards/Ashes", "/api/openapi.json", "/web/symbols/E.svg"]


@pytest.mark.parametrize("path", ROUTES)
def test_headers(service: Any, path: str) -> None:
    """No CORS header, whoever asks; those that keep browsers careful, and nothing of what the server is made of."""
    for method in ("GET", "OPTIONS"):
        headers = service.send(method, path, Origin="https://example.org", Access_Control_Request_Method="POST").headers

        assert not [name for name in headers if name.startswith("access-control")]
        assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'unsafe" not in policy
        assert "server" not in headers


def test_pages_cannot_be_framed(service: Any) -> None:
    """Nor can any JSON."""
    for path in ("/", "/rules/601.9b", "/api/health", "/nowhere"):
        assert "frame-ancestors 'none'" in service.get(path).headers["content-security-policy"]


def test_nobody_needs_a_credential(service: Any) -> None:
    """What is sent as one is not looked at."""
    assert service.post({"question": HEARTHCALL}, Authorization="Bearer nonsense").status == 200
    assert service.get("/api/health", Authorization="Basic nonsense").status == 200


@pytest.mark.slow
def test_a_refresh_while_it_serves(serve: Any, new_judge: Any, upstreams: Any, tmp_path: Path) -> None:
    """Nobody waits and nobody is refused: each reply is of one release, and its links open; afterwards all is of the new release."""
    upstream = upstreams()
    judge = new_judge.over(tmp_path / "refreshed", **upstream.variables)
    assert judge("refresh").code == 0
    service = serve("--api", "--web", over=judge, JUDGE_REUSE="false", API_LOOKUP_LIMIT="100000")
    upstream.serve("20090701", "20090701")
    releases, statuses = [], set()
    with subprocess.Popen([judge.command, "refresh"], env=judge.environ(), stdout=subprocess.DEVNULL) as refreshing:
        while refreshing.poll() is None:
            reply, health = service.ask(HEARTHCALL), service.get("/api/health")
            releases.append(reply.body["cr_version"])
            statuses |= {reply.status, health.status, *(service.get(urlsplit(one["url"]).path).status for one in reply.body["citations"])}

    assert statuses == {200}
    assert releases == sorted(releases)
    assert releases[0] == "20090601"
    assert {service.ask(HEARTHCALL).body["cr_version"], service.get("/api/health").body["cr_version"]} == {"20090701"}
    assert " yon " in service.get("/rules/601.9b").text
