"""The legs `full text` and `vocabulary`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import Card, Face, Inquiry, Kind, Question, Reading, Services
from headjudge.settings import Settings
from headjudge.testing import MemoryCalls
from headjudge_tantivy.index import RulesIndexes
from headjudge_tantivy.legs import FullText, Vocabulary, fused
from headjudge_tantivy.plugin import headjudge_retrievers

SWOOP = Card("1", "Swoop, the Red Kite", (Face("Swoop, the Red Kite", "", "Kite", ""),), "normal")

FOUND = st.dictionaries(st.sampled_from("abcdef"), st.floats(0.1, 50))


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


async def test_vocabulary_searches_the_rules_words(corpus, indexes):
    """A concept leads where the asker's words do not."""
    slang = "Can I yoink it?"

    assert await FullText(indexes).retrieve(asked(slang), corpus, 10) == []
    hits = await Vocabulary(indexes).retrieve(asked(slang, concepts=("kite caught wind turns",)), corpus, 10)
    assert hits[0].reference.key == "100.2"


async def test_vocabulary_searches_each_paraphrase(corpus, indexes):
    """Two paraphrases on two things both lead to their rules."""
    paraphrases = ("A player does a swoop.", "The string breaks and the kite drifts.")

    hits = await Vocabulary(indexes).retrieve(asked("Yoink?", paraphrases=paraphrases), corpus, 10)

    assert {"200.1", "100.1a"} <= {hit.reference.key for hit in hits[:3]}


def test_agreement_adds_to_the_best():
    """A rule that question and paraphrase find beats one that only the question finds as well."""
    scores = fused({"1": 4.0, "2": 4.0}, [{"2": 9.0, "3": 9.0}])

    assert scores == pytest.approx({"1": 1.0, "2": 1.2, "3": 1.15})


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.floats(0.1, 50)),
    st.lists(st.dictionaries(st.sampled_from("abcdef"), st.floats(0.1, 50)), max_size=3),
)
def test_fusing_forgets_no_rule(question, paraphrases):
    """Whatever any search found has a positive score, and nothing else has one."""
    scores = fused(question, paraphrases)

    assert scores.keys() == {number for found in (question, *paraphrases) for number in found}
    assert all(score > 0 for score in scores.values())


async def test_plugin_gives_both_legs(tmp_path):
    """The legs bear the names that their weights are set by."""
    services = Services(Settings(data_dir=tmp_path), MemoryCalls(), None, None, lambda: None)

    assert [leg.name for leg in headjudge_retrievers(services)] == ["full text", "vocabulary"]
    assert list(tmp_path.iterdir()) == []
