"""Questions made of templates and the names of a corpus."""

import pytest

from headjudge import CardName, NameKind, fold
from headjudge.evaluation.generated import TEMPLATES, Case, generate, ordinary_words


def name(text: str, kind: NameKind = NameKind.CARD, card: str = "") -> CardName:
    return CardName(text, kind, f"id of {card or text}", card or text)


NAMES = (
    name("Drowning Bell"),
    name("Orla, Ash Regent"),
    name("Orla", NameKind.SHORT, "Orla, Ash Regent"),
    name("Moth // Queen"),
    name("Moth", NameKind.FACE, "Moth // Queen"),
    name("Queen", NameKind.FACE, "Moth // Queen"),
    name("Grandmother's Thimble"),
    name("Ashes"),
)


def test_each_question_comes_in_both_cases() -> None:
    """The same names, one after the other."""
    proper, lower = generate(NAMES, frozenset(), 1)

    assert (proper.case, lower.case) == (Case.PROPER, Case.LOWER)
    assert lower.text == proper.text.lower()
    assert [one.cards for one in lower.named] == [one.cards for one in proper.named]


def test_the_same_seed_gives_the_same() -> None:
    """Figures can be compared from day to day."""
    assert generate(NAMES, frozenset(), 20, 7) == generate(NAMES, frozenset(), 20, 7)
    assert generate(NAMES, frozenset(), 20, 7) != generate(NAMES, frozenset(), 20, 8)


def test_names_stand_in_their_question() -> None:
    """As they are typed, endings and all; each with the cards that it means."""
    questions = generate(NAMES, frozenset(), 200)
    named = [(question, one) for question in questions for one in question.named]

    assert [one.whole for question, one in named if one.whole not in question.text] == []
    assert {card for _, one in named for card in one.cards} == {entry.card for entry in NAMES}
    assert all(fold(one.whole).startswith(fold(one.written)[:4]) for _, one in named)


def test_names_are_typed_in_many_ways() -> None:
    """As owners, as several, with one slash or two, without their signs, by the first face alone."""
    written = {one.whole for question in generate(NAMES, frozenset(), 400) for one in question.named if question.case is Case.PROPER}

    assert {"Moth", "Moth // Queen", "Moth/Queen", "Orla Ash Regent", "Grandmothers Thimble", "Drowning Bells", "Drowning Bell's"} <= written


def test_ordinary_words_are_told_apart() -> None:
    """A name of one word that the texts use as a word cannot be told from it in lower case."""
    questions = generate(NAMES, frozenset({"ashes", "bell"}), 100)

    assert {one.written.lower() for question in questions for one in question.named if one.ordinary} == {"ashes"}


async def test_ordinary_words_are_those_in_lower_case(headjudge_corpus) -> None:
    """Of rules, rulings and Oracle texts."""
    words = await ordinary_words(headjudge_corpus)

    assert {"player", "card"} <= words
    assert "orla" not in words


def test_a_corpus_without_cards_gives_no_questions() -> None:
    """There is nothing to ask about."""
    assert generate((), frozenset(), 5) == ()


@pytest.mark.parametrize("template", TEMPLATES)
def test_templates_have_room_for_one_to_three_names(template: str) -> None:
    """In the order in which they are drawn, and nothing else."""
    places = [place for place in range(4) if f"{{{place}}}" in template]

    assert places in ([0], [0, 1], [0, 1, 2])
    assert "{" not in template.format("a", "b", "c")
