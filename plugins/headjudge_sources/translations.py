"""The names of cards in other languages: out of the card data's largest file, or out of a file of the operator's own."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from headjudge import Corpus, Progress, RowOf, Shelf, SourceFailed, Translation, fold
from headjudge_sources.batches import Meter, portions
from headjudge_sources.bulk import BulkFile, bulk_file, bulk_list, rows
from headjudge_sources.card_objects import UNTYPED, CardObject, left_out, parts, text
from headjudge_sources.json_objects import Objects
from headjudge_sources.tally import Tally
from headjudge_sources.versions import stamped

if TYPE_CHECKING:
    from headjudge_sources.upstream import Client

__all__ = ["FileNames", "MagicNames", "TranslationShelf", "in_another_language"]

CORPUS: Final = "magic"
NAME: Final = "magic names"
KIND: Final = "all_cards"
VARIABLE: Final = "JUDGE_PRINTED_NAMES_FILE"
ENGLISH: Final = "en"
CHUNK: Final = 256 << 10
"""Bytes that are unpacked and parsed in one go."""


def in_another_language(line: bytes) -> bool:
    """Return whether the printing on *line* may carry a name in another language; nine in ten lines need not be parsed."""
    return b'"printed_name"' in line and b'"lang":"en"' not in line


class TranslationShelf:
    """Reads names, each of a card's once however many printings carry it."""

    def __init__(self) -> None:
        self._known: set[int] = set()

    def translations(self, objects: Iterable[Any], tally: Tally) -> list[Translation]:
        """Return the names among *objects* that were not there before."""
        return [name for value in objects for name in self._names(value, tally)]

    def _names(self, value: Any, tally: Tally) -> Iterator[Translation]:
        if not isinstance(value, dict):
            tally.miss(f"object {tally.seen} is no card")
            return
        language = text(value, "lang")
        if not language:
            tally.miss(f"object {tally.seen} has no lang")
        if language in UNTYPED or language in ("", ENGLISH) or left_out(value):
            return
        for oracle_id, name in _printed(value):
            if not oracle_id:
                tally.miss(f"{name!r} has no oracle_id")
            elif self._new(oracle_id, name):
                yield Translation(oracle_id, language, name)

    def _new(self, oracle_id: str, name: str) -> bool:
        folded = fold(name)
        seen = len(self._known)
        # A hash of the two takes a fifth of the memory of the two themselves.
        self._known.add(hash((oracle_id, folded)))
        return bool(folded) and len(self._known) > seen


def _printed(value: CardObject) -> Iterator[tuple[str, str]]:
    """(Oracle id, name) of the card and of its faces; a name of two faces gives each of them too."""
    whole = text(value, "oracle_id")
    for part in (value, *parts(value)):
        if name := text(part, "printed_name"):
            oracle_id = text(part, "oracle_id") or whole
            halves = name.split(" // ")
            yield from ((oracle_id, each) for each in dict.fromkeys((name, *halves)))


@attrs.frozen
class _Names:
    """What the two sources have in common."""

    name: str = attrs.field(default=NAME, kw_only=True)
    shelf: Shelf = attrs.field(default=Shelf.NAMES, kw_only=True)
    corpus: str = attrs.field(default=CORPUS, kw_only=True)

    async def review(self, corpus: Corpus) -> Sequence[str]:
        return ()


@attrs.frozen
class MagicNames(_Names):
    """Names from the provider's file of every printing in every language: some 2.5 GB unpacked, so it is asked for by name alone."""

    client: "Callable[[], Client]"
    root: str

    async def latest(self) -> str:
        return stamped((await self._file()).updated)

    async def fetch(self, version: str, progress: Progress) -> AsyncIterator[Sequence[RowOf]]:
        file = await self._file()
        if stamped(file.updated) != version:
            raise SourceFailed(f"{self.name} changed upstream while it was being loaded; run `judge refresh names` again.")
        async for translations in rows(self.client(), file, TranslationShelf().translations, progress, in_another_language):
            yield translations

    async def _file(self) -> BulkFile:
        entries = await bulk_list(self.client(), self.root)
        if not any(isinstance(entry, dict) and entry.get("type") == KIND for entry in entries):
            raise SourceFailed(
                f"the list of bulk files (/bulk-data) has no {KIND!r}, where names in other languages are; "
                f"name a file of them in {VARIABLE}, JSON lines with oracle_id, lang and printed_name."
            )
        return bulk_file(entries, KIND, self.root)


@attrs.frozen
class FileNames(_Names):
    """Names from the operator's file: objects of the same fields, one a line or in an array, plain or gzip."""

    path: Path

    async def latest(self) -> str:
        return await asyncio.to_thread(self._version)

    async def fetch(self, version: str, progress: Progress) -> AsyncIterator[Sequence[RowOf]]:
        if await self.latest() != version:
            raise SourceFailed(f"{self.path} changed while it was being loaded; load it again.")
        tally, shelf = Tally(str(self.path)), TranslationShelf()
        objects, meter = Objects(tally), Meter(progress, f"{self.name}, bytes", None)
        for chunk in self._chunks():
            for portion in portions(await asyncio.to_thread(_read, objects.feed, chunk, shelf, tally)):
                yield portion
            meter.add(len(chunk))
        for portion in portions(shelf.translations(objects.close(), tally)):
            yield portion
        tally.close()
        meter.tell()

    def _version(self) -> str:
        digest = hashlib.sha256()
        for chunk in self._chunks():
            digest.update(chunk)
        return stamped(digest.hexdigest()[:16])

    def _chunks(self) -> Iterator[bytes]:
        try:
            with self.path.open("rb") as file:
                while chunk := file.read(CHUNK):
                    yield chunk
        except OSError as error:
            raise SourceFailed(
                f"{self.path} cannot be read ({error.strerror or type(error).__name__}); put it back, or set {VARIABLE} to another."
            ) from error


def _read(feed: Callable[[bytes], list[Any]], chunk: bytes, shelf: TranslationShelf, tally: Tally) -> list[Translation]:
    return shelf.translations(feed(chunk), tally)
