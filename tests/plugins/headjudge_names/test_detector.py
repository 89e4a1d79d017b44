"""Names are seen in running text, and words are left alone."""

import pytest

from headjudge import Card, Face, Span
from headjudge_names.detector import NameDetector


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("Does Blood Moon stop Gaea’s Cradle?", ("Blood Moon", "Gaea’s Cradle")),
        ("does blood moon stop gaeas cradle?", ("blood moon", "gaeas cradle")),
        ("Is Lightning Bolt's damage dealt twice?", ("Lightning Bolt",)),
        ("Does Lightning Helix do what Lightning Bolt does?", ("Lightning Helix", "Lightning Bolt")),
        ("What is Fire // Ice worth?", ("Fire // Ice",)),
        ("is jace the mind sculptor dead", ("jace the mind sculptor",)),
        ("is jace mind sculptor dead", ("jace mind sculptor",)),
        ("DOES BLOOD MOON STOP IT OR NOT?", ("BLOOD MOON",)),
        ("What about [Exile] and [Skullclamp]?", ("Exile", "Skullclamp")),
    ],
)
async def test_names_of_several_words_are_seen(detect, text, spans):
    """In capitals or not, without what does not belong to them."""
    assert await detect(text) == spans


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("If I cast Opt and keep the card, what then?", ("Opt",)),
        ("if i opt to draw, what then?", ()),
        ("can i put a skullclamp on it", ("skullclamp",)),
        ("Humility does what?", ("Humility",)),
        ("does my humility matter", ("humility",)),
        ("i exile it", ()),
        ("Do I Exile it", ()),
        ("does ragavan die", ("ragavan",)),
        ("Does Lurrus's spell resolve?", ("Lurrus",)),
        ('Does "Wastes" count?', ("Wastes",)),
        ("“Humility” does what?", ("Humility",)),
        ('What does "Exile" mean?', ()),
    ],
)
async def test_names_of_one_word_are_seen(detect, text, spans):
    """By a capital within a sentence, or as a rare long word; a word of the rules needs brackets."""
    assert await detect(text) == spans


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("if i bolt the goyf in response to snappy's spell, does it die", ("bolt", "goyf", "snappy")),
        ("can i just kill it with bolt?", ("bolt",)),
        ("i path his goyf", ("path", "goyf")),
        ("my path is clear", ()),
        ("it stays on the top of it", ()),
        ("can i cast top in response", ("top",)),
        ("Does my Top resolve?", ("Top",)),
        ("if i give the card to bob, what then?", ("bob",)),
        ("Does Alice draw if Bob dies?", ()),
        ("my bolts: goyf", ("bolts", "goyf")),
        ("he has many bolts: why?", ()),
    ],
)
async def test_nicknames_are_seen(detect, text, spans):
    """One that is an everyday word needs a cue; one that is a person's name needs that nobody else is there."""
    assert await detect(text) == spans


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("Can Lighning Bolt hit it?", ("Lighning Bolt",)),
        ("how big is tarmogofy's power", ("tarmogofy",)),
        ("does cyclonc rift resolve", ("cyclonc rift",)),
        ("Does Stoen Giant die?", ("Stoen Giant",)),
        ("it was exilled", ()),
        ("what about the creatuer", ()),
    ],
)
async def test_misspelt_names_are_seen(detect, text, spans):
    """A misspelt plain word is none."""
    assert await detect(text) == spans


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("What if Gloomspire Archivist dies?", ("Gloomspire Archivist",)),
        ("Gloomspire Archivist dies. And then?", ("Gloomspire Archivist",)),
        ("Can the Vexing Lanternfish of Orro draw?", ("Vexing Lanternfish of Orro",)),
        ("What if John Smith says no?", ()),
        ("Is a Two-Headed Giant game over when one player draws a card?", ()),
        ("According to the Comprehensive Rules, is that so?", ()),
        ("What of [T] and [this creature]?", ()),
        ("What of [Zorbling Quux]?", ("Zorbling Quux",)),
    ],
)
async def test_made_up_names_are_seen(detect, text, spans):
    """So that the asker hears that there is no such card; people, formats and documents are none."""
    assert await detect(text) == spans


async def test_a_phrase_of_the_rulings_is_a_name_only_in_capitals(detect):
    """What rulings say in lower case is no card in lower case."""
    assert (await detect("a living wish is made"), await detect("a Living Wish is made")) == ((), ("Living Wish",))


async def test_a_fuller_name_takes_in_its_shorter_ways(detect):
    """A short name that fits a card named beside it is no new question to the asker."""
    assert await detect("if i cast valki, can i have the tibalt side") == ("valki",)


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("if they cast serenity in response, what then", ("serenity",)),
        ("i have serenity in play", ("serenity",)),
        ("can i respond to serenity", ("serenity",)),
        ("does he kill my creature with serenity", ("serenity",)),
        ("does serenity's effect stop it", ("serenity",)),
        ("if serenity resolves, do i lose", ("serenity",)),
        ("what about skullclamp and serenity?", ("skullclamp", "serenity")),
        ("serenity vs skullclamp, who wins", ("serenity", "skullclamp")),
        ("i have a serenity in play", ()),
        ("a bit of serenity and a skullclamp", ("skullclamp",)),
        ("he plays with serenity against my friends", ()),
        ("If I cast Exile, what then?", ("Exile",)),
        ("if i cast exile, what then?", ()),
    ],
)
async def test_an_everyday_word_is_a_card_where_only_a_card_can_stand(detect, text, spans):
    """Used as names are, without an article; a word of the rules needs its capital too."""
    assert await detect(text) == spans


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("my rhino dies", ()),
        ("Does my Rhino die?", ()),
        ("if rhino dies, what then", ("rhino",)),
        ("does uro die", ("uro",)),
        ("does w6 die", ("w6",)),
        ("they put in o-ring. who wins", ("o-ring",)),
        ("which roles are there", ()),
        ("does tarmogoyf die to bolt and waste", ("tarmogoyf", "bolt", "waste")),
        ("two bobs and a goyf, who dies", ("bobs", "goyf")),
        ("Bob has a goyf", ("goyf",)),
        ("bob damage with goyf out?", ("bob", "goyf")),
        ("goyf!! stp?? bolt?", ("goyf", "bolt")),
        ("Does Mr. Orfeo, the Boulder die?", ("Mr. Orfeo, the Boulder",)),
        ("is it sacrificed to slaughter cry", ("slaughter cry",)),
        ("what if deepsea serpents attack", ("deepsea serpents",)),
        ("fire/ice and Fire // Ice", ("fire/ice", "Fire // Ice")),
    ],
)
async def test_names_as_they_are_typed_in_a_chat(detect, text, spans):
    """Types are no legends, lists of nicknames are looked up as they are listed, and signs around a name are none of it."""
    assert await detect(text) == spans


async def test_a_made_up_name_is_said_to_be_one(lexicons, corpus):
    """Whoever reads the question can tell it from a card's."""
    seen = await NameDetector(lexicons).detect("What if Gloomspire Archivist dies and then does what Blood Moon does?", corpus)

    assert seen.spans == (Span("Gloomspire Archivist", made_up=True), Span("Blood Moon"))


async def test_a_strange_word_before_a_name_belongs_to_it(lexicons, corpus):
    """A name that explains it goes before one that leaves it over."""
    longer = corpus.with_rows(
        Card("00000000-0000-4000-8000-000000000300", "Deep-Fried Stone Giant", (Face("Deep-Fried Stone Giant", "", "", ""),), "normal")
    )
    seen = await NameDetector(lexicons).detect("does deepfried stone giant die", longer)

    assert [span.text for span in seen.spans] == ["deepfried stone giant"]


async def test_no_name_runs_across_sentences(detect):
    """Blood and Moon in two sentences are not a card."""
    assert await detect("is it blood. moon is what i see") == ()
