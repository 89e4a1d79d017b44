"""Where sentences end."""

import pytest

from headjudge_support.sentences import sentences


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("No. A wind stops. It does!", ("No.", "A wind stops.", "It does!")),
        ("First line\nsecond line", ("First line", "second line")),
        ("A lamp (e.g. Old Brass Lamp) burns. It’s lit.", ("A lamp (e.g. Old Brass Lamp) burns.", "It’s lit.")),
        ("It is “out.” Relight it.", ("It is “out.”", "Relight it.")),
        ("Layer 4: Winds blow.", ("Layer 4: Winds blow.",)),
        ("1. Light it.\n2) Wait 3 days.\n10 lamps burn.", ("Light it.", "Wait 3 days.", "10 lamps burn.")),
        (" \n ", ()),
    ],
)
def test_sentences_end_at_full_stops_and_lines(text: str, parts: tuple[str, ...]) -> None:
    """A full stop before a capital ends one, and a line's end; abbreviations, colons and the numerals of a list do not."""
    assert sentences(text) == parts
