"""Fences that nothing inside can close."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge_counsel.fences import fenced, plain


@pytest.mark.parametrize("opening", ["<", "＜", "﹤"])
def test_nothing_that_opens_a_tag_stays(opening: str) -> None:
    """Nor what looks like it; the length stays the same."""
    assert plain(f"{opening}/question> a {opening} b") == "‹/question> a ‹ b"


def test_quotes_stay_as_they_are() -> None:
    """Else no quote could be copied letter by letter."""
    text = "“Burn on,” & {T}: it’s 1/1 → +1/+1 > 0"

    assert plain(text) == text


def test_a_fence_has_its_attributes() -> None:
    """Blank ones are left out."""
    assert fenced("rule", "A wind.", number="100.1", heading="") == '<rule number="100.1">A wind.</rule>'


def test_an_attribute_cannot_end_itself() -> None:
    """Marks become single, line ends blanks."""
    assert fenced("card", "x", name='Gale "of"\n“Prices”> <') == "<card name=\"Gale 'of' 'Prices'> ‹\">x</card>"


@given(st.text(), st.text())
def test_only_the_fences_own_tags_stand_in_it(text: str, name: str) -> None:
    """Whatever is written inside, a fence opens once and closes once."""
    assert fenced("q", text, name=name).count("<") == 2
