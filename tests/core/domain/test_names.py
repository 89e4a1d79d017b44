"""Folding of names and of typography."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import fold, fold_typography, short_name


@given(st.text())
def test_folding_twice_changes_nothing(name: str) -> None:
    """A folded name is its own folding."""
    assert fold(fold(name)) == fold(name)


@given(st.text())
def test_a_folded_name_has_single_spaces(name: str) -> None:
    """Words are parted by one space, and none stands at an end."""
    assert fold(name) == " ".join(fold(name).split())


@given(st.text())
def test_case_does_not_count(name: str) -> None:
    """A name in lower case folds alike."""
    assert fold(name.casefold()) == fold(name)


@given(st.text())
def test_typography_keeps_every_place(text: str) -> None:
    """Folding typography gives a character for a character, and folding again changes nothing."""
    folded = fold_typography(text)

    assert len(folded) == len(text)
    assert fold_typography(folded) == folded


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("Séverine of the Salt Stair", "severine of the salt stair"),
        ("Grandmother’s Thimble", "grandmothers thimble"),
        ("Grandmother's Thimble", "grandmothers thimble"),
        ("Fire // Ice", "fire // ice"),
        ("Fire/Ice", "fire // ice"),
        ("Æther Vial", "aether vial"),
        ("  Twice-Told   Tale ", "twice told tale"),
        ("Lim-Dûl's Vault", "lim duls vault"),
        ("Ｆｕｌｌ Ｗｉｄｔｈ", "full width"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("!?…", ""),
        ("//", ""),
        ("+2 Mace", "2 mace"),
        ("火", "火"),
        ("\u200eLight\u200bning\u00ad Bolt\ufeff", "lightning bolt"),
        ("Z\u0351\u036ba\u0300lgo", "zalgo"),
        ("אור", "אור"),
    ],
)
def test_how_names_are_compared(name: str, folded: str) -> None:
    """Accents, apostrophes, punctuation, width and unseen marks do not count; faces stay parted."""
    assert fold(name) == folded


@pytest.mark.parametrize(
    ("text", "folded"),
    [("“can’t”", '"can\'t"'), ("a–b—c−d", "a-b-c-d"), ("a\u00a0b\u2009c\td", "a b c d"), ("Æ é ﬁ", "Æ é ﬁ")],
)
def test_which_typography_is_made_plain(text: str, folded: str) -> None:
    """Quotes, dashes and spaces become plain; letters and case are kept."""
    assert fold_typography(text) == folded


@pytest.mark.parametrize(
    ("name", "short"),
    [("Orla, Ash Regent", "Orla"), ("Drowning Bell", None), (", the Nameless", None), ("One, Two, Three", "One")],
)
def test_a_short_name_stands_before_the_first_comma(name: str, short: str | None) -> None:
    """Without a comma, or with nothing before it, there is no short name."""
    assert short_name(name) == short
