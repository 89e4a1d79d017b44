"""Who may come in over HTTP: by the name under which the service was reached, by the page that asks, and by the token."""

import hmac
from typing import Final

from aiohttp import web

from headjudge.settings import Settings

__all__ = ["admit"]

SCHEMES: Final = ("http://", "https://")
METHODS: Final = ("POST",)


def admit(request: web.Request, settings: Settings) -> None:
    """Let *request* in.

    Raises:
        HTTPForbidden: its Host or its Origin is not among MCP_ALLOWED_HOSTS.
        HTTPUnauthorized: it does not show MCP_TOKEN.
        HTTPMethodNotAllowed: it is no POST: nothing is kept between two requests, so there is no stream to open and no session to end.
    """
    hosts, origins = request.headers.getall("Host", []), request.headers.getall("Origin", [])
    if len(hosts) != 1 or not _allowed(hosts[0], settings):
        raise web.HTTPForbidden(text="This host is none of MCP_ALLOWED_HOSTS; ask under a name that is, or have the operator add it.")
    if any(not _from_allowed(origin, settings) for origin in origins):
        raise web.HTTPForbidden(text="Pages of this origin may not ask; have the operator add its host to MCP_ALLOWED_HOSTS.")
    if not _shows_token(request.headers.getall("Authorization", []), settings.mcp_token):
        raise web.HTTPUnauthorized(text="Send the header Authorization: Bearer, with the operator's token.", headers={"WWW-Authenticate": "Bearer"})
    if request.method not in METHODS:
        raise web.HTTPMethodNotAllowed(request.method, METHODS, text="Send POST: there are no sessions, and no stream without a request.")


def _from_allowed(origin: str, settings: Settings) -> bool:
    scheme = next((scheme for scheme in SCHEMES if origin.lower().startswith(scheme)), None)
    return scheme is not None and _allowed(origin[len(scheme) :], settings)


def _allowed(host: str, settings: Settings) -> bool:
    """Whether *host*, with or without a port, is one of those that are allowed; one that names no port allows any."""
    host = host.lower()
    port = _port(host)
    bare = host[: -len(port)] if port else host
    return host in settings.mcp_allowed_hosts or bare in settings.mcp_allowed_hosts


def _port(host: str) -> str:
    """The colon and the port at the end of *host*; empty where it has none."""
    _, colon, port = host.rpartition(":")
    return f":{port}" if colon and port.isdecimal() and port.isascii() else ""


def _shows_token(shown: list[str], token: str) -> bool:
    """Whether the one header *shown* has *token*; compared in a time that tells nothing of it."""
    scheme, _, given = (shown[0] if len(shown) == 1 else "").partition(" ")
    told = given.strip().encode("utf-8", "surrogateescape")
    return hmac.compare_digest(told, token.encode()) and scheme.lower() == "bearer" and bool(token)
