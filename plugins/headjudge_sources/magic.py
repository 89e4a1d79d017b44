"""The shelves of Magic: The Gathering that come from public servers."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs
import structlog

from headjudge import Corpus, Progress, RowOf, Shelf, SourceFailed, Symbol
from headjudge_sources.batches import portions
from headjudge_sources.bulk import VARIABLE, BulkFile, bulk_file, bulk_list, rows
from headjudge_sources.card_data import CardShelf, carries_name
from headjudge_sources.page import ReleaseLink, newest_release
from headjudge_sources.pictures import Pictures
from headjudge_sources.places import Place
from headjudge_sources.rules_text import read_rules
from headjudge_sources.ruling_data import RulingShelf
from headjudge_sources.symbols import drawn, read_symbols, review_symbols
from headjudge_sources.versions import hashed, stamped

if TYPE_CHECKING:
    from headjudge_sources.upstream import Client

__all__ = ["CORPUS", "MagicCards", "MagicRules", "MagicRulings", "MagicSource", "MagicSymbols", "magic_sources"]

log: Final = structlog.get_logger()
CORPUS: Final = "magic"


@attrs.frozen
class _Public:
    """What the sources have in common; *client* makes or gives the one client, so that only a refresh loads its vendor."""

    client: "Callable[[], Client]"
    root: str
    """The address that the operator's setting names."""

    @property
    def corpus(self) -> str:
        return CORPUS

    async def review(self, corpus: Corpus) -> Sequence[str]:
        return ()


@attrs.frozen
class MagicRules(_Public):
    """The Comprehensive Rules, from the newest text that the publisher's page links."""

    name: str = "magic rules"
    shelf: Shelf = Shelf.RULES

    async def latest(self) -> str:
        return stamped((await self._link()).name)

    async def fetch(self, version: str, progress: Progress) -> AsyncIterator[Sequence[RowOf]]:
        link = await self._link()
        _same(version, stamped(link.name), self.name)
        place = Place("the rules text", link.url, "JUDGE_RULES_PAGE_URL")
        page = await self.client().page(place)
        text = await asyncio.to_thread(read_rules, page.content, str(place))
        if text.release.key != link.date:
            log.warning("release.misdated", link=link.name, effective=text.release.key)
        for portion in portions(text.rows):
            yield portion
        progress("rules", len(text.rules), len(text.rules))

    async def _link(self) -> ReleaseLink:
        place = Place("the publisher's rules page", self.root, "JUDGE_RULES_PAGE_URL")
        page = await self.client().page(place)
        return newest_release(page.content.decode(errors="replace"), page.url, str(place))


@attrs.frozen
class MagicCards(_Public):
    """Cards from the provider's Oracle objects, and the names that printings carry."""

    name: str = "magic cards"
    shelf: Shelf = Shelf.CARDS

    async def latest(self) -> str:
        return self._version(await self._files())

    async def fetch(self, version: str, progress: Progress) -> AsyncIterator[Sequence[RowOf]]:
        oracle, printings = files = await self._files()
        _same(version, self._version(files), self.name)
        shelf = CardShelf()
        async for cards in rows(self.client(), oracle, shelf.cards, progress):
            yield cards
        async for names in rows(self.client(), printings, shelf.printings, progress, carries_name):
            yield names
        shelf.close()

    async def _files(self) -> tuple[BulkFile, BulkFile]:
        entries = await bulk_list(self.client(), self.root)
        return bulk_file(entries, "oracle_cards", self.root), bulk_file(entries, "default_cards", self.root)

    @staticmethod
    def _version(files: Sequence[BulkFile]) -> str:
        return stamped(", ".join(dict.fromkeys(file.updated for file in files)))


@attrs.frozen
class MagicRulings(_Public):
    """Rulings from the provider."""

    name: str = "magic rulings"
    shelf: Shelf = Shelf.RULINGS

    async def latest(self) -> str:
        return stamped((await self._file()).updated)

    async def fetch(self, version: str, progress: Progress) -> AsyncIterator[Sequence[RowOf]]:
        file = await self._file()
        _same(version, stamped(file.updated), self.name)
        shelf = RulingShelf()
        async for rulings in rows(self.client(), file, shelf.rulings, progress):
            yield rulings
        shelf.close()

    async def _file(self) -> BulkFile:
        return bulk_file(await bulk_list(self.client(), self.root), "rulings", self.root)


@attrs.frozen
class MagicSymbols(_Public):
    """Symbols from the provider. Neither the list nor the pictures bear a date, so what is had of them is the version."""

    pictures: Pictures
    name: str = "magic symbols"
    shelf: Shelf = Shelf.SYMBOLS

    async def latest(self) -> str:
        content = await self._content()
        symbols = read_symbols(content, str(self._place))
        await self.pictures.ask(symbol.svg_uri for symbol in symbols)
        return _version(content, await self._drawn(symbols))

    async def fetch(self, version: str, progress: Progress) -> AsyncIterator[Sequence[RowOf]]:
        content = await self._content()
        symbols = await self._drawn(read_symbols(content, str(self._place)))
        _same(version, _version(content, symbols), self.name)
        yield symbols
        progress("symbols", len(symbols), len(symbols))

    async def review(self, corpus: Corpus) -> Sequence[str]:
        return await review_symbols(corpus)

    async def _drawn(self, symbols: Sequence[Symbol]) -> Sequence[Symbol]:
        return drawn(symbols, await asyncio.to_thread(self.pictures.had, {symbol.svg_uri for symbol in symbols}))

    @property
    def _place(self) -> Place:
        return Place("the list of symbols", f"{self.root}/symbology", VARIABLE)

    async def _content(self) -> bytes:
        return (await self.client().page(self._place)).content


def _version(content: bytes, symbols: Sequence[Symbol]) -> str:
    return hashed([content, *(f"{symbol.token}{symbol.svg}".encode(errors="surrogatepass") for symbol in symbols if symbol.svg)])


def _same(asked: str, found: str, source: str) -> None:
    if asked != found:
        raise SourceFailed(f"{source} changed upstream from {asked} to {found} while it was being loaded; run `judge refresh` again.")


MagicSource = MagicRules | MagicCards | MagicRulings | MagicSymbols


def magic_sources(client: "Callable[[], Client]", rules_page: str, card_data: str, pictures: Path) -> Iterator[MagicSource]:
    """Give the sources that ask public servers: the page at *rules_page*, and the provider at *card_data*.

    *pictures* is the folder where those of the symbols are kept.
    """
    yield MagicRules(client, rules_page)
    yield MagicCards(client, card_data)
    yield MagicRulings(client, card_data)
    yield MagicSymbols(client, card_data, Pictures(client, card_data, pictures))
