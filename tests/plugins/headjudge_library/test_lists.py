"""The concept lists as files."""

from collections import Counter

import pytest

from headjudge import Concept
from headjudge_library.concepts import ConceptIndex
from headjudge_library.lists import MAGIC, PRACTICE, merged, read_concepts, texts_of

LIST = """
[[word]]
means = "kite"
said = ["flier", "paper bird"]

[[concept]]
name = "lost kite"
wordings = ["my kite got away"]
vocabulary = "string breaks"
rules = ["100.1a"]
"""


def place(number: str) -> tuple[int, int, str]:
    """Where rule *number* stands among others."""
    section, rest = number.split(".")
    parent = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(section), int(parent), rest.removeprefix(parent)


def test_words_are_concepts_without_rules():
    """A list may say which words stand for which; what may be left out is empty."""
    assert read_concepts([LIST]) == (
        Concept("the word kite", ("flier", "paper bird"), "kite", ()),
        Concept("lost kite", ("my kite got away",), "string breaks", ("100.1a",)),
    )


def test_concepts_of_one_name_become_one():
    """Both lists may say something of a thing; what the first says comes first."""
    first = Concept("flying", ("up",), "flies kite", ("100.1",), ("100.2",))
    second = Concept("flying", ("up", "in the air"), "kite drifts", ("100.2", "100.1a"), ("100.3",))

    (one,) = merged([first, second])

    assert one == Concept("flying", ("up", "in the air"), "flies kite drifts", ("100.1", "100.2", "100.1a"), ("100.3",))


@pytest.mark.parametrize("files", [MAGIC, PRACTICE])
def test_lists_are_usable(files):
    """Every concept says something, in both voices; all but words name a rule."""
    concepts = read_concepts(texts_of(files))

    assert sum(bool(concept.rules) for concept in concepts) >= 10
    assert all(concept.wordings and concept.vocabulary.strip() for concept in concepts)
    assert all(concept.rules or concept.name.startswith("the word ") for concept in concepts)


def test_our_concepts_stand_in_the_order_of_their_rules():
    """Who looks for what is said about a rule finds it by the number."""
    first = [place(concept.rules[0]) for concept in read_concepts(texts_of(MAGIC)) if concept.rules]

    assert first == sorted(first)


def test_no_wording_of_ours_stands_twice():
    """A wording, inflections and slang aside, belongs to one concept, and stands there once."""
    index = ConceptIndex.of(read_concepts(texts_of(MAGIC)), (), ())

    said = Counter(index.plain(wording) for concept in read_concepts(texts_of(MAGIC)) if concept.rules for wording in concept.wordings)

    assert [stems for stems, times in said.items() if times > 1] == []
