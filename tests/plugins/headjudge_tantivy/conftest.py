"""A handful of rules of a game of kites."""

import datetime
from collections.abc import Sequence

import pytest

from headjudge import Release, RowOf, Rule, Section
from headjudge.testing import MemoryCorpus

SECTIONS = (Section("100", "Flying", "The Sky"), Section("200", "Keyword Moves", "The Hand"))
RULES = (
    Rule("100.1", "A kite flies while its string is held.", "100", "Flying"),
    Rule("100.1a", "A kite whose string breaks drifts away.", "100", "Flying", ("Ann’s kite loses its string. It drifts to Bob’s field.",)),
    Rule("100.2", "A kite can’t be caught before the wind turns.", "100", "Flying"),
    Rule("200.1", "Swoop", "200", "Keyword Moves: Swoop"),
    Rule("200.1a", "To do this, the player lowers the kite and gives it +1/+1. See rule 100.2.", "200", "Keyword Moves: Swoop"),
)


@pytest.fixture
def rows() -> Sequence[RowOf]:
    """The rules of the game of kites, as a source gives them."""
    return (Release(datetime.date(2009, 6, 1)), *SECTIONS, *RULES)


@pytest.fixture
def corpus(rows: Sequence[RowOf]) -> MemoryCorpus:
    """The rules of the game of kites."""
    return MemoryCorpus.of(rows)
