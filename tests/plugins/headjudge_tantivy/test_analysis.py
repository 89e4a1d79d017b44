"""Texts become terms."""

import pytest

from headjudge_tantivy.analysis import analyzer, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kites drifting", ["kite", "drift"]),
        ("+1/+1 counters and a 2/2 token", ["+1/+1", "counter", "2/2", "token"]),
        ("as rule 702.19b says", ["rule", "702.19b", "say"]),
        ("It CAN’T be countered", ["can't", "counter"]),
        ("the kite's string", ["kite", "string"]),
        ("what do I do with it?", []),
        ("", []),
    ],
)
def test_text_becomes_terms(text, expected):
    """Case, inflection, typography and plain English words do not count; sizes and rule numbers stay whole."""
    found = terms(text, analyzer())

    assert list(found) == expected
