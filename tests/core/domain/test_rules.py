"""Rule numbers, groups, and hashes of texts."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import Release, Rule, group_of, masked_hash, rule_numbers, text_hash

LETTERS = "abcdefghijkmnpqrstuvwxyz"
NUMBERS = st.builds(
    lambda section, rule, letter: f"{section}.{rule}{letter}",
    st.integers(100, 999),
    st.integers(1, 999),
    st.sampled_from(("", *LETTERS, *(f"{a}{b}" for a in LETTERS for b in LETTERS))),
)


@given(st.lists(NUMBERS, unique=True, max_size=6))
def test_numbers_in_a_sentence_are_found_in_order(numbers: list[str]) -> None:
    """Every number that a sentence names is found, as written."""
    sentence = "See " + ", ".join(f"rule {number}" for number in numbers) + "."

    assert rule_numbers(sentence) == tuple(numbers)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("rule 702.19b.", ("702.19b",)),
        ("(702.19b, 702.19b)", ("702.19b",)),
        ("rules 100.1–100.3", ("100.1", "100.3")),
        ("exactly 100 cards", ()),
        ("rule 702", ()),
        ("1000.5", ()),
        ("v1.702.19", ()),
        ("702.19.4", ()),
        ("702.19bcd", ()),
        ("702.19l", ()),
        ("702.19o", ()),
        ("702.1999", ()),
        ("CR702.19b", ("702.19b",)),
        ("_702.19b_ and __702.19__", ("702.19b", "702.19")),
        ("§702.19b", ("702.19b",)),
        ("701.26aa", ("701.26aa",)),
    ],
)
def test_what_is_a_rule_number(text: str, numbers: tuple[str, ...]) -> None:
    """NNN.N with at most two letters, never l or o, and never a part of something longer."""
    assert rule_numbers(text) == numbers


@given(NUMBERS)
def test_a_group_is_its_own_group(number: str) -> None:
    """The parent of a sub-rule is a rule without letters, whose parent is itself."""
    group = group_of(number)

    assert number.startswith(group)
    assert group_of(group) == group
    assert not group[-1].isalpha()


def test_a_renumbering_keeps_the_masked_hash() -> None:
    """Numbers of rules and sections in a text are masked, other words and numbers are not."""
    assert masked_hash("See rule 702.19b and section 702.") == masked_hash("See rule 701.4 and section 701.")
    assert masked_hash("Draw 6 cards.") != masked_hash("Draw 7 cards.")


def test_a_text_hash_is_32_hexadecimal_digits() -> None:
    """The hash depends on every character."""
    assert text_hash("Stoke.") == "83419aa404f9b6b089a83438c9729352"
    assert text_hash("Stoke.") != text_hash("stoke.")


def test_full_text_holds_the_examples() -> None:
    """Quotes are checked against the rule with its examples, a line each."""
    rule = Rule("100.1", "A turn begins.", "100", "Turns", ("Ada begins.", "Ben draws."))

    assert rule.full_text == "A turn begins.\nExample: Ada begins.\nExample: Ben draws."


def test_a_release_is_named_by_its_day() -> None:
    """YYYYMMDD."""
    assert Release(datetime.date(2009, 6, 1)).key == "20090601"
