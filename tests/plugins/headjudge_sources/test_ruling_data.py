"""Rulings with and without a date, each once."""

import datetime

from headjudge import Ruling
from headjudge_sources.ruling_data import RulingShelf
from headjudge_sources.tally import Tally

RULING = {"oracle_id": "id-1", "source": "practice", "published_at": "2031-03-09", "comment": "It rolls twice."}


def read(*objects, tally=None):
    return RulingShelf().rulings(objects, tally or Tally("rulings", seen=len(objects)))


def test_a_ruling_keeps_its_day_and_its_source():
    """All four fields are kept."""
    assert read(RULING) == [Ruling("id-1", datetime.date(2031, 3, 9), "It rolls twice.", "practice")]


def test_a_ruling_may_lack_its_day():
    """A ruling without a date, or with one that is none, is a ruling all the same."""
    undated = [RULING | {"published_at": day, "comment": f"Ruling {day!r}"} for day in (None, "", "someday")]

    assert [ruling.published for ruling in read(*undated)] == [None, None, None]


def test_the_same_ruling_twice_is_one():
    """A repeated ruling is left out."""
    assert len(read(RULING, RULING | {"source": "elsewhere"}, RULING | {"comment": "It rolls once."})) == 2


def test_a_ruling_that_says_nothing_is_faulty():
    """Without a card or a comment there is no ruling."""
    tally = Tally("rulings", seen=3)

    assert read(RULING | {"comment": " "}, RULING | {"oracle_id": None}, "x", tally=tally) == []
    assert tally.faulty == 3
