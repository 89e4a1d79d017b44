"""Names in other languages."""

import pytest

from headjudge import Card, Shelf, Span, Translation, fold
from headjudge.testing import MemoryCorpus
from headjudge_names.detector import NameDetector
from headjudge_names.resolvers import AliasResolver, PrintedResolver, ShortResolver
from headjudge_names.translated import Translated

NAMES = (
    ("Lightning Bolt", "de", "Blitzschlag"),
    ("Lightning Bolt", "es", "Relámpago"),
    ("Lightning Bolt", "ja", "稲妻"),
    ("Lightning Bolt", "ru", "Удар Молнии"),
    ("Blood Moon", "fr", "Lune de sang"),
    ("Blood Moon", "zhs", "血色月亮"),
    ("Blood Moon", "ko", "핏빛 달"),
    ("Snapcaster Mage", "ja", "瞬唱の魔道士"),
    ("Tarmogoyf", "de", "Skullclamp"),
    ("Tarmogoyf", "it", "Ragavan"),
    ("Opt", "de", "Wahl"),
    ("Chain Lightning", "it", "Fulmine Doppio"),
    ("Lightning Helix", "pt", "Fulmine Doppio"),
)


@pytest.fixture
def abroad(corpus: MemoryCorpus) -> MemoryCorpus:
    """The small corpus with names in other languages; one card that is named so is not in it."""
    ids = {card.name: card.oracle_id for card in corpus.shelved[Shelf.CARDS] if isinstance(card, Card)}
    rows = [Translation(ids[card], language, name) for card, language, name in NAMES]
    return corpus.with_rows(*rows, Translation("nobody", "de", "Niemandsname"))


@pytest.fixture
def meant(lexicons, abroad):
    """Gives the names of the cards that a span means on the rungs above near spellings."""

    async def names(text: str) -> list[str]:
        for resolver in (AliasResolver(lexicons), PrintedResolver(lexicons), ShortResolver(lexicons)):
            if found := await resolver.resolve(Span(text), abroad):
                return sorted(card.name for card in await abroad.cards(found))
        return []

    return names


@pytest.fixture
def seen(lexicons, abroad):
    """Gives what is seen in a text."""

    async def spans(text: str) -> tuple[str, ...]:
        return tuple(span.text for span in (await NameDetector(lexicons).detect(text, abroad)).spans)

    return spans


@pytest.mark.parametrize(
    ("span", "cards"),
    [
        ("Blitzschlag", ["Lightning Bolt"]),
        ("blitzschlags", ["Lightning Bolt"]),
        ("relampago", ["Lightning Bolt"]),
        ("稲妻", ["Lightning Bolt"]),
        ("удар молнии", ["Lightning Bolt"]),
        ("Wahl", ["Opt"]),
        ("Fulmine Doppio", ["Chain Lightning", "Lightning Helix"]),
        ("Niemandsname", []),
    ],
)
async def test_a_name_in_another_language_is_its_card(meant, span, cards):
    """Accents, case and plural do not count; one that two cards have is a choice; one of an absent card is none."""
    assert await meant(span) == cards


@pytest.mark.parametrize(("span", "card"), [("Skullclamp", "Skullclamp"), ("Ragavan", "Ragavan, Nimble Pilferer")])
async def test_the_games_own_language_comes_first(meant, span, card):
    """A card's own name or short name is never another card's name elsewhere."""
    assert await meant(span) == [card]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("Kann ich mit Blitzschlag auf Tarmogoyf reagieren?", ("Blitzschlag", "Tarmogoyf")),
        ("does my creature die to relámpago or not", ("relámpago",)),
        ("que se passe-t-il si lune de sang meurt", ("lune de sang",)),
        ("что будет если удар молнии умрёт", ("удар молнии",)),
        ("瞬唱の魔道士が死亡したとき、血色月亮", ("瞬唱の魔道士", "血色月亮")),
        ("「稲妻」は何点ですか", ("稲妻",)),
        ("핏빛 달이 죽으면", ("핏빛 달",)),
        ("Ich habe die Wahl und wähle noch eine Karte", ()),
        ("稲が妻に", ()),
        ("Was passiert mit den Marken der Kreatur im Exil", ()),
    ],
)
async def test_names_in_other_languages_are_seen(seen, text, spans):
    """In their language and in another; short words of a language are no names, and its other words are nobody's."""
    assert await seen(text) == spans


def test_without_names_nothing_is_known():
    """The usual case costs nothing."""
    empty = Translated()

    assert (empty.cards("blitzschlag"), empty.longest("blitzschlag"), list(empty.unparted("稲妻稲妻稲妻")), empty.uncertain("x")) == (
        (),
        0,
        [],
        False,
    )


def test_common_words_of_a_language_are_uncertain():
    """A word that stands in many names, or a short one, is likelier meant as a word."""
    names = [("a", f"Kreatur {letter}{letter}") for letter in "abcdefg"] + [("a", "Kreatur"), ("b", "Blitzschlag"), ("c", "Wahl")]
    translated = Translated.of(names, {"a": 0, "b": 1, "c": 2}, frozenset())

    assert [translated.uncertain(fold(name)) for name in ("Kreatur", "Blitzschlag", "Wahl")] == [True, False, True]
    assert [translated.cards(fold(name)) for name in ("Kreatur", "Blitzschlag", "Wahl")] == [(0,), (1,), (2,)]
