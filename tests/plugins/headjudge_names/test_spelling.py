"""Misspelt words of the rules are seen, and other words left alone."""

import asyncio

import hypothesis.strategies as st
import pytest
from hypothesis import given

from headjudge import Alias, Card, Face, GlossaryEntry, Rule, corrected
from headjudge.testing import MemoryCorpus
from headjudge_names.harvest import gather, reap
from headjudge_names.lexicon import Lexicon, compile_lexicon
from headjudge_names.spelling import corrections

TERMS = (
    "Trample",
    "Indestructible",
    "Commander",
    "Sacrifice",
    "Creature",
    "Lifelink",
    "Graveyard",
    "Planeswalker",
    "Resolve",
    "Counter",
    "Countered",
)
RULES = tuple(
    Rule(f"100.{number}", "A creature has trample or lifelink. The commander goes to the graveyard. They resolve and are countered.", "100", "Words")
    for number in range(80)
)


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    """The lexicon of a corpus whose rules have a dozen terms, and one card."""
    giant = Card("g", "Trampling Giant", (Face("Trampling Giant", "", "Creature", ""),), "normal")
    corpus = MemoryCorpus.of((*RULES, *(GlossaryEntry((term,), "") for term in TERMS), giant, Alias("tramper", ("Trampling Giant",))))
    return asyncio.run(_compiled(corpus))


async def _compiled(corpus: MemoryCorpus) -> Lexicon:
    return compile_lexicon(reap(await gather(corpus)), await corpus.aliases())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("does it have trampel?", {"trampel": "trample"}),
        ("is it indestructable or not", {"indestructable": "indestructible"}),
        ("my comander has to sacrafice it", {"comander": "commander", "sacrafice": "sacrifice"}),
        ("Trampel is what it has", {"Trampel": "trample"}),
        ("is it an Indestructable one?", {"Indestructable": "indestructible"}),
        ("is the comander's power zero", {"comander": "commander"}),
        ("was it counterd in time", {"counterd": "countered"}),
        ("do i resovle it first", {"resovle": "resolve"}),
    ],
)
def test_misspelt_words_are_seen(lexicon, text, found):
    """One wrong letter, or two in a long word; the words are given as they are written."""
    assert dict(corrections(text, lexicon)) == found


@pytest.mark.parametrize(
    "text",
    [
        "does it have trample and lifelink's text",
        "is the gaurd at home",
        "what of a Trampel in the sentence",
        "it is a [trampel] or a “trampel” by name",
        "anti-trampel trampel-like 3trampel trampel_ @trampel /trampel",
        "do the tramp cats cry",
        "is the tramper here",
        "does trampling giannt die",
        "Kann die Kreatur mit Trampelschaden angreifen und sacrafice",
        "¿puedo sacrificio la criatura con trampol?",
        "teh cna hte",
        "trample tramples trampled tramplers",
        "",
        "\u202etrampel\u202c".replace("trampel", "elpmart"),
        "🜏" * 1000,
        "x" * 1000,
    ],
)
def test_other_words_are_left_alone(lexicon, text):
    """Known words, names and nicknames, capitals within a sentence, parts of something else, other languages, short slips."""
    assert corrections(text, lexicon) == ()


def test_a_word_between_two_others_is_left_alone():
    """Who can tell which is meant?"""
    corpus = MemoryCorpus.of([Rule(f"1.{number}", "They paint. They point. And so it goes for all of us.", "1", "") for number in range(9)])
    compiled = asyncio.run(_compiled(corpus))

    assert corrections("what do they pxint then", compiled) == ()


@given(
    word=st.sampled_from([term.lower() for term in TERMS]),
    place=st.integers(1, 30),
    letter=st.sampled_from("abcdefghijklmnopqrstuvwxyz"),
    kept=st.integers(0, 1),
    frame=st.sampled_from(["does it have {} here", "{} or not?", "if the {}'s effect is gone, what then", "is {} as it was, and {} too"]),
)
def test_correcting_twice_changes_nothing(lexicon, word, place, letter, kept, frame):
    """Whatever is put right is right."""
    at = 1 + place % (len(word) - 1)
    text = frame.replace("{}", word[:at] + letter + word[at + kept :])
    once = corrected(text, corrections(text, lexicon))

    assert corrections(once, lexicon) == ()


@given(st.text(max_size=200))
def test_corrections_stand_in_the_text(lexicon, text):
    """Each is a stretch of it, once, and means a word of the rules."""
    found = corrections(text, lexicon)

    assert len({written for written, _ in found}) == len(found)
    assert all(written in text and right in lexicon.vocabulary.rules for written, right in found)
