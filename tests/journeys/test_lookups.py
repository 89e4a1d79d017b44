"""Looking things up on the command line: cards, rules, rulings, the glossary, what this process is made of."""

import shutil
import subprocess
from pathlib import Path

import pytest

from headjudge.cli import COMMANDS

HIDDEN = "hunter2-not-to-be-shown"


@pytest.fixture(scope="module")
def judge(bare_judge, headjudge_practice: Path, tmp_path_factory: pytest.TempPathFactory):
    """The command over the practice rulebook, one copy for all look-ups: they change nothing."""
    folder = tmp_path_factory.mktemp("lookups") / "headjudge"
    shutil.copytree(headjudge_practice, folder)
    return bare_judge.over(folder)


def test_a_sub_rule(judge) -> None:
    """Only it, under its heading, with its examples."""
    body = judge("rule", "601.9B", "--json").body

    assert (body["number"], body["heading"], body["sub_rules"]) == ("601.9b", "Keyword Abilities: Hearthcall", [])
    assert [body["text"]] == judge.rows("SELECT text FROM rules WHERE number = '601.9b'")


def test_a_rule_with_its_sub_rules(judge) -> None:
    """All of the group, in order; a full stop behind the number does no harm."""
    body = judge("rule", "601.9.", "--json").body

    assert body["number"] == "601.9"
    assert [rule["number"] for rule in body["sub_rules"]] == ["601.9a", "601.9b"]


def test_a_section(judge) -> None:
    """Its title, its chapter, and its rules without their sub-rules."""
    body = judge("rule", "402", "--json").body

    assert (body["number"], body["title"], body["chapter"]) == ("402", "Sparks and Costs", "Playing Cards and Abilities")
    assert [rule["number"] for rule in body["rules"]] == judge.rows(
        "SELECT number FROM rules WHERE section = '402' AND number GLOB '402.[0-9]' ORDER BY position"
    )


def test_a_rule_for_people(judge) -> None:
    """Every line starts with a number or belongs to the one above; nothing is cut where there is no terminal."""
    ran = judge("rule", "100.2")

    heading, rule, example = ran.out.splitlines()
    assert (ran.code, heading) == (0, "General")
    assert rule == f"100.2  {judge.rows('SELECT text FROM rules WHERE number = ?', '100.2')[0]}"
    assert example.startswith("      Example: ")


def test_a_card(judge) -> None:
    """By nickname, by short name or misspelt: what it says, and where to read on."""
    body = judge("card", "Bramwik,", "Oldest", "Toad", "--json").body

    assert set(body) == {"name", "oracle_id", "layout", "keywords", "text", "printed_names", "url", "rulings"}
    assert body["name"] == "Bramwick, Oldest Toad"
    assert "put a growth counter on Bramwick" in body["text"]
    assert body["url"] == "https://example.org/practice/bramwick-oldest-toad"


def test_both_faces_of_a_card(judge) -> None:
    """The name of a face is enough."""
    ran = judge("card", "Queen of a Thousand Wings")

    assert ran.code == 0
    assert "Moth at the Window" in ran.out
    assert "//" in ran.out.splitlines()


def test_rulings(judge) -> None:
    """Each with its day and its key."""
    body = judge("rulings", "[[Orla, the Lamplighter]]", "--json").body

    assert body["card"] == "Orla, the Lamplighter"
    assert [(ruling["key"], ruling["published"], ruling["text"]) for ruling in body["rulings"]] == judge.rows(
        "SELECT key, published, text FROM rulings JOIN cards USING (oracle_id) WHERE name = 'Orla, the Lamplighter' ORDER BY rulings.position"
    )


def test_the_glossary(judge) -> None:
    """Any of an entry's terms finds it, in any case."""
    (entry,) = judge("glossary", "BRIGHT", "--json").body

    assert entry["terms"] == ["Bright", "Dim"]
    assert "rule 200.3" in entry["text"]


def test_searching(judge) -> None:
    """The best rules first, no more than were asked for."""
    found = judge("search", "--limit", "3", "--json", "hearthcall cost").body

    assert len(found) == 3
    assert {"601.9a", "601.9b"} & {rule["number"] for rule in found}
    assert [rule["score"] for rule in found] == sorted((rule["score"] for rule in found), reverse=True)


def test_searching_for_a_number(judge) -> None:
    """The rule of that number comes first."""
    assert judge("search", "--json", "what does 402.2a say").body[0]["number"] == "402.2a"


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("rule", "601.9z"), "there is no rule 601.9z in the release 20090601; the last of 601.9 is 601.9b"),
        (("rule", "999"), "there is no section 999 in the release 20090601; the sections are 100 to 702"),
        (("glossary", "brigt"), "the glossary has no entry 'brigt'; near it: Bright"),
    ],
)
def test_what_is_near(judge, words: tuple[str, ...], near: str) -> None:
    """What is not there is told with what is, and that this is the practice rulebook."""
    assert judge(*words).faults == [f"{near}; this is the practice rulebook, a small game of our own: `judge refresh` loads Magic"]


@pytest.mark.parametrize(
    ("words", "code", "named"),
    [
        (("rule", "999.1"), 1, "999.1"),
        (("rule", "999", "--json"), 1, "999"),
        (("rule", "trample"), 2, "trample"),
        (("rule", "1.1"), 2, "1.1"),
        (("card", "Zzyzxgrub", "--json"), 1, "Zzyzxgrub"),
        (("card", "orla"), 1, "Orla, Ash Regent"),
        (("rulings", "Zzyzxgrub"), 1, "Zzyzxgrub"),
        (("glossary", "Zzyzxgrub"), 1, "Zzyzxgrub"),
        (("search", "zzyzxgrub", "--json"), 1, "zzyzxgrub"),
        (("search", "   "), 2, "blank"),
    ],
)
def test_what_is_not_there(judge, words: tuple[str, ...], code: int, named: str) -> None:
    """One sentence on standard error that names it, nothing on standard output."""
    ran = judge(*words)

    assert (ran.code, ran.out, len(ran.faults)) == (code, "", 1)
    assert named in ran.faults[0]
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "words", [("rule",), ("card",), ("search", "--limit", "0", "x"), ("nonsense",), ("refresh", "nonsense"), ("rule", "100", "--nonsense")]
)
def test_bad_usage(judge, words: tuple[str, ...]) -> None:
    """Exit code 2 and how to use it."""
    ran = judge(*words)

    assert (ran.code, ran.out) == (2, "")
    assert "Usage: judge" in ran.err


def test_a_secret_is_never_shown(judge) -> None:
    """Neither the password nor the rest of the database's address, in any form; the others are shown with their origin."""
    address = f"postgresql://judge:{HIDDEN}@db.example/judge"
    table, listed = judge("settings", JUDGE_DATABASE_URL=address), judge("settings", "--json", JUDGE_DATABASE_URL=address)

    assert (table.code, listed.code) == (0, 0)
    assert not any(part in ran.out + ran.err for part in (HIDDEN, "db.example") for ran in (table, listed))
    settings = {row["variable"]: row for row in listed.body["settings"]}
    assert (settings["JUDGE_DATABASE_URL"]["value"], settings["JUDGE_DATABASE_URL"]["origin"]) == ("(set, not shown)", "environment")
    assert (settings["JUDGE_DATA_DIR"]["value"], settings["JUDGE_DATA_DIR"]["origin"]) == (str(judge.folder), "environment")
    assert (settings["JUDGE_CONCURRENCY"]["value"], settings["JUDGE_CONCURRENCY"]["origin"]) == ("2", "default")


def test_a_password_is_not_in_an_error(judge) -> None:
    """The database that is out of reach is named without it."""
    ran = judge("rule", "100.1", JUDGE_DATABASE_URL=f"postgresql://judge:{HIDDEN}@127.0.0.1:1/judge")

    assert (ran.code, len(ran.faults)) == (2, 1)
    assert HIDDEN not in ran.out + ran.err


def test_a_misspelt_variable_is_told(judge) -> None:
    """What begins with JUDGE_ and is read by nothing."""
    ran = judge("settings", JUDGE_DATADIR="/srv")

    assert ran.code == 0
    assert ran.faults == ["JUDGE_DATADIR is set, and nothing here reads it; look at its spelling"]


def test_the_plugins_and_their_roles(judge) -> None:
    """Each plugin with its state; each role with who fills it."""
    body = judge("plugins", "--json").body

    assert {(plugin["name"], plugin["state"]) for plugin in body["plugins"]} >= {
        (name, "on") for name in ("clerk", "library", "names", "sources", "sql", "tantivy")
    }
    assert {"role": "extractor", "name": "clerk"} in body["roles"]
    assert {"role": "synthesizer", "name": "excerpts"} in body["roles"]
    assert {"role": "retriever", "name": "full text"} in body["roles"]


def test_a_plugin_is_left_out_by_name(judge) -> None:
    """JUDGE_PLUGINS_OFF takes its legs with it."""
    body = judge("plugins", "--json", JUDGE_PLUGINS_OFF="tantivy").body

    assert {"name": "tantivy", "state": "off", "reason": "named in JUDGE_PLUGINS_OFF"} in body["plugins"]
    assert not [role for role in body["roles"] if role["name"] == "full text"]


def test_the_help_names_every_command(judge) -> None:
    """And each has a sentence."""
    shown = judge("--help").out

    assert [name for name in COMMANDS if f"\n  {name} " not in shown] == []


@pytest.mark.parametrize(
    "words", ["rule 702", "plugins", "settings --json", "search creature --json", "ask 'Can a creature attack?' --json", "glossary dim"]
)
def test_a_reader_may_go_away(judge, words: str) -> None:
    """`judge … | true` ends without a traceback or a complaint."""
    run = subprocess.run(["sh", "-c", f"{judge.command} {words} | true"], env=judge.environ(), capture_output=True, text=True)

    assert [line for line in run.stderr.splitlines() if line and "practice rulebook" not in line] == []


@pytest.mark.parametrize("where", [">/dev/full", ">&-"], ids=["full", "closed"])
def test_standard_output_that_cannot_be_written(judge, where: str) -> None:
    """One sentence, exit code 2."""
    run = subprocess.run(["sh", "-c", f"{judge.command} rule 702 {where}"], env=judge.environ(), capture_output=True, text=True)

    assert (run.returncode, run.stderr.count("judge: "), "Traceback" in run.stderr) == (2, 1, False)
    assert "standard output is open and has room" in run.stderr
