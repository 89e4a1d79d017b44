"""Reading a request's body: bounded in size and in time, refused in plain text."""

import asyncio
import json
from typing import Any, Final, NoReturn

from aiohttp import web
from aiohttp.http_exceptions import BadHttpMessage

__all__ = ["BODY", "read_json"]

BODY: Final = 65_536
"""Most bytes of a body, unless a door says otherwise."""
PATIENCE: Final = 10.0
"""Seconds within which a body has to be there: it is a few kilobytes."""


async def read_json(request: web.Request, most: int = BODY) -> Any:
    """Return the JSON of *request*, whose body has at most *most* bytes.

    Raises:
        HTTPUnsupportedMediaType: it is not application/json, or compressed, or in another encoding than UTF-8.
        HTTPRequestEntityTooLarge: it has more than *most* bytes.
        HTTPRequestTimeout: it was not whole within ten seconds.
        HTTPBadRequest: it is no JSON.
    """
    _see_type(request)
    try:
        async with asyncio.timeout(PATIENCE):
            body = await _body(request, most)
    except TimeoutError:
        raise _hang_up(web.HTTPRequestTimeout(text=f"The body was not whole within {PATIENCE:.0f} seconds; send it at once.")) from None
    except (BadHttpMessage, web.PayloadAccessError, web.RequestPayloadError, ConnectionError) as error:
        raise _hang_up(web.HTTPBadRequest(text="The body is not whole: it ends early, or its chunks cannot be read.")) from error
    return _json(body)


def _see_type(request: web.Request) -> None:
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType(text="Send JSON, with the header Content-Type: application/json.")
    if (request.charset or "utf-8").casefold() not in ("utf-8", "utf8"):
        raise web.HTTPUnsupportedMediaType(text="JSON is written in UTF-8; leave the charset out, or say utf-8.")
    if request.headers.get("Content-Encoding", "identity").casefold() != "identity":
        raise web.HTTPUnsupportedMediaType(text="Send the body as it is, without a Content-Encoding.")


async def _body(request: web.Request, most: int) -> bytes:
    if (request.content_length or 0) > most:
        raise _too_large(request, most)
    body = bytearray()
    async for chunk in request.content.iter_any():
        body += chunk
        if len(body) > most:
            raise _too_large(request, most)
    return bytes(body)


def _too_large(request: web.Request, most: int) -> web.HTTPException:
    sent = web.HTTPRequestEntityTooLarge(most, request.content_length or most + 1, text=f"The body has more than {most} bytes; send less.")
    return _hang_up(sent)


def _hang_up(error: web.HTTPException) -> web.HTTPException:
    """*error*, after which the connection is closed: nobody knows where the next request on it would begin."""
    error.force_close()
    return error


def _json(body: bytes) -> Any:
    try:
        return json.loads(body.decode(), parse_constant=_no_number)
    except UnicodeDecodeError:
        raise web.HTTPBadRequest(text="The body is not UTF-8.") from None
    except json.JSONDecodeError as error:
        raise web.HTTPBadRequest(text=f"The body is no JSON: {error.msg} at line {error.lineno}, column {error.colno}.") from None
    except RecursionError:
        raise web.HTTPBadRequest(text="The body is nested too deep.") from None
    except ValueError:  # Python reads no integer of more than 4,300 digits
        raise web.HTTPBadRequest(text="The body is no JSON that can be read: a number in it is too long.") from None


def _no_number(name: str) -> NoReturn:
    raise web.HTTPBadRequest(text=f"The body is no JSON: {name} is no number of JSON.")
