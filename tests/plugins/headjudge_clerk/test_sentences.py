"""Where sentences end."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge_clerk.sentences import closed, sentences

MARKS = 'aB .!?\n“”()[]{}"e.g.T'


@given(st.text(MARKS))
def test_sentences_join_to_the_text(text: str):
    """Nothing is lost, added or changed."""
    assert "".join(sentences(text)) == text


@given(st.text(MARKS))
def test_no_sentence_is_empty(text: str):
    """Every piece holds at least one character."""
    assert all(sentences(text))


@given(st.text("aB .!?"), st.sampled_from(["“”", "()", "[]", "{}", '""']), st.text("aB .!?"), st.text("aB .!?"))
def test_nothing_enclosed_is_split(before: str, marks: str, inside: str, after: str):
    """What stands between an opening mark and its closing mark stays in one sentence."""
    enclosed = f"{marks[0]}{inside}{marks[1]}"

    pieces = sentences(before + enclosed + after)

    assert any(enclosed in piece for piece in pieces)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One ends. Two begins.", ("One ends. ", "Two begins.")),
        ("It says “Stop. Go.” and goes.", ("It says “Stop. Go.” and goes.",)),
        ("It says “Stop.” Then it goes.", ("It says “Stop.” ", "Then it goes.")),
        ("Some winds (e.g. A gale) blow.", ("Some winds (e.g. A gale) blow.",)),
        ("Some winds, e.g. Gales, blow.", ("Some winds, e.g. Gales, blow.",)),
        ("{T}: Add {G}. Draw a card.", ("{T}: Add {G}. ", "Draw a card.")),
        ("See rule 704.5g. Then stop.", ("See rule 704.5g. ", "Then stop.")),
        ("It burns. (See rule 1.)", ("It burns. ", "(See rule 1.)")),
        ("First line\nsecond line", ("First line\n", "second line")),
        ("Some say “It burns . . . .” Others do not.", ("Some say “It burns . . . .” ", "Others do not.")),
        ("It reads “It burns . . . “ and ends.", ("It reads “It burns . . . “ and ends.",)),
        ("It reads “When lit, . . . “ or “When out, . . .” Then it ends.", ("It reads “When lit, . . . “ or “When out, . . .” ", "Then it ends.")),
        ("It reads It burns . . . Then it ends.", ("It reads It burns . . . Then it ends.",)),
        ("It burns… The rest follows.", ("It burns… The rest follows.",)),
        ("“never closed. Yet it ends.", ("“never closed. ", "Yet it ends.")),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: tuple[str, ...]):
    """Full stops of abbreviations and within quotes and brackets end nothing."""
    assert sentences(text) == expected


@given(st.text(MARKS))
def test_no_sentence_ends_between_the_dots_of_an_ellipsis(text: str):
    """What follows a sentence never begins with a full stop that goes on with its last."""
    pieces = sentences(text)

    assert not any(piece.rstrip().endswith(".") and after.startswith(".") for piece, after in pairwise(pieces))


@pytest.mark.parametrize("text", ["It says “Stop.", "“One” and “two", "“One “two” three"])
def test_an_open_quotation_is_seen(text: str):
    """What is cut off in the middle of a quotation says nothing."""
    assert not closed(text)


@pytest.mark.parametrize("text", ["“Stop.”", "“Lit . . . “ and so on.", "No marks.", "“One “two” three”"])
def test_a_closed_quotation_is_seen(text: str):
    """A slip that closes with an opening mark closes all the same."""
    assert closed(text)
