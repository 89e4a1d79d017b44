"""Who may come in over HTTP."""

import attrs
import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request
from hypothesis import given
from hypothesis import strategies as st

from headjudge.settings import Settings
from headjudge_mcp.access import admit

TOKEN = "a-token-of-24-characters"
SETTINGS = Settings(mcp_token=TOKEN)
SHOWN = {"Host": "127.0.0.1:8787", "Authorization": f"Bearer {TOKEN}"}


def status(settings: Settings = SETTINGS, method: str = "POST", **headers: str | None) -> int:
    """That of the refusal; 200 where the request is let in. A header of None is left out."""
    told = {name: value for name, value in (SHOWN | headers).items() if value is not None}
    try:
        admit(make_mocked_request(method, "/mcp", headers=told), settings)
    except web.HTTPException as refusal:
        return refusal.status
    return 200


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8787", "localhost:1", "LOCALHOST", "[::1]", "[::1]:8787"])
def test_loopback_names_are_let_in(host: str) -> None:
    """With any port."""
    assert status(Host=host) == 200


@pytest.mark.parametrize(
    "host", [None, "", "evil.example", "127.0.0.1.evil.example", "localhost:", "localhost:x", "localhost:1:2", "[::2]", "user@localhost"]
)
def test_other_hosts_are_not(host: str | None) -> None:
    """A page whose name is made to lead here asks under its own name."""
    assert status(Host=host) == 403


@pytest.mark.parametrize("origin", ["http://localhost:6274", "https://127.0.0.1", "http://[::1]:8787"])
def test_pages_of_allowed_hosts_may_ask(origin: str) -> None:
    """By either scheme."""
    assert status(Origin=origin) == 200


@pytest.mark.parametrize(
    "origin", ["null", "", "https://evil.example", "localhost", "file://", "http://localhost.evil.example", "http://localhost/x"]
)
def test_other_pages_may_not(origin: str) -> None:
    """Nor one that hides where it is from."""
    assert status(Origin=origin) == 403


def test_hosts_are_the_operators() -> None:
    """A host with a port is let in with that port alone; loopback names no longer are."""
    settings = attrs.evolve(SETTINGS, mcp_allowed_hosts=("judge.example", "10.0.0.5:8787"))
    hosts = ("judge.example", "judge.example:444", "10.0.0.5:8787", "10.0.0.5", "10.0.0.5:1", "localhost")

    assert [status(settings, Host=host) for host in hosts] == [200, 200, 200, 403, 403, 403]


@pytest.mark.parametrize(
    "shown",
    [None, "", "Bearer", "Bearer ", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", f"Bearer {TOKEN.upper()}", "Bearer \xff"],
)
def test_without_the_token(shown: str | None) -> None:
    """401, with the scheme to use."""
    with pytest.raises(web.HTTPUnauthorized) as refusal:
        admit(make_mocked_request("POST", "/mcp", headers={"Host": "localhost"} | ({} if shown is None else {"Authorization": shown})), SETTINGS)

    assert refusal.value.headers["WWW-Authenticate"] == "Bearer"


def test_the_scheme_is_written_in_any_case() -> None:
    """As HTTP has it."""
    assert status(Authorization=f"bearer {TOKEN}") == 200


@given(st.text(st.characters(codec="latin-1", exclude_characters="\r\n\0")))
def test_nothing_else_is_let_in(shown: str) -> None:
    """Whatever is shown for the token."""
    assert status(Authorization=f"Bearer {shown}") == (200 if shown.strip() == TOKEN else 401)


def test_a_blank_token_lets_nobody_in() -> None:
    """Should it ever be served without one."""
    assert status(attrs.evolve(SETTINGS, mcp_token=""), Authorization="Bearer ") == 401


def test_the_host_is_looked_at_first() -> None:
    """Then the token, then the method: a stranger learns nothing of what is behind."""
    assert status(Host="evil.example", Authorization=None) == 403
    assert status(method="GET", Authorization=None) == 401
    assert status(method="GET") == 405
    assert status(method="DELETE") == 405
