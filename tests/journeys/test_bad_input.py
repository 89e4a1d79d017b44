"""Bad input: one sentence that names the thing and the cure, the right exit code, never a traceback."""

import json
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

CLUMSY = """
from headjudge import Rung, hookimpl

class Clumsy:
    name = "clumsy"
    rung = Rung.ALIAS
    def validate(self, draft, brief):
        return [1 / 0]
    async def resolve(self, span, corpus):
        return [1 / 0]

@hookimpl
def headjudge_validators(services):
    yield Clumsy()

@hookimpl
def headjudge_resolvers(services):
    yield Clumsy()
"""
QUESTION = "Can a dim card be played with hearthcall?"
CAPABILITIES = "-dac_override,-dac_read_search"


def refusal(ran) -> str:
    """The one sentence on standard error, all that there is of a refused command."""
    assert (ran.code, ran.out) == (2, ""), ran
    assert len(ran.faults) == ran.err.count("\n") == 1, ran.err
    return ran.faults[0]


@pytest.fixture(scope="session")
def obedient() -> tuple[str, ...]:
    """What a command must be started under so that the rights of files count: root passes over them otherwise."""
    if os.geteuid() != 0:
        return ()
    under = (shutil.which("setpriv") or "setpriv", f"--bounding-set={CAPABILITIES}", "--")
    try:
        subprocess.run([*under, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is root, and its powers cannot be laid down here")
    return under


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The question is blank; ask something."),
        (" \t\n ", "The question is blank; ask something."),
        ("x" * 1001, "The question has 1001 characters; at most 1000 fit."),
        ("a\x01b", "The question holds the control character U+0001; take it out."),
        ("a\x7fb", "The question holds the control character U+007F; take it out."),
        (b"caf\xe9", "The question holds the control character U+DCE9; take it out."),
        (b"caf\xed\xa0\x80", "The question holds the control character U+DCED; take it out."),
    ],
)
def test_a_question_beyond_the_limits(judge, text: str | bytes, message: str) -> None:
    """Kind error with the limit, exit code 2, nothing stored: the same in words and in JSON."""
    said, body = judge("ask", text), judge("ask", "--json", text)

    assert (said.code, said.out) == (2, f"{message}\n")
    assert (body.code, body.body) == (2, {"kind": "error", "message": message})
    assert "Traceback" not in said.err + body.err
    assert judge.rows("SELECT count(*) FROM calls") == [0]


@pytest.mark.parametrize("length", [1, 1000])
def test_a_question_within_the_limits(judge, length: int) -> None:
    """A thousand characters fit, whatever their bytes."""
    ran = judge("ask", "--json", ("Flamme für Öl? " * 100)[:length])

    assert ran.code in (0, 1)
    assert ran.body["kind"] in ("answer", "error")
    assert "at most" not in ran.out


def pins(count: int, span: str = "toad") -> list[str]:
    return [word for number in range(count) for word in ("--pin", f"{span}{number or ''}=Bramwick, Oldest Toad")]


def test_eight_pins_fit(judge) -> None:
    """The limit of the contract."""
    assert judge("ask", "--json", *pins(8), QUESTION).code == 0


def test_nine_pins_do_not(judge) -> None:
    """The sentence says what to do with the others."""
    ran = judge("ask", "--json", *pins(9), QUESTION)

    assert (ran.code, ran.body["message"]) == (2, "There are 9 pins; at most 8 fit. Write the other names as [[Full Name]].")


@pytest.mark.parametrize(("length", "code"), [(200, 0), (201, 2)])
def test_the_length_of_a_pins_span(judge, length: int, code: int) -> None:
    """Two hundred characters fit."""
    ran = judge("ask", "--json", *pins(1, "x" * length), QUESTION)

    assert ran.code == code
    assert code == 0 or ran.body["message"] == "A pin's span has 201 characters; at most 200 fit."


@pytest.mark.parametrize("pin", ["no equals sign", "", b"\xff"])
def test_a_pin_of_another_form(judge, pin: str | bytes) -> None:
    """The usage shows the form."""
    ran = judge("ask", "--pin", pin, QUESTION)

    assert (ran.code, ran.out) == (2, "")
    assert "--pin 'jace=Jace Beleren'" in ran.err


def test_a_session_is_a_uuid(judge) -> None:
    """Anything else is bad usage."""
    ran = judge("ask", "--session", "monday", QUESTION)

    assert (ran.code, ran.out) == (2, "")
    assert "'monday' is not a valid UUID" in ran.err


@pytest.mark.parametrize("words", [("card", b"b\xffll"), ("rulings", b"orl\xff"), ("glossary", b"d\xffm")])
def test_a_name_that_is_no_text(judge, words: tuple[str, bytes]) -> None:
    """Bytes that are no UTF-8 are found nowhere."""
    ran = judge(*words)

    assert (ran.code, ran.out, len(ran.faults), ran.err.count("\n")) == (1, "", 1, 1)
    assert "report it" not in ran.faults[0]


@pytest.mark.parametrize("words", [b"creature\xff", "creature\x07", "x" * 1001])
def test_a_search_beyond_the_limits(judge, words: str | bytes) -> None:
    """The limits of questions hold for it too."""
    assert refusal(judge("search", words)).startswith("The question h")


def test_standard_input_that_is_no_text(judge) -> None:
    """Refused like any other question that holds it, however strictly the locale reads."""
    ran = judge("ask", "-", stdin=b"caf\xe9 creature?", LC_ALL="C.UTF-8", PYTHONIOENCODING="utf-8:strict")

    assert ran.code == 2
    assert "U+DCE9" in ran.out
    assert "report it" not in ran.err


@pytest.mark.slow
def test_a_locked_database(judge) -> None:
    """An answer that cannot be stored is given all the same after a few seconds, and the log says so; reading goes on meanwhile."""
    with closing(sqlite3.connect(judge.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        asked, private, rule = judge("ask", QUESTION), judge("ask", "--private", QUESTION), judge("rule", "100.1")

    assert (asked.code, private.code, rule.code) == (0, 0, 0)
    assert asked.out == private.out
    assert "call.unsaved" in asked.err
    assert "is locked by another process" in asked.err
    assert judge.rows("SELECT count(*) FROM calls") == [0]


def test_a_data_folder_that_is_a_file(new_judge) -> None:
    """Named with the variable that leads elsewhere."""
    new_judge.folder.write_text("no folder")

    sentence = refusal(new_judge("ask", QUESTION))
    assert str(new_judge.folder) in sentence
    assert "JUDGE_DATA_DIR" in sentence


def test_a_data_folder_that_cannot_be_made(new_judge) -> None:
    """Under /proc nobody can."""
    assert "JUDGE_DATA_DIR" in refusal(new_judge("ask", QUESTION, JUDGE_DATA_DIR="/proc/headjudge"))


@pytest.mark.parametrize("words", [("ask", QUESTION), ("rule", "100.1"), ("card", "bucket"), ("refresh",)])
def test_a_folder_that_is_read_only(judge, obedient: tuple[str, ...], words: tuple[str, ...]) -> None:
    """Nothing in it may be written, nor the folder: the file is named with the cure."""
    for path in (*judge.folder.rglob("*"), judge.folder):
        path.chmod(0o555 if path.is_dir() else 0o444)

    sentence = refusal(judge(*words, under=obedient))
    assert str(judge.database) in sentence
    assert "JUDGE_DATABASE_URL" in sentence


def test_a_folder_that_may_not_be_written_into(new_judge, obedient: tuple[str, ...]) -> None:
    """An empty one in which the database cannot be made."""
    new_judge.folder.mkdir(mode=0o555)

    assert str(new_judge.folder) in refusal(new_judge("ask", QUESTION, under=obedient))


def test_indexes_that_cannot_be_written(judge, tmp_path: Path) -> None:
    """The database lies elsewhere, and the data folder is none: a name is found all the same, and a line says what was not kept."""
    folder = tmp_path / "file"
    folder.write_text("no folder")

    ran = judge("card", "Drowning Bel", JUDGE_DATABASE_URL=f"sqlite:///{judge.database}", JUDGE_DATA_DIR=str(folder))
    assert (ran.code, "Drowning Bell" in ran.out, "Traceback" in ran.err) == (0, True, False)
    assert str(folder) in ran.err


@pytest.mark.parametrize("content", [b"Dear diary, this is no database. " * 200, b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_file_that_is_no_database(new_judge, content: bytes) -> None:
    """It is named, and not touched."""
    new_judge.folder.mkdir()
    new_judge.database.write_bytes(content)

    assert str(new_judge.database) in refusal(new_judge("rule", "100.1"))
    assert new_judge.database.read_bytes() == content


def test_a_newer_schema(judge) -> None:
    """Refused, and not touched."""
    with closing(sqlite3.connect(judge.database)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")

    sentence = refusal(judge("ask", QUESTION))
    assert "schema 9999" in sentence
    assert "install a newer one" in sentence
    assert judge.rows("SELECT version_num FROM alembic_version") == ["9999"]


def test_no_schema_and_no_migrating(new_judge) -> None:
    """Refused with the variable that allows it; no table is made."""
    sentence = refusal(new_judge("ask", QUESTION, JUDGE_AUTO_MIGRATE="false"))

    assert "JUDGE_AUTO_MIGRATE=true" in sentence
    assert new_judge.rows("SELECT count(*) FROM sqlite_master") == [0]


def test_a_schema_that_is_up_to_date_needs_no_migrating(judge) -> None:
    """Then nothing is refused."""
    assert judge("rule", "100.1", JUDGE_AUTO_MIGRATE="false").code == 0


def test_every_fault_of_the_settings_at_once(new_judge) -> None:
    """A sentence each, naming the variable; a secret's value is in none."""
    wrong = {
        "JUDGE_DATABASE_URL": "hunter2",
        "JUDGE_AUTO_MIGRATE": "maybe",
        "JUDGE_CONCURRENCY": "0",
        "JUDGE_MAX_USD": "-5",
        "JUDGE_LOG_LEVEL": "loud",
        "JUDGE_LEG_WEIGHTS": "concepts",
        "JUDGE_NOTES_FILE": "/nonexistent",
        "JUDGE_SCRYFALL_URL": "api.example",
        "API_ADDR": "8787",
    }
    for words in (("ask", QUESTION), ("settings",), ("plugins",)):
        ran = new_judge(*words, **wrong)

        assert (ran.code, ran.out, len(ran.faults)) == (2, "", ran.err.count("\n"))
        assert sorted(fault.partition(":")[0] for fault in ran.faults) == sorted(wrong)
        assert "hunter2" not in ran.err
    assert not new_judge.folder.exists()


@pytest.mark.parametrize("variable", ["JUDGE_EXTRACTOR", "JUDGE_SYNTHESIZER", "JUDGE_MODEL_BACKEND", "JUDGE_EMBEDDER"])
def test_a_role_that_no_plugin_fills(judge, variable: str) -> None:
    """The variable, the name, and those to choose from, or that there is none."""
    sentence = refusal(judge("ask", QUESTION, **{variable: "nobody"}))

    assert variable in sentence
    assert "'nobody'" in sentence
    assert "choose one of" in sentence or "none is installed" in sentence


@pytest.mark.parametrize(("off", "named"), [("sql", "JUDGE_DATABASE_URL"), ("clerk", "JUDGE_EXTRACTOR")])
def test_a_role_whose_plugin_is_off(judge, off: str, named: str) -> None:
    """Refused in one sentence."""
    assert named in refusal(judge("ask", QUESTION, JUDGE_PLUGINS_OFF=off))


def test_an_unknown_plugin_cannot_be_left_out(judge) -> None:
    """A misspelt name is told; the question is answered."""
    ran = judge("ask", QUESTION, JUDGE_PLUGINS_OFF="tantivvy")

    assert ran.code == 0
    assert "tantivvy" in ran.err


def test_an_unknown_corpus(judge) -> None:
    """Those that there are, are listed."""
    ran = judge("refresh", "--corpus", "chess")

    assert (ran.code, ran.faults) == (1, ["no source gives the corpus 'chess'; choose one of: magic, practice"])


@pytest.mark.parametrize(
    ("kind", "line", "told"),
    [
        ("recall", "not JSON", "line 2"),
        ("recall", "[1]", "line 2"),
        ("recall", '{"expected_rules": ["100.1"], "question": "Why?"}', "misses 'id'"),
        ("recall", '{"id": "2", "expected_rules": 5, "question": "Why?"}', "line 2"),
        ("names", '{"question": "Why?", "span": "Why", "expected": {"kind": "not_a_card"}}', "misses 'id'"),
        ("names", '{"id": "2", "question": "Why?", "span": "Why", "expected": "a card"}', "line 2"),
        ("declined", "5", "line 2"),
        ("declined", "\udcff", "cannot be read"),
    ],
)
def test_a_file_of_questions_that_cannot_be_read(judge, tmp_path: Path, kind: str, line: str, told: str) -> None:
    """The file, the line and what is wrong with it."""
    file = tmp_path / "questions.jsonl"
    good = {"id": "1", "question": "Why?", "span": "Why", "expected": {"kind": "not_a_card"}, "expected_rules": ["100.1"]}
    file.write_bytes(f"{json.dumps(good)}\n{line}\n".encode(errors="surrogateescape"))

    sentence = refusal(judge("eval", kind, str(file)))
    assert "questions.jsonl" in sentence
    assert told in sentence


def test_results_that_cannot_be_written(judge, tmp_path: Path) -> None:
    """The file is named."""
    file, results = tmp_path / "questions.jsonl", tmp_path / "absent" / "results.jsonl"
    file.write_text('{"id": "1", "question": "Can a creature attack?"}\n')

    ran = judge("eval", "declined", str(file), "--results", str(results))
    assert (ran.code, len(ran.faults)) == (2, 1)
    assert str(results) in ran.faults[0]


def test_a_mistake_of_ours_shows_no_secret(judge, tmp_path: Path) -> None:
    """What nobody foresaw is one sentence; the traceback on demand holds no values, on standard error."""
    about = tmp_path / "planted" / "clumsy-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: clumsy\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[headjudge]\nclumsy = clumsy_plugin\n")
    (about.parent / "clumsy_plugin.py").write_text(CLUMSY)
    variables = {"PYTHONPATH": str(about.parent), "JUDGE_DATABASE_URL": f"sqlite:///{judge.database}"}

    for words in (("ask", "--private", QUESTION), ("card", "Drowning Bell")):
        quiet, loud = judge(*words, **variables), judge(*words, JUDGE_LOG_LEVEL="debug", **variables)

        assert (quiet.code, loud.code) in ((1, 1), (2, 2))
        assert "Something broke" in quiet.out + quiet.err.replace("something", "Something")
        assert "Traceback" not in quiet.out + quiet.err + loud.out
        assert not any(secret in quiet.err + loud.err for secret in (QUESTION, "sqlite:///"))
