"""The public servers over HTTP: politely asked, with one clear sentence for every fault."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from importlib.metadata import version
from typing import Final, TypeVar

import aiohttp
import attrs

from headjudge import SourceFailed
from headjudge_sources.json_objects import unpacked
from headjudge_sources.places import Place

__all__ = ["Client", "Download", "Page", "Patience"]

T = TypeVar("T")
CHUNK: Final = 256 << 10
"""Bytes of a download that are unpacked and parsed in one go: about 30 ms of work."""
SMALL: Final = 32 << 20
"""Most bytes of an answer that is held whole; the rules are 1 MB."""
LONGEST_WAIT: Final = 10.0
"""Seconds that a server may ask us to wait before the second try."""


@attrs.frozen
class Patience:
    """How long we wait, in seconds."""

    connect: float = 10.0
    silence: float = 60.0
    """Without a byte."""
    backoff: float = 1.0
    """Before the second try, when the server names no time."""
    spacing: float = 0.1
    """Between two requests: the card data's provider bans who asks more than ten times a second."""


class _Passing(SourceFailed):
    """A fault that may be gone in a moment."""

    def __init__(self, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        self.wait = wait


@attrs.frozen
class Page:
    """An answer held whole."""

    url: str
    """Where it was found in the end."""
    content: bytes


@attrs.frozen
class Download:
    """An answer whose body is still coming."""

    place: Place
    size: int | None
    """Bytes to come, where the server says."""
    response: aiohttp.ClientResponse

    async def chunks(self) -> AsyncIterator[bytes]:
        """Give the body as it comes, compressed as it was sent.

        Raises:
            SourceFailed: it broke off.
        """
        while True:
            with _in_words(self.place):
                chunk = await self.response.content.read(CHUNK)
            if not chunk:
                return
            yield chunk


class Client:
    """Asks servers for pages and downloads, one request after a pause from the other."""

    def __init__(self, patience: Patience | None = None) -> None:
        self._patience = patience or Patience()
        self._turn = asyncio.Lock()
        self._next = 0.0

    async def page(self, place: Place) -> Page:
        """Return the whole answer at *place*, after two tries where the first fault may pass.

        Raises:
            SourceFailed: there was none.
        """
        return await self._patiently(lambda: self._page(place))

    async def _page(self, place: Place) -> Page:
        async with self._opened(place) as download:
            content = b""
            async for chunk in download.chunks():
                content += chunk
                if len(content) > SMALL:
                    raise SourceFailed(f"{place} sent more than {SMALL >> 20} MB; {place.cure}.")
            return Page(str(download.response.url), unpacked(content, str(place)))

    @contextlib.asynccontextmanager
    async def download(self, place: Place) -> AsyncIterator[Download]:
        """Open the answer at *place* to be read while it comes.

        Raises:
            SourceFailed: the server refused it.
        """
        async with self._opened(place) as download:
            yield download

    async def _patiently(self, ask: Callable[[], Awaitable[T]]) -> T:
        try:
            return await ask()
        except _Passing as fault:
            await asyncio.sleep(self._patience.backoff if fault.wait is None else fault.wait)
            return await ask()

    @contextlib.asynccontextmanager
    async def _opened(self, place: Place) -> AsyncIterator[Download]:
        await self._wait_turn()
        async with self._session() as session:
            with _in_words(place):
                response = await session.get(place.url)
            async with response:
                _check_status(response, place)
                yield Download(place, response.content_length, response)

    def _session(self) -> aiohttp.ClientSession:
        timeout = aiohttp.ClientTimeout(
            total=None, connect=self._patience.connect, sock_connect=self._patience.connect, sock_read=self._patience.silence
        )
        headers = {
            "User-Agent": f"headjudge/{version('headjudge')}",
            "Accept": "application/json, text/html;q=0.9, */*;q=0.8",
            "Accept-Encoding": "gzip",
        }
        # Bodies are unpacked by ourselves: whether gzip is the file's form or the transport's, it is unpacked once.
        return aiohttp.ClientSession(timeout=timeout, headers=headers, auto_decompress=False, read_bufsize=CHUNK)

    async def _wait_turn(self) -> None:
        async with self._turn:
            loop = asyncio.get_running_loop()
            await asyncio.sleep(max(0.0, self._next - loop.time()))
            self._next = loop.time() + self._patience.spacing


def _check_status(response: aiohttp.ClientResponse, place: Place) -> None:
    if response.status == 200:
        return
    message = f"{place} answered {response.status}; {place.cure}."
    if response.status == 429 or response.status >= 500:
        raise _Passing(message, _retry_after(response.headers.get("Retry-After", "")))
    raise SourceFailed(message)


def _retry_after(written: str) -> float | None:
    return min(float(written), LONGEST_WAIT) if written.isascii() and written.isdigit() else None


@contextlib.contextmanager
def _in_words(place: Place) -> Iterator[None]:
    """Turn what the vendor raises into one sentence."""
    try:
        yield
    except TimeoutError as error:
        raise SourceFailed(f"{place} did not answer in time; {place.cure}.") from error
    except aiohttp.ClientPayloadError as error:
        raise _Passing(f"{place} broke off before its end; {place.cure}.") from error
    except (aiohttp.ClientConnectionError, ConnectionError) as error:
        raise _Passing(f"{place} cannot be reached, or hung up; {place.cure}.") from error
    except aiohttp.ClientError as error:
        raise SourceFailed(f"{place} cannot be asked ({type(error).__name__}); {place.cure}.") from error
