"""The form of a reply to a brief, and the handles by which it names sources."""

import json
from contextlib import suppress
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import Brief, Confidence, Draft, Inquiry, Kind, Lack, LookUp, Passage, Question, Quote, Reading, Reference, Undecided
from headjudge.forms import KINDS, FormInvalid, handles, read_look_up, read_verdict, verdict_schema


def rule(number: str, text: str) -> Passage:
    return Passage(Reference(Kind.RULE, number), number, text)


WIND = rule("100.1a", "A wind blows out each lantern that it reaches.")
OLD = Passage(Reference(Kind.ORACLE, "o1"), "Oracle text, Old Lantern", "Old Lantern\n“Burn on,” it says.", "Old Lantern", "o1")
GALE = Passage(Reference(Kind.ORACLE, "o2"), "Oracle text, Gale", "Gale\nBlow out target lantern.", "Gale", "o2")
FIRST = Passage(Reference(Kind.RULING, "r1"), "Ruling (2009-06-01), Old Lantern", "You may relight it.", "Old Lantern", "o1")
SECOND = Passage(Reference(Kind.RULING, "r2"), "Ruling (2009-06-01), Old Lantern", "It burns on.", "Old Lantern", "o1")
CALL = Passage(Reference(Kind.CALL, "7"), "Prior call", "No, it goes out.")
NOTE = Passage(Reference(Kind.NOTE, "Gale"), "Note, Gale", "It blows.")
TERM = Passage(Reference(Kind.GLOSSARY, "Wind"), "Glossary, Wind", "What blows.")
BRIEF = Brief(Inquiry(Reading(Question("?"))), (WIND, OLD, GALE, FIRST, SECOND, CALL, NOTE, TERM), 1, "practice", "20090601")
VERDICT = {
    "working": "100.1a",
    "kind": "verdict",
    "citations": [{"source": "100.1a", "quote": "blows out each lantern"}],
    "answer": "It goes out (100.1a).",
    "confidence": "high",
    "rules": [],
    "search": "",
    "lacking": "none",
}


def read(**changes: Any) -> Draft | LookUp | Undecided:
    return read_verdict(json.dumps(VERDICT | changes), BRIEF)


def faults(**changes: Any) -> tuple[str, ...]:
    with pytest.raises(FormInvalid) as raised:
        read(**changes)
    return raised.value.faults


def cited(source: str, quote: str = "blows out each lantern") -> Quote:
    draft = read(citations=[{"source": source, "quote": quote}])
    assert isinstance(draft, Draft)
    return draft.quotes[0]


def test_sources_are_named_by_number_or_by_place_among_their_kind() -> None:
    """What may not be cited has no handle."""
    assert handles(BRIEF) == {"100.1a": WIND, "card 1": OLD, "card 2": GALE, "ruling 1": FIRST, "ruling 2": SECOND, "prior 1": CALL}


def test_rules_added_at_the_end_change_no_handle() -> None:
    """A quote that was taken before a look-up still names its source after it."""
    wider = attrs.evolve(BRIEF, passages=(*BRIEF.passages, rule("200.2", "To relight a lantern, pay one oil.")))

    assert list(handles(wider).items())[:6] == list(handles(BRIEF).items())


def test_a_verdict_is_read() -> None:
    """It becomes a draft, whose quotes nobody has checked yet."""
    assert read() == Draft("It goes out (100.1a).", (Quote(WIND.reference, "blows out each lantern"),), Confidence.HIGH)


@pytest.mark.parametrize(
    ("named", "passage"),
    [
        ("100.1a", WIND),
        ("rule 100.1a", WIND),
        ("CR 100.1A.", WIND),
        ("[Rule 100.1a]", WIND),
        ("Comprehensive Rules 100.1a", WIND),
        ("card 2", GALE),
        ("Card 2", GALE),
        ("card #2", GALE),
        ("<card 2>", GALE),
        ("Gale", GALE),
        ("oracle text, gale", GALE),
        ("ruling 2", SECOND),
        ("Ruling #02", SECOND),
        ("prior 1", CALL),
        ("prior call 1", CALL),
        ("Prior call", CALL),
    ],
)
def test_a_handle_may_be_written_otherwise(named: str, passage: Passage) -> None:
    """As models and agents write it; a label serves where only one source has it."""
    assert cited(named).reference == passage.reference


def test_a_rule_that_was_not_shown_keeps_its_number() -> None:
    """The laws refuse it, and have it shown for the redraft."""
    assert cited("rule 702.19b").reference == Reference(Kind.RULE, "702.19b")


@pytest.mark.parametrize("named", ["O9", "card 3", "card 0", "ruling", "Ruling (2009-06-01), Old Lantern", "note 1", "Note, Gale", "100", "r1"])
def test_what_is_no_source_is_a_fault(named: str) -> None:
    """Two sources of one label are as good as none, and leads may not be cited."""
    assert faults(citations=[{"source": named, "quote": "blows out each"}]) == (
        f"citations[0].source: {named!r} is none of the sources shown that may be cited; name one as it is shown, such as 100.1a.",
    )


@pytest.mark.parametrize(
    ("source", "written", "quote"),
    [
        ("100.1a", "“blows out each lantern”", "blows out each lantern"),
        ("100.1a", '"blows out each lantern"', "blows out each lantern"),
        ("card 1", "“Burn on,”", "“Burn on,”"),
        ("702.19b", "'anything at all'", "'anything at all'"),
        ("100.1a", '"', '"'),
    ],
)
def test_marks_around_a_quote_are_taken_off(source: str, written: str, quote: str) -> None:
    """Unless they are the source's own, or the source is not here to tell."""
    assert cited(source, written).text == quote


def test_a_citation_given_twice_counts_once() -> None:
    """The draft has it once."""
    draft = read(citations=VERDICT["citations"] * 2)

    assert isinstance(draft, Draft)
    assert len(draft.quotes) == 1


def test_silence_is_left_to_the_laws() -> None:
    """A blank answer and no citation have the right form."""
    assert read(answer=" ", citations=[]) == Draft("", (), Confidence.HIGH)


def test_a_look_up_is_read() -> None:
    """Numbers are taken out of what stands around them."""
    assert read(kind="look_up", rules=["Rule 702.19B", "613.6 and 613.7"], search=" layers ") == LookUp(("702.19b", "613.6", "613.7"), "layers")


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"rules": [], "search": ""}, "rules: a look-up names at least one rule, or words to search for."),
        ({"rules": ["613"]}, "rules[0]: '613' is no number of a rule, such as 702.19b; put words into search."),
        ({"rules": ["613.1"] * 17}, "rules: holds 17 entries; at most 16 fit."),
        ({"search": "x" * 401}, "search: has 401 characters; at most 400 fit."),
    ],
)
def test_a_look_up_without_an_aim_is_a_fault(changes: dict[str, Any], fault: str) -> None:
    """It would find nothing."""
    assert fault in faults(kind="look_up", **changes)


@pytest.mark.parametrize("lack", [Lack.FACTS, Lack.RULES])
def test_what_is_lacking_is_read(lack: Lack) -> None:
    """An undecided reply holds nothing else."""
    assert read(kind="undecided", lacking=lack.value) == Undecided(lack)


@pytest.mark.parametrize("lacking", ["none", "will"])
def test_an_undecided_reply_says_what_is_lacking(lacking: str) -> None:
    """That a model would not answer is not for it to say."""
    assert faults(kind="undecided", lacking=lacking) == (f"lacking: {lacking!r} is none of facts, rules.",)


def test_fields_of_other_kinds_may_be_left_out() -> None:
    """An agent writes what its kind needs."""
    assert read_verdict('{"kind": "undecided", "lacking": "facts"}', BRIEF) == Undecided(Lack.FACTS)
    assert read_verdict('{"kind": "look_up", "search": "layers"}', BRIEF) == LookUp((), "layers")


def test_every_fault_is_told_at_once() -> None:
    """So that one repair mends them all."""
    assert faults(citations=[{"source": "O9", "quote": 5}, {"source": "100.1a"}], answer=None, confidence="sure") == (
        "citations[0].quote: is a number; write text.",
        "citations[0].source: 'O9' is none of the sources shown that may be cited; name one as it is shown, such as 100.1a.",
        "citations[1].quote: is missing; write text.",
        "answer: is missing; write text.",
        "confidence: 'sure' is none of low, medium, high.",
    )


def test_an_unknown_kind_is_a_fault() -> None:
    """Nothing else can be said about such a form."""
    assert faults(kind="answer") == ("kind: 'answer' is none of verdict, look_up, undecided.",)


def test_answers_and_citations_are_bounded() -> None:
    """4,000 characters, 20 citations."""
    citation = {"source": "100.1a", "quote": "blows out each"}

    read(answer="x" * 4000, citations=[citation] * 20)
    assert faults(answer="x" * 4001, citations=[citation] * 21) == (
        "citations: holds 21 entries; at most 20 fit.",
        "answer: has 4001 characters; at most 4000 fit.",
    )


@pytest.mark.parametrize("kinds", [KINDS, ("verdict", "undecided")])
def test_the_schema_is_one_that_strict_modes_accept(kinds: tuple[str, ...]) -> None:
    """Every property is required, in parts too, no other is let in, and quotes come before the answer."""
    schema = verdict_schema(kinds=kinds)
    part = schema["properties"]["citations"]["items"]

    assert schema["required"] == list(schema["properties"]) == ["working", "kind", "citations", "answer", "confidence", "rules", "search", "lacking"]
    assert part["required"] == list(part["properties"]) == ["source", "quote"]
    assert (schema["additionalProperties"], part["additionalProperties"]) == (False, False)
    assert schema["properties"]["kind"]["enum"] == list(kinds)


_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.floats() | st.sampled_from(KINDS) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*VERDICT, "source", "quote"]), inner),
)


@given(st.text() | _ANYTHING.map(json.dumps))
def test_whatever_comes_gives_a_reply_or_its_faults(text: str) -> None:
    """No other error ever leaves."""
    with suppress(FormInvalid):
        assert isinstance(read_verdict(text, BRIEF), Draft | LookUp | Undecided)


def test_what_is_quoted_is_bounded_in_all() -> None:
    """Twenty whole rules are no quotes."""
    quotes = [{"source": "100.1a", "quote": f"{place} {'lantern ' * 100}"} for place in range(20)]

    assert faults(citations=quotes) == ("citations: quote 16030 characters in all; at most 12000 fit, so quote only the words that decide.",)


def test_a_look_up_names_sixteen_rules_at_most() -> None:
    """However they are written: many numbers in one text are as many rules."""
    numbers = ", ".join(f"702.{number}" for number in range(20, 40))

    assert faults(kind="look_up", rules=[numbers]) == ("rules: names 20 rules; at most 16 fit.",)
    with pytest.raises(FormInvalid) as raised:
        read_look_up([numbers], "")
    assert raised.value.faults == ("rules: names 20 rules; at most 16 fit.",)
    assert read_look_up(["702.2b", "see 702.3"], "lamps") == LookUp(("702.2b", "702.3"), "lamps")
