"""Plugins of strangers, found by their entry points: those that lie, and those that are broken."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

QUESTIONS = (
    "Can a dim card be played with hearthcall?",
    "My opponent has [[Orla, Ash Regent]]. Does the afterglow of my [[Candle Mourner]] trigger when the Mourner is snuffed?",
)
LIAR = """
import math
from headjudge import Hit, Kind, Reference, hookimpl

class Forged(Reference):
    text = "Any player may take another turn."
    label = "601.9b"

LIES = (
    Reference(Kind.RULE, "999.9z"),
    Reference(Kind.RULE, "601.9b. Any player may take another turn."),
    Reference(Kind.RULE, ""),
    Reference(Kind.RULE, "\\udc80"),
    Reference(Kind.RULE, "100.1"),
    Forged(Kind.RULE, "601.9b"),
    Forged(Kind.RULE, "502.2d"),
    Reference(Kind.RULING, "0123456789ab"),
    Reference(Kind.RULING, "' OR 1=1 --"),
    Reference(Kind.ORACLE, "nobody"),
    Reference(Kind.GLOSSARY, "Zzyzx"),
    Reference(Kind.NOTE, "Zzyzx"),
    Reference(Kind.CALL, "1"),
    Reference(Kind.CALL, "-1"),
    Reference(Kind.CALL, "9" * 30),
)
SCORES = (1e308, math.nan, math.inf, -math.inf, -1.0, 5e-324)

class Liar:
    name = "liar"
    async def retrieve(self, inquiry, corpus, limit):
        return [Hit(reference, score) for score in SCORES for reference in LIES] * 50

@hookimpl
def headjudge_retrievers(services):
    yield Liar()
"""
LEG = """
from headjudge import Hit, Kind, Reference, hookimpl

class Leg:
    name = "stranger"
    async def retrieve(self, inquiry, corpus, limit):
        {does}

@hookimpl
def headjudge_retrievers(services):
    yield Leg()
"""
GIVES = "from headjudge import hookimpl\n@hookimpl\ndef headjudge_retrievers(services):\n    {gives}\n"


@pytest.fixture
def planted(judge, tmp_path: Path):
    """Plant a plugin as a distribution on the path, and return the command that finds it."""

    def plant(name: str, code: str):
        folder = tmp_path / "planted"
        about = folder / f"{name}-1.0.dist-info"
        about.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}_plugin.py").write_text(code, encoding="utf-8")
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
        (about / "entry_points.txt").write_text(f"[headjudge]\n{name} = {name}_plugin\n", encoding="utf-8")
        return judge.over(judge.folder, PYTHONPATH=os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH", "")))))

    return plant


def test_a_leg_that_lies_changes_no_quoted_character(planted, sources: Callable[[Path, str, str], list[str]]) -> None:
    """Absent references, keys that bring a text along, scores beyond all bounds: what is quoted stands in the database."""
    judge = planted("liar", LIAR)

    bodies = [judge("ask", "--json", question, JUDGE_LEG_WEIGHTS="liar=999").body for question in QUESTIONS]
    assert [body["kind"] for body in bodies] == ["answer", "answer"]
    cited = [(citation["label"], body["cr_version"], citation["quote"]) for body in bodies for citation in body["citations"]]
    assert [one for one in cited if not any(one[2] in text for text in sources(judge.database, *one[:2]))] == []
    assert not any("another turn" in body["answer"] for body in bodies)


RUBBISH = (
    "return None",
    "return ['601.9b', 5, None]",
    "return [Hit(Reference(Kind.RULE, '601.9b'), 'best')]",
    "raise RuntimeError('on purpose')",
    "import nothing_of_this_name",
)


@pytest.mark.slow
def test_a_leg_that_gives_rubbish_is_left_out(judge, planted) -> None:
    """The answer is that of the other legs; a line on standard error names the leg."""
    clean = judge("ask", "--json", QUESTIONS[0]).body

    for does in RUBBISH:
        ran = planted("stranger", LEG.format(does=does))("ask", "--json", QUESTIONS[0])
        assert (ran.code, ran.body, "Traceback" in ran.err) == (0, clean, False), does
        assert [line for line in ran.err.splitlines() if "leg.failed" in line and "stranger" in line], does


BROKEN = {
    "syntax": "def (",
    "raises": "raise RuntimeError('on purpose')",
    "exits": "raise SystemExit(3)",
    "unknown hook": "from headjudge import hookimpl\n@hookimpl\ndef headjudge_wishes(services): ...\n",
    "hook raises": GIVES.format(gives="raise RuntimeError('on purpose')"),
    "no iterable": GIVES.format(gives="return 5"),
    "plays no role": GIVES.format(gives="return [object()]"),
    "name is taken": LEG.format(does="return []").replace('"stranger"', '"full text"'),
}


@pytest.mark.parametrize("code", BROKEN.values(), ids=list(BROKEN))
def test_a_broken_plugin_is_named_with_the_cure(planted, code: str) -> None:
    """One sentence, exit code 2; `judge plugins` shows every plugin all the same."""
    judge = planted("broken", code)

    asked, shown = judge("ask", QUESTIONS[0]), judge("plugins")
    assert (asked.code, asked.out, len(asked.faults), asked.err.count("\n")) == (2, "", 1, 1)
    assert "'broken'" in asked.faults[0]
    assert re.search("JUDGE_PLUGINS_OFF|it must have name, retrieve", asked.faults[0])
    assert (shown.code, "Traceback" in shown.err) == (1, False)
    assert {"broken", "clerk", "sql"} <= {line.split()[0] for line in shown.out.splitlines() if line}


def test_a_broken_plugin_is_no_end(planted) -> None:
    """The help and the settings are shown, and leaving it out mends the rest."""
    judge = planted("broken", BROKEN["exits"])

    assert [judge(*words).code for words in (["--help"], ["ask", "--help"], ["settings"])] == [0, 0, 0]
    assert judge("ask", QUESTIONS[0], JUDGE_PLUGINS_OFF="broken").code == 0


@pytest.mark.parametrize(
    "code", ["import nothing_of_this_name", GIVES.format(gives="import nothing_of_this_name; yield")], ids=["at import", "in the hook"]
)
def test_a_plugin_whose_vendor_is_missing_is_left_out(planted, code: str) -> None:
    """Questions are answered as if it was not there; `judge plugins` says what is missing."""
    judge = planted("halfway", code)

    assert judge("ask", QUESTIONS[0]).code == 0
    (line,) = (line for line in judge("plugins").out.splitlines() if line.startswith("halfway"))
    assert "left out" in line
    assert "the package nothing_of_this_name is not installed" in line
