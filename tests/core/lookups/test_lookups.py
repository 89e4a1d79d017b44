"""Cards by what players call them, and the search of the rules: without a model, over the judge's own resolvers and legs."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import attrs
import pytest

from headjudge import Choice, Corpus, Declined, Hit, Kind, Question, Reading, Reference, Rule, Sightings, hookimpl
from headjudge.assemble import House, house
from headjudge.discovery import discover
from headjudge.lookups import CardFound, Found, Lookups, Missing
from headjudge.settings import Settings
from headjudge.testing import MemoryCorpus, OpenMemoryStore, ScriptedExtractor, ScriptedRetriever

FIRST, SECOND, LAST = (Rule(number, f"The text of {number}.", "100", "General") for number in ("100.1", "100.2", "100.3"))


class Overheard(ScriptedExtractor):
    """An extractor that nobody may ask: it could be a model."""

    async def extract(self, question: Question, corpus: Corpus, seen: Sightings) -> Reading:
        raise AssertionError("a look-up asked the extractor")


@attrs.define(eq=False)
class ComparesVectors(ScriptedRetriever):
    """A leg that would have to embed what is searched for."""

    async def texts(self, corpus: Corpus) -> Sequence[str]:
        return ()


def of(house: House) -> Lookups:
    """The look-ups of *house*, whose extractor is not to be asked."""
    return Lookups(house.store, attrs.evolve(house.judge, extractor=Overheard()))


def searching(house: House, *legs: ScriptedRetriever) -> Lookups:
    """Look-ups over three rules that only *legs* search."""
    retrieval = attrs.evolve(house.judge.retrieval, legs=legs)
    return Lookups(OpenMemoryStore.holding(MemoryCorpus.of((FIRST, SECOND, LAST))), attrs.evolve(house.judge, retrieval=retrieval))


def leg(*numbers: str) -> ScriptedRetriever:
    """A leg that finds *numbers*, the first best."""
    return ScriptedRetriever([Hit(Reference(Kind.RULE, number), 1 / place) for place, number in enumerate(numbers, 1)])


@pytest.mark.parametrize("name", ["Orla, Ash Regent", "[[Orla, Ash Regent]]", "  orla ash REGENT ", "Orla, Ash Regnt"])
async def test_a_card(headjudge_house, name: str) -> None:
    """By its name, however it is written, with the rulings on it."""
    async with headjudge_house() as house:
        found = await of(house).card(name)
        corpus = await house.store.corpora.current()

        assert isinstance(found, CardFound)
        assert (found.corpus, found.card.name) == ("practice", "Orla, Ash Regent")
        assert found.rulings == tuple(await corpus.rulings(found.card.oracle_id))


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("boatman", "Saltgate Ferryman"),
        ("Old Man Hawthorn", "Hedgerow Giant"),
        ("Queen of a Thousand Wings", "Moth at the Window // Queen of a Thousand Wings"),
        ("Moth at the Window // Queen of a Thousand Wings", "Moth at the Window // Queen of a Thousand Wings"),
        ("Bramwick", "Bramwick, Oldest Toad"),
    ],
)
async def test_a_card_by_another_name(headjudge_house, name: str, card: str) -> None:
    """A nickname, a printed name, a face, the part before the comma."""
    async with headjudge_house() as house:
        found = await of(house).card(name)

        assert isinstance(found, CardFound)
        assert found.card.name == card


async def test_a_name_of_several_cards(headjudge_house) -> None:
    """It is a choice, never a guess."""
    async with headjudge_house() as house:
        found = await of(house).card("orla")

    assert found == Choice("orla", ("Orla, the Lamplighter", "Orla, Ash Regent"))


async def test_a_name_of_no_card(headjudge_house) -> None:
    """It is named, and where to look."""
    async with headjudge_house() as house:
        found = await of(house).card("Zzyzxgrub")

    assert isinstance(found, Missing)
    assert not found.malformed
    assert found.message.startswith("no card is called 'Zzyzxgrub'; look at the spelling; this is the practice rulebook")


@pytest.mark.parametrize("name", ["", "  ", "[[ ]]", "x" * 201])
async def test_what_is_no_name(headjudge_house, name: str) -> None:
    """Blank, or longer than a pin may be: nothing is looked for."""
    async with headjudge_house() as house:
        found = await of(house).card(name)

    assert isinstance(found, Missing)
    assert found.malformed


@pytest.mark.parametrize("name", ["\x00", "a\ud800b", "?", "//", "\U0001f0cf" * 200])
async def test_odd_names(headjudge_house, name: str) -> None:
    """They find nothing and break nothing."""
    async with headjudge_house() as house:
        found = await of(house).card(name)

    assert isinstance(found, Missing)
    assert found.message.encode()


async def test_searching(headjudge_house) -> None:
    """The best rules first, no more than were asked for, of the release in force."""
    async with headjudge_house() as house:
        found = await of(house).search("hearthcall cost", 3)

    assert isinstance(found, Found)
    assert found.release == "20090601"
    assert {"601.9a", "601.9b"} & {rule.number for rule, _ in found.rules}
    assert len(found.rules) == 3
    assert [score for _, score in found.rules] == sorted((score for _, score in found.rules), reverse=True)


@pytest.mark.parametrize(
    "words",
    ["hearthcall cost", "hearthcal cost", "who attacks first", "deadly damage", "keepsake", "two faces turned over", "targets lost", "redraw"],
)
async def test_searching_finds_what_a_question_finds(headjudge_house, words: str) -> None:
    """Without the extractor's reading nothing is lost."""
    async with headjudge_house() as house:
        corpus = await house.store.corpora.current()
        prepared = await house.judge.prepare(attrs.evolve(await house.judge.read(Question(words), corpus), declined=None), corpus)
        found = await of(house).search(words, 5)

        assert not isinstance(prepared, Declined)
        assert isinstance(found, Found)
        shown = {passage.label for passage in prepared.passages if passage.reference.kind is Kind.RULE}
        assert found.rules[0][0].number in shown


async def test_a_rule_that_is_named_comes_first(headjudge_house) -> None:
    """Named by its number, whether a leg finds it or not; one that does not exist is left out; each stands once."""
    async with headjudge_house() as house:
        found = await searching(house, leg("100.2", "100.3")).search("rules 100.3 and 999.1", 10)
        alone = await searching(house, leg()).search("100.1", 10)

    assert isinstance(found, Found)
    assert [rule.number for rule, _ in found.rules] == ["100.3", "100.2"]
    assert isinstance(alone, Found)
    assert [rule.number for rule, _ in alone.rules] == ["100.1"]


async def test_nothing_is_embedded(headjudge_house) -> None:
    """Legs that compare vectors are not asked: an embedder may be paid for."""
    vectors = ComparesVectors(leg("100.3").hits, name="vectors")
    async with headjudge_house() as house:
        found = await searching(house, leg("100.1"), vectors).search("anything", 10)

    assert isinstance(found, Found)
    assert [rule.number for rule, _ in found.rules] == ["100.1"]
    assert vectors.asked == []


@pytest.mark.parametrize("words", ["", " \n", "x" * 1001, "a\x00b", "\ud800"])
async def test_what_cannot_be_searched_for(headjudge_house, words: str) -> None:
    """The limits of a question hold for a search, and one sentence says which."""
    async with headjudge_house() as house:
        found = await of(house).search(words, 5)

    assert isinstance(found, Missing)
    assert found.malformed
    assert found.message.encode()


async def test_words_that_stand_nowhere(headjudge_house) -> None:
    """They are named."""
    async with headjudge_house() as house:
        found = await of(house).search("zzyzxgrub", 5)

    assert isinstance(found, Missing)
    assert (found.message.partition(";")[0], found.malformed) == ("nothing in the rules matches 'zzyzxgrub'", False)


async def test_no_rules_are_asked_for(headjudge_house) -> None:
    """A limit of none finds none."""
    async with headjudge_house() as house:
        assert isinstance(await searching(house, leg("100.1")).search("anything", 0), Missing)


async def test_a_configured_model_is_never_asked(headjudge_house) -> None:
    """Also where it reads the judge's questions."""
    reader = Overheard(name="overheard")

    class Plugin:
        @hookimpl
        def headjudge_extractors(self, services):
            return [reader]

    async with headjudge_house(Plugin(), extractor="overheard") as house:
        lookups = Lookups(house.store, house.judge)
        found = [await lookups.search("hearthcall", 3), await lookups.card("boatman"), await lookups.rule("100.1"), await lookups.glossary("dim")]

    assert house.judge.extractor is reader
    assert not any(isinstance(each, Missing) for each in found)


@pytest.mark.real_data
async def test_over_the_real_corpora(magic_data_dir: Path, tmp_path: Path) -> None:
    """The rules that everybody looks for are first, names are completed, every card and rule is counted, every rule is reached."""
    folder = tmp_path / "magic"
    shutil.copytree(magic_data_dir, folder)
    wanted = {
        "trample and deathtouch": "702.19b",
        "legend rule": "704.5j",
        "copy of a spell": "707.10",
        "summoning sickness": "302.6",
        "commander tax": "903.8",
        "mulligan": "103.5",
        "state-based actions": "704.3",
        "first strike double strike": "702.7b",
        "tramle": "702.19b",
        "702.19b": "702.19b",
    }

    async with house(Settings(data_dir=folder), discover()) as opened:
        lookups = Lookups(opened.store, opened.judge)
        found = {words: await lookups.search(words, 1) for words in wanted}
        completed = await lookups.complete("lightning bol", 10)
        counted = await lookups.counted()
        walked, number = 0, "100.1"
        while number:
            step = await lookups.rule(number)
            walked, number = walked + len(step.members), step.next

    assert {words: rules.rules[0][0].number for words, rules in found.items()} == wanted
    assert completed[0] == "Lightning Bolt"
    assert counted.cards > 30_000
    assert walked == counted.rules > 3_000


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("boatman", ("Saltgate Ferryman",)),
        ("Granny’s Thimble", ("Grandmother's Thimble",)),
        ("counter engine", ("Overgrown Orchard", "Patient Gardener")),
        ("bucket", ("Bucket of Seawater",)),
        ("Drownnig Bell", ("Drowning Bell",)),
        ("drown", ("Drowning Bell",)),
        ("zz", ()),
        ("qqqqqqqq", ()),
    ],
)
async def test_names_are_completed_from_nicknames_and_near_spellings(headjudge_house, text: str, names: tuple[str, ...]) -> None:
    """A nickname's cards come first; where no name begins so, those that are spelt nearly so."""
    async with headjudge_house() as house:
        assert await of(house).complete(text, 10) == names
        assert await of(house).complete(text, 1) == names[:1]
