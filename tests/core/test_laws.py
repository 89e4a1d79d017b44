"""The law of citation: what no draft may break."""

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from headjudge import Answer, Brief, Draft, Inquiry, Kind, Passage, Question, Quote, Reading, Reference
from headjudge.laws import confirm, objections
from headjudge.verbatim import UNSHOWN

REGENT = "Opponents’ creatures that would fall go to the fog — not to the ashes. Nobody’s creature is unable to attack."
RULE = Passage(Reference(Kind.RULE, "500.1a"), "500.1a", REGENT)
PARENT = Passage(Reference(Kind.RULE, "500.1"), "500.1", "Instead")
ORACLE = Passage(
    Reference(Kind.ORACLE, "o1"), "Oracle text, Drowning Bell", "Drowning Bell {3}\nRelic\nOther creatures are 1/1.", "Drowning Bell", "o1"
)
RULING = Passage(Reference(Kind.RULING, "r1"), "Ruling (2009-03-13), Ashes", "It never falls.", "Ashes", "o2")
CALL = Passage(Reference(Kind.CALL, "7"), "Prior call", "No, it goes to the fog.")
NOTE = Passage(Reference(Kind.NOTE, "Ashes"), "Note, Ashes", "It never falls at all.")
BRIEF = Brief(Inquiry(Reading(Question("?"))), (RULE, PARENT, ORACLE, RULING, CALL, NOTE), 3, "practice", "20090601")


def quoting(text: str, passage: Passage = RULE, answer: str = "It goes to the fog.") -> Draft:
    return Draft(answer, (Quote(passage.reference, text),))


def refusals(draft: Draft) -> list[str]:
    return [objection.text for objection in objections(draft, BRIEF)]


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        (REGENT, RULE),
        ("creatures that would fall", RULE),
        ("Opponents' creatures that", RULE),
        ("go to the fog - not", RULE),
        ("  go to the fog  ", RULE),
        ("to the ashes.", RULE),
        ("Instead", PARENT),
        ("creatures are 1/1", ORACLE),
        ("Relic Other creatures", ORACLE),
        ("It never falls.", RULING),
        ("goes to the fog", CALL),
    ],
)
def test_words_that_stand_in_their_source_pass(text: str, passage: Passage) -> None:
    """Typographic variants and the spaces around a quote do not count; a whole source may be short."""
    assert refusals(quoting(text, passage)) == []


@pytest.mark.parametrize(
    "text",
    [
        "go to the ashes",
        "creatures that fall",
        "opponents’ creatures that",
        "creatures that would fall ... not to the ashes",
        "creatures that would fall not to the ashes",
        "creatures  that would",
        "able to attack",
        "pponents’ creatures that",
        "Nobody’s creature is un",
        "creаtures that would fall",
        "creatures\u200b that would fall",
        "creatures that\u00ad would fall",
        "",
        "   ",
        "\u200b",
    ],
)
def test_words_that_do_not_stand_in_their_source_are_refused(text: str) -> None:
    """Altered, stitched, cut inside a word, written in look-alikes or with invisible characters, or blank."""
    assert refusals(quoting(text)) != []


def test_a_word_cut_in_one_place_may_be_whole_in_another() -> None:
    """Every place of the words is looked at."""
    passage = Passage(Reference(Kind.RULE, "1"), "1", "unable to attack, able to attack now")
    brief = Brief(BRIEF.inquiry, (passage,), 1, "practice", "20090601")

    assert objections(Draft("Yes.", (Quote(passage.reference, "able to attack"),)), brief) == ()


@pytest.mark.parametrize("text", ["the", "to the", "ashes.", "—"])
def test_a_trivial_quote_is_refused(text: str) -> None:
    """Less than three words say nothing, unless they are the whole source."""
    assert len(refusals(quoting(text))) == 1
    assert "too short" in refusals(quoting(text))[0]


def test_what_was_not_shown_cannot_be_cited() -> None:
    """The objection names the rule, so that the redraft is shown it."""
    (objection,) = objections(Draft("Yes.", (Quote(Reference(Kind.RULE, "100.1"), "whatever it says"),)), BRIEF)

    assert objection.text == f"100.1 was not among the sources shown; {UNSHOWN}"
    assert objection.rules == ("100.1",)


def test_notes_and_glossary_entries_are_no_authorities() -> None:
    """They lead to rules and may not be cited, however verbatim."""
    assert refusals(quoting("It never falls at all.", NOTE)) == [
        "note:Ashes may not be cited; cite a rule, a ruling, Oracle text or a rated prior call."
    ]


def test_an_answer_cites_something() -> None:
    """Without a quote there is no answer."""
    assert refusals(Draft("Yes.", ())) == [
        "The answer cites nothing; cite at least one rule, ruling, Oracle text or rated prior call with a verbatim quote."
    ]


@pytest.mark.parametrize("answer", ["", " \n"])
def test_an_answer_says_something(answer: str) -> None:
    """Quotes alone are no verdict."""
    assert refusals(quoting(REGENT, answer=answer)) == ["The answer is blank; write the verdict."]


@pytest.mark.parametrize("answer", ["Rule 500.1a says so.", "(500.1a)", "See 500.1A.", "CR500.1a", "exactly 100 cards", "rule 500"])
def test_a_cited_rule_may_be_named(answer: str) -> None:
    """The very rule that is quoted; a bare three-digit number names no rule."""
    assert refusals(quoting(REGENT, answer=answer)) == []


@pytest.mark.parametrize(
    ("answer", "number"),
    [
        ("Rule 500.1 says so.", "500.1"),
        ("Rule 500.1aa says so.", "500.1aa"),
        ("Rule 500.2b says so.", "500.2b"),
        ("_500.2b_", "500.2b"),
        ("CR500.2b", "500.2b"),
        ("500.2B", "500.2b"),
        ("500\u200b.2b", "500.2b"),
        ("500.\u20602b", "500.2b"),
        ("５００．２ｂ", "500.2b"),
        ("٥٠٠.2b", "٥٠٠.2b"),
    ],
)
def test_a_rule_that_is_not_cited_may_not_be_named(answer: str, number: str) -> None:
    """Neither parent nor sub-rule covers it, and no writing hides it."""
    (objection,) = objections(quoting(REGENT, answer=answer), BRIEF)

    assert objection.text == f"The answer names rule {number}, which it does not cite; cite it with a quote or do not name it."
    assert objection.rules == (number,)


def test_every_fault_is_told_at_once() -> None:
    """A redraft needs to know all that is wrong."""
    draft = Draft("Rules 100.1 and 100.2.", (Quote(RULE.reference, "made up by nobody"), Quote(NOTE.reference, "x")))

    assert len(refusals(draft)) == 4


@given(st.integers(0, len(REGENT)), st.integers(0, len(REGENT)))
def test_any_stretch_of_whole_words_passes(start: int, end: int) -> None:
    """What is copied from the source, three words or more and not cut inside one, is never refused."""
    words = REGENT.split(" ")
    start, end = sorted((start % len(words), end % len(words)))
    assume(end - start >= 4)

    assert refusals(quoting(" ".join(words[start:end]))) == []


@given(st.integers(0, len(REGENT) - 1), st.characters(categories=("L", "N")))
def test_any_altered_quote_is_refused(place: int, character: str) -> None:
    """One other letter or digit anywhere in the quote, and it does not stand."""
    altered = f"{REGENT[:place]}{character}{REGENT[place + 1 :]}"
    assume(altered != REGENT)

    assert len(refusals(quoting(altered))) == 1


@given(st.integers(1, len(REGENT) - 1), st.characters(categories=("L", "N", "Cf", "P", "S")))
def test_any_inserted_character_is_refused(place: int, character: str) -> None:
    """One character more inside the quote, seen or unseen, and it does not stand."""
    assert len(refusals(quoting(f"{REGENT[:place]}{character}{REGENT[place:]}"))) == 1


def test_a_citation_holds_the_sources_own_characters() -> None:
    """Plain quotes of a draft become the typographic ones of the source, with label, release, hash and card."""
    answer = confirm(
        Draft(" It goes to the fog. ", (Quote(RULE.reference, "Opponents' creatures that"), Quote(ORACLE.reference, "creatures are 1/1"))), BRIEF
    )

    assert isinstance(answer, Answer)
    assert answer.text == "It goes to the fog."
    assert [(cited.label, cited.quote, cited.card) for cited in answer.citations] == [
        ("500.1a", "Opponents’ creatures that", None),
        ("Oracle text, Drowning Bell", "creatures are 1/1", "o1"),
    ]
    assert answer.citations[0].source_hash == RULE.hash
    assert (answer.release, answer.corpus, answer.generation) == ("20090601", "practice", 3)


def test_the_same_citation_comes_once() -> None:
    """A quote given twice is cited once."""
    draft = Draft("Yes.", (Quote(RULE.reference, "go to the fog"), Quote(RULE.reference, "go to the fog ")))

    assert len(confirm(draft, BRIEF).citations) == 1


def test_a_draft_with_objections_cannot_be_confirmed() -> None:
    """`confirm` checks again by itself."""
    with pytest.raises(ValueError, match=r"does not stand in 500\.1a"):
        confirm(quoting("go to the ashes now"), BRIEF)


SIGNS = Passage(
    Reference(Kind.RULE, "500.2"),
    "500.2",
    "A spent creature can’t attack. Each non-Moth creature gets -3/-3 until dusk. It’s a ‘dim card’ of yours—by rule.",
)
SIGNED = attrs.evolve(BRIEF, passages=(SIGNS,))


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("A spent creature can’t", True),
        ("A spent creature can", False),
        ("t attack. Each non-Moth", False),
        ("Each non-Moth creature", True),
        ("Moth creature gets", False),
        ("creature gets -3/-3 until", True),
        ("3/-3 until dusk", False),
        ("creature gets -3", False),
        ("dim card’ of yours", True),
        ("a ‘dim card", True),
        ("can’t attack", False),
        ("‘dim card’ of yours", True),
        ("by rule.", False),
    ],
)
def test_a_cut_never_turns_the_meaning(text: str, stands: bool) -> None:  # noqa: FBT001
    """Apostrophes, hyphens and signs hold words and numbers together; two words are trivial however they are written."""
    broken = objections(Draft("It is so.", (Quote(SIGNS.reference, text),)), SIGNED)

    assert (broken == ()) is stands


@pytest.mark.parametrize(
    "answer",
    [
        "See...702.19b",
        "See 702\u202419b",
        "See 702\uff6119b",
        "See 702\u00b719b",
        "See 702.\ufe0f19b",
        "See 702.\u316419b",
        "See 702.19\u0430",
        "See \u2077\u2070\u00b2.19b",
        "See 702. 19b",
        "See 702.\n19b",
    ],
)
def test_no_sign_hides_a_rule_number(answer: str) -> None:
    """What a reader takes for a number is one, whatever characters it is written in."""
    assert len(refusals(quoting("go to the fog", answer=answer))) == 1


def test_what_the_answer_puts_in_quotation_marks_is_held_to_the_sources() -> None:
    """Words in marks are read as a source's; the asker's own may be repeated, and two words in marks name a term."""
    (told,) = refusals(quoting("go to the fog", answer="It says “creatures that would fall win at once”."))
    assert told.startswith("The answer puts “creatures that would fall win at once” in quotation marks, which stands in no source shown")
    assert refusals(quoting("go to the fog", answer="It says “creatures that would fall”, which players call “the fog”.")) == []


@pytest.mark.parametrize(
    "answer",
    [
        "It says “creatures that would fall,” and so on.",
        "It says “creatures **that** would fall”.",
        "You asked whether “the hound dies at once”.",
        "“Relic Other creatures are 1/*” is printed on it.",
        "It says ‘Opponents’ creatures that would fall’ and means the opponents’ own.",
        "It says:\n\n> **500.1a** Opponents’ creatures that would fall go to the fog\n\nSo it does.",
    ],
)
def test_what_is_quoted_in_passing_may_be_written_as_usual(answer: str) -> None:
    """A comma inside the marks, emphasis, a rule's number before a block, stars of a card: none of it alters the words."""
    asked = Brief(Inquiry(Reading(Question("I think the hound dies at once?"))), BRIEF.passages, 3, "practice", "20090601")
    starred = attrs.evolve(ORACLE, text="Relic\nOther creatures are 1/*")
    brief = attrs.evolve(asked, passages=(RULE, starred))

    assert objections(quoting(REGENT, answer=answer), brief) == ()


def test_what_is_quoted_in_passing_stands_on_whole_words() -> None:
    """As in a citation: a cut must not turn the meaning."""
    assert len(refusals(quoting(REGENT, answer="It is “able to attack” now."))) == 1


@pytest.mark.parametrize("answer", ["\u200b", "\u3164", "…", "**", "\u2800 \u00ad"])
def test_an_answer_that_shows_no_letter_is_blank(answer: str) -> None:
    """Nothing can be read in it."""
    assert refusals(quoting(REGENT, answer=answer)) == ["The answer is blank; write the verdict."]


def test_an_answer_is_read_as_it_is_written() -> None:
    """An override of the direction shows another text than the one that was checked."""
    assert refusals(quoting(REGENT, answer="See \u202eb91.207")) == ["The answer holds the control character U+202E; write it without."]


def test_a_short_source_may_be_quoted_in_other_typography() -> None:
    """Its apostrophe does not make it a part."""
    passage = Passage(Reference(Kind.RULE, "1"), "1", "Can’t attack")

    assert objections(Draft("No.", (Quote(passage.reference, "Can't attack "),)), attrs.evolve(BRIEF, passages=(passage,))) == ()


def test_an_answer_holds_no_control_characters() -> None:
    """A lone surrogate could not be stored."""
    assert refusals(quoting("go to the fog", answer="It goes \ud800 there.")) == ["The answer holds the control character U+D800; write it without."]
