"""Questions: their limits, their pins, and what is left when their cards are known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import Card, Face, Inquiry, Pin, Question, Reading, bracketed, corrected
from headjudge.domain.questions import limit_fault

BELL = Card("bell", "Drowning Bell", (Face("Drowning Bell", "{3}", "Relic", ""),), "normal")
ORLA = Card("orla", "Orla, Ash Regent", (Face("Orla, Ash Regent", "{2}", "Creature", ""),), "normal")


def pins(count: int) -> tuple[Pin, ...]:
    return tuple(Pin(f"span {number}", "Drowning Bell") for number in range(count))


@pytest.mark.parametrize(
    "question",
    [
        Question("?"),
        Question("x" * 1000),
        Question("𝔵" * 1000),
        Question("a\tb\nc\r\nd"),
        Question("Who?", pins(8)),
        Question("Who?", (Pin("s" * 200, "n" * 200),)),
    ],
)
def test_what_is_within_the_limits(question: Question) -> None:
    """The longest question, eight pins and 200 characters are allowed; characters are code points."""
    assert limit_fault(question) is None


@pytest.mark.parametrize(
    ("question", "fault"),
    [
        (Question(""), "The question is blank; ask something."),
        (Question(" \u3000\n"), "The question is blank; ask something."),
        (Question("x" * 1001), "The question has 1001 characters; at most 1000 fit."),
        (Question("𝔵" * 1001), "The question has 1001 characters; at most 1000 fit."),
        (Question("a\0b"), "The question holds the control character U+0000; take it out."),
        (Question("a\x1bb"), "The question holds the control character U+001B; take it out."),
        (Question("a\x7fb"), "The question holds the control character U+007F; take it out."),
        (Question("a\ud800b"), "The question holds the control character U+D800; take it out."),
        (Question("Who?", pins(9)), "There are 9 pins; at most 8 fit. Write the other names as [[Full Name]]."),
        (Question("Who?", (Pin("s" * 201, "n"),)), "A pin's span has 201 characters; at most 200 fit."),
        (Question("Who?", (Pin("s", "n" * 201),)), "A pin's name has 201 characters; at most 200 fit."),
        (Question("Who?", (Pin(" ", "n"),)), "A pin's span is blank; give the text as the reply showed it."),
        (Question("Who?", (Pin("s", ""),)), "A pin's name is blank; give the text as the reply showed it."),
        (Question("Who?", (Pin("s\0", "n"),)), "A pin's span holds the control character U+0000; take it out."),
        (Question("Who?", (Pin("s", "\udfff"),)), "A pin's name holds the control character U+DFFF; take it out."),
        (Question("Who?", (Pin("Orla", "a"), Pin(" orla ", "b"))), "Two pins are given for 'Orla'; send one a span."),
    ],
)
def test_each_limit_is_named(question: Question, fault: str) -> None:
    """What breaks a limit is said in one sentence with its cure."""
    assert limit_fault(question) == fault


@pytest.mark.parametrize(
    ("text", "given_pins", "pinned"),
    [
        ("Does orla win?", (Pin("orla", "Orla, Ash Regent"),), "Does [[Orla, Ash Regent]] win?"),
        ("Does [[Orla]] win?", (Pin("orla", "Orla, Ash Regent"),), "Does [[Orla, Ash Regent]] win?"),
        ("Does [[ Orla ]] win?", (Pin("orla", "Orla, Ash Regent"),), "Does [[Orla, Ash Regent]] win?"),
        ("Orla and ORLA", (Pin("Orla", "Orla, Ash Regent"),), "[[Orla, Ash Regent]] and [[Orla, Ash Regent]]"),
        ("Orlando", (Pin("Orla", "Orla, Ash Regent"),), "Orlando ([[Orla, Ash Regent]])"),
        ("Who wins?", (Pin("the bell", "Drowning Bell"),), "Who wins? ([[Drowning Bell]])"),
        ("the bell tolls", (Pin("bell", "A"), Pin("the bell", "Drowning Bell")), "[[Drowning Bell]] tolls ([[A]])"),
        ("the bell tower", (Pin("bell", "A"), Pin("bell tower", "B")), "the [[B]] ([[A]])"),
        ("bell and Drowning", (Pin("bell", "Drowning Bell"), Pin("Drowning", "Ashes")), "[[Drowning Bell]] and [[Ashes]]"),
        ("[[Drowning Bell]]: bell?", (Pin("Bell", "X"),), "[[Drowning Bell]]: [[X]]?"),
        ("a.c abc", (Pin("a.c", "Dot"),), "[[Dot]] abc"),
        ("Who wins?", (), "Who wins?"),
    ],
)
def test_pins_are_written_into_the_text(text: str, given_pins: tuple[Pin, ...], pinned: str) -> None:
    """Each pin's name stands in brackets over its span, or at the end where the span is absent; nothing else changes."""
    assert Question(text, given_pins).pinned_text == pinned


@given(st.text(max_size=60), st.lists(st.tuples(st.text(min_size=1, max_size=9), st.from_regex(r"[A-Z][a-z]{2,8}", fullmatch=True)), max_size=4))
def test_every_pinned_name_ends_up_in_brackets(text: str, given_pins: list[tuple[str, str]]) -> None:
    """Whatever the text, the name of each pin stands in it in double brackets."""
    unique = {span.strip().casefold(): Pin(span, name) for span, name in given_pins if span.strip()}
    pinned = Question(text, tuple(unique.values())).pinned_text

    assert all(f"[[{pin.name}]]" in pinned for pin in unique.values())


@pytest.mark.parametrize(
    ("text", "names"),
    [("[[A]] and [[B]] and [[A]]", ("A", "B")), ("[[ A ]]", ("A",)), ("[[ ]] [[]] [A] [[A", ()), ("[[A]]]", ("A",))],
)
def test_bracketed_names_come_once_and_in_order(text: str, names: tuple[str, ...]) -> None:
    """Blanks are left out."""
    assert bracketed(text) == names


def test_wording_has_no_card_names() -> None:
    """Names, short names and spans of the cards are taken out, brackets too; other words stay."""
    question = Question("Can [[Drowning Bell]] or Orla stop the bell-ringer at the bell?")
    inquiry = Inquiry(Reading(question), (BELL, ORLA), (("the bell", "Drowning Bell"),))

    assert " ".join(inquiry.wording.split()) == "Can or stop -ringer at ?"


def test_wording_of_no_cards_is_the_question() -> None:
    """Without cards only brackets go."""
    assert Inquiry(Reading(Question("Who goes first?"))).wording == "Who goes first?"


@pytest.mark.parametrize(
    ("text", "misspelt", "right"),
    [
        ("Has it trampel?", (("trampel", "trample"),), "Has it trample?"),
        ("trampel, untrampel trampels trampel's", (("trampel", "trample"),), "trample, untrampel trampels trample's"),
        ("Trampel and trampel", (("Trampel", "trample"),), "trample and trampel"),
        ("Does [[Trampel Bell]] trampel?", (("trampel", "trample"), ("Trampel", "trample")), "Does [[Trampel Bell]] trample?"),
        ("a.c abc", (("a.c", "dot"),), "dot abc"),
        ("one two", (("one", "two"), ("two", "one")), "two one"),
        ("Nothing to do.", (), "Nothing to do."),
    ],
)
def test_misspelt_words_are_replaced_whole(text: str, misspelt: tuple[tuple[str, str], ...], right: str) -> None:
    """As they are written and in one pass; names in double square brackets stay as they are."""
    assert corrected(text, misspelt) == right


def test_wording_is_spelt_right_and_the_question_is_not_touched() -> None:
    """What is looked for has the words that are meant; what was asked stays as it was asked."""
    question = Question("Does [[Drowning Bell]] have trampel?")
    inquiry = Inquiry(Reading(question, corrections=(("trampel", "trample"),)), (BELL,))

    assert " ".join(inquiry.wording.split()) == "Does have trample?"
    assert inquiry.text == question.text
