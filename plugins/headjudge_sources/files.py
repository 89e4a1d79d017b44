"""Shelves that are read whole from files: the practice rulebook, and our own lists."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path

import attrs

from headjudge import Corpus, Progress, RowOf, Shelf, SourceFailed
from headjudge_sources.batches import portions
from headjudge_sources.lists import Sheet
from headjudge_sources.versions import hashed

__all__ = ["FileShelf", "no_remarks"]


async def no_remarks(_: Corpus) -> Sequence[str]:
    """Find nothing to remark on."""
    return ()


@attrs.frozen
class FileShelf:
    """A source whose version is the hash of its files."""

    corpus: str
    shelf: Shelf
    files: tuple[Traversable | Path, ...]
    """In the order in which `reading` wants them."""
    reading: Callable[[Sequence[Sheet]], Sequence[RowOf]]
    reviewing: Callable[[Corpus], Awaitable[Sequence[str]]] = no_remarks

    @property
    def name(self) -> str:
        return f"{self.corpus} {self.shelf.value}"

    async def latest(self) -> str:
        return hashed(sheet.raw for sheet in await asyncio.to_thread(self._sheets))

    async def fetch(self, version: str, progress: Progress) -> AsyncIterator[Sequence[RowOf]]:
        rows = await asyncio.to_thread(self._rows, version)
        for portion in portions(rows):
            yield portion
        progress(self.name, len(rows), len(rows))

    async def review(self, corpus: Corpus) -> Sequence[str]:
        return await self.reviewing(corpus)

    def _rows(self, version: str) -> Sequence[RowOf]:
        sheets = self._sheets()
        if hashed(sheet.raw for sheet in sheets) != version:
            raise SourceFailed(f"a file of {self.name} changed while it was being loaded; load it again.")
        return self.reading(sheets)

    def _sheets(self) -> list[Sheet]:
        return [self._sheet(file) for file in self.files]

    def _sheet(self, file: Traversable | Path) -> Sheet:
        # An operator's own file is named in full; ours lies in the package.
        name = str(file) if isinstance(file, Path) and file.is_absolute() else file.name
        try:
            return Sheet(name, file.read_bytes())
        except OSError as error:
            raise SourceFailed(
                f"{name} cannot be read ({error.strerror or type(error).__name__}); put it back, or install Headjudge anew."
            ) from error
