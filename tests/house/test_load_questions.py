"""The questions that the load script asks."""

import runpy
from pathlib import Path

import pytest

questions = runpy.run_path(str(Path(__file__).resolve().parents[1] / "load_questions.py"))["questions"]
CARDS = [f"Kite of the {number}th Wind" for number in range(200)]
KEYWORDS = ["drifting", "tethered", "gusty", "stringless", "torn"]


def test_all_differ():
    """A stored verdict could not be given again."""
    assert len(set(questions(CARDS, KEYWORDS, 1000, 1))) == 1000


def test_half_name_a_card():
    """Those cost most."""
    assert sum("Kite of the" in question for question in questions(CARDS, KEYWORDS, 1000, 1)) == 500


def test_a_seed_repeats_them():
    """Two runs are compared over the same questions."""
    assert questions(CARDS, KEYWORDS, 100, 1) == questions(CARDS, KEYWORDS, 100, 1) != questions(CARDS, KEYWORDS, 100, 2)


def test_they_fit_the_contract():
    """None is declined for its length."""
    assert max(map(len, questions(CARDS, KEYWORDS, 1000, 1))) < 1000


def test_too_few_names_are_told():
    """Rather than the same question twice, or a search without end."""
    with pytest.raises(ValueError, match="give more cards or keywords"):
        questions(["Red Kite", "Blue Kite"], ["drifting", "torn"], 5000, 1)
