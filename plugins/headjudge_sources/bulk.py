"""The provider's bulk files: which there are, and a download turned into rows while it comes."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urljoin

import attrs

from headjudge import Progress, SourceFailed
from headjudge_sources.batches import Meter, portions
from headjudge_sources.card_objects import text
from headjudge_sources.json_objects import Objects, every_line
from headjudge_sources.places import Place
from headjudge_sources.symbols import listed
from headjudge_sources.tally import Tally

if TYPE_CHECKING:
    from headjudge_sources.upstream import Client

__all__ = ["VARIABLE", "BulkFile", "bulk_file", "bulk_list", "rows"]

T = TypeVar("T")
VARIABLE: Final = "JUDGE_SCRYFALL_URL"


@attrs.frozen
class BulkFile:
    """One of the bulk files."""

    place: Place
    updated: str
    """When it was written, as the provider says it."""


async def bulk_list(client: "Client", root: str) -> list[Any]:
    """Return the entries of the list of bulk files.

    Raises:
        SourceFailed: the provider did not give it.
    """
    place = Place("the list of bulk files", f"{root}/bulk-data", VARIABLE)
    page = await client.page(place)
    return listed(page.content, str(place))


def bulk_file(entries: Iterable[Any], kind: str, root: str) -> BulkFile:
    """Return the file of *kind* (``oracle_cards``) among *entries*.

    Raises:
        SourceFailed: there is none, or it does not say where and when.
    """
    for entry in entries:
        if isinstance(entry, dict) and entry.get("type") == kind:
            # Since August 2026 there is only the first of the two.
            target = text(entry, "jsonl_download_uri") or text(entry, "download_uri")
            if target and text(entry, "updated_at"):
                return BulkFile(Place(f"the bulk file of {kind}", urljoin(f"{root}/", target), VARIABLE), text(entry, "updated_at"))
    raise SourceFailed(f"the list of bulk files (/bulk-data) has no usable {kind!r}; check {VARIABLE}, and if it is right, update Headjudge.")


async def rows(
    client: "Client",
    file: BulkFile,
    read: Callable[[list[Any], Tally], Sequence[T]],
    progress: Progress,
    worth: Callable[[bytes], bool] = every_line,
) -> AsyncIterator[Sequence[T]]:
    """Give in portions what *read* makes of the objects of *file*; unpacking and parsing are done in a thread.

    *worth* is that of `Objects`.

    Raises:
        SourceFailed: the download broke off, or is not what it should be.
    """
    tally = Tally(str(file.place))
    objects = Objects(tally, worth)
    async with client.download(file.place) as download:
        meter = Meter(progress, f"{file.place.what}, bytes", download.size)
        async for chunk in download.chunks():
            for portion in portions(await asyncio.to_thread(lambda: read(objects.feed(chunk), tally))):  # noqa: B023 - awaited at once
                yield portion
            meter.add(len(chunk))
    for portion in portions(await asyncio.to_thread(lambda: read(objects.close(), tally))):
        yield portion
    tally.close()
    meter.tell()
