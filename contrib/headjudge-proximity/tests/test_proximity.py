"""What the leg finds, and that a judge uses it once it is installed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from headjudge_proximity import Proximity

from headjudge import Hit, Inquiry, Kind, Question, Reading, Reference, Rule
from headjudge.settings import Settings
from headjudge.testing import MemoryCorpus
from headjudge.testing.contracts import RetrieverContract

NEAR = Rule("100.1", "A lantern burns until the keeper sleeps.", "100", "Lanterns")
APART = Rule("100.2", "A lantern hangs above every gate of the town, and what the night watch carries burns.", "100", "Lanterns")
ONE = Rule("100.3", "A lantern is a thing.", "100", "Lanterns")


def judge(*arguments: str) -> Any:
    """Run the installed command and return its JSON."""
    command = Path(sys.executable).with_name("judge")
    done = subprocess.run([command, *arguments, "--json"], capture_output=True, text=True, timeout=60, check=False)  # noqa: S603  (our own command)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


async def found(text: str) -> list[Hit]:
    """Return what the leg finds among the three rules."""
    return list(await Proximity().retrieve(Inquiry(Reading(Question(text))), MemoryCorpus.of((APART, NEAR, ONE)), 10))


class TestContract(RetrieverContract):
    """The leg keeps what every leg promises."""

    @pytest.fixture
    def retriever(self) -> Proximity:
        return Proximity()


@pytest.mark.asyncio
async def test_near_words_come_before_words_apart() -> None:
    """The rule in which the words are neighbours is better; one of them alone does not count."""
    hits = await found("When burns a lantern?")

    assert [hit.reference for hit in hits] == [Reference(Kind.RULE, "100.1"), Reference(Kind.RULE, "100.2")]
    assert hits[0].score == 1


@pytest.mark.asyncio
async def test_one_word_alone_finds_nothing() -> None:
    """A single word stands near nothing."""
    assert await found("Lantern?") == []


@pytest.mark.usefixtures("headjudge_settings")
def test_judge_plugins_lists_it() -> None:
    """Installed beside Headjudge, it is on and fills a role."""
    listed = judge("plugins")

    assert {"name": "proximity", "state": "on", "reason": ""} in listed["plugins"]
    assert {"role": "retriever", "name": "proximity"} in listed["roles"]


def test_judge_ask_uses_it(headjudge_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """With every other leg weighed down to nothing, it alone decides which rules an answer cites."""
    legs = [role["name"] for role in judge("plugins")["roles"] if role["role"] == "retriever" and role["name"] != "proximity"]
    monkeypatch.setenv("JUDGE_LEG_WEIGHTS", ", ".join(f"{leg}=0" for leg in legs))
    question = "Can a creature that came to the field this turn attack as a newcomer?"

    assert judge("ask", question)["kind"] == "answer"
    assert headjudge_settings.data_dir.exists()
    monkeypatch.setenv("JUDGE_PLUGINS_OFF", "proximity")
    assert judge("ask", question)["kind"] == "error"
