"""The leg `full text`."""

import pytest

from headjudge import Card, Face, Inquiry, Kind, Question, Reading, Services
from headjudge.settings import Settings
from headjudge.testing import MemoryCalls
from headjudge_tantivy.index import RulesIndexes
from headjudge_tantivy.leg import FullText
from headjudge_tantivy.plugin import headjudge_retrievers

SWOOP = Card("1", "Swoop, the Red Kite", (Face("Swoop, the Red Kite", "", "Kite", ""),), "normal")


def asked(text: str, *cards: Card, **reading: tuple[str, ...]) -> Inquiry:
    """An inquiry of *text*."""
    return Inquiry(Reading(Question(text), **reading), cards)


@pytest.fixture
def indexes(tmp_path):
    """Indexes in a folder of their own."""
    return RulesIndexes(tmp_path)


async def test_full_text_gives_rules_best_first(corpus, indexes):
    """Hits are rules, each once, in falling order of score."""
    hits = await FullText(indexes).retrieve(asked("Does a kite drift when its string breaks?"), corpus, 10)

    assert hits[0].reference.key == "100.1a"
    assert {hit.reference.kind for hit in hits} == {Kind.RULE}
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


async def test_full_text_keeps_to_the_limit(corpus, indexes):
    """No more hits than asked for."""
    assert len(await FullText(indexes).retrieve(asked("kite string"), corpus, 2)) == 2


async def test_names_of_cards_are_not_searched_for(corpus, indexes):
    """A card called Swoop does not lead to the rule on swooping; the word itself does."""
    leg = FullText(indexes)

    named = await leg.retrieve(asked("Can Swoop be caught?", SWOOP), corpus, 10)
    plain = await leg.retrieve(asked("Can Swoop, the Red Kite swoop?", SWOOP), corpus, 10)

    assert [hit.reference.key for hit in named] == ["100.2"]
    assert [hit.reference.key for hit in plain] == ["200.1", "200.1a"]


async def test_concepts_are_searched_for_in_the_rules_words(corpus, indexes):
    """They lead where the asker's words do not."""
    slang, leg = "Can I yoink it?", FullText(indexes)

    assert await leg.retrieve(asked(slang), corpus, 10) == []
    hits = await leg.retrieve(asked(slang, concepts=("kite caught wind turns",)), corpus, 10)
    assert hits[0].reference.key == "100.2"


async def test_plugin_gives_the_leg(tmp_path):
    """It bears the name that its weight is set by; making it touches no disk."""
    services = Services(Settings(data_dir=tmp_path), MemoryCalls(), None, None, lambda: None)

    assert [leg.name for leg in headjudge_retrievers(services)] == ["full text"]
    assert list(tmp_path.iterdir()) == []
