"""A draft and its brief, read."""

from collections.abc import Callable

import attrs

from headjudge import Exchange
from headjudge_support.matter import Matter

Matters = Callable[..., Matter]


def test_a_sentence_is_tied_to_the_rules_that_it_names(matter_of: Matters) -> None:
    """A sentence that names none may rest on any quote."""
    matter = matter_of("A wind blows it out (100.1). Relighting costs oil.", "100.1", "200.1")

    assert [[source.label for source in matter.tied(statement)] for statement in matter.statements] == [["rule 100.1"], ["rule 100.1", "rule 200.1"]]


def test_names_of_cards_are_no_terms(matter_of: Matters) -> None:
    """They stand in no rule, so they would only make an answer look foreign."""
    assert matter_of("Old Brass Lamp burns.", "100.1").said == {"burn"}


def test_numbers_are_given_with_the_question_its_thread_and_its_cards(matter_of: Matters) -> None:
    """The cost {5} and the four candles of the card, the 9 of the question, the 17 of what was asked before."""
    matter = matter_of("Yes.", "100.1", question="Do 9 winds blow it out?")
    question = attrs.evolve(matter.brief.inquiry.reading.question, history=(Exchange("Are 17 lamps lit?", "Yes."),))
    inquiry = attrs.evolve(matter.brief.inquiry, reading=attrs.evolve(matter.brief.inquiry.reading, question=question))

    assert attrs.evolve(matter, brief=attrs.evolve(matter.brief, inquiry=inquiry)).given == {5, 4, 9, 17}


def test_what_can_be_made_of_a_given_number(matter_of: Matters) -> None:
    """Sums, differences and products, of what the quotes count with too, but never of the quotes' numbers alone."""
    matter = matter_of("Yes.", "100.2", question="Do 9 winds blow it out?")

    assert matter.counted == {7, 12}
    assert {9 + 4, 9 - 5, 9 * 5, 9 + 7, 12 - 4} <= matter.made
    assert 7 * 12 not in matter.made


def test_a_curt_answer_is_read_with_its_question(matter_of: Matters) -> None:
    """“Yes.” says what was asked."""
    asked = "Does a wind blow out each burning lantern that it reaches?"
    matter = matter_of("Yes.", "100.1", question=asked)

    assert matter.curt
    assert matter.closeness(matter.quoted) > 0.5


def test_the_nearest_rule_is_found(matter_of: Matters) -> None:
    """Whether it is quoted or not."""
    _, passage = matter_of("Relighting a lantern costs its keeper two measures of oil.", "300.1").nearest

    assert passage is not None
    assert passage.label == "200.1"


def test_another_language_is_seen(matter_of: Matters) -> None:
    """Small words tell: no rule holds those of another language."""
    assert matter_of("No, a wind does not blow out the lamp that is behind glass.", "100.1").legible
    assert not matter_of("Nein, ein Wind bläst keine Laterne aus, welche hinter Glas geschützt steht.", "100.1").legible
