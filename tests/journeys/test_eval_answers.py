"""`judge eval answers` past a scripted model, as those who compare models meet it: told what it costs, killed, gone on with, capped."""

import json
import re
import shutil
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import attrs
import pytest
from model_server import ModelServer, Reply, Request, fails, says

PRACTICE = files("headjudge") / "testing" / "rulebook" / "questions.jsonl"
MODEL = [pytest.mark.model, pytest.mark.skipif(find_spec("litellm") is None, reason="pip install 'headjudge[model]'")]
READING = {"source": "cr", "cards": [], "carried": [], "concepts": [], "paraphrases": [], "categories": []}
OUT_OF_SCOPE = READING | {"source": "out_of_scope"}
MARKS = ("right", "partly", "wrong", "no verdict")
_RULE = re.compile(r'<rule number="(\d{3}\.\d+[a-z]*)"[^>]*>([^<]+)</rule>')
_ASKED = re.compile(r"<question[^>]*>\s*(.*?)\s*</question>", re.DOTALL)


def asked(request: Request) -> int:
    """The number of the question that *request* is about: each begins with it."""
    return int(_ASKED.findall(request.user)[-1].partition(".")[0])


def replied(request: Request) -> Mapping[str, Any]:
    """What a model says that does the same whenever it is asked: the reading, the verdict or the vote that the schema wants."""
    number, fields = asked(request), request.schema["properties"]
    if "cards" in fields:
        return OUT_OF_SCOPE if number == 3 else READING
    if "mistakes" in fields:
        return {"reason": "So.", "facts": [1] if number % 2 else [], "mistakes": [1] if number == 5 else [], "verdict": MARKS[number % 4]}
    rule, text = _RULE.findall(request.user)[0]
    quote = " ".join(text.split()[:8])
    cited = [{"source": rule, "quote": quote}]
    return {
        "working": "",
        "kind": "verdict",
        "citations": cited,
        "answer": f"Yes: {quote} ({rule}).",
        "confidence": "high" if number % 3 else "low",
        "rules": [],
        "search": "",
        "lacking": "none",
    }


@attrs.define
class Course:
    """A model that can be made to fall silent at the verdict on one question."""

    silent_at: int | None = None
    reached: threading.Event = attrs.Factory(threading.Event)

    def __call__(self, request: Request) -> Any:
        """Answer, or let the asker wait."""
        if self.silent_at == asked(request) and "kind" in request.schema["properties"]:
            self.reached.set()
            return attrs.evolve(says(replied(request)), seconds=120)
        return replied(request)


@attrs.frozen
class Bench:
    """The command line beside a model server, and a file of questions."""

    judge: Any
    server: ModelServer
    file: Path

    @property
    def variables(self) -> Mapping[str, str]:
        """The server for the model, at 1 dollar a million tokens in and 2 out."""
        model = {"JUDGE_MODEL": "openai/practice", "JUDGE_MODEL_URL": self.server.url, "JUDGE_MODEL_KEY": "any"}
        return model | {"JUDGE_MODEL_PRICE_IN": "1", "JUDGE_MODEL_PRICE_OUT": "2"}

    def __call__(self, *words: str, **variables: str) -> Any:
        """Run `judge eval answers --json --yes`."""
        return self.judge("eval", "answers", str(self.file), "--json", "--yes", *words, **{**self.variables, **variables})

    def figures(self, *words: str) -> Mapping[str, Any]:
        """What a run prints that ends well, without its times and the server's address: no two runs have them alike."""
        ran = self(*words)
        assert ran.code == 0, ran.err
        return lasting(ran.body)


def lasting(body: Any) -> Any:
    """*body* without times and addresses."""
    if isinstance(body, dict):
        return {key: lasting(value) for key, value in body.items() if key not in ("p50_s", "p95_s", "run", "grader")}
    return body


def read(results: Path) -> list[dict[str, Any]]:
    """The lines of a file of results."""
    return [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten questions of the practice rulebook that name no card, each with a fact and a mistake, and its number before it."""
    lines = [json.loads(line) for line in PRACTICE.read_text(encoding="utf-8").splitlines()]
    told = {"key_facts": ["a fact"], "forbidden_mistakes": ["a mistake"], "source": "ours"}
    numbered = [line | told | {"question": f"{number}. {line['question']}"} for number, line in enumerate(lines[10:], 1)]
    path = tmp_path_factory.mktemp("questions") / "questions.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in numbered))
    return path


@pytest.fixture
def bench(judge, file: Path) -> Callable[..., Any]:
    """A way to a bench whose server follows a script."""

    @contextmanager
    def opened(script: Callable[[Request], Reply | Mapping[str, Any]] = replied) -> Iterator[Bench]:
        with ModelServer(script) as server:
            yield Bench(judge, server, file)

    return opened


@attrs.frozen
class Whole:
    """What a run in one go leaves behind."""

    figures: Mapping[str, Any]
    lines: list[dict[str, Any]]
    requests: int
    """As the server counts them."""
    period: Mapping[str, Any]
    """As `judge spend` has it."""
    stored: str
    """What `judge calls list` prints."""


@pytest.fixture(scope="module")
def whole(bare_judge, headjudge_practice: Path, file: Path, tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """A run in one go."""
    folder = tmp_path_factory.mktemp("whole")
    shutil.copytree(headjudge_practice, folder / "headjudge")
    judge = bare_judge.over(folder / "headjudge")
    with ModelServer(replied) as server:
        figures = Bench(judge, server, file).figures("--results", str(folder / "results.jsonl"))
    period = judge("spend", "--json").body["periods"][0]
    return Whole(figures, read(folder / "results.jsonl"), server.count, period, judge("calls", "list").out)


class TestWithAModel:
    """Everything over HTTP."""

    pytestmark = MODEL

    def test_a_run_is_scored(self, whole: Whole) -> None:
        """Replies, grades, citations, calls and costs; two calls a question and two votes an answer, and nothing is stored."""
        figures = whole.figures

        assert figures["outcomes"] == {"answered": 9, "declined: scope": 1}
        assert (figures["questions"], figures["graded"], figures["answered"]) == (10, 9, 0.9)
        # 4 and 8 are right, 1, 5 and 9 partly, 2, 6 and 10 wrong, 7 no verdict; 3 was declined
        assert (figures["solved"], figures["right"], figures["partly"]) == (0.2, 0.2222, 0.3333)
        assert (figures["wrong"], figures["no_verdict"]) == (0.3333, 0.1111)
        assert (figures["mistake"], figures["facts"]) == (0.1111, 0.4444)
        assert (figures["calls"], whole.requests) == (1.9, 10 + 9 + 2 * 9)
        assert {name: part["questions"] for name, part in figures["by_confidence"].items()} == {"low": 2, "high": 7}
        assert whole.stored == "No call is stored.\n"

    def test_what_it_spends_is_in_the_ledger(self, whole: Whole) -> None:
        """The grader's votes too: `judge spend` and the results agree to the micro-dollar."""
        answering = sum(line["cost"] for line in whole.lines)
        grading = sum(line["grade"]["cost"] for line in whole.lines if line["grade"])

        assert (whole.period["requests"], whole.period["reserved"]) == (37, 0)
        assert whole.period["spent"] == answering + grading > grading > 0
        assert (whole.figures["usd_total"], whole.figures["usd_grading"]) == (answering / 1e6, grading / 1e6)

    def test_a_killed_run_goes_on_to_the_same_table(self, bench, whole: Whole, tmp_path: Path) -> None:
        """After kill -9 in the middle what was done is kept, a torn line is dropped, and only the rest is asked."""
        results = tmp_path / "results.jsonl"
        course = Course(silent_at=6)
        with bench(course) as opened:
            running = opened.judge.start(
                "eval", "answers", str(opened.file), "--yes", "--results", str(results), "--concurrency", "1", **opened.variables
            )
            assert course.reached.wait(60)
            running.kill()
            running.communicate()
            kept = [line["id"] for line in read(results)]
            with results.open("ab") as torn:
                torn.write(results.read_bytes().splitlines()[0][:100])
            course.silent_at, before = None, opened.server.count
            resumed = opened.figures("--results", str(results))
            again = opened.server.count - before

        assert len(kept) == 5
        assert [line["id"] for line in read(results)][:5] == kept
        assert (len(read(results)), again) == (10, 5 * 4)
        assert resumed == whole.figures

    def test_an_interrupted_run_says_how_to_go_on(self, bench, tmp_path: Path) -> None:
        """With the exit code of Ctrl-C."""
        results = tmp_path / "results.jsonl"
        course = Course(silent_at=2)
        words = ("eval", "answers", "--yes", "--no-grader", "--concurrency", "1", "--results", str(results))
        with bench(course) as opened:
            running = opened.judge.start(*words, str(opened.file), **opened.variables)
            assert course.reached.wait(60)
            running.send_signal(signal.SIGINT)
            _, told = running.communicate(timeout=60)

        assert running.returncode == 130
        assert told.splitlines()[-2:] == [
            f"judge: 1 of 10 questions are done and kept in {results}; the same command goes on from there",
            "judge: stopped",
        ]

    def test_the_cap_stops_a_run_and_the_next_period_goes_on(self, bench, whole: Whole, tmp_path: Path) -> None:
        """What was done is kept, and the message says how to go on; no request goes out past the cap."""
        results = tmp_path / "results.jsonl"
        with bench() as opened:
            stopped = opened("--results", str(results), "--concurrency", "1", JUDGE_MAX_USD="0.05")
            spent = opened.judge("spend", "--json").body["periods"][0]["spent"]
            done = len(read(results))
            resumed = opened.figures("--results", str(results))

        assert (stopped.code, 0 < done < 10, spent <= 50_000) == (1, True, True)
        assert any(line.startswith(("the cap may not suffice", "the cap will not suffice")) for line in stopped.faults)
        assert stopped.faults[-2].startswith("the budget of 0.05 USD a day is used up")
        assert stopped.faults[-1].endswith(f"of 10 questions are done and kept in {results}; the same command goes on from there")
        assert resumed == whole.figures

    def test_nobody_pays_unasked(self, bench) -> None:
        """Where nobody can confirm the estimate the run does not begin; nothing was sent."""
        with bench() as opened:
            ran = opened.judge("eval", "answers", str(opened.file), **opened.variables)

        assert (ran.code, ran.out, opened.server.count) == (2, "", 0)
        assert re.search(r"That costs about \d\.\d\d USD as a rule, and \d\.\d\d USD at worst\.\nOf the cap of 5\.00 USD a day, 5\.00 USD", ran.err)
        assert "add --yes" in ran.err

    def test_results_of_two_models_are_not_mixed(self, bench, tmp_path: Path) -> None:
        """Neither of two that answer nor of two that grade; but grades can be given later, and nothing is answered again for them."""
        results = tmp_path / "results.jsonl"
        with bench() as opened:
            opened("--results", str(results), "--no-grader", "--limit", "2")
            other = opened("--results", str(results), "--model", "openai/other")
            before = opened.server.count
            graded = opened("--results", str(results), "--grader", "openai/grader", "--limit", "2")
            sent = opened.server.requests[before:]
            mixed = opened("--results", str(results))

        assert (other.code, f"{results} holds results of another run (model openai/practice" in other.faults[-1]) == (2, True)
        assert ", now openai/other" in other.faults[-1]
        assert (graded.body["graded"], graded.body["grader"]["model"].partition(",")[0]) == (2, "openai/grader")
        assert [request.model for request in sent] == ["grader"] * 4
        assert (mixed.code, "was graded by another grader (openai/grader" in mixed.faults[-1]) == (2, True)

    def test_a_model_that_is_not_there_ends_the_run(self, bench, tmp_path: Path) -> None:
        """After five questions, which are asked again in the next run; nothing is taken for the model's own failure."""
        results = tmp_path / "results.jsonl"
        with bench(lambda _: fails(401, "Incorrect API key provided.")) as opened:
            ran = opened("--results", str(results), "--concurrency", "1")

        assert (ran.code, ran.body["outcomes"]) == (1, {"declined: backend: refused": 5})
        assert ran.faults[-2].startswith("the model was not heard at 5 questions in a row")
        assert ran.faults[-1].startswith("0 of 10 questions are done")


def test_without_a_model_the_clerk_is_scored(judge, file: Path) -> None:
    """At no cost, and so without a confirmation; nobody grades."""
    ran = judge("eval", "answers", str(file), "--json")

    assert (ran.code, ran.body["grader"], ran.body["run"]["model"]) == (0, None, None)
    assert "No model is configured: answers are not graded." in ran.err
    assert (ran.body["questions"], ran.body["usd_total"], ran.body["solved"]) == (10, 0.0, None)
    assert 0 < ran.body["cited"] <= ran.body["group_cited"]


def test_the_table_fits_a_terminal(judge, file: Path) -> None:
    """100 columns; each part of it stands there."""
    ran = judge("eval", "answers", str(file))
    lines = ran.out.splitlines()

    assert ran.code == 0
    assert max(len(line.rstrip()) for line in lines) <= 100
    assert lines[0] == "Answered by excerpts, without a model; not graded."
    assert {line.split()[0] for line in lines if line} >= {"questions", "answered", "must-cites", "seconds,", "Reply", "Source", "Confidence"}


def test_a_foreign_file_is_not_written_to(judge, file: Path) -> None:
    """Not even where its last line looks torn."""
    file.write_text(file.read_text().rstrip("\n"))
    before = file.read_bytes()
    ran = judge("eval", "answers", str(file), "--results", str(file))

    assert ran.code == 2
    assert ran.faults[-1] == f"line 1 of {file} is no result of `judge eval answers`; name another file"
    assert file.read_bytes() == before
