"""Words are compared by their stems, and weighed by how common they are in rules."""

import gzip
from pathlib import Path

import pytest

from headjudge_sources.rules_text import read_rules
from headjudge_support.words import Lexicon, read_shares, shares, terms_of, tokens


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The keeper’s lamp can’t burn.", ["the", "keeper", "lamp", "can't", "burn"]),
        ("Pay {3}, put a +1/+1 counter", ["pay", "{3}", "put", "a", "+1/+1", "counter"]),
        ("See rule 702, or 601.2a–h or CR 702.", ["see", "or", "or"]),
        ("(1) Oil. (2) Wax.", ["oil", "wax"]),
        ("1. Oil\n2. Wax", ["oil", "wax"]),
        ("two-player games on 2021-06-18", ["two", "player", "games", "on"]),
    ],
)
def test_numbers_of_rules_points_and_days_are_no_words(text: str, words: list[str]) -> None:
    """What is left is in lower case, without possessives."""
    assert tokens(text) == words


def test_terms_are_stems_without_small_words() -> None:
    """Inflections fall together, and so do a number's word and its digits."""
    assert terms_of("The seven lanterns are burning") == terms_of("7 lantern, burned") == {"7", "lantern", "burn"}


def test_a_rare_word_weighs_more_than_a_common_one(lexicon: Lexicon) -> None:
    """What many rules hold tells little."""
    assert lexicon.weight({"lantern"}) > lexicon.weight({"counter"}) > lexicon.weight({"player"}) > 0


def test_closeness_is_a_cosine(lexicon: Lexicon) -> None:
    """A text is 1 from itself and 0 from one that shares no word with it."""
    lamp, wind = frozenset({"lamp", "oil"}), frozenset({"wind", "glass"})

    assert lexicon.closeness(lamp, lamp) == pytest.approx(1)
    assert lexicon.closeness(lamp, wind) == lexicon.closeness(lamp, frozenset()) == 0
    assert lexicon.closeness(lamp, lamp | wind) == pytest.approx(0.7071, abs=1e-4)


def test_a_share_is_how_many_of_a_thousand_texts_hold_a_stem() -> None:
    """Stems of too few texts are left out; the commonest come first."""
    texts = ["A wind blows.", "Winds blow out lamps.", "A lamp and a wind.", "Nothing."]

    assert shares(texts, 2) == {"wind": 750.0, "blow": 500.0, "lamp": 500.0}


@pytest.mark.real_data
def test_the_table_says_what_the_rules_say(real_data: Path) -> None:
    """The shares that are shipped are those of the release that the table names."""
    raw = gzip.decompress((real_data / "rules" / "MagicCompRules_20260227.txt.gz").read_bytes())

    assert read_shares() == shares([rule.full_text for rule in read_rules(raw, "the rules").rules], 10)
