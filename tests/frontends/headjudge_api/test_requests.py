"""Reading the judge request."""

import uuid
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import Pin, Question
from headjudge_api.requests import RequestInvalid, read_question

SESSION = "6f1c1f6e-3d1f-4d3c-9b0a-2f4a9a6f7f10"
words = st.text(max_size=20)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | words | st.just(SESSION)
pins = st.fixed_dictionaries({}, optional={"span": words | scalars, "name": words | scalars, "x": scalars})
bodies = st.fixed_dictionaries(
    {},
    optional={
        "question": words | scalars,
        "session_id": st.just(SESSION) | scalars | st.uuids().map(str),
        "pins": st.lists(pins | scalars, max_size=4) | scalars | pins,
        "x": st.recursive(scalars, lambda inner: st.lists(inner, max_size=2)),
    },
)


def is_text(value: Any) -> bool:
    return type(value) is str and "\0" not in value and not any("\ud800" <= c <= "\udfff" for c in value)


def is_pin(value: Any) -> bool:
    return type(value) is dict and is_text(value.get("span")) and is_text(value.get("name"))


def is_session(value: Any) -> bool:
    return value is None or (type(value) is str and len(value) == 36 and str(uuid.UUID(value)) == value.lower())


@given(bodies | scalars | st.lists(scalars, max_size=2))
def test_nothing_is_bent_into_place(data: Any) -> None:
    """What is read holds exactly what was sent."""
    try:
        question = read_question(data, "api")
    except RequestInvalid:
        return

    assert question.text == data["question"]
    assert is_text(data["question"])
    assert question.pins == tuple(Pin(pin["span"], pin["name"]) for pin in data.get("pins") or ())
    assert (question.thread is None) == (data.get("session_id") is None)


@given(bodies)
def test_whatever_is_of_its_type_is_read(data: dict[str, Any]) -> None:
    """Limits are not looked at here, and unknown fields are ignored."""
    try:
        fits = is_text(data.get("question")) and is_session(data.get("session_id"))
    except ValueError:
        fits = False
    fits = fits and (data.get("pins") is None or (type(data["pins"]) is list and all(map(is_pin, data["pins"]))))

    if fits:
        read_question(data, "api")
    else:
        with pytest.raises(RequestInvalid):
            read_question(data, "api")


def test_a_whole_request() -> None:
    """Each field comes to its place; a session is a thread, however its number is written."""
    data = {"question": " May I hum? ", "session_id": SESSION.upper(), "pins": [{"span": "Orla", "name": "Orla, Ash Regent"}]}

    assert read_question(data, "web") == Question(" May I hum? ", (Pin("Orla", "Orla, Ash Regent"),), f"web:{SESSION}", door="web")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({}, "question: is missing."),
        ([], "the body: must be an object, not an array."),
        (None, "the body: must be an object, not null."),
        ({"question": None}, "question: must be a string, not null."),
        ({"question": True}, "question: must be a string, not a boolean."),
        ({"question": {}}, "question: must be a string, not an object."),
        ({"question": "a\0"}, "question: holds the character NUL, which no text has."),
        ({"question": "\udfff"}, "question: holds half of a surrogate pair, which is no character."),
        ({"question": "a", "session_id": SESSION.replace("-", "")}, f"session_id: must be a UUID, such as {SESSION}."),
        ({"question": "a", "session_id": f"{{{SESSION}}}"}, f"session_id: must be a UUID, such as {SESSION}."),
        ({"question": "a", "session_id": f"{SESSION}\n"}, f"session_id: must be a UUID, such as {SESSION}."),
        ({"question": "a", "pins": "ab"}, "pins: must be an array, not a string."),
        ({"question": "a", "pins": {}}, "pins: must be an array, not an object."),
        ({"question": "a", "pins": [1.5]}, "pins[0]: must be an object, not a number."),
        (
            {"question": "a", "pins": [{"span": "s", "name": "n"}, {"span": 5}]},
            "pins[1].span: must be a string, not a number; pins[1].name: is missing.",
        ),
    ],
)
def test_each_fault_is_told(data: Any, told: str) -> None:
    """By the field's path, and what it is instead."""
    with pytest.raises(RequestInvalid) as raised:
        read_question(data, "api")

    assert str(raised.value) == told


def test_very_many_faults_are_counted() -> None:
    """The first five are told: 64 KiB have room for thousands."""
    with pytest.raises(RequestInvalid) as raised:
        read_question({"question": "a", "pins": [None] * 5000}, "api")

    assert str(raised.value).endswith("pins[4]: must be an object, not null; and more.")
