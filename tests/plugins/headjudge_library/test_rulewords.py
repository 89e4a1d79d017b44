"""What each word of the rules says, and the rules that a text sounds like."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import Rule
from headjudge_library.rulewords import RuleWords

RULES = [Rule(f"100.{number}", f"A kite flies{' with a tail' if number in (7, 9) else ''}.", "100", "Flying") for number in range(1, 31)]
WORDS = RuleWords.of(RULES)


def test_common_and_rare_words_add_up():
    """A word that every rule has and one that two have are counted alike."""
    both = WORDS.like("kite tail")

    assert [WORDS.numbers[place] for place in np.flatnonzero(WORDS.like("tail"))] == ["100.7", "100.9"]
    assert np.count_nonzero(WORDS.like("kite")) == 30
    assert both == pytest.approx(WORDS.like("kite") + WORDS.like("tail"))


def test_of_equals_the_first_rules_are_the_best():
    """A ranking can be repeated."""
    scores = np.array([1.0, 3.0, 2.0, 3.0, 2.0, 2.0] + [0.0] * 24, dtype=np.float32)

    assert WORDS.best(scores, 4) == [("100.2", 3.0), ("100.4", 3.0), ("100.3", 2.0), ("100.5", 2.0)]


@given(st.lists(st.integers(0, 5), min_size=30, max_size=30), st.integers(0, 40))
def test_best_are_as_if_all_were_sorted(scores, limit):
    """Whatever is left unsorted is none of them."""
    placed = sorted(((-score, place) for place, score in enumerate(scores) if score), key=lambda pair: pair)

    assert WORDS.best(np.array(scores, dtype=np.float32), limit) == [(WORDS.numbers[place], -score) for score, place in placed[:limit]]
