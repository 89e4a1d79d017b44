"""Rules, sections, terms and cards by what they are called, from the corpora alone."""

from itertools import pairwise

import pytest

from headjudge import Card, CorpusAbsent, GlossaryEntry, Rule, Section
from headjudge.lookups import Books, CardFound, GlossaryFound, Missing, RuleFound, SectionFound
from headjudge.testing import MemoryCorpus, OpenMemoryStore

ORLA = "e1fd7c5c-7c06-5e81-87db-da2739baa38a"


def over(*rows: object, name: str = "magic") -> Books:
    """Look-ups over a corpus of *rows*."""
    return Books(OpenMemoryStore.holding(MemoryCorpus.of(rows, name)))


@pytest.mark.parametrize("number", ["601.9b", "601.9B", " 601.9b. ", "rule 601.9b", "Rule 601.9B.", "CR 601.9b", "cr601.9b"])
async def test_a_sub_rule(books: Books, number: str) -> None:
    """However its number is written: it alone, between its neighbours."""
    found = await books.rule(number)

    assert isinstance(found, RuleFound)
    assert (found.corpus, found.release, found.rule.number) == ("practice", "20090601", "601.9b")
    assert [rule.number for rule in found.members] == ["601.9b"]
    assert (found.previous, found.next) == ("601.9a", "700.1")


async def test_a_rule_comes_with_its_sub_rules(books: Books) -> None:
    """The rule first; beside it are parent rules."""
    found = await books.rule("601.9")

    assert isinstance(found, RuleFound)
    assert [rule.number for rule in found.members] == ["601.9", "601.9a", "601.9b"]
    assert (found.previous, found.next) == ("601.8", "700.1")


async def test_a_section(books: Books) -> None:
    """Its parent rules, in order, between the sections beside it."""
    found = await books.rule("402")

    assert isinstance(found, SectionFound)
    assert (found.section.title, found.section.chapter) == ("Sparks and Costs", "Playing Cards and Abilities")
    assert [rule.number for rule in found.rules] == ["402.1", "402.2"]
    assert (found.previous, found.next) == ("401", "403")


async def test_nothing_is_before_the_first_or_behind_the_last(books: Books) -> None:
    """Where the rules begin and end."""
    first, last = await books.rule("100.1"), await books.rule("702.2b")
    opening, closing = await books.rule("100"), await books.rule("702")

    assert isinstance(first, RuleFound)
    assert isinstance(last, RuleFound)
    assert isinstance(opening, SectionFound)
    assert isinstance(closing, SectionFound)
    assert (first.previous, last.next, opening.previous, closing.next) == (None, None, None, None)


async def test_every_rule_is_reached_by_going_on(books: Books, headjudge_corpus: MemoryCorpus) -> None:
    """From the first on; going on is going back the other way round."""
    rules = [rule.number for rule in await headjudge_corpus.rules()]
    parents = [number for number in rules if number[-1].isdigit()]
    found = {number: await books.rule(number) for number in rules}

    for before, behind in pairwise(parents):
        assert (found[before].next, found[behind].previous) == (behind, before)
    assert [found[number].previous for number in rules if number not in parents] == [
        rules[place - 1] for place, number in enumerate(rules) if number not in parents
    ]


@pytest.mark.parametrize("text", ["", "trample", "1.1", "1000.1", "601.9abc", "601.", "601.9b c", "٦٠١.٩", "601.9\x00", "rule", "\ud800"])
async def test_what_is_no_rule_number(books: Books, text: str) -> None:
    """It is told so, with what one looks like; `601.` is section 601, written with a full stop."""
    found = await books.rule(text)

    if text == "601.":
        assert isinstance(found, SectionFound)
    else:
        assert isinstance(found, Missing)
        assert found.malformed
        assert found.message.endswith("is no rule number; write one such as 702.19b, 702.19 or 702")
        assert found.message.isprintable()


async def test_a_long_text_is_not_repeated() -> None:
    """What is no number is cut in the sentence."""
    found = await over(Rule("100.1", "One.", "100", "x")).rule("9" * 10_000)

    assert isinstance(found, Missing)
    assert len(found.message) < 200


@pytest.mark.parametrize(
    ("number", "cure"),
    [
        ("601.9z", "there is no rule 601.9z in the release 20090601; the last of 601.9 is 601.9b"),
        ("301.99", "there is no rule 301.99 in the release 20090601; the last of section 301 is 301.2"),
        ("999.1", "there is no rule 999.1 in the release 20090601; the sections are 100 to 702"),
        ("999", "there is no section 999 in the release 20090601; the sections are 100 to 702"),
        ("100.1a", "there is no rule 100.1a in the release 20090601; 100.1 has no sub-rules"),
    ],
)
async def test_a_rule_that_is_not_there(books: Books, number: str, cure: str) -> None:
    """It is named, with what is near, and which rulebook this is."""
    found = await books.rule(number)

    assert found == Missing(f"{cure}; this is the practice rulebook, a small game of our own: `judge refresh` loads Magic")


async def test_only_the_practice_rulebook_is_named() -> None:
    """Who has loaded another knows."""
    found = await over(Section("100", "General", "The Game"), Rule("100.1", "One.", "100", "General")).rule("200.1")

    assert isinstance(found, Missing)
    assert found.message.endswith("; the sections are 100 to 100")


async def test_without_rules() -> None:
    """Cards alone are loaded: the cure is told."""
    found = await over(Card("x", "X", (), "normal")).rule("100.1")

    assert isinstance(found, Missing)
    assert "`judge refresh`" in found.message


@pytest.mark.parametrize("term", ["Bright", "DIM", "  dím "])
async def test_a_term_of_the_glossary(books: Books, term: str) -> None:
    """Any of an entry's terms, however it is written."""
    found = await books.glossary(term)

    assert isinstance(found, GlossaryFound)
    assert (found.release, [entry.terms for entry in found.entries]) == ("20090601", [("Bright", "Dim")])


async def test_a_term_that_is_not_there(books: Books) -> None:
    """Terms that hold it or are like it are told; of a word as strange as this, none."""
    messages = [(await books.glossary(term)).message.partition("; this is")[0] for term in ("brigt", "counter x", "zzyzx", "?")]

    assert messages == [
        "the glossary has no entry 'brigt'; near it: Bright",
        "the glossary has no entry 'counter x'; near it: Counter",
        "the glossary has no entry 'zzyzx'; search the rules for it",
        "the glossary has no entry '?'; search the rules for it",
    ]


async def test_every_entry_of_a_term() -> None:
    """Where several have it, in their order."""
    entries = (GlossaryEntry(("Mill",), "One."), GlossaryEntry(("Mill", "Milled"), "Two."))
    found = await over(*entries).glossary("mill")

    assert isinstance(found, GlossaryFound)
    assert found.entries == entries


async def test_a_card_by_its_id(books: Books, headjudge_corpus: MemoryCorpus) -> None:
    """With the rulings on it."""
    found = await books.card_by_id(ORLA)

    assert isinstance(found, CardFound)
    assert found.card.name == "Orla, the Lamplighter"
    assert found.rulings == tuple(await headjudge_corpus.rulings(ORLA)) != ()


async def test_an_id_of_no_card(books: Books) -> None:
    """It is named."""
    found = await books.card_by_id("nobody")

    assert isinstance(found, Missing)
    assert found.message.startswith("no card has the Oracle id 'nobody'; ")


async def test_the_contents(books: Books, headjudge_corpus: MemoryCorpus) -> None:
    """Each chapter once, with its sections, all in order."""
    contents = await books.contents()

    assert [chapter.title for chapter in contents.chapters][:3] == ["The Game", "Cards and Zones", "The Turn"]
    assert [section.number for section in contents.chapters[1].sections] == ["200", "201"]
    assert [section for chapter in contents.chapters for section in chapter.sections] == list(await headjudge_corpus.sections())


async def test_how_much_is_loaded(books: Books, headjudge_corpus: MemoryCorpus) -> None:
    """Cards and rules as they are, not rows."""
    counted = await books.counted()

    assert (counted.corpus, counted.release) == ("practice", "20090601")
    assert counted.cards == len([card async for card in headjudge_corpus.every_card()]) == 25
    assert counted.rules == len(await headjudge_corpus.rules())
    assert counted.refreshed == max(edition.loaded for edition in headjudge_corpus.editions.values())


async def test_what_is_in_force_is_read() -> None:
    """A look-up after a refresh sees the new rules, also where it has looked before."""
    store = OpenMemoryStore.holding(MemoryCorpus.of((Rule("100.1", "One.", "100", "x"),)))
    books = Books(store)
    before = await books.rule("100.1")

    store.corpora.put(MemoryCorpus.of((Rule("100.1", "Two.", "100", "x"), Rule("100.2", "More.", "100", "x"))))
    after, counted = await books.rule("100.1"), await books.counted()

    assert isinstance(before, RuleFound)
    assert isinstance(after, RuleFound)
    assert (before.rule.text, after.rule.text, after.next, counted.rules) == ("One.", "Two.", "100.2", 2)


async def test_nothing_loaded() -> None:
    """The error of the store goes through."""
    books = Books(OpenMemoryStore.holding())

    with pytest.raises(CorpusAbsent):
        await books.rule("100.1")
    with pytest.raises(CorpusAbsent):
        await books.counted()


async def test_readiness_reads_all_that_is_kept(books: Books) -> None:
    """Afterwards the first look-up waits for nothing: what is counted and leafed through is there."""
    await books.ready()
    counted = await books.counted()

    assert counted.cards == 25
