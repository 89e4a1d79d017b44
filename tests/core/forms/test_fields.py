"""Finding a form in a text, and naming what is wrong with it."""

import json

import pytest

from headjudge.forms.fields import Form, FormInvalid, found

WHOLE = '{"kind": "verdict", "answer": "Yes."}'


@pytest.mark.parametrize(
    "text",
    [
        WHOLE,
        f"```json\n{WHOLE}\n```",
        f"Here you are:\n{WHOLE}\nI hope it helps {{W}}.",
        f"It costs {{1}}{{W}} {{'a': 1}}, so:\n{WHOLE}",
        f'<think>Perhaps {{"kind": "undecided"}}?</think>{WHOLE}',
        f'{WHOLE}\n{{"note": "no form"}}',
    ],
)
def test_talk_around_the_form_does_not_count(text: str) -> None:
    """The last whole object that has the key is the form, whatever stands around it."""
    assert found(text, "kind") == {"kind": "verdict", "answer": "Yes."}


def test_a_line_end_inside_a_text_is_let_through() -> None:
    """Models write them, though JSON asks for an escape."""
    assert found('{"kind": "a\nb"}', "kind") == {"kind": "a\nb"}


def test_without_the_key_another_object_is_the_form() -> None:
    """Then the fault that is named is the missing field."""
    assert found('{"answer": "Yes."}', "kind") == {"answer": "Yes."}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "There is no JSON object in it."),
        ("I would say yes.", "There is no JSON object in it."),
        ("[1, 2]", "There is no JSON object in it."),
        (
            '{"kind": "verdict", "citations": [{"source": "1", "quote": "a"}], "answer": "Ye',
            'Unterminated string starting at (behind \'1", "quote": "a"}], "answer": \')',
        ),
        ('{"kind": "verdict", answer}', 'Expecting property name enclosed in double quotes (behind \'{"kind": "verdict", \')'),
        ('{"kind": "verdict", "kind": "look_up"}', "the field 'kind' stands in it twice"),
        ('{"kind": NaN}', "NaN is no JSON"),
        ('{"kind": -Infinity}', "-Infinity is no JSON"),
        ('{"kind": 1' + "0" * 5000 + "}", "The JSON cannot be read"),
        ('{"kind": ' + "[" * 30_000, "The JSON is nested too deep"),
        ('{"a":' * 10_000, "The JSON is nested too deep"),
        (WHOLE + " " * 65_536, "The form has 65573 bytes; at most 65536 fit"),
        ("{" * 60_000, "Expecting property name enclosed in double quotes (behind '{')"),
    ],
)
def test_what_is_no_form_is_refused_in_words(text: str, fault: str) -> None:
    """Whatever comes, it is a `FormInvalid` that says why."""
    with pytest.raises(FormInvalid) as raised:
        found(text, "kind")
    assert fault in str(raised.value)


def test_a_size_is_counted_in_bytes() -> None:
    """Letters outside ASCII count for what they weigh."""
    with pytest.raises(FormInvalid, match="at most 65536"):
        found(json.dumps({"kind": "é" * 40_000}, ensure_ascii=False), "kind")


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (None, "name: is missing; write text."),
        (5, "name: is a number; write text."),
        (1.5, "name: is a number; write text."),
        (True, "name: is true or false; write text."),
        (["a"], "name: is a list; write text."),
        ({"a": 1}, "name: is an object; write text."),
        ("abcdef", "name: has 6 characters; at most 5 fit."),
        ("a\0b", "name: holds the character U+0000; write it without."),
        ("a\ud800b", "name: holds the character U+D800; write it without."),
    ],
)
def test_a_text_is_a_text(value: object, fault: str) -> None:
    """Nothing else is taken for one, not even a number."""
    form = Form({"name": value})

    assert form.text("name", 5) == ""
    with pytest.raises(FormInvalid) as raised:
        form.close()
    assert raised.value.faults == (fault,)


def test_blanks_around_a_text_do_not_count() -> None:
    """They are taken off."""
    assert Form({"name": " a b\n"}).text("name", 10) == "a b"


@pytest.mark.parametrize(
    ("value", "faults"),
    [
        (None, ("names: is missing; write a list.",)),
        ("a", ("names: is text; write a list.",)),
        (["a", None, 5], ("names[1]: is missing; write text.", "names[2]: is a number; write text.")),
        (["a", "b", "c", "d"], ("names: holds 4 entries; at most 3 fit.",)),
    ],
)
def test_a_list_is_a_list_of_texts(value: object, faults: tuple[str, ...]) -> None:
    """Each entry that is none is named by its place."""
    form = Form({"names": value})
    form.texts("names", 3)

    with pytest.raises(FormInvalid) as raised:
        form.close()
    assert raised.value.faults == faults


def test_blank_entries_are_left_out() -> None:
    """A list of blanks names nothing."""
    assert Form({"names": ["", " ", "a"]}).texts("names", 3) == [("names[2]", "a")]


@pytest.mark.parametrize("written", ["look_up", "Look up", " LOOK-UP "])
def test_a_word_may_be_written_otherwise(written: str) -> None:
    """Case, blanks and hyphens do not count."""
    assert Form({"kind": written}).word("kind", {"look_up": 1}) == 1


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ("maybe", "kind: 'maybe' is none of yes, no."),
        (" ", "kind: is blank; write one of yes, no."),
        (None, "kind: is missing; write text."),
        ("x" * 100, f"kind: '{'x' * 80}…' is none of yes, no."),
    ],
)
def test_another_word_is_a_fault(value: object, fault: str) -> None:
    """It is named with those that are meant, cut short."""
    form = Form({"kind": value})

    assert form.word("kind", {"yes": 1, "no": 2}) is None
    with pytest.raises(FormInvalid) as raised:
        form.close()
    assert raised.value.faults == (fault,)


def test_faults_of_parts_are_named_by_their_place() -> None:
    """And all of them are told at once."""
    form = Form({"citations": [{"quote": 5}, "x"]})
    for part in form.parts("citations", 5):
        part.text("quote", 5)

    with pytest.raises(FormInvalid) as raised:
        form.close()
    assert raised.value.faults == ("citations[1]: is text; write an object.", "citations[0].quote: is a number; write text.")
    assert str(raised.value) == "\n".join(raised.value.faults)
