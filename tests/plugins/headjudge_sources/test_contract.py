"""The sources of the practice rulebook and of our own lists keep what every source promises."""

import datetime
import json

import attrs
import pytest

from headjudge import Alias, Note, Release, Services, Shelf, Source, Symbol
from headjudge.testing.contracts import FailingSourceContract, SourceContract
from headjudge_sources.magic import magic_sources
from headjudge_sources.plugin import headjudge_sources


def _source(services: Services, corpus: str, shelf: Shelf) -> Source:
    return next(source for source in headjudge_sources(services) if (source.corpus, source.shelf) == (corpus, shelf))


class _Planted(SourceContract):
    """A source of the practice rulebook; what it must give is looked up in the rows by its distinctive field."""

    shelf: Shelf

    @pytest.fixture
    def source(self, headjudge_services: Services) -> Source:
        return _source(headjudge_services, "practice", self.shelf)


class TestPracticeRules(_Planted):
    shelf = Shelf.RULES

    @pytest.fixture
    def planted(self) -> Release:
        """The day of the practice rulebook."""
        return Release(datetime.date(2009, 6, 1))


class TestPracticeAliases(_Planted):
    shelf = Shelf.ALIASES

    @pytest.fixture
    def planted(self) -> Alias:
        """A nickname that two cards share."""
        return Alias("orla", ("Orla, the Lamplighter", "Orla, Ash Regent"))


class _Practice(_Planted):
    """A shelf of which one field of one row is known."""

    field: tuple[str, object]

    @pytest.fixture
    async def planted(self, source: Source) -> object:
        name, value = self.field
        return next(row for row in await self.fetched(source) if getattr(row, name, None) == value)


class TestPracticeCards(_Practice):
    shelf, field = Shelf.CARDS, ("printed_name", "Rivet, the Good Dog")


class TestPracticeRulings(_Practice):
    shelf, field = Shelf.RULINGS, ("published", datetime.date(2009, 3, 13))


class TestPracticeNotes(_Practice):
    shelf, field = Shelf.NOTES, ("card", "Drowning Bell")


class TestPracticeSymbols(_Practice):
    shelf, field = Shelf.SYMBOLS, ("token", "{Z}")


class TestPracticeCategories(_Practice):
    shelf, field = Shelf.CATEGORIES, ("name", "start-and-end")


class TestMagicSymbols(SourceContract):
    """A list of two symbols, one of whose pictures is there."""

    @pytest.fixture
    def source(self, upstream, client, tmp_path) -> Source:
        listed = [{"symbol": token, "english": "one", "svg_uri": f"{upstream.root}/{token}.svg"} for token in "AB"]
        upstream.give("/symbology", json.dumps({"data": listed}).encode())
        upstream.give("/A.svg", b'<svg xmlns="http://www.w3.org/2000/svg"/>')
        sources = magic_sources(lambda: client, upstream.root, upstream.root, tmp_path)
        return next(source for source in sources if source.shelf is Shelf.SYMBOLS)

    @pytest.fixture
    def planted(self, upstream) -> Symbol:
        return Symbol("A", "one", f"{upstream.root}/A.svg", '<svg xmlns="http://www.w3.org/2000/svg"></svg>')


class TestOwnNotes(SourceContract):
    """Our list of notes with an operator's file beside it."""

    @pytest.fixture
    def source(self, headjudge_services: Services, tmp_path) -> Source:
        path = tmp_path / "notes.toml"
        path.write_text('[[note]]\ncard = "Zephyrine"\ntext = "Mind the lanterns."\nrules = ["101.1"]\n', encoding="utf-8")
        services = attrs.evolve(headjudge_services, settings=attrs.evolve(headjudge_services.settings, notes_file=path))
        return _source(services, "magic", Shelf.NOTES)

    @pytest.fixture
    def planted(self) -> Note:
        return Note("Zephyrine", "Mind the lanterns.", ("101.1",))


class TestOwnAliasesThatCannotBeRead(FailingSourceContract):
    """An operator's file that is no TOML."""

    @pytest.fixture
    def failing_source(self, headjudge_services: Services, tmp_path) -> Source:
        path = tmp_path / "aliases.toml"
        path.write_text("[aliases\n", encoding="utf-8")
        services = attrs.evolve(headjudge_services, settings=attrs.evolve(headjudge_services.settings, aliases_file=path))
        return _source(services, "magic", Shelf.ALIASES)


class TestUpstreamOutOfReach(FailingSourceContract):
    """A rules page that nobody serves."""

    @pytest.fixture
    def failing_source(self, headjudge_services: Services) -> Source:
        settings = attrs.evolve(headjudge_services.settings, rules_page_url="http://127.0.0.1:9", scryfall_url="http://127.0.0.1:9")
        return _source(attrs.evolve(headjudge_services, settings=settings), "magic", Shelf.RULES)
