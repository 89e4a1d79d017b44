"""Words, phrases and wordings."""

from math import log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge_library.phrases import Match, PhraseBook
from headjudge_library.wordings import Wordings
from headjudge_library.words import stemmed

STEMS = st.lists(st.sampled_from("abc"), max_size=8)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kites drifting", ("kite", "drift")),
        ("It CAN’T drift", ("it", "cant", "drift")),
        ("it cant drift", ("it", "cant", "drift")),
        ("+1/+1 counters, rule 100.1a", ("+1/+1", "counter", "rule", "100.1a")),
        ("", ()),
    ],
)
def test_text_becomes_stems(text, expected):
    """Case, inflection and apostrophes do not count."""
    assert stemmed(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in the air over there", ["in the air"]),
        ("the air", ["air"]),
        ("in the", []),
        ("air in the air", ["in the air", "air"]),
        ("grab it out of the air", ["grab it out", "air"]),
        ("air", ["air"]),
    ],
)
def test_longest_phrase_wins(text, expected):
    """Phrases come longest first, and those inside a longer one not at all; a phrase cut off by the end is none."""
    phrases = ["in the air", "air", "grab it", "grab it out"]
    book = PhraseBook((phrase.split(), phrase) for phrase in phrases)

    assert [match.meaning for match in book.matches(text.split())] == expected


def test_phrase_may_have_several_meanings():
    """Every meaning is given, each once."""
    book = PhraseBook([(("a",), 1), (("a",), 2), (("a",), 1), ((), 3)])

    assert book.matches(["b", "a"]) == (Match(1, 2, 1), Match(1, 2, 2))


@given(st.lists(STEMS, max_size=6), STEMS)
def test_matches_stand_in_the_text_and_not_in_one_another(phrases, text):
    """Each match is a phrase at its place; none lies inside another; no phrase of the text goes unaccounted for."""
    matches = PhraseBook((phrase, tuple(phrase)) for phrase in phrases).matches(text)

    spans = [(match.start, match.end) for match in matches]
    assert all(tuple(text[match.start : match.end]) == match.meaning for match in matches)
    assert not any(a != b and a[0] <= b[0] and b[1] <= a[1] for a in spans for b in spans)
    for phrase in phrases:
        for start in range(len(text) - len(phrase) + 1):
            if phrase and text[start : start + len(phrase)] == phrase:
                assert any(a <= start and start + len(phrase) <= b for a, b in spans)


@pytest.fixture
def wordings():
    """Two meanings: one that is said in two ways."""
    return Wordings([(("kite", "got", "away"), "lost"), (("line", "snap"), "lost"), (("grab", "kite"), "catching")])


def test_wording_is_known_in_other_order(wordings):
    """All stems of a wording in any order mean it."""
    assert next(meaning for meaning, _ in wordings.strengths(("away", "the", "kite", "got"))) == "lost"


def test_word_for_word_is_stronger(wordings):
    """The same stems in their order say it more clearly; silent stems between them do not matter."""
    ((_, in_order),) = wordings.strengths(("my", "line", "the", "snap"))
    ((_, turned),) = wordings.strengths(("snap", "my", "line"))

    assert in_order - turned == pytest.approx(0.2 * 2 * log(3))


def test_too_little_of_a_wording_is_none(wordings):
    """A stem out of three does not mean it."""
    assert wordings.strengths(("away",)) == []


def test_more_of_a_wording_is_stronger(wordings):
    """Two stems of three mean less than three."""
    (_, part), *_ = wordings.strengths(("got", "away"))
    (_, whole), *_ = wordings.strengths(("got", "away", "kite"))

    assert 0 < part < whole


def test_everyday_words_say_little():
    """A wording is not meant by its everyday word, as it is by its other word."""
    wordings = Wordings([(("how", "snap"), "snapping")])

    assert wordings.strengths(("how",)) == []
    assert [meaning for meaning, _ in wordings.strengths(("snap",))] == ["snapping"]


def test_other_wordings_chime_in():
    """Of meanings with the same best wording, the one whose other wordings have more of the text comes first."""
    wordings = Wordings([(("line", "snap"), "cut"), (("line", "snap"), "lost"), (("kite", "away"), "lost")])

    assert [meaning for meaning, _ in wordings.strengths(("line", "snap", "away"))] == ["lost", "cut"]
    assert wordings.strengths(("kite",))[0][0] == "lost"


def test_wording_of_silent_stems_alone_is_left_out():
    """Nothing is meant by articles."""
    assert Wordings([(("the", "a"), "nothing")]).strengths(("the", "a")) == []


def test_strengths_do_not_hang_on_the_order_of_sets():
    """Meanings that are said by the same stems in another order are equally strong, to the last digit."""
    stems = ("anchor", "banner", "comet", "dew", "ember", "fog", "gale", "hail", "ice", "jet", "knot", "lull")
    rarer = [((stem,), f"{stem} {number}") for place, stem in enumerate(stems) for number in range(place**2)]
    turned = [Random(seed).sample(stems, len(stems)) for seed in range(100)]
    wordings = Wordings([*((some, number) for number, some in enumerate(turned)), *rarer])

    # What stands between the stems keeps any of the wordings from being there word for word.
    strengths = [strength for meaning, strength in wordings.strengths(" kite ".join(stems).split()) if isinstance(meaning, int)]

    assert len(strengths) == 100
    assert len(set(strengths)) == 1
