"""Slang put as the rules say it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge_library.slang import Slang

STEMS = st.lists(st.sampled_from("abcd"), max_size=8)


@pytest.fixture
def slang():
    """Two phrases that share a word, and a word of one of them."""
    return Slang.of([(("come", "back"), ("return",)), (("back",), ("rear",)), (("back", "home"), ("house", "again"))])


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("it come back", "it return"),
        ("back to back", "rear to rear"),
        ("go back home", "go house again"),
        ("come back home", "return home"),
        ("stay", "stay"),
        ("", ""),
    ],
)
def test_longest_from_the_left_is_replaced(slang, said, meant):
    """Each place is read once: a phrase that begins inside another is not slang there."""
    assert slang.plain(said.split()) == tuple(meant.split())


@given(STEMS, STEMS)
def test_what_is_not_slang_stays(said, text):
    """All stems that no phrase covers stay, in their order."""
    plain = Slang.of([(tuple(said), ("e",))]).plain(text)

    assert "".join(plain).replace("e", "".join(said)) == "".join(text)
