"""The legs that read cards, rulings, notes, glossary and categories."""

import pytest

from headjudge import Inquiry, Kind, Question, Reading
from headjudge_library.categories import Categories
from headjudge_library.glossary import Glossary
from headjudge_library.keywords import Keywords
from headjudge_library.notes import Notes
from headjudge_library.rulewords import RuleWords, RuleWordsIndexes
from headjudge_library.rulings import Rulings
from headjudge_library.words import stemmed


def asked(text: str, *cards, **reading) -> Inquiry:
    """An inquiry of *text* on *cards*."""
    return Inquiry(Reading(Question(text), **reading), cards)


def keys(hits, kind: Kind = Kind.RULE) -> list[str]:
    """The keys of the hits of one kind, best first."""
    return [hit.reference.key for hit in hits if hit.reference.kind is kind]


async def test_keywords_lead_to_the_rules_that_define_them(corpus, red):
    """A keyword that the card has comes before one that its text names; reminder text does not count."""
    hits = await Keywords(RuleWordsIndexes()).retrieve(asked("Does it work?", red), corpus, 10)

    assert keys(hits) == ["700.3", "700.2"]


async def test_no_card_no_keywords(corpus):
    """A question without cards has no keywords to read."""
    assert await Keywords(RuleWordsIndexes()).retrieve(asked("How does swoop work?"), corpus, 10) == []


async def test_glossary_shows_its_entries(corpus):
    """The longest term first; the rules that they name are others' to find."""
    hits = await Glossary().retrieve(asked("When it drifts, does the wind turn matter?"), corpus, 10)

    assert keys(hits, Kind.GLOSSARY) == ["Wind", "Drift"]
    assert keys(hits) == []


async def test_glossary_of_other_words_is_silent(corpus):
    """No term, no entry."""
    assert await Glossary().retrieve(asked("Who goes first?"), corpus, 10) == []


async def test_notes_lead_to_their_rules(corpus, red, blue):
    """A note on a card of the question comes with its rules, the most decisive first."""
    hits = await Notes().retrieve(asked("Does it unfold?", blue, red), corpus, 10)

    assert keys(hits, Kind.NOTE) == ["Red Kite"]
    assert keys(hits) == ["200.1", "700.2"]
    assert await Notes().retrieve(asked("Does it unfold?", blue), corpus, 10) == []


async def test_ruling_that_answers_comes_first(corpus, red):
    """Rulings on the card are ranked by the question; the rule that the best names leads the rules."""
    hits = await Rulings(RuleWordsIndexes()).retrieve(asked("Does it drift when the string breaks?", red), corpus, 10)

    best = (await corpus.rulings("red"))[1]
    assert keys(hits, Kind.RULING)[0] == best.key
    assert keys(hits)[0] == "100.1a"


async def test_ruling_leads_to_the_rule_it_sounds_like(corpus, blue):
    """A ruling without a number leads on by its words."""
    hits = await Rulings(RuleWordsIndexes()).retrieve(asked("What if it is torn?", blue), corpus, 10)

    assert keys(hits)[0] == "200.1a"


@pytest.mark.parametrize("limit", [1, 2, 3])
async def test_rulings_keep_to_the_limit(corpus, red, limit):
    """Rulings and rules together are no more than asked for."""
    assert len(await Rulings(RuleWordsIndexes()).retrieve(asked("string breaks, torn", red), corpus, limit)) <= limit


async def test_rulings_without_cards_are_silent(corpus):
    """No card, no ruling."""
    assert await Rulings(RuleWordsIndexes()).retrieve(asked("torn kite"), corpus, 10) == []


async def test_category_finds_rules_in_its_sections_only(corpus):
    """A cue opens a section, and the question's words choose in it."""
    hits = await Categories(RuleWordsIndexes()).retrieve(asked("Does a torn kite with a string come down?"), corpus, 10)

    assert keys(hits) == ["200.1a", "200.1"]


async def test_category_that_the_extractor_named_opens_its_sections(corpus):
    """No cue is needed when the reading names the category; one that does not exist is passed over."""
    question = asked("Is the kite flying while I hold its string?", categories=("flying", "sailing"))

    hits = await Categories(RuleWordsIndexes()).retrieve(question, corpus, 10)

    assert keys(hits)[:1] == ["100.1"]
    assert {key[:3] for key in keys(hits)} == {"100"}


async def test_question_without_category_finds_nothing(corpus):
    """No cue, no section."""
    assert await Categories(RuleWordsIndexes()).retrieve(asked("Is a kite torn?"), corpus, 10) == []


async def test_what_is_shared_is_a_share(corpus):
    """All of what is asked is 1, nothing is 0, and a word that no rule has weighs nothing."""
    words = RuleWords.of(await corpus.rules())

    assert words.shared(stemmed("string breaks"))("The string breaks today") == pytest.approx(1.0)
    assert words.shared(stemmed("string breaks"))("torn") == 0.0
    assert words.shared(stemmed("zyzzyva"))("zyzzyva") == 0.0
    assert 0 < words.shared(stemmed("string torn"))("torn") < 1


async def test_a_share_does_not_hang_on_the_order_of_sets(corpus):
    """Whatever order a process has its sets in, the sum is the same to the last digit."""
    words = RuleWords.of(await corpus.rules())
    stems = stemmed("a drifting kite whose string breaks lands at once on its owner's field before the wind turns")

    assert len({words.shared(stems[place:] + stems[:place])(" ".join(stems)) for place in range(len(stems))}) == 1
