"""An outside agent with a terminal does the model's work, through the command line."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

AGENT = Path(__file__).with_name("agent.sh")
HEARTHCALL = "Can a dim card be played with hearthcall?"
TRAMPLE = "My creature with trample is blocked by a creature with indestructible. How much damage do I have to assign to the blocker?"
STEPS = ["0 opened 1", "0 material 2", "0 material 3", "0 material 3", "1 rejected 4", "0 accepted 5"]


def reading(**fields: Any) -> str:
    return json.dumps({"source": "cr", "cards": [], "concepts": [], "paraphrases": [], "categories": []} | fields)


def played(judge, question: str, rule: str, other: str, concepts: list[str]) -> list[str]:
    """What the agent printed."""
    ran = subprocess.run(
        [AGENT, question, reading(concepts=concepts), rule, other],
        env=judge.environ(PATH=f"{Path(judge.command).parent}:/usr/bin:/bin"),
        capture_output=True,
        text=True,
        timeout=180,
    )
    assert ran.returncode == 0, ran.stderr
    assert "stand in" in ran.stderr
    return ran.stdout.splitlines()


def test_a_shell_script_plays_an_agent(judge) -> None:
    """Reading, look-up, a rejected draft and an accepted one, each in a process of its own; the verdict is stored as a case's."""
    *steps, quote, closing = played(judge, HEARTHCALL, "601.9", "100.1", ["hearthcall"])

    assert (steps, closing) == (STEPS, "0 closed 5")
    stored = "SELECT quote, from_case, door, synthesizer FROM citations JOIN calls ON calls.id = call"
    assert judge.rows(stored) == [(quote, 1, "cli", "outside agent")]
    assert "outside agent" in judge("calls", "show", "1").out
    assert judge("calls", "replay", "1").faults == ["an outside agent judged call 1, who is not here to judge it again; see `judge calls show 1`"]


@pytest.mark.slow
@pytest.mark.real_data
def test_it_does_so_over_the_real_corpora(new_judge, magic_data_dir: Path) -> None:
    """Magic's rules and cards, loaded as an operator loads them."""
    shutil.copytree(magic_data_dir, new_judge.folder)

    *steps, quote, closing = played(new_judge, TRAMPLE, "702.19b", "104.1", ["trample", "lethal damage"])

    assert (steps, closing) == (STEPS, "0 closed 5")
    assert len(quote.split()) == 8
    assert new_judge.rows("SELECT label FROM citations") == ["702.19b"]


def test_the_guide_shows_what_works(judge) -> None:
    """Every command of the guide is a command, and its example of a reading is one."""
    told = judge("case", "guide").out

    commands = {line.split()[2] for line in told.splitlines() if line.strip().startswith("judge case ")}
    example = next(line for line in told.splitlines() if '"paraphrases"' in line)
    case = judge("case", "open", "Can I respond to a mana ability?").body["case"]["id"]
    assert commands == {"open", "read", "lookup", "submit", "status", "close"}
    assert judge("case", "read", case, "--version", "1", example.strip()).body["kind"] == "material"


def test_an_ambiguous_name_is_pinned(judge) -> None:
    """The choices come back with exit code 1; the same reading with a pin goes on."""
    case = judge("case", "open", "Does Orla have to attack each turn?").body["case"]["id"]

    asked = judge("case", "read", case, "--version", "1", reading(cards=["Orla"]))
    chosen = judge("case", "read", case, "--version", "1", "--pin", "Orla=Orla, Ash Regent", reading(cards=["Orla"]))

    assert (asked.code, asked.body["kind"]) == (1, "ambiguous")
    assert asked.body["spans"] == [{"query": "Orla", "choices": ["Orla, the Lamplighter", "Orla, Ash Regent"], "truncated": False}]
    assert (chosen.code, chosen.body["kind"]) == (0, "material")
    assert chosen.body["material"]["sources"][0]["title"] == "Orla, Ash Regent"


def test_a_follow_up_knows_its_session(judge) -> None:
    """A case of a session is told what was answered before, by a case or by the judge."""
    session = "6a0f42ce-6a3c-4b53-8a6f-0c9c1f0a7a11"
    judge("ask", "--session", session, "Can [[Kitewing Courier]] attack in the turn in which I played it?")

    opened = judge("case", "open", "--session", session, "And can it be blocked?").body

    assert [earlier["cards"] for earlier in opened["earlier"]] == [["Kitewing Courier"]]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["read", "nobody", "--version", "1", "{}"], 2, "There is no case 'nobody'"),
        (["status", "\udcff"], 2, "There is no case"),
        (["open", "x" * 1001], 2, "1001 characters"),
    ],
)
def test_what_cannot_be_done_is_refused_as_json(judge, words: list[str], code: int, told: str) -> None:
    """The kind is refused, the message says why and what to do, and the exit code is 2."""
    ran = judge("case", *words)

    assert (ran.code, ran.body["kind"]) == (code, "refused")
    assert told in ran.body["message"]


def test_a_version_is_a_number(judge) -> None:
    """Anything else is refused before a case is looked for."""
    ran = judge("case", "read", "nobody", "--version", "1.5", "{}")

    assert (ran.code, ran.out) == (2, "")
    assert "--version" in ran.err


def test_a_huge_draft_is_refused(judge) -> None:
    """On standard input too; both attempts are left."""
    case = judge("case", "open", HEARTHCALL).body["case"]["id"]
    judge("case", "read", case, "--version", "1", reading(concepts=["hearthcall"]))

    ran = judge("case", "submit", case, "--version", "2", "-", stdin=b'{"kind": "' + b"x" * 2_000_000)
    broken = judge("case", "submit", case, "--version", "2", "-", stdin=b'\xff{"kind": \xfe')

    assert [(each.code, each.body["kind"], each.body["case"]["drafts_left"]) for each in (ran, broken)] == [(2, "refused", 2), (2, "refused", 2)]
    assert "65536" in ran.body["objections"][0]
