"""What is denied and what is affirmed."""

import pytest

from headjudge_support.negations import Claim, claims
from headjudge_support.words import tokens


@pytest.mark.parametrize(
    ("sentence", "verb", "denied"),
    [
        ("A lantern can’t be blown out.", "blown", True),
        ("A lantern can be blown out.", "blown", False),
        ("It does not actually shed light.", "shed", True),
        ("It sheds light.", "shed", False),
        ("The keeper never relights it.", "relight", True),
    ],
)
def test_a_not_denies_the_verb_behind_it(sentence: str, verb: str, *, denied: bool) -> None:
    """Helping verbs and adverbs between them are passed over."""
    assert [claim.denied for claim in claims(tokens(sentence)) if claim.verb == verb] == [denied]


def test_a_noun_is_no_claim() -> None:
    """What neither a helping verb nor an ending marks is not taken for a verb."""
    assert claims(tokens("the winds of a long evening")) == ()


def test_a_hedge_near_a_claim_is_seen() -> None:
    """With an exception its opposite may hold as well."""
    (plain,) = claims(tokens("The lamp can’t burn"))
    hedged, *_ = claims(tokens("The lamp can’t burn unless the wick was relit"))

    assert (plain.hedged, hedged.hedged) == (False, True)


def test_such_speaks_of_cases_told_before() -> None:
    """What is denied of them may hold of others."""
    assert [claim.hedged for claim in claims(tokens("Such lanterns can’t burn")) if claim.denied] == [True]


def test_claims_are_alike_by_the_words_about_them() -> None:
    """Counted before the verb and behind it."""
    one = Claim("burn", False, frozenset({"lamp", "glass"}), frozenset({"oil"}), False)
    other = Claim("burn", True, frozenset({"lamp"}), frozenset({"oil", "night"}), False)

    assert one.alike(other) == 2
