"""Reading a request's body: bounded in size and in time, refused in plain text."""

import asyncio
import json
from typing import Any, Final, NoReturn

from aiohttp import web
from aiohttp.http_exceptions import BadHttpMessage

__all__ = ["BODY", "Chunks", "read_json", "see_plain"]

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
    chunks, body = Chunks(request, most), bytearray()
    try:
        while not chunks.whole:
            body += await chunks.next()
    except ConnectionError as error:
        raise _broken() from error
    return _json(bytes(body))


def _see_type(request: web.Request) -> None:
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType(text="Send JSON, with the header Content-Type: application/json.")
    if (request.charset or "utf-8").casefold() not in ("utf-8", "utf8"):
        raise web.HTTPUnsupportedMediaType(text="JSON is written in UTF-8; leave the charset out, or say utf-8.")
    see_plain(request)


def see_plain(request: web.Request) -> None:
    """See that the body of *request* is not compressed: a few bytes of it could be gigabytes.

    Raises:
        HTTPUnsupportedMediaType: it is.
    """
    if request.headers.get("Content-Encoding", "identity").casefold() != "identity":
        raise web.HTTPUnsupportedMediaType(text="Send the body as it is, without a Content-Encoding.")


class Chunks:
    """A body as it comes, bounded in size and in time."""

    def __init__(self, request: web.Request, most: int) -> None:
        self._request = request
        self._most = most
        self._size = 0
        self._until = asyncio.get_running_loop().time() + PATIENCE
        self.whole = False
        """All of it has been returned."""

    async def next(self) -> bytes:
        """Return what of it has come since, blank if that was nothing but its end.

        Raises:
            HTTPRequestEntityTooLarge: it has more than the most bytes.
            HTTPRequestTimeout: it was not whole within ten seconds.
            HTTPBadRequest: its chunks cannot be read.
            ConnectionError: the client has gone.
        """
        if (self._request.content_length or 0) > self._most:
            raise _too_large(self._request, self._most)
        try:
            async with asyncio.timeout_at(self._until):
                chunk = await self._request.content.readany()
        except TimeoutError:
            raise _hang_up(web.HTTPRequestTimeout(text=f"The body was not whole within {PATIENCE:.0f} seconds; send it at once.")) from None
        except (BadHttpMessage, web.PayloadAccessError, web.RequestPayloadError) as error:
            raise _broken() from error
        self._size += len(chunk)
        self.whole = self._request.content.at_eof()
        if self._size > self._most:
            raise _too_large(self._request, self._most)
        return chunk


def _too_large(request: web.Request, most: int) -> web.HTTPException:
    sent = web.HTTPRequestEntityTooLarge(most, request.content_length or most + 1, text=f"The body has more than {most} bytes; send less.")
    return _hang_up(sent)


def _broken() -> web.HTTPException:
    return _hang_up(web.HTTPBadRequest(text="The body is not whole: it ends early, or its chunks cannot be read."))


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
