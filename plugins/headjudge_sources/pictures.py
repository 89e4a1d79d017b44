"""The pictures of symbols: each is asked for until it is had, then kept in a folder, from which it goes into the database."""

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import attrs
import structlog

from headjudge import SourceFailed
from headjudge.settings import Settings
from headjudge_sources.places import Place
from headjudge_sources.svg import PictureRefused, clean

if TYPE_CHECKING:
    from headjudge_sources.upstream import Client

__all__ = ["Pictures"]

log: Final = structlog.get_logger()
AT_ONCE: Final = 4
"""Requests under way: one alone would wait out every silent one."""
LONGEST: Final = 60.0
"""Seconds for all of them together; at ten a second 84 pictures take nine."""
VARIABLE: Final = "JUDGE_SCRYFALL_URL"


@attrs.frozen
class Pictures:
    """What is had of the pictures, by their addresses. They bear no date: one that is here is not asked for again.

    Only clean ones are kept, so what is refused or out of reach today is asked for at the next refresh.
    """

    client: "Callable[[], Client]"
    root: str
    """The provider's address, or a mirror's: that serves the pictures too, under their paths, and no other host is asked."""
    folder: Path
    """A cache: what is in it can be fetched again."""
    patience: float = LONGEST

    def had(self, addresses: Iterable[str]) -> Mapping[str, str]:
        """Return the pictures that are here."""
        return {address: picture for address in addresses if (picture := self._read(self._file(address)))}

    async def ask(self, addresses: Iterable[str]) -> None:
        """Ask for the pictures that are not here. Those that cannot be had are counted and logged."""
        wanted = set(filter(None, addresses))
        missing = wanted - (await asyncio.to_thread(self.had, wanted)).keys()
        faults: dict[str, str] = {}
        gate = asyncio.Semaphore(AT_ONCE)
        try:
            async with asyncio.timeout(self.patience), asyncio.TaskGroup() as asking:
                for address in sorted(missing):
                    asking.create_task(self._ask(address, gate, faults))
        except TimeoutError:
            faults.setdefault("", f"they did not all come within {self.patience:g} seconds")
        if faults:
            left = len(missing) - len((await asyncio.to_thread(self.had, missing)).keys())
            log.warning("pictures.missing", missing=left, wanted=len(wanted), first=next(iter(faults.values())))

    async def _ask(self, address: str, gate: asyncio.Semaphore, faults: dict[str, str]) -> None:
        place = self._place(address)
        async with gate:
            try:
                page = await self.client().page(place)
                await asyncio.to_thread(self._keep, self._file(address), page.content)
            except SourceFailed as error:
                faults[address] = str(error)
            except PictureRefused as error:
                faults[address] = f"{place} is refused: {error}"
            except OSError as error:
                faults[address] = f"{place} cannot be kept in {self.folder} ({error.strerror}); make that folder writable"

    def _place(self, address: str) -> Place:
        theirs = self.root == attrs.fields(Settings).scryfall_url.default
        return Place("a symbol's picture", address if theirs else f"{self.root}{urlsplit(address).path}", VARIABLE)

    def _file(self, address: str) -> Path:
        return self.folder / f"{hashlib.sha256(address.encode(errors='surrogatepass')).hexdigest()[:24]}.svg"

    @staticmethod
    def _read(file: Path) -> str:
        """The picture in *file*; none where it is absent or was tampered with."""
        try:
            return clean(file.read_bytes())
        except (OSError, PictureRefused):
            return ""

    @staticmethod
    def _keep(file: Path, content: bytes) -> None:
        picture = clean(content)
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_text(picture, encoding="utf-8")
        part.replace(file)
