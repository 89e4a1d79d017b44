"""Entry module: the sources of both corpora."""

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING

from headjudge import Services, hookimpl
from headjudge_sources.bundled import list_sources, practice_sources
from headjudge_sources.files import FileShelf
from headjudge_sources.magic import CORPUS, MagicSource, magic_sources
from headjudge_sources.translations import FileNames, MagicNames

if TYPE_CHECKING:
    from headjudge_sources.upstream import Client

__all__ = ["headjudge_sources"]


@hookimpl
def headjudge_sources(services: Services) -> Iterable[FileShelf | MagicSource | FileNames | MagicNames]:
    """Give a source for each shelf of the practice rulebook, which needs no network, and of Magic."""

    @functools.cache
    def client() -> "Client":
        from headjudge_sources.upstream import Client  # noqa: PLC0415 - aiohttp: 0.2 s that only a refresh should pay

        return Client()

    settings = services.settings
    yield from practice_sources()
    yield from magic_sources(client, settings.rules_page_url, settings.scryfall_url, services.folder("sources") / "pictures")
    yield from list_sources(CORPUS, settings.aliases_file, settings.notes_file)
    given = settings.printed_names_file
    yield FileNames(given.absolute()) if given else MagicNames(client, settings.scryfall_url)
