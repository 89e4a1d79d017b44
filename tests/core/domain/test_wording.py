"""An inquiry's wording: the question without the names of its cards."""

import pytest

from headjudge import Card, Face, Inquiry, Question, Reading

OWL = Card("1", "Storm, Owl of Night", (Face("Storm, Owl of Night", "", "Owl", ""),), "normal")
SPLIT = Card("2", "Hide // Seek", (Face("Hide", "", "Trick", ""), Face("Seek", "", "Trick", "")), "split")


@pytest.mark.parametrize(
    ("text", "cards", "meant", "expected"),
    [
        ("Can [[Storm, Owl of Night]] attack?", (OWL,), (), "Can attack?"),
        ("Can storm, owl of night attack?", (OWL,), (), "Can attack?"),
        ("Can Storm copy with storm?", (OWL,), (), "Can copy with storm?"),
        ("Can the night owl attack?", (OWL,), (("night owl", "Storm, Owl of Night"),), "Can the attack?"),
        ("Do I hide or seek the hideout?", (SPLIT,), (), "Do I or the hideout?"),
        ("Can it attack?", (), (), "Can it attack?"),
    ],
)
def test_wording_leaves_out_the_names(text, cards, meant, expected):
    """Full names, faces' names and what the asker wrote go in any case; a short name only as it stands on the card."""
    inquiry = Inquiry(Reading(Question(text)), cards, meant)

    assert " ".join(inquiry.wording.split()) == expected
