"""How much is doubted."""

from collections.abc import Callable

import attrs
import pytest

from headjudge_support.doubt import doubt, reaches, strays, unsupported
from headjudge_support.matter import Matter

Matters = Callable[..., Matter]
BLOWN = "No. A lantern that stands sheltered behind glass can’t be blown out, whatever wind reaches it while it is burning."


def test_a_carried_answer_is_doubted_less_than_a_foreign_one(matter_of: Matters) -> None:
    """The rule that decides against one about voting."""
    assert doubt(matter_of(BLOWN, "100.1")) < 0.3
    assert doubt(matter_of(BLOWN, "300.1")) == 1


def test_a_nearer_rule_that_is_not_quoted_raises_the_doubt(matter_of: Matters) -> None:
    """Where only the quoted rule is shown, there is none."""
    matter = matter_of(BLOWN, "200.1")
    alone = attrs.evolve(matter, brief=attrs.evolve(matter.brief, passages=matter.brief.passages[2:3]))

    assert doubt(matter) > doubt(alone) > 0


@pytest.mark.parametrize("degree", [0.0, 0.2, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("number", ["100.1", "200.1", "300.1"])
def test_reaching_a_degree_is_having_it(matter_of: Matters, number: str, degree: float) -> None:
    """The quick way says what the long one says."""
    matter = matter_of(BLOWN, number)

    assert reaches(matter, degree) is (doubt(matter) >= degree)


def test_a_stray_quote_is_found_beside_others(matter_of: Matters) -> None:
    """Of a single quote the doubt speaks."""
    assert [source.label for source in strays(matter_of(BLOWN, "100.1", "300.1"))] == ["rule 300.1"]
    assert strays(matter_of(BLOWN, "300.1")) == ()


def test_the_least_supported_sentence_comes_first(matter_of: Matters) -> None:
    """Sentences that say nothing are left out."""
    matter = matter_of("Yes. A wind blows out a lantern. Pilots disagree.", "100.1")

    assert [statement.text for statement in unsupported(matter)] == ["Pilots disagree.", "A wind blows out a lantern."]
