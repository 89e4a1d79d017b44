"""Sentences that say the opposite of a quote."""

from collections.abc import Callable

import pytest

from headjudge_support.matter import Matter
from headjudge_support.reversals import reversals

Matters = Callable[..., Matter]


@pytest.mark.parametrize(
    ("answer", "number", "verb", "denied"),
    [
        ("A lantern sheltered behind glass can be blown out by a wind.", "100.1", "blown", False),
        ("A wind doesn’t blow out each burning lantern that it reaches.", "100.1", "blow", True),
        ("Ballots aren’t collected by the harbourmaster’s clerk.", "300.1", "collect", True),
    ],
)
def test_the_opposite_in_the_same_words_is_a_reversal(matter_of: Matters, answer: str, number: str, verb: str, *, denied: bool) -> None:
    """A “not” was taken away, or one was set."""
    assert (verb, denied) in [(found.claim.verb, found.claim.denied) for found in reversals(matter_of(answer, number))]


@pytest.mark.parametrize(
    "answer",
    [
        "A lantern sheltered behind glass can’t be blown out by a wind.",
        "A lantern can be blown out by a wind unless it is sheltered behind glass.",
        "Relighting can be done by any keeper.",
        "A lantern sheltered behind glass can’t be blown out by a wind. The wind can be blown out by a lantern sheltered behind glass.",
    ],
)
def test_agreement_exceptions_and_other_matters_are_none(matter_of: Matters, answer: str) -> None:
    """Neither is what the answer itself says both ways."""
    assert list(reversals(matter_of(answer, "100.1"))) == []


def test_closeness_tells_how_sure_it_is(matter_of: Matters) -> None:
    """The quote's own sentence but for its “not” is nearer than one that says more."""
    (bare,) = reversals(matter_of("A lantern sheltered behind glass can be blown out by a wind.", "100.1"))
    more = "In the harbour of the pilots a lantern sheltered behind glass can be blown out by a wind at dusk."
    (wide,) = reversals(matter_of(more, "100.1"))

    assert 0.9 < bare.closeness <= 1.000001
    assert wide.closeness < bare.closeness
