"""The fixtures for plugin authors."""

import datetime
import os
from collections.abc import Iterable

import pytest

from headjudge import Answer, Hit, Kind, Question, Reference, Services, hookimpl
from headjudge.settings import Settings, unknown_variables
from headjudge.testing import ScriptedRetriever, StoppedClock
from headjudge.testing.plugin import HouseFactory


@pytest.fixture
def cluttered(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment as a developer may have it."""
    monkeypatch.setenv("JUDGE_PLUGINS_OFF", "sql")
    monkeypatch.setenv("JUDGE_CONCURRENCY", "many")
    monkeypatch.setenv("API_ADDR", "nowhere")


@pytest.mark.usefixtures("cluttered")
def test_settings_are_clean(request: pytest.FixtureRequest) -> None:
    """Whatever the environment holds, a test has the defaults over a folder of its own; subprocesses too."""
    settings: Settings = request.getfixturevalue("headjudge_settings")

    assert settings == Settings(data_dir=settings.data_dir)
    assert Settings.from_environ(os.environ) == settings
    assert unknown_variables(os.environ) == ()
    assert not settings.data_dir.exists()


def test_the_clock_stands_until_it_is_moved(headjudge_clock: StoppedClock) -> None:
    """At noon, UTC."""
    assert headjudge_clock() == headjudge_clock() == datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)

    headjudge_clock.move(datetime.timedelta(hours=13))

    assert headjudge_clock() == datetime.datetime(2026, 3, 2, 1, tzinfo=datetime.UTC)


async def test_a_house_has_the_plugins_of_the_test(headjudge_house: HouseFactory) -> None:
    """Beside the installed ones, with the changed settings, over the practice rulebook."""
    leg = ScriptedRetriever((Hit(Reference(Kind.RULE, "101.2"), 1.0),), "only leg")

    class Plugin:
        @hookimpl
        def headjudge_retrievers(self, services: Services) -> Iterable[ScriptedRetriever]:
            yield leg

    async with headjudge_house(Plugin(), plugins_off=("tantivy", "library"), brief_bytes=1000) as house:
        reply = await house.desk.hear(Question("When one effect allows a thing and another effect forbids it, can it be done?"))

        assert "only leg" in [leg.name for leg in house.judge.retrieval.legs]
        assert {"full text", "concepts"}.isdisjoint(leg.name for leg in house.judge.retrieval.legs)
        assert isinstance(reply, Answer)
        assert "101.2" in [citation.label for citation in reply.citations]


async def test_houses_do_not_share_what_they_store(headjudge_house: HouseFactory, headjudge_services: Services) -> None:
    """What an earlier test stored is not there."""
    async with headjudge_house() as house:
        assert await house.store.calls.call(1) is None
        assert isinstance(await house.desk.hear(Question("When does a player lose the game by running out of flame?")), Answer)
        assert await house.store.calls.call(1) is not None
    assert await headjudge_services.calls.call(1) is None
