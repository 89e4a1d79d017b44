"""The form of a reading."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import Exchange, Pin, Question, Reading, RulesSource, Span
from headjudge.forms import OUT_OF_SCOPE, TOURNAMENT, FormInvalid, read_reading, reading_schema

CATEGORIES = ("wind", "light")
QUESTION = Question("does opp's “Old Lantern”  still burn if i gale it in responce? and gale of   prices?")
READING = {
    "source": "cr",
    "cards": ["old lantern", "gale"],
    "carried": [],
    "concepts": ["relight", "relight"],
    "paraphrases": ["Does a lantern burn on?"],
    "categories": ["light", "wind"],
}


def read(question: Question = QUESTION, **changes: Any) -> Reading:
    return read_reading(json.dumps(READING | changes), question, CATEGORIES)


def faults(question: Question = QUESTION, **changes: Any) -> tuple[str, ...]:
    with pytest.raises(FormInvalid) as raised:
        read(question, **changes)
    return raised.value.faults


def test_a_reading_is_read() -> None:
    """Each field finds its place, and repetitions are dropped."""
    assert read() == Reading(
        QUESTION,
        (Span("Old Lantern"), Span("gale")),
        ("relight",),
        ("Does a lantern burn on?",),
        ("light", "wind"),
        source=RulesSource.CR,
    )


def test_commander_is_a_source_of_its_own() -> None:
    """The reading says that the question is about it."""
    assert read(source="commander").source is RulesSource.COMMANDER


@pytest.mark.parametrize(("source", "sentence"), [("tournament", TOURNAMENT), ("out_of_scope", OUT_OF_SCOPE)])
def test_what_is_no_rules_question_is_declined(source: str, sentence: str) -> None:
    """With a sentence of ours; nothing else in the form matters then."""
    assert read_reading(json.dumps({"source": source}), QUESTION, CATEGORIES) == Reading(QUESTION, declined=sentence)


@pytest.mark.parametrize(
    ("written", "span"),
    [("OLD LANTERN", "Old Lantern"), ("“Old Lantern”", "“Old Lantern”"), ('"Old Lantern"', "“Old Lantern”"), ("gale of prices", "gale of   prices")],
)
def test_a_span_is_the_questions_own_stretch(written: str, span: str) -> None:
    """Case, typography and runs of blanks do not count; what is kept is what the asker wrote."""
    assert read(cards=[written]).spans == (Span(span),)


def test_a_whole_word_comes_before_a_part_of_one() -> None:
    """A part is taken where there is nothing else: an ending may hang on a nickname."""
    question = Question("galeforce and Gale, then bobs trigger")

    assert read(question, cards=["gale", "bob"]).spans == (Span("Gale"), Span("bob"))


def test_brackets_are_no_part_of_a_name() -> None:
    """Whether a name was bracketed is seen in the question."""
    assert read(Question("[[Old Lantern]]?"), cards=["[[Old Lantern]]"]).spans == (Span("Old Lantern"),)


def test_a_pinned_name_is_written_in_the_question() -> None:
    """The name that was chosen stands there in place of what was typed."""
    assert read(Question("gale?", (Pin("gale", "Gale of Prices"),)), cards=["Gale of Prices"]).spans == (Span("Gale of Prices"),)


def test_a_name_that_nobody_wrote_is_a_fault() -> None:
    """It may be right, and yet it is a guess."""
    assert faults(cards=["old lantern", "Gale of Princes"]) == (
        "cards[1]: 'Gale of Princes' is not written in the question; copy each name letter by letter as the asker wrote it, or leave it out.",
    )


def test_cards_of_earlier_exchanges_are_carried() -> None:
    """Under their full names, in brackets, whatever exchange they are of; other names are left out."""
    history = (Exchange("?", "No.", ("Old Lantern",)), Exchange("?", "Yes.", ("Gale of Prices", "Bribery")))

    carried = read(Question("and then?", history=history), cards=[], carried=["gale of prices", "Old  Lantern", "Made-up Lamp"])
    assert carried.spans == (Span("Gale of Prices", bracketed=True), Span("Old Lantern", bracketed=True))


def test_a_carried_card_among_the_cards_is_carried_too() -> None:
    """Models mix the two lists up."""
    question = Question("and then?", history=(Exchange("?", "No.", ("Old Lantern",)),))

    assert read(question, cards=["Old Lantern"]).spans == (Span("Old Lantern", bracketed=True),)


def test_nothing_need_be_carried() -> None:
    """An agent that knows no history leaves the field out."""
    form = {name: value for name, value in READING.items() if name != "carried"}

    assert len(read_reading(json.dumps(form), QUESTION, CATEGORIES).spans) == 2


def test_every_fault_is_told_at_once() -> None:
    """So that one repair mends them all."""
    assert faults(source="rules", concepts="relight", paraphrases=["a", "b", "c", "d"], categories=["Light", "oil"]) == (
        "source: 'rules' is none of cr, commander, tournament, out_of_scope.",
        "concepts: is text; write a list.",
        "paraphrases: holds 4 entries; at most 3 fit.",
        "categories[1]: 'oil' is none of the categories; use their names as listed.",
    )


@pytest.mark.parametrize(("field", "most"), [("cards", 20), ("carried", 20), ("concepts", 20), ("paraphrases", 3), ("categories", 3)])
def test_lists_are_bounded(field: str, most: int) -> None:
    """As many as fit pass, one more is a fault."""
    entry = "light" if field == "categories" else "gale"

    read(**{field: [entry] * most})
    assert faults(**{field: [entry] * (most + 1)}) == (f"{field}: holds {most + 1} entries; at most {most} fit.",)


def test_the_schema_is_one_that_strict_modes_accept() -> None:
    """Every property is required, no other is let in, and the categories are a closed set."""
    schema = reading_schema(CATEGORIES)

    assert schema["required"] == list(schema["properties"]) == ["source", "cards", "carried", "concepts", "paraphrases", "categories"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["categories"]["items"] == {"type": "string", "enum": ["wind", "light"]}


def test_without_categories_there_is_no_empty_set() -> None:
    """Strict modes refuse an enumeration of nothing."""
    assert reading_schema(())["properties"]["categories"]["items"] == {"type": "string"}


_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(sorted(READING)), inner)
)


@given(st.text() | _ANYTHING.map(json.dumps))
def test_whatever_comes_gives_a_reading_or_its_faults(text: str) -> None:
    """No other error ever leaves."""
    with suppress(FormInvalid):
        assert read_reading(text, QUESTION, CATEGORIES).question == QUESTION


def test_a_name_that_was_chosen_for_may_stand_in_the_reading() -> None:
    """The same reading goes on once the asker has chosen: its card stands in brackets."""
    question = Question("Does the beast croak?", (Pin("Beast", "Oldest Toad"),))

    reading = read_reading(json.dumps({"source": "cr", "cards": ["beast"], "concepts": [], "paraphrases": [], "categories": []}), question, ())

    assert reading.spans == ()
