"""`judge mcp`: opening the one door that speaks over standard input and output."""

import asyncio
import subprocess
from collections.abc import Collection, Sequence
from typing import Any

import attrs
import pytest

from headjudge import Busy, Desk, Question
from headjudge.cli.mcp import _speak
from headjudge.settings import Settings


@attrs.define
class Speaking:
    """A door that asks one question of the desk, does not wait for the reply, and ends as it is told."""

    fault: Exception | None = None
    name: str = "speaking"
    switches: Sequence[str] = ("stdio",)
    heard: Any = None

    def needs(self, switches: Collection[str]) -> Sequence[str]:
        return ()

    async def serve(self, desk: Desk, switches: Collection[str]) -> None:
        if self.fault:
            raise self.fault
        self.heard = asyncio.create_task(desk.hear(Question("May I attack?")))
        await asyncio.sleep(0)


async def test_questions_under_way_are_judged_to_their_end(headjudge_house: Any) -> None:
    """Though nobody speaks any more: they may be paid for."""
    door = Speaking()
    async with headjudge_house() as house:
        await _speak(house, door)

        assert door.heard.done()
        assert not isinstance(door.heard.result(), Busy)


async def test_what_ends_a_door_ends_the_command(headjudge_house: Any) -> None:
    """With the error that it raised."""
    async with headjudge_house() as house:
        with pytest.raises(ValueError, match="the pipe is upside down"):
            await _speak(house, Speaking(ValueError("the pipe is upside down")))


def test_nothing_speaks(judge_command: str, headjudge_settings: Settings) -> None:
    """The sentence says where to look."""
    environ = {"JUDGE_DATA_DIR": str(headjudge_settings.data_dir), "JUDGE_PLUGINS_OFF": "mcp", "PATH": "/usr/bin:/bin"}

    ran = subprocess.run([judge_command, "mcp"], env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "judge: no plugin in use speaks over standard input and output; `judge plugins` shows what is left out, and why.\n"
