"""The corpus in memory, and how the practice rulebook gets into it."""

from headjudge import Rule, Shelf
from headjudge.assemble import House
from headjudge.testing import MemoryCorpus
from headjudge.testing.plugin import HouseFactory


async def test_a_copy_says_what_the_original_says(headjudge_corpus: MemoryCorpus, headjudge_house: HouseFactory) -> None:
    """Every shelf of the practice rulebook, row for row."""
    async with headjudge_house() as house:
        original = await _current(house)

        assert (headjudge_corpus.name, headjudge_corpus.release) == (original.name, original.release)
        for shelf in ("sections", "rules", "glossary", "aliases", "notes", "symbols", "categories", "concepts"):
            assert list(await getattr(headjudge_corpus, shelf)()) == list(await getattr(original, shelf)())
        assert {*await headjudge_corpus.names()} == {*await original.names()}
        assert [card async for card in headjudge_corpus.every_card()] == [card async for card in original.every_card()]
        assert [ruling async for ruling in headjudge_corpus.every_ruling()] == [ruling async for ruling in original.every_ruling()]


async def _current(house: House):
    return await house.store.corpora.current()


async def test_rows_are_added_behind_the_others(headjudge_corpus: MemoryCorpus) -> None:
    """The corpus itself is not changed; only the shelf of the row gets a new edition."""
    more = headjudge_corpus.with_rows(Rule("990.1", "Gloamwick", "990", "Plants"))

    assert (await more.rules())[-1].number == "990.1"
    assert await headjudge_corpus.rule("990.1") is None
    assert more.editions[Shelf.RULES].id != headjudge_corpus.editions[Shelf.RULES].id
    assert more.editions[Shelf.CARDS].id == headjudge_corpus.editions[Shelf.CARDS].id
