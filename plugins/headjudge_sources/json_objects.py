"""JSON objects out of a stream of bytes: gzip or plain, JSON Lines or one array, never the whole at once."""

import codecs
import json
import re
import zlib
from collections.abc import Callable
from typing import Any, Final, Protocol

import orjson

from headjudge import SourceFailed
from headjudge_sources.tally import Tally

__all__ = ["Objects", "Unpacked", "every_line", "unpacked"]

LONGEST: Final = 8 << 20
"""Bytes that one object may take; the longest card is about 20 KB."""
GZIP: Final = b"\x1f\x8b"
_BLANK: Final = b"\xef\xbb\xbf \t\r\n"
_GAP: Final = re.compile(r"[\s,]*")
AGAIN: Final = "run `judge refresh` again later."


class Unpacked:
    """Bytes as they were before compression; what is not gzip passes unchanged."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._head = b""
        self._begun = False
        self._inflate: Any = None  # zlib keeps its type to itself

    def feed(self, chunk: bytes) -> bytes:
        """Return what *chunk* adds.

        Raises:
            SourceFailed: the compressed data is damaged.
        """
        if not self._begun:
            self._head += chunk
            if len(self._head) < len(GZIP):
                return b""
            chunk, self._begun = self._head, True
            self._inflate = zlib.decompressobj(wbits=31) if chunk.startswith(GZIP) else None
        return chunk if self._inflate is None else self._inflated(chunk)

    def _inflated(self, chunk: bytes) -> bytes:
        pieces = []
        while chunk:
            if self._inflate.eof:  # a file may hold several gzip members in a row
                self._inflate = zlib.decompressobj(wbits=31)
            try:
                pieces.append(self._inflate.decompress(chunk))
            except zlib.error as error:
                raise SourceFailed(f"{self._place} is damaged (its gzip data cannot be unpacked); {AGAIN}") from error
            chunk = self._inflate.unused_data.lstrip(b"\0")
        return b"".join(pieces)

    def close(self) -> bytes:
        """Return what is left.

        Raises:
            SourceFailed: the compressed data stops before its end.
        """
        if not self._begun:
            return self._head
        if self._inflate is not None and not self._inflate.eof:
            raise SourceFailed(f"{self._place} breaks off before its end; {AGAIN}")
        return b""


def unpacked(raw: bytes, place: str) -> bytes:
    """Return all of *raw* as it was before compression.

    Raises:
        SourceFailed: it is damaged or breaks off.
    """
    unpack = Unpacked(place)
    return unpack.feed(raw) + unpack.close()


class _Splitter(Protocol):
    def feed(self, data: bytes) -> list[Any]: ...
    def close(self) -> list[Any]: ...


class _Lines:
    """One object a line."""

    def __init__(self, tally: Tally, worth: Callable[[bytes], bool]) -> None:
        self._tally = tally
        self._worth = worth
        self._rest = b""

    def feed(self, data: bytes) -> list[Any]:
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > LONGEST:
            raise SourceFailed(f"{self._tally.place} has a line of more than {LONGEST >> 20} MB, so it is no JSON Lines; {AGAIN}")
        return [found for line in lines for found in self._parsed(line)]

    def close(self) -> list[Any]:
        rest, self._rest = self._rest.strip(), b""
        faulty = self._tally.faulty
        found = self._parsed(rest)
        if self._tally.faulty > faulty:  # not one bad line among good ones: the end is missing
            raise SourceFailed(f"{self._tally.place} breaks off in the middle of a line; {AGAIN}")
        return found

    def _parsed(self, line: bytes) -> list[Any]:
        if not line or line.isspace():
            return []
        self._tally.seen += 1
        if not self._worth(line):
            return []
        try:
            return [orjson.loads(line)]
        except orjson.JSONDecodeError:
            self._tally.miss(f"line {self._tally.seen} is no JSON")
            return []


class _Elements:
    """The elements of one array."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._text = ""
        self._begun = False
        self._ended = False
        self._characters = codecs.getincrementaldecoder("utf-8-sig")()
        self._decode = json.JSONDecoder().raw_decode

    def feed(self, data: bytes) -> list[Any]:
        try:
            self._text += self._characters.decode(data)
        except UnicodeDecodeError as error:
            raise SourceFailed(f"{self._tally.place} is no UTF-8 text; {AGAIN}") from error
        if not self._begun:
            self._text, self._begun = self._text.lstrip().removeprefix("["), True
        found = list(self._complete())
        if len(self._text) > LONGEST:
            raise SourceFailed(f"{self._tally.place} cannot be read as JSON after {self._tally.seen} objects; {AGAIN}")
        return found

    def _complete(self) -> list[Any]:
        """The elements that are there to their end; what follows them stays for the next chunk."""
        found, at = [], 0
        while not self._ended and (at := self._after_gap(at)) < len(self._text):
            try:
                element, at = self._decode(self._text, at)
            except json.JSONDecodeError:
                break
            found.append(element)
        self._text = self._text[at:]
        self._tally.seen += len(found)
        return found

    def _after_gap(self, at: int) -> int:
        gap = _GAP.match(self._text, at)
        at = gap.end() if gap else at
        self._ended = self._text.startswith("]", at)
        return len(self._text) if self._ended else at

    def close(self) -> list[Any]:
        if not self._ended:
            raise SourceFailed(f"{self._tally.place} breaks off or is garbled after {self._tally.seen} objects; {AGAIN}")
        return []


def every_line(_: bytes) -> bool:
    """Return that a line is worth parsing, whatever it is."""
    return True


class Objects:
    """Takes a file in chunks and gives its objects as soon as they are whole.

    *worth* tells by a line's bytes whether it need be parsed at all; the elements of an array all are.
    """

    def __init__(self, tally: Tally, worth: Callable[[bytes], bool] = every_line) -> None:
        self._tally = tally
        self._worth = worth
        self._unpack = Unpacked(tally.place)
        self._split: _Splitter | None = None
        self._head = b""

    def feed(self, chunk: bytes) -> list[Any]:
        """Return the objects that *chunk* completes.

        Raises:
            SourceFailed: the bytes are damaged, or no JSON.
        """
        return self._found(self._unpack.feed(chunk))

    def _found(self, data: bytes) -> list[Any]:
        if self._split is None:
            self._head = (self._head + data).lstrip(_BLANK)
            if not self._head:
                return []
            self._split, data = self._splitter(), self._head
        return self._split.feed(data)

    def _splitter(self) -> _Splitter:
        if self._head.startswith(b"["):
            return _Elements(self._tally)
        if self._head.startswith(b"{"):
            return _Lines(self._tally, self._worth)
        kind = "a web page" if self._head.startswith(b"<") else "something else"
        raise SourceFailed(f"{self._tally.place} is {kind} where JSON is due; {AGAIN}")

    def close(self) -> list[Any]:
        """Return the last objects.

        Raises:
            SourceFailed: the file breaks off, is empty, or has too many faulty lines.
        """
        found = self._found(self._unpack.close())
        return found + self._split.close() if self._split else found
