"""A question judged with a language model: the command line, and a model server that follows a script."""

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.util import find_spec
from typing import Any

import attrs
import pytest
from model_server import ModelServer, refuses, truncated
from practice_replies import HEARTHCALL, LOOK_UP, MADE_UP, READING, UNANSWERED, UNSOUND, Line, script, shown, sound, verdict

pytestmark = [pytest.mark.model, pytest.mark.skipif(find_spec("litellm") is None, reason="pip install 'headjudge[model]'")]


@attrs.frozen
class Bench:
    """The command line beside a model server."""

    judge: Any
    server: ModelServer

    def __call__(self, *words: str, **variables: str) -> Any:
        """Run `judge WORDS` with the server for its model, at 1 dollar a million tokens in and 10 out."""
        model = {"JUDGE_MODEL": "openai/practice", "JUDGE_MODEL_URL": self.server.url, "JUDGE_MODEL_KEY": "sesame"}
        return self.judge(*words, **(model | {"JUDGE_MODEL_PRICE_IN": "1", "JUDGE_MODEL_PRICE_OUT": "10"} | variables))

    def ask(self, question: str = HEARTHCALL, **variables: str) -> Any:
        """Run `judge ask --json`."""
        return self("ask", "--json", question, **variables)


@pytest.fixture
def bench(judge) -> Callable[..., Any]:
    """A way to a bench whose server follows a script."""

    @contextmanager
    def opened(*lines: Line) -> Iterator[Bench]:
        with ModelServer(script(*lines), key="sesame") as server:
            yield Bench(judge, server)

    return opened


def test_a_question_is_read_and_judged(bench) -> None:
    """Two calls; the verdict is the model's, its quotes the sources' own words, and all that answered is stored."""
    with bench(sound) as opened:
        ran = opened.ask()
        kept = opened("calls", "show", "1", "--json").body

    assert (ran.code, ran.body["kind"], ran.body["confidence"]) == (0, "answer", "high")
    assert ran.body["answer"].startswith("Yes, it can. ")
    assert opened.server.count == 2
    assert [turn["purpose"] for turn in kept["record"]["turns"]] == ["reading", "verdict"]
    assert kept["record"]["paraphrases"] == READING["paraphrases"]
    assert (kept["model"].startswith("openai/practice"), len(kept["record"]["prompt_hash"]) >= 32) == (True, True)
    assert kept["cost_micros"] == sum(turn["input_tokens"] + 10 * turn["output_tokens"] for turn in kept["record"]["turns"])


def test_the_key_is_nowhere_but_in_the_header(bench) -> None:
    """Neither in what is printed nor in the database."""
    with bench(sound) as opened:
        ran = opened.ask(JUDGE_LOG_LEVEL="debug")
        settings = opened("settings")

    assert opened.server.requests[0].headers["authorization"] == "Bearer sesame"
    assert "sesame" not in ran.out + ran.err + settings.out
    assert b"sesame" not in opened.judge.database.read_bytes()


def test_a_look_up_is_granted_once(bench) -> None:
    """The second draft is written from a material that holds the rule that was asked for."""
    with bench(LOOK_UP, lambda request: verdict(("501.1", " ".join(shown(request)["501.1"].split()[:6])))) as opened:
        ran = opened.ask(JUDGE_BRIEF_BYTES="1500")

    _, first, second = opened.server.chats
    assert ("501.1" in shown(first), "501.1" in shown(second)) == (False, True)
    assert [cited["label"] for cited in ran.body["citations"]] == ["501.1"]


def test_a_retry_is_told_why(bench) -> None:
    """In words: which quote, in which source, and which rule number is not cited. The rule is shown to it."""
    bad = verdict(("601.9", MADE_UP), answer="Yes, as rule 501.1 says.")
    with bench(bad, sound) as opened:
        ran = opened.ask(JUDGE_BRIEF_BYTES="1500")

    redraft = opened.server.chats[-1]
    assert ran.body["kind"] == "answer"
    assert MADE_UP in redraft.user
    assert "501.1, which it does not cite" in redraft.user
    assert "501.1" in shown(redraft)
    assert redraft.schema["properties"]["kind"]["enum"] == ["verdict", "undecided"]


def test_a_second_failure_is_declined(bench) -> None:
    """Nothing of what the model made up is shown or stored; what it cost stays booked."""
    with bench(UNSOUND, UNSOUND) as opened:
        ran = opened.ask()
        spent = opened("spend", "--json").body["periods"][0]

    assert (ran.code, ran.body["kind"]) == (1, "error")
    assert ran.body["message"].startswith("No answer could be verified against the sources")
    assert "dance on the roof" not in ran.out + ran.err
    assert opened.judge.rows("SELECT count(*) FROM calls") == [0]
    assert b"dance on the roof" not in opened.judge.database.read_bytes()
    assert (spent["requests"], spent["reserved"]) == (3, 0)


def test_a_refusal_is_no_verdict(bench) -> None:
    """The asker is told in our words."""
    with bench(refuses()) as opened:
        ran = opened.ask()

    assert ran.body == {"kind": "error", "message": "The language model would not answer this; ask in other words."}
    assert opened.server.count == 2


def test_a_reply_that_was_cut_off_is_asked_for_once_more(bench) -> None:
    """Told that it was; when that is sound it is shown."""
    with bench(truncated(f'{{"working": "{MADE_UP}'), sound) as opened:
        ran = opened.ask()

    assert ran.body["kind"] == "answer"
    assert "It was cut off" in opened.server.chats[-1].user


def test_what_is_out_of_scope_ends_with_the_reading(bench) -> None:
    """No verdict is paid for."""
    with ModelServer([READING | {"source": "tournament"}]) as server, bench() as opened:
        ran = Bench(opened.judge, server).ask("What is the penalty for drawing an extra card at a tournament?")

    assert (ran.code, ran.body["kind"], server.count) == (1, "error", 1)
    assert "tournament" in ran.body["message"].lower()


def spend_all_but_one(opened: Bench) -> None:
    """Leave one micro-dollar of a cap of 0.1 USD."""
    with closing(sqlite3.connect(opened.judge.database)) as connection, connection:
        connection.execute("INSERT INTO budgets (period, spent) VALUES (strftime('%Y-%m-%d', 'now'), 99999)")


def test_past_the_cap_nothing_is_sent(bench) -> None:
    """The asker is told, the operator's log names the cure."""
    with bench() as opened:
        spend_all_but_one(opened)
        ran = opened.ask(JUDGE_MAX_USD="0.1")

    assert ran.body == {"kind": "error", "message": "The budget for answers is used up for now; try again later."}
    assert "raise JUDGE_MAX_USD" in ran.err
    assert opened.server.count == 0


def test_at_the_cap_the_sources_are_quoted_where_the_operator_wants_it(bench) -> None:
    """Marked as no verdict, at low confidence; the cap is told once."""
    heard: list[dict[str, Any]] = []
    with listening(heard) as url, bench() as opened:
        wanted = {"JUDGE_MAX_USD": "0.1", "JUDGE_AT_CAP": "excerpts", "JUDGE_ALERT_WEBHOOK": url}
        spend_all_but_one(opened)
        answers = [opened.ask(question, **wanted).body for question in (HEARTHCALL, "What does hearthcall do?")]

    assert [(answer["kind"], answer["confidence"]) for answer in answers] == [("answer", "low")] * 2
    assert all("this is no verdict" in answer["answer"] for answer in answers)
    assert opened.server.count == 0
    assert [event["event"] for event in heard] == ["spend_cap"]
    assert "The spend cap of 0.1 USD" in heard[0]["text"]


@contextmanager
def listening(heard: list[dict[str, Any]]) -> Iterator[str]:
    """A web hook that keeps what it is told."""

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Hook)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/hook"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_server_that_is_down_is_told(judge) -> None:
    """Nothing was sent: nothing stays spent."""
    with ModelServer() as server:
        down = server.url
    ran = Bench(judge, server)("ask", "--json", HEARTHCALL, JUDGE_MODEL_URL=down)

    assert ran.body == {"kind": "error", "message": UNANSWERED}
    assert "unreachable" in ran.err
    assert judge.rows("SELECT spent FROM budgets") == [0]


def test_the_same_question_is_paid_for_once(bench) -> None:
    """The stored verdict is given again, and says so; another model judges anew."""
    with bench(sound, READING, sound) as opened:
        first, again = opened.ask(), opened("ask", HEARTHCALL)
        calls = opened.server.count
        other = opened.ask(JUDGE_MODEL="openai/another")

    assert (calls, opened.server.count) == (2, 4)
    assert "The stored verdict of call 1 on the same question" in again.out
    assert first.body["answer"] == other.body["answer"]


def test_a_call_is_replayed_without_a_network(bench) -> None:
    """Every prompt is rebuilt to the letter, with nobody listening; one altered reply changes the outcome."""
    with bench(LOOK_UP, UNSOUND, sound) as opened:
        assert opened.ask().body["kind"] == "answer"
    replayed = opened.judge("calls", "replay", "1", "--json")
    with closing(sqlite3.connect(opened.judge.database)) as connection, connection:
        connection.execute("UPDATE calls SET turns = replace(turns, 'Yes, it can.', 'No, it cannot.')")
    altered = opened.judge("calls", "replay", "1", "--json")

    assert (replayed.code, replayed.body["same"], [prompt["same"] for prompt in replayed.body["prompts"]]) == (0, True, [True] * 4)
    assert (altered.code, altered.body["differences"]) == (1, ["The answer differs in its text."])


@pytest.mark.parametrize(
    ("variables", "told"),
    [
        ({"JUDGE_MODEL_PRICE_IN": "", "JUDGE_MODEL_PRICE_OUT": ""}, "JUDGE_MODEL_PRICE_IN"),
        ({"JUDGE_MODEL_PRICE_IN": "1", "JUDGE_MODEL_PRICE_OUT": ""}, "JUDGE_MODEL_PRICE_OUT"),
        ({"JUDGE_MODEL_PRICE_IN": "free"}, "JUDGE_MODEL_PRICE_IN"),
        ({"JUDGE_MODEL_URL": "localhost:11434"}, "JUDGE_MODEL_URL"),
        ({"JUDGE_MODEL_EFFORT": "extreme"}, "JUDGE_MODEL_EFFORT"),
        ({"JUDGE_MODEL_BACKEND": "nobody"}, "JUDGE_MODEL_BACKEND"),
        ({"JUDGE_MODEL_KEY": "a key"}, "JUDGE_MODEL_KEY"),
        ({"JUDGE_MODEL": "openai/a model"}, "JUDGE_MODEL"),
        ({"JUDGE_MAX_USD": "0.06"}, "JUDGE_MAX_USD allows 0.06 USD, and one verdict can cost more than 0.061"),
        ({"JUDGE_PLUGINS_OFF": "counsel"}, "counsel"),
    ],
)
def test_a_model_that_cannot_be_used_is_refused_at_start(bench, variables: dict[str, str], told: str) -> None:
    """Naming the variable; nothing is sent."""
    with bench() as opened:
        ran = opened.ask(**variables)

    assert (ran.code, opened.server.count) == (2, 0)
    assert any(told in fault for fault in ran.faults)
    assert "Traceback" not in ran.err


def test_look_ups_and_measurements_are_not_paid_for(bench) -> None:
    """Only where the operator names the model's reader is it asked."""
    with bench() as opened:
        codes = [opened(*words).code for words in (("explain", HEARTHCALL), ("search", "hearthcall"), ("card", "Orla"))]
        asked = opened.server.count
        opened("explain", HEARTHCALL, JUDGE_EXTRACTOR="counsel")

    assert (codes[:2], asked, opened.server.count) == ([0, 0], 0, 1)
