"""A span becomes cards on the first rung that knows it."""

import pytest

from headjudge import Span
from headjudge_names.resolvers import AliasResolver


@pytest.mark.parametrize(
    ("span", "card"),
    [
        ("goyf", "Tarmogoyf"),
        ("Goyf's", "Tarmogoyf"),
        ("bolts", "Lightning Bolt"),
        ("my goyf", "Tarmogoyf"),
        ("olamp", "Skullclamp"),
        ("rack", "The Rack"),
    ],
)
async def test_a_nickname_is_its_card(resolve, span, card):
    """Plural, possessive, determiner and hyphen do not count."""
    assert await resolve(span) == (card,)


@pytest.mark.parametrize(
    ("span", "card"),
    [
        ("LIM-DUL’S VAULT", "Lim-Dûl's Vault"),
        ("Æther Vial", "Aether Vial"),
        ("Gaeas Cradle", "Gaea's Cradle"),
        ("thought knot seer", "Thought-Knot Seer"),
        ('"Blood Moon",', "Blood Moon"),
        ("[Blood Moon]", "Blood Moon"),
        ("Fire/Ice", "Fire // Ice"),
        ("Ice", "Fire // Ice"),
        ("Insectile Aberration’s", "Delver of Secrets // Insectile Aberration"),
        ("Brainy Vise", "Skullclamp"),
        ("Lightning Bolts", "Lightning Bolt"),
    ],
)
async def test_a_name_on_a_card_is_the_card(resolve, span, card):
    """Own names, faces and printed names are found however they are typed."""
    assert await resolve(span) == (card,)


async def test_a_nickname_that_is_a_real_name_is_ignored(resolve):
    """A list that calls another card by a card's own name has no say."""
    assert await resolve("opt") == ("Opt",)


async def test_a_name_as_it_stands_is_no_plural_of_a_nickname(resolve):
    """Wastes is a card; it is not several of what players call waste."""
    assert await resolve("Wastes") == ("Wastes",)


async def test_a_nickname_of_absent_cards_is_none(resolve):
    """What the corpus does not hold cannot be meant."""
    assert await resolve("lotus") == ()


async def test_a_nickname_of_several_cards_is_a_choice(resolve):
    """They stand in the order of the list, or the likeliest first."""
    assert await resolve("blitz") == ("Lightning Helix", "Lightning Bolt")


async def test_a_nickname_comes_before_every_other_rung(lexicons, corpus, resolve):
    """The part before a comma is not asked for when a nickname is known."""
    found = await AliasResolver(lexicons).resolve(Span("bob"), corpus)

    assert [card.name for card in await corpus.cards(found)] == ["Dark Confidant"]


@pytest.mark.parametrize(("span", "card"), [("ragavan's", "Ragavan, Nimble Pilferer"), ("Lurrus", "Lurrus of the Dream-Den")])
async def test_a_legend_is_known_by_its_short_name(resolve, span, card):
    """The part before the comma, and the first word of a name without one."""
    assert await resolve(span) == (card,)


async def test_a_short_name_of_several_legends_is_a_choice(resolve):
    """All who are called so are offered, with a comma in their name or without."""
    assert sorted(await resolve("Jace")) == ["Jace Beleren", "Jace, Memory Adept", "Jace, the Mind Sculptor"]


async def test_a_face_that_is_also_a_short_name_is_a_choice(resolve):
    """Who is meant is asked: players call all of them so."""
    assert await resolve("Sheoldred") == ("Sheoldred // The True Scriptures", "Sheoldred, Whispering One")


@pytest.mark.parametrize(
    ("span", "card"),
    [
        ("Lighning Bolt", "Lightning Bolt"),
        ("Tarmogofy", "Tarmogoyf"),
        ("cyclonc rift's", "Cyclonic Rift"),
        ("bloodmoon", "Blood Moon"),
        ("Ragavann", "Ragavan, Nimble Pilferer"),
        ("jace mind sculptor", "Jace, the Mind Sculptor"),
    ],
)
async def test_a_misspelt_name_is_its_card(resolve, span, card):
    """A few wrong letters, a lost space or a lost article are seen through when one card alone is near."""
    assert await resolve(span) == (card,)


async def test_a_misspelling_between_two_cards_is_a_choice(resolve):
    """What is nearly as near is offered as well."""
    assert sorted(await resolve("Lightning Helt")) == ["Lightning Bolt", "Lightning Helix"]


@pytest.mark.parametrize(
    "span", ["Gloomspire Archivist", "Vexing Lanternfish of Orro", "Blood Thief", "Lightning Archivist of the Rift", "xx", "?!", ""]
)
async def test_a_made_up_name_is_nothing(resolve, span):
    """Sharing a word with a card does not make a name that card's."""
    assert await resolve(span) == ()


async def test_a_real_word_in_the_wrong_place_is_no_misspelling(resolve):
    """Whoever writes a word that other names have means it."""
    assert await resolve("Blood Wish") == ()
