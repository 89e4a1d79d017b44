"""The prompts as text files, and the hash that tells them apart."""

import re

import attrs
import pytest

from headjudge import Brief, Draft, Inquiry, Kind, Passage, Question, Reading, Reference, laws
from headjudge.forms import read_reading, read_verdict, verdict_schema
from headjudge_counsel.wordings import filled, hash_of, read_wordings

PLACES = {
    "reading": {"game", "categories"},
    "reading_asked": {"earlier", "question"},
    "verdict": {"game"},
    "verdict_asked": {"sources", "earlier", "question", "redraft"},
    "redraft": {"objections"},
    "repair": {"faults", "reply"},
}


def test_every_place_is_filled() -> None:
    """A wording has the places that are filled, and no other dollar sign."""
    wordings = attrs.asdict(read_wordings())

    assert {name: set(re.findall(r"\$(\w*)", text)) for name, text in wordings.items()} == PLACES


def test_what_is_filled_in_is_not_filled_again() -> None:
    """A question may hold the name of a place, or a lone dollar sign."""
    assert filled("$question|$earlier", {"question": "$earlier $", "earlier": "$question"}) == "$earlier $|$question"


def test_a_place_without_a_value_is_an_error() -> None:
    """Rather than a prompt with a hole."""
    with pytest.raises(KeyError):
        filled("$game", {})


@pytest.mark.parametrize("texts", [("a", "b c"), ("a b", "c"), ("a", "b", "c"), ("a",)])
def test_a_hash_changes_with_every_word(texts: tuple[str, ...]) -> None:
    """And with where one file ends and the next begins."""
    assert hash_of(texts, {}) != hash_of(("a", "b"), {})


def test_a_hash_changes_with_the_form() -> None:
    """Another form is another question."""
    assert hash_of(("a",), verdict_schema()) != hash_of(("a",), verdict_schema(kinds=("verdict",)))


def test_a_hash_stays_the_same() -> None:
    """It is stored with calls, and read by other processes."""
    assert hash_of(("a", "b"), {"type": "object"}) == "c9898f43ac8ede078410139f670d9487"


def test_wordings_are_plain_text() -> None:
    """Each ends with a line end and holds nothing that nobody sees."""
    for name, text in attrs.asdict(read_wordings()).items():
        assert text.endswith("\n"), name
        assert [c for c in text if not c.isprintable() and c != "\n"] == [], name


def test_the_example_of_a_verdict_keeps_the_laws() -> None:
    """It is read without a fault, and every quote in it stands in the sources beside it."""
    example = read_wordings().verdict.partition("Example, for an invented game.")[2]
    rules = re.findall(r'<rule number="([\d.a-z]+)".*?>(.*)</rule>', example)
    passages = [Passage(Reference(Kind.RULE, number), number, text) for number, text in rules]
    card = re.search(r'<card id="card 1".*?>(.*)</card>', example, re.DOTALL)
    assert card
    lamp = Passage(Reference(Kind.ORACLE, "lamp"), "Oracle text", card[1])
    brief = Brief(Inquiry(Reading(Question("?"))), (*passages, lamp), 1, "practice", "20090601")

    draft = read_verdict(example.rstrip().splitlines()[-1], brief)
    assert isinstance(draft, Draft)
    assert len(draft.quotes) == len(rules) == 2
    assert laws.objections(draft, brief) == ()


def test_the_example_of_a_reading_is_read_without_a_fault() -> None:
    """Its names are written as in the question beside it."""
    example = read_wordings().reading.partition("Example, with invented cards")[2]
    question = Question(example.partition("<question>\n")[2].partition("\n</question>")[0])

    reading = read_reading(example.rstrip().splitlines()[-1], question, ())
    assert [span.text for span in reading.spans] == ["gloamwick drak", "ashfall", "banner of reeds"]
    assert len(reading.paraphrases) == 2
