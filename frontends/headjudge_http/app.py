"""The listener as an aiohttp application: what is served whatever is mounted, and what happens around every request."""

import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Final

import structlog
from aiohttp import web

from headjudge import Closes, Desk, Services, StoreFailed
from headjudge_http import about
from headjudge_http.address import client, shortened
from headjudge_http.health import Health
from headjudge_http.metrics import Metrics
from headjudge_http.mounts import Mount, Opens, Stops
from headjudge_http.requests import CLIENT, ID, KIND, QUIET

__all__ = ["application"]

log: Final = structlog.get_logger()
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}
"""Of every reply that does not bring its own. No CORS header: a browser page of another origin has no business here."""
BROKEN: Final = "Something broke here; try again in a moment. The operator's log says what, by the request's number.\n"
UNSTORED: Final = "The database cannot be used now; try again in a moment.\n"


def application(services: Services, desk: Desk, mounts: Iterable[Mount], metrics: Metrics) -> web.Application:
    """Return the application of *mounts*; health and about are served whatever these are."""
    app = web.Application(middlewares=[_watched(services, metrics), _refusing])
    app.on_response_prepare.append(_headed)
    health = Health(services, desk)
    app.router.add_routes([web.get("/api/health", health.show), *about.routes(services.settings)])
    app.on_cleanup.append(lambda _: health.close())
    for mount in mounts:
        app.router.add_routes(mount.routes(desk))
        _attend(app, mount)
    return app


def _attend(app: web.Application, mount: Mount) -> None:
    """Let *mount* begin and end with *app*."""
    app.cleanup_ctx.append(_life(mount))
    if isinstance(mount, Stops):
        app.on_shutdown.append(_stopping(mount))


def _life(mount: Mount) -> Callable[[web.Application], AsyncIterator[None]]:
    async def live(_: web.Application) -> AsyncIterator[None]:
        if isinstance(mount, Opens):
            await mount.open()
        yield
        if isinstance(mount, Closes):
            await mount.close()

    return live


def _stopping(mount: Stops) -> Callable[[web.Application], Awaitable[None]]:
    async def stop(_: web.Application) -> None:
        mount.stop()

    return stop


async def _headed(request: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["X-Request-ID"] = request.get(ID, "")
    response.headers.popall("Server", None)  # which aiohttp runs is nobody's business


def _watched(services: Services, metrics: Metrics) -> Callable[..., Awaitable[web.StreamResponse]]:
    """The outermost middleware: gives a request its number, finds its client, and writes it down once it is served."""

    @web.middleware
    async def watch(request: web.Request, handler: Handler) -> web.StreamResponse:
        began = time.perf_counter()
        request[ID] = _given(request.headers.get("X-Request-ID", "")) or secrets.token_hex(8)
        request[CLIENT] = client(request, services.settings)
        response = await handler(request)
        _written(request, response.status, time.perf_counter() - began, metrics)
        return response

    return watch


def _given(number: str) -> str:
    """The number that a proxy gave the request, if it can be written into a log."""
    return number if re.fullmatch(r"[A-Za-z0-9._-]{1,64}", number) else ""


def _written(request: web.Request, status: int, seconds: float, metrics: Metrics) -> None:
    resource = request.match_info.route.resource
    route, kind = resource.canonical if resource else "none", request.get(KIND)
    metrics.served(request.method if resource else "other", route, status, seconds, kind)
    # The route alone, not the path: a look-up's path holds what was asked.
    told = {"id": request[ID], "method": request.method[:20], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
    tell = log.debug if request.get(QUIET) else log.info
    tell("request.served", **told, client=shortened(request[CLIENT]), **({"kind": kind} if kind else {}))


@web.middleware
async def _refusing(request: web.Request, handler: Handler) -> web.StreamResponse:
    """What a handler raises becomes a reply in plain text, with nothing in it of what broke."""
    try:
        return await handler(request)
    except web.HTTPException as refusal:
        return _plain(refusal)
    except StoreFailed as error:
        log.error("request.failed", id=request[ID], error=str(error))
        return web.Response(status=503, text=UNSTORED)
    except Exception as error:  # a door stays open, whatever breaks behind it
        log.error("request.failed", id=request[ID], error=type(error).__name__, exc_info=True)
        return web.Response(status=500, text=BROKEN)


def _plain(refusal: web.HTTPException) -> web.Response:
    """*refusal* as a reply: aiohttp is giving up on replies that are raised."""
    headers = {name: value for name, value in refusal.headers.items() if name not in ("Content-Type", "Content-Length")}
    reply = web.Response(
        status=refusal.status,
        reason=refusal.reason,
        headers=headers,
        body=refusal.body,
        content_type=refusal.content_type,
        charset=refusal.charset,
    )
    if refusal.keep_alive is False:
        reply.force_close()
    return reply
