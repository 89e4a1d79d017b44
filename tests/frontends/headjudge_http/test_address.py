"""Whose address counts as the client's."""

from typing import Any

import pytest
from aiohttp.test_utils import make_mocked_request
from hypothesis import given
from hypothesis import strategies as st
from multidict import CIMultiDict

from headjudge.settings import Settings
from headjudge_http.address import client, shortened, window_key


def asked(peer: str, *headers: tuple[str, str]) -> Any:
    """A request from *peer*."""

    class Transport:
        def get_extra_info(self, name: str, default: object = None) -> object:
            return (peer, 4000) if name == "peername" and peer else default

    return make_mocked_request("GET", "/", headers=CIMultiDict(headers), transport=Transport())


def settings(mode: str, proxies: str = "") -> Settings:
    return Settings.from_environ({"API_CLIENT_IP": mode, "API_TRUSTED_PROXIES": proxies})


@pytest.mark.parametrize(
    ("mode", "peer", "headers", "found"),
    [
        ("peer", "203.0.113.9", [("X-Forwarded-For", "198.51.100.1")], "203.0.113.9"),
        ("peer", "127.0.0.1", [("CF-Connecting-IP", "198.51.100.1")], "127.0.0.1"),
        ("cloudflare", "127.0.0.1", [("CF-Connecting-IP", "198.51.100.1")], "198.51.100.1"),
        ("cloudflare", "::1", [("CF-Connecting-IP", "2001:db8::7")], "2001:db8::7"),
        ("cloudflare", "203.0.113.9", [("CF-Connecting-IP", "198.51.100.1")], "203.0.113.9"),
        ("cloudflare", "127.0.0.1", [], "127.0.0.1"),
        ("cloudflare", "127.0.0.1", [("CF-Connecting-IP", "somebody")], "127.0.0.1"),
        ("cloudflare", "127.0.0.1", [("CF-Connecting-IP", "198.51.100.1"), ("CF-Connecting-IP", "198.51.100.2")], "127.0.0.1"),
        ("cloudflare", "127.0.0.1", [("X-Forwarded-For", "198.51.100.1")], "127.0.0.1"),
        ("forwarded", "127.0.0.1", [("X-Forwarded-For", "198.51.100.1")], "198.51.100.1"),
        ("forwarded", "127.0.0.1", [("X-Forwarded-For", "6.6.6.6, 198.51.100.1")], "198.51.100.1"),
        ("forwarded", "127.0.0.1", [("X-Forwarded-For", "6.6.6.6, 198.51.100.1, 127.0.0.5")], "198.51.100.1"),
        ("forwarded", "127.0.0.1", [("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-For", "198.51.100.1")], "198.51.100.1"),
        ("forwarded", "127.0.0.1", [("X-Forwarded-For", "198.51.100.1:55012")], "198.51.100.1"),
        ("forwarded", "127.0.0.1", [("X-Forwarded-For", "[2001:db8::7]:443")], "2001:db8::7"),
        ("forwarded", "127.0.0.1", [("X-Forwarded-For", "::ffff:198.51.100.1")], "198.51.100.1"),
        ("forwarded", "127.0.0.1", [("X-Forwarded-For", "198.51.100.1, unknown")], "127.0.0.1"),
        ("forwarded", "127.0.0.1", [("X-Forwarded-For", "127.0.0.2, 127.0.0.3")], "127.0.0.1"),
        ("forwarded", "127.0.0.1", [("X-Forwarded-For", "")], "127.0.0.1"),
        ("forwarded", "203.0.113.9", [("X-Forwarded-For", "198.51.100.1")], "203.0.113.9"),
        ("forwarded", "::ffff:127.0.0.1", [("X-Forwarded-For", "198.51.100.1")], "198.51.100.1"),
        ("peer", "", [], "unknown"),
        ("forwarded", "", [("X-Forwarded-For", "198.51.100.1")], "unknown"),
    ],
)
def test_where_the_client_is_found(mode: str, peer: str, headers: list[tuple[str, str]], found: str) -> None:
    """A header is believed only from a trusted proxy, and what the client can write is never believed."""
    assert client(asked(peer, *headers), settings(mode)) == found


def test_which_proxies_are_trusted_is_a_setting() -> None:
    """Networks of either kind."""
    trusting = settings("forwarded", "10.0.0.0/8, 2001:db8::/32")

    assert client(asked("10.1.2.3", ("X-Forwarded-For", "198.51.100.1")), trusting) == "198.51.100.1"
    assert client(asked("2001:db8::9", ("X-Forwarded-For", "198.51.100.1")), trusting) == "198.51.100.1"
    assert client(asked("127.0.0.1", ("X-Forwarded-For", "198.51.100.1")), trusting) == "127.0.0.1"


@given(st.text(), st.text())
def test_no_header_breaks_it(forwarded: str, cloudflare: str) -> None:
    """Whatever stands in it, an address comes out."""
    headers = [("X-Forwarded-For", forwarded), ("CF-Connecting-IP", cloudflare)]

    for mode in ("forwarded", "cloudflare"):
        assert window_key(client(asked("127.0.0.1", *headers), settings(mode))) != "unknown"


@pytest.mark.parametrize(
    ("address", "key", "written"),
    [
        ("198.51.100.77", "198.51.100.77/32", "198.51.100.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("::ffff:198.51.100.77", "198.51.100.77/32", "198.51.100.0/24"),
        ("unknown", "unknown", "unknown"),
    ],
)
def test_how_an_address_is_counted_and_written_down(address: str, key: str, written: str) -> None:
    """A household's IPv6 addresses are one; a log never holds a whole one."""
    assert (window_key(address), shortened(address)) == (key, written)


def test_loopback_alone_is_trusted_by_default() -> None:
    """Of either kind."""
    assert [str(network) for network in Settings().trusted_proxies] == ["127.0.0.0/8", "::1/128"]
