"""The categories of a question."""

from headjudge import Category
from headjudge_clerk.categories import Cues
from headjudge_clerk.words import sequence

CATEGORIES = (
    Category("wind", "Wind", ("100",), ("wind", "blows out")),
    Category("light", "Light", ("200",), ("lantern", "blows out", "light")),
    Category("oil", "Oil", ("300",), ("oil", "pay oil for")),
    Category("wicks", "Wicks", ("400",), ("wick",)),
)


def read(question: str) -> tuple[str, ...]:
    """The categories of *question*."""
    return Cues.of(CATEGORIES).read(sequence(question))


def test_inflections_of_a_cue_point_to_its_category():
    """“winds” is “wind”."""
    assert read("Do winds end?") == ("wind",)


def test_a_longer_cue_counts_more():
    """A cue of three words outweighs one of one word."""
    assert read("May my lantern pay oil for that?") == ("oil", "light")


def test_a_cue_of_two_categories_is_shared():
    """A cue that several categories have counts less for each than one of its own."""
    assert read("What blows out the lantern?") == ("light", "wind")


def test_at_most_three_categories_are_given():
    """The likeliest three are enough."""
    assert len(read("wind lantern light oil wick")) == 3


def test_a_question_without_cues_has_no_category():
    """Nothing is guessed."""
    assert read("Who goes first?") == ()
