"""How a span can be read."""

import pytest

from headjudge_names.readings import owner, readings, singulars


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("goyfs", ("goyf",)),
        ("boxes", ("boxe", "box")),
        ("roles", ("role",)),
        ("armies", ("army", "armie")),
        ("moss", ()),
        ("as", ()),
        ("goyf", ()),
    ],
)
def test_what_a_plural_can_be_the_plural_of(word: str, forms: tuple[str, ...]):
    """An ``e`` goes with the ``s`` only where it is spoken."""
    assert singulars(word) == forms


@pytest.mark.parametrize(("text", "folded"), [("Bob's", "bob"), ("Ragavan’s,", "ragavan"), ("goyfs'", "goyfs"), ("stp!!", "stp"), ("bolt?", "bolt")])
def test_an_owner_is_read_without_its_ending(text: str, folded: str):
    """With signs behind it or not."""
    assert owner(text) == folded


@pytest.mark.parametrize("text", ["?!", "…", "", "\u200b\u200d", "\u0301", "//"])
def test_signs_alone_have_no_reading(text: str):
    """They name nothing."""
    assert readings(text) == ()
