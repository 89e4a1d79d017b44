"""Whose address counts as the client's."""

import ipaddress
from collections.abc import Sequence
from typing import Final

from aiohttp import web

from headjudge.settings import Settings

__all__ = ["client", "shortened", "window_key"]

UNKNOWN: Final = "unknown"
"""A peer without an address: it hung up before it was asked for, or it came by a local socket."""
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def client(request: web.BaseRequest, settings: Settings) -> str:
    """Return the client's address; a header is believed only from a trusted proxy, and a missing or bad one falls back to the peer."""
    peer = _address(request.remote or "")
    if peer is None:
        return UNKNOWN
    if settings.client_ip == "peer" or not _trusted(peer, settings):
        return str(peer)
    if settings.client_ip == "cloudflare":
        found = _address(",".join(request.headers.getall("CF-Connecting-IP", ())))
    else:
        found = _forwarded(request.headers.getall("X-Forwarded-For", ()), settings)
    return str(found or peer)


def _forwarded(headers: Sequence[str], settings: Settings) -> Address | None:
    """The right-most address that is no proxy of ours: what stands left of it, the client may have written."""
    for entry in reversed(",".join(headers).split(",")):
        address = _address(entry)
        if address is None or not _trusted(address, settings):
            return address
    return None


def _trusted(address: Address, settings: Settings) -> bool:
    return any(address.version == network.version and address in network for network in settings.trusted_proxies)


def _address(text: str) -> Address | None:
    """*text* as an address, without a port; None when it is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def window_key(text: str) -> str:
    """Return by what a client's questions are counted: an IPv4 address, or the /64 of an IPv6 address, which one household has."""
    return _network(text, 32, 64)


def shortened(text: str) -> str:
    """Return a client's address as it may be written down: its /24, or the /48 of an IPv6 address."""
    return _network(text, 24, 48)


def _network(text: str, four: int, six: int) -> str:
    address = _address(text)
    if address is None:
        return UNKNOWN
    return str(ipaddress.ip_network(f"{address}/{four if address.version == 4 else six}", strict=False))
