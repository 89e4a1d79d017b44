"""The stored calls through the command line: listed, shown, rated and judged again."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

HEARTHCALL = "Can a dim card be played with hearthcall?"
MEMBER = "--member is blank, longer than 200 characters or holds control characters; name who rates, such as ann or discord:1234"
RATINGS = (("1", "ann", ()), ("3", "ann", ()), ("3", "ben", ()), ("1", "cy", ("--judge",)))


@pytest.fixture(scope="module")
def asked_once(bare_judge, headjudge_practice, tmp_path_factory) -> Path:
    """A data folder with one stored call. Copy it."""
    folder = tmp_path_factory.mktemp("asked") / "headjudge"
    shutil.copytree(headjudge_practice, folder)
    assert bare_judge.over(folder)("ask", HEARTHCALL).code == 0
    return folder


@pytest.fixture
def asked(new_judge, asked_once):
    """The command over a database with one stored call."""
    shutil.copytree(asked_once, new_judge.folder)
    return new_judge


def test_a_call_is_listed_and_shown(asked) -> None:
    """The list has its question; the page has its answer, its quotes, and what answered it."""
    listed, shown, body = asked("calls", "list"), asked("calls", "show", "1"), asked("calls", "show", "1", "--json").body

    assert HEARTHCALL in listed.out
    assert all(f"“{cited['quote']}”" in shown.out for cited in body["citations"])
    assert "passed: law of citation" in shown.out
    assert body["record"]["versions"]["synthesizer"] == "excerpts"
    assert (body["model"], body["cost_micros"], body["record"]["turns"]) == (None, 0, [])
    assert [call["call"] for call in asked("calls", "list", "--json").body] == [1]


def test_an_empty_list_says_so(judge) -> None:
    """And so does a page past the end."""
    assert judge("calls", "list").out == "No call is stored.\n"
    assert judge("calls", "list", "--before", "1", "--json").body == []


def test_a_private_question_leaves_no_call(judge) -> None:
    """Nothing of it is in the database."""
    judge("ask", "--private", HEARTHCALL)

    assert judge.rows("SELECT count(*) FROM calls") == [0]
    assert judge.rows("SELECT count(*) FROM texts") == [0]


def test_a_call_is_judged_again_to_the_letter(asked) -> None:
    """Over what is stored: even when the corpus has gone."""
    assert asked("calls", "replay", "1").out == "The verdict is the stored one, to the letter.\n"
    assert asked("calls", "replay", "1", "--json").body == {"call": 1, "same": True, "prompts": [], "unused": 0, "differences": []}


def test_a_call_that_was_tampered_with_does_not_come_out(asked) -> None:
    """Whatever was changed: the answer, or a text that was shown."""
    changes = (
        ("UPDATE calls SET answer = answer || ' Indeed.'", "The answer differs in its text."),
        ("UPDATE calls SET confidence = 'high'", "The answer differs in its confidence."),
    )
    for change, told in changes:
        with closing(sqlite3.connect(asked.database)) as connection, connection:
            connection.execute(change)
        ran = asked("calls", "replay", "1")

        assert ran.code == 1
        assert told in ran.out
        assert "does not come out as it was stored" in ran.out


def test_a_call_of_an_earlier_release_cannot_be_replayed(asked) -> None:
    """It was stored without what answered it: that is said, and it is listed and shown all the same."""
    with closing(sqlite3.connect(asked.database)) as connection, connection:
        connection.execute("UPDATE calls SET reading = NULL, material = NULL, turns = NULL, gates = NULL, versions = NULL, asked_as = NULL")

    ran = asked("calls", "replay", "1")
    assert (ran.code, ran.faults) == (2, ["call 1 was stored without what answered it, so it cannot be judged again"])
    assert "What answered it was not kept." in asked("calls", "show", "1").out


def test_a_rating_is_kept_and_replaced(asked) -> None:
    """A member's newer rating takes the older one's place; a judge's overrides the crowd's."""
    said = [asked("calls", "rate", "1", value, "--member", member, *role).out for value, member, role in RATINGS]

    assert said == [
        "Call 1 is rated 1; its score is 1.75 of 3 after 1 rating.\n",
        "Call 1 is rated 3; its score is 2.25 of 3 after 1 rating.\n",
        "Call 1 is rated 3; its score is 2.40 of 3 after 2 ratings.\n",
        "Call 1 is rated 1; its score is 1.00 of 3 after 3 ratings.\n",
    ]
    assert asked("calls", "list", "--json").body[0]["score"] == 1.0


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("show", "2"), "there is no call 2; `judge calls list` shows those that are stored"),
        (("replay", "2"), "there is no call 2; `judge calls list` shows those that are stored"),
        (("rate", "2", "3", "--member", "ann"), "there is no call 2; `judge calls list` shows those that are stored"),
        (("rate", "1", "3", "--member", " "), MEMBER),
    ],
)
def test_what_is_not_there_is_named(asked, words: tuple[str, ...], fault: str) -> None:
    """With the cure, and nothing changes."""
    ran = asked("calls", *words)

    assert (ran.code, ran.faults) == (2, [fault])
    assert asked.rows("SELECT count(*) FROM ratings") == [0]


@pytest.mark.parametrize(
    "words", [("show", "x"), ("show", "0"), ("show", "-1"), ("show", "1" * 40), ("rate", "1", "4", "--member", "ann"), ("rate", "1", "3")]
)
def test_bad_arguments_are_usage_errors(judge, words: tuple[str, ...]) -> None:
    """Never a traceback."""
    ran = judge("calls", *words)

    assert ran.code == 2
    assert "Error:" in ran.err
    assert "Traceback" not in ran.err


def test_spend_says_what_is_left(asked) -> None:
    """Without a model nothing was spent; the cap and the period are the operator's."""
    plain, body = asked("spend"), asked("spend", "--json", JUDGE_MAX_USD="0.5", JUDGE_BUDGET_PERIOD="month").body

    assert plain.out == "The cap is 5 USD a day; 5 USD are left of this day.\nNothing was spent yet.\n"
    assert body == {"cap": 500_000, "budget_period": "month", "left": 500_000, "periods": []}


def test_what_was_shown_is_kept_once(asked) -> None:
    """A second call that shows the same rules adds few texts."""
    before = asked.rows("SELECT count(*) FROM texts")[0]
    asked("ask", f"{HEARTHCALL} Really?")
    shown = [len(json.loads(material)["passages"]) for material in asked.rows("SELECT material FROM calls ORDER BY id")]

    assert shown[1] > 10
    assert asked.rows("SELECT count(*) FROM texts")[0] - before < shown[1] / 2


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE calls SET pins = '{' WHERE id = 1",
        "UPDATE calls SET confidence = 'certain' WHERE id = 1",
        "UPDATE citations SET kind = 'x' WHERE call = 1",
        "UPDATE calls SET material = '{\"shown\": 3}' WHERE id = 1",
        "DELETE FROM texts",
    ],
)
def test_a_damaged_call_hides_no_other(asked, damage: str) -> None:
    """The others are listed, the log names it, and its question is answered."""
    asked("ask", "What is hearthcall?")
    with closing(sqlite3.connect(asked.database)) as connection, connection:
        connection.execute(damage)
    listed, replayed, again = asked("calls", "list", "--json"), asked("calls", "replay", "1"), asked("ask", HEARTHCALL)

    assert 2 in [call["call"] for call in listed.body]
    assert (replayed.code, "call.unreadable" in replayed.err, "Traceback" in replayed.err) == (2, True, False)
    assert again.code == 0
