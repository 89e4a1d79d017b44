"""The first question, on the practice rulebook, through the command line."""

import json
import os
import pty
import re
import select
import signal
import subprocess
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import attrs
import pytest

HEARTHCALL = "Can a dim card be played with hearthcall?"
ORLA = "Does Orla have to attack each turn?"
QUESTIONS = [json.loads(line) for line in (files("headjudge") / "testing" / "rulebook" / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
SESSION = "6a0f42ce-6a3c-4b53-8a6f-0c9c1f0a7a11"


def test_the_first_question_needs_nothing(new_judge) -> None:
    """An empty folder, no settings: the practice rulebook answers, and standard error says so and how to load Magic."""
    ran = new_judge("ask", HEARTHCALL)

    assert ran.code == 0
    assert "601.9" in ran.out
    assert "practice rulebook" in ran.err
    assert "judge refresh" in ran.err
    assert "practice rulebook" not in ran.out


def test_several_first_questions_at_once_are_all_answered(new_judge) -> None:
    """One process fills the empty database; the others wait for it."""
    started = [new_judge.start("ask", HEARTHCALL) for _ in range(3)]
    said = [process.communicate(timeout=60) for process in started]

    assert [process.returncode for process in started] == [0, 0, 0], said
    assert new_judge.rows("SELECT count(*) FROM generations") == [1]
    assert new_judge.rows("SELECT count(*) FROM calls") == [3]


def test_the_body_is_the_contracts(judge) -> None:
    """`--json` prints exactly the fields of an answer; links lie under the root of the rules; the release is a date."""
    body = judge("ask", "--json", "What does the fog do to a creature of mine when [[Orla, Ash Regent]] is on the field?").body

    assert set(body) == {"kind", "answer", "confidence", "source", "cr_version", "citations", "cards"}
    assert (body["kind"], body["source"], body["cr_version"]) == ("answer", "cr", "20090601")
    assert body["confidence"] in ("low", "medium", "high")
    assert body["citations"]
    assert all(set(citation) == {"label", "url", "quote"} for citation in body["citations"])
    assert all(citation["url"].startswith("http://127.0.0.1:8787/rules/") for citation in body["citations"])
    assert body["cards"] == [{"name": "Orla, Ash Regent", "url": "https://example.org/practice/orla-ash-regent"}]


def test_links_lie_under_the_root_that_is_set(judge) -> None:
    """JUDGE_RULES_URL is where every citation leads."""
    body = judge("ask", "--json", HEARTHCALL, JUDGE_RULES_URL="https://rules.example/wickhollow/").body

    assert [citation["url"] for citation in body["citations"]] == [
        f"https://rules.example/wickhollow/{citation['label']}" for citation in body["citations"]
    ]


def test_every_quote_stands_in_the_database(judge, sources: Callable[[Path, str, str], list[str]]) -> None:
    """Read again with SQLite alone, every quote of the answers is verbatim; so is what was stored of them."""
    bodies = [judge("ask", "--json", question["question"]).body for question in QUESTIONS[:5]]

    cited = [
        (citation["label"], body["cr_version"], citation["quote"]) for body in bodies if body["kind"] == "answer" for citation in body["citations"]
    ]
    assert len(cited) >= 10
    assert [one for one in cited if not any(one[2] in text for text in sources(judge.database, *one[:2]))] == []
    assert judge.rows("SELECT label, release, quote FROM citations ORDER BY call, position") == cited


def test_every_rule_named_in_an_answer_is_cited(judge) -> None:
    """No number stands in the text that is not one of the citations."""
    body = judge("ask", "--json", HEARTHCALL).body

    assert set(re.findall(r"\b\d{3}\.\d+[a-z]*", body["answer"])) <= {citation["label"] for citation in body["citations"]}


def test_an_ambiguous_name_is_asked_back(judge) -> None:
    """Exit code 1, and every card that the name can mean."""
    ran = judge("ask", "--json", ORLA)

    assert ran.code == 1
    assert ran.body == {
        "kind": "ambiguous",
        "spans": [{"query": "Orla", "choices": ["Orla, the Lamplighter", "Orla, Ash Regent"], "truncated": False}],
    }
    assert judge.rows("SELECT count(*) FROM calls") == [0]


def test_the_choices_are_readable(judge) -> None:
    """Without --json the choices and the way to choose are said."""
    ran = judge("ask", ORLA)

    assert ran.code == 1
    assert "Orla, the Lamplighter; Orla, Ash Regent" in ran.out
    assert "--pin" in ran.out


def test_a_pin_chooses(judge) -> None:
    """The same question with the span and the name of the reply is answered, about that card."""
    ran = judge("ask", "--json", "--pin", "Orla=Orla, Ash Regent", ORLA)

    assert ran.code == 0
    assert [card["name"] for card in ran.body["cards"]] == ["Orla, Ash Regent"]


def test_a_pin_of_no_card_is_not_found(judge) -> None:
    """The name of a pin is taken by the letter."""
    ran = judge("ask", "--json", "--pin", "Orla=Orla Mop", ORLA)

    assert ran.code == 1
    assert ran.body == {"kind": "not_found", "names": ["Orla Mop"]}


def test_a_name_of_no_card_is_not_found(judge) -> None:
    """Exit code 1 and the name."""
    ran = judge("ask", "--json", "Can [[Zzyzxgrub]] block?")

    assert ran.code == 1
    assert ran.body == {"kind": "not_found", "names": ["Zzyzxgrub"]}


def test_brackets_that_hold_no_full_name_are_only_offered(judge) -> None:
    """A short name in brackets is never taken for the one card that it fits."""
    ran = judge("ask", "--json", "Does [[Bramwick]] get a counter?")

    assert ran.code == 1
    assert ran.body == {"kind": "ambiguous", "spans": [{"query": "Bramwick", "choices": ["Bramwick, Oldest Toad"], "truncated": False}]}


def test_what_is_no_rules_question_is_declined(judge) -> None:
    """Exit code 1, kind error, nothing stored."""
    ran = judge("ask", "--json", "What is the weather like in Paris tomorrow?")

    assert (ran.code, ran.body["kind"]) == (1, "error")
    assert set(ran.body) == {"kind", "message"}
    assert judge.rows("SELECT count(*) FROM calls") == [0]


def test_a_follow_up_knows_its_session(judge) -> None:
    """The second question of a session names no card, and is about the first's."""
    judge("ask", "--session", SESSION, "Can [[Kitewing Courier]] attack in the turn in which I played it?")

    body = judge("ask", "--json", "--session", SESSION, "And can it be blocked by a creature without skybound?").body
    alone = judge("ask", "--json", "And can it be blocked by a creature without skybound?").body
    assert [card["name"] for card in body["cards"]] == ["Kitewing Courier"]
    assert alone["cards"] == []
    assert judge.rows("SELECT DISTINCT thread FROM calls WHERE thread IS NOT NULL") == [f"cli:{SESSION}"]


def test_a_private_question_leaves_nothing(judge) -> None:
    """No row of any table holds it, and no file."""
    ran = judge("ask", "--private", "--session", SESSION, HEARTHCALL)

    assert ran.code == 0
    assert [judge.rows(f"SELECT count(*) FROM {table}") for table in ("calls", "citations", "call_cards")] == [[0], [0], [0]]
    assert [path for path in judge.folder.rglob("*") if path.is_file() and HEARTHCALL.encode() in path.read_bytes()] == []


def test_a_question_is_read_from_standard_input(judge) -> None:
    """`-` reads it; line ends do not matter."""
    ran = judge("ask", "--json", "-", stdin=f"\n{HEARTHCALL}\n")

    assert ran.code == 0
    assert judge.rows("SELECT question FROM calls") == [HEARTHCALL]


def test_a_question_may_come_in_many_words(judge) -> None:
    """Without quotes on the command line it is the same question."""
    assert judge("ask", "--json", *HEARTHCALL.split()).body == judge("ask", "--json", HEARTHCALL).body


@attrs.frozen
class Terminal:
    """A command on a terminal of its own."""

    process: subprocess.Popen[bytes]
    end: int

    def read_until(self, text: str) -> str:
        """What it shows up to *text*."""
        shown = ""
        while text not in shown:
            ready, _, _ = select.select([self.end], [], [], 30)
            assert ready, f"{text!r} did not appear after {shown!r}"
            shown += os.read(self.end, 4096).decode(errors="replace")
        return shown

    def wait_for_reading(self) -> None:
        """Return when it sleeps until a key is pressed: a signal just before that is seen with the next key."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        while stat.read_text().rpartition(")")[2].split()[0] != "S":
            os.sched_yield()

    def type(self, text: str) -> None:
        """Press the keys of *text*."""
        os.write(self.end, text.encode())

    def rest(self) -> str:
        """What it shows until it ends."""
        self.process.wait(timeout=30)
        shown = b""
        while select.select([self.end], [], [], 0)[0]:
            shown += os.read(self.end, 4096)
        return shown.decode(errors="replace")


@pytest.fixture
def terminal(judge) -> Iterator[Terminal]:
    """The ambiguous question, asked on a terminal."""
    ours, its = pty.openpty()
    asking = [judge.command, "ask", ORLA]
    with subprocess.Popen(asking, env=judge.environ(TERM="xterm", COLUMNS="200"), stdin=its, stdout=its, stderr=its) as process:
        yield Terminal(process, ours)
        process.kill()
    os.close(its)
    os.close(ours)


def test_on_a_terminal_the_asker_chooses(judge, terminal: Terminal) -> None:
    """Ambiguity offers numbered choices; a number that is none is asked again; the chosen card is used."""
    offered = terminal.read_until("Number:")
    terminal.type("3\n")
    terminal.read_until("Number:")
    terminal.type("2\n")
    terminal.read_until("judge refresh")
    terminal.rest()

    assert re.search(r"1\s+Orla, the Lamplighter\s+2\s+Orla, Ash Regent", offered)
    assert terminal.process.returncode == 0
    assert judge.rows("SELECT name FROM call_cards") == ["Orla, Ash Regent"]


def test_end_of_input_refuses_the_choice(judge, terminal: Terminal) -> None:
    """Ctrl-D ends the command without a traceback, and nothing is stored."""
    terminal.read_until("Number:")
    terminal.type("\x04")
    shown = terminal.rest()

    assert (terminal.process.returncode, "Traceback" in shown) == (130, False)
    assert judge.rows("SELECT count(*) FROM calls") == [0]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system does not tell what a process waits for")
def test_an_interrupt_refuses_the_choice(judge, terminal: Terminal) -> None:
    """One Ctrl-C is enough, and leaves no traceback."""
    terminal.read_until("Number:")
    terminal.wait_for_reading()
    terminal.process.send_signal(signal.SIGINT)
    shown = terminal.rest()

    assert (terminal.process.returncode, "Traceback" in shown) == (130, False)
    assert judge.rows("SELECT count(*) FROM calls") == [0]
