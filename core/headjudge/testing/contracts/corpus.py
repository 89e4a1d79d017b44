"""What every `Corpus` promises of what was loaded: it is read as it was written."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from headjudge import (
    Alias,
    Card,
    CardName,
    Category,
    Concept,
    Face,
    GlossaryEntry,
    NameKind,
    Note,
    Printing,
    Release,
    RowOf,
    Ruling,
    Section,
    Shelf,
    Symbol,
    Translation,
)
from headjudge.testing.contracts.opening import FOX, PAIR, RULES, Opening, in_force

__all__ = ["CorpusContract"]

DAY: Final = datetime.date(2026, 3, 1)
SECTIONS: Final = (Section("101", "Turns", "Playing"), Section("200", "Tiles", "Parts"))
GLOSSARY: Final = (GlossaryEntry(("Turn", "Round"), "See rule 101."), GlossaryEntry(("Tile",), "A part."))
EMBER: Final = Card("33333333-ember", "Ember", (Face("Ember", "{R}", "Spark", "Hot.", loyalty="3"),), "normal")
CARDS: Final = (FOX, PAIR, EMBER)
LATE: Final = Ruling(FOX.oracle_id, datetime.date(2025, 5, 2), "It is swift at night too.", "house")
EARLY: Final = Ruling(FOX.oracle_id, datetime.date(2024, 1, 9), "It is swift by day.", "house")
UNDATED: Final = Ruling(PAIR.oracle_id, None, "Dawn comes first.", "house")
WHITE: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><title>“½”</title><circle r="1"></circle></svg>'
SMALL: Final[Mapping[Shelf, Sequence[RowOf]]] = {
    Shelf.ALIASES: (Alias("foxy", (FOX.name,)), Alias("sun", (PAIR.name, EMBER.name), ordinary=True)),
    Shelf.NOTES: (Note(FOX.name, "Mind the draw.", ("101.1a",)),),
    Shelf.SYMBOLS: (Symbol("{W}", "one white", "https://example.org/w.svg", WHITE), Symbol("{½}", "half", "https://example.org/half.svg")),
    Shelf.CATEGORIES: (Category("turns", "Turns", ("101",), ("draw", "first")),),
    Shelf.CONCEPTS: (
        Concept("first draw", ("who draws",), "draw turn", ("101.1a",), ("101.1",), (("101.1a", "0123456789abcdef", "fedcba9876543210"),)),
    ),
}


@pytest.mark.asyncio
class CorpusContract(Opening):
    """Every promise of `Corpus`."""

    async def test_rules_come_back_as_they_went_in(self, store_url: str) -> None:
        """Sections, rules and glossary entries are read in the order of the source, with the release."""
        async with self.opened(store_url) as store:
            corpus = await in_force(store, {Shelf.RULES: (Release(DAY), *SECTIONS, *RULES, *GLOSSARY)})

            assert corpus.release == "20260301"
            assert tuple(await corpus.sections()) == SECTIONS
            assert tuple(await corpus.rules()) == RULES
            assert tuple(await corpus.glossary()) == GLOSSARY

    async def test_a_rule_is_found_by_its_number(self, store_url: str) -> None:
        """One rule is read by its number; a number that nothing has gives None."""
        async with self.opened(store_url) as store:
            corpus = await in_force(store, {Shelf.RULES: RULES})

            assert await corpus.rule("101.1a") == RULES[1]
            assert await corpus.rule("101.1b") is None

    async def test_cards_come_back_as_they_went_in(self, store_url: str) -> None:
        """Every card is read whole, in the order of the source."""
        async with self.opened(store_url) as store:
            corpus = await in_force(store, {Shelf.CARDS: CARDS})

            assert tuple([card async for card in corpus.every_card()]) == CARDS

    async def test_cards_are_found_by_oracle_id(self, store_url: str) -> None:
        """Cards come in the order that was asked for; those that are not there are left out."""
        async with self.opened(store_url) as store:
            corpus = await in_force(store, {Shelf.CARDS: CARDS})

            assert await corpus.card(PAIR.oracle_id) == PAIR
            assert await corpus.card("nobody") is None
            assert list(await corpus.cards([EMBER.oracle_id, "nobody", FOX.oracle_id])) == [EMBER, FOX]

    async def test_the_strongest_name_comes_first(self, store_url: str) -> None:
        """Of the names that fold alike, a card's own comes before another's short name."""
        async with self.opened(store_url) as store:
            corpus = await in_force(store, {Shelf.CARDS: CARDS})

            assert list(await corpus.named("ember")) == [
                CardName("Ember", NameKind.CARD, EMBER.oracle_id, "Ember"),
                CardName("Ember", NameKind.SHORT, FOX.oracle_id, FOX.name),
            ]

    async def test_every_kind_of_name_finds_its_card(self, store_url: str) -> None:
        """A card is found by its own name, its faces', its printed ones and what stands before a comma; each once."""
        async with self.opened(store_url) as store:
            corpus = await in_force(store, {Shelf.CARDS: (FOX, PAIR)})

            assert {(name.text, name.kind, name.card) for name in await corpus.names()} == {
                ("Ember, the Fox", NameKind.CARD, FOX.name),
                ("Glut", NameKind.PRINTED, FOX.name),
                ("Ember", NameKind.SHORT, FOX.name),
                ("Dawn // Dusk", NameKind.CARD, PAIR.name),
                ("Dawn", NameKind.FACE, PAIR.name),
                ("Dusk", NameKind.FACE, PAIR.name),
            }
            assert len(await corpus.names()) == 6

    async def test_a_printing_adds_a_name_to_its_card(self, store_url: str) -> None:
        """A printing that follows its card makes it known by one more name; one of an unknown card adds none."""
        async with self.opened(store_url) as store:
            corpus = await in_force(store, {Shelf.CARDS: (FOX, Printing(FOX.oracle_id, "Renard"), Printing("nobody", "Renard"))})

            assert list(await corpus.named("renard")) == [CardName("Renard", NameKind.PRINTED, FOX.oracle_id, FOX.name)]

    async def test_rulings_on_a_card_come_oldest_first(self, store_url: str) -> None:
        """The rulings on one card are ordered by their day; another card's are left out."""
        async with self.opened(store_url) as store:
            corpus = await in_force(store, {Shelf.RULINGS: (LATE, UNDATED, EARLY)})

            assert list(await corpus.rulings(FOX.oracle_id)) == [EARLY, LATE]
            assert list(await corpus.rulings("nobody")) == []

    async def test_a_ruling_is_found_by_its_key(self, store_url: str) -> None:
        """A ruling is read by its key, one without a day too; all of them in the order of the source."""
        async with self.opened(store_url) as store:
            corpus = await in_force(store, {Shelf.RULINGS: (LATE, UNDATED, EARLY)})

            assert await corpus.ruling(UNDATED.key) == UNDATED
            assert await corpus.ruling("0" * 12) is None
            assert [ruling async for ruling in corpus.every_ruling()] == [LATE, UNDATED, EARLY]

    async def test_small_shelves_come_back_as_they_went_in(self, store_url: str) -> None:
        """Aliases, notes, symbols, categories and concepts are read as they were written."""
        async with self.opened(store_url) as store:
            corpus = await in_force(store, SMALL)

            assert tuple(await corpus.aliases()) == SMALL[Shelf.ALIASES]
            assert tuple(await corpus.notes()) == SMALL[Shelf.NOTES]
            assert tuple(await corpus.symbols()) == SMALL[Shelf.SYMBOLS]
            assert tuple(await corpus.categories()) == SMALL[Shelf.CATEGORIES]
            assert tuple(await corpus.concepts()) == SMALL[Shelf.CONCEPTS]

    async def test_names_in_other_languages_come_back(self, store_url: str) -> None:
        """Each as it went in, in no order; of those of a card that fold alike one; the names of the cards are none the wiser."""
        feuer, feu = Translation(EMBER.oracle_id, "de", "Feuer"), Translation(EMBER.oracle_id, "fr", "Feu")
        async with self.opened(store_url) as store:
            corpus = await in_force(store, {Shelf.CARDS: (EMBER,), Shelf.NAMES: (feuer, feu, Translation(EMBER.oracle_id, "pt", "FEUER"))})

            assert {translation async for translation in corpus.every_translation()} == {feuer, feu}
            assert [name.text for name in await corpus.names()] == [EMBER.name]
            assert list(await corpus.named("feuer")) == []

    async def test_an_absent_shelf_is_empty(self, store_url: str) -> None:
        """A corpus without cards has no card and no name, and no release without rules."""
        async with self.opened(store_url) as store:
            corpus = await in_force(store, {Shelf.NOTES: SMALL[Shelf.NOTES]})

            assert [card async for card in corpus.every_card()] == []
            assert list(await corpus.names()) == []
            assert [translation async for translation in corpus.every_translation()] == []
            assert list(await corpus.rules()) == []
            assert corpus.release == ""

    @pytest.mark.parametrize("key", ["a\0b", "a\ud800b", "", "%", "'; --"])
    async def test_an_odd_key_finds_nothing(self, store_url: str, key: str) -> None:
        """A key that no row can have is not there; asking for it is no error."""
        async with self.opened(store_url) as store:
            corpus = await in_force(store, {Shelf.RULES: RULES, Shelf.CARDS: CARDS, Shelf.RULINGS: (LATE,)})

            assert await corpus.rule(key) is None
            assert await corpus.card(key) is None
            assert list(await corpus.cards([key])) == []
            assert list(await corpus.named(key)) == []
            assert list(await corpus.rulings(key)) == []
            assert await corpus.ruling(key) is None
            assert list(await store.threads.history(key, 5)) == []
