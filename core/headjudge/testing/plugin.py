"""The fixtures for plugin authors; pytest finds this module by its entry point.

Every fixture is synchronous, so that it works with any asyncio plugin and mode.
"""

import asyncio
import os
import shutil
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, TypeVar

import attrs
import pytest

from headjudge.assemble import House, house, library
from headjudge.discovery import Plugins, discover
from headjudge.errors import PluginInvalid
from headjudge.services import Services
from headjudge.settings import Settings
from headjudge.testing.corpus import MemoryCorpus
from headjudge.testing.discovery import closed_plugins
from headjudge.testing.scripted import StoppedClock
from headjudge.testing.store import MemoryCalls

__all__ = [
    "headjudge_clock",
    "headjudge_corpus",
    "headjudge_house",
    "headjudge_plugins",
    "headjudge_practice",
    "headjudge_services",
    "headjudge_settings",
]

pytest.register_assert_rewrite("headjudge.testing.contracts")

T = TypeVar("T")
HouseFactory = Callable[..., AbstractAsyncContextManager[House]]


@pytest.fixture
def headjudge_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The default settings over an empty data folder; the environment says the same, to subprocesses too."""
    read = {field.metadata["variable"] for field in attrs.fields(Settings)}
    for name in [name for name in os.environ if name in read or name.startswith("JUDGE_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("JUDGE_DATA_DIR", str(tmp_path / "headjudge"))
    return Settings.from_environ(os.environ)


@pytest.fixture
def headjudge_plugins() -> Plugins:
    """No plugin at all, and no way to find one: register what the test needs."""
    return closed_plugins()


@pytest.fixture
def headjudge_clock() -> StoppedClock:
    """A clock that stands at noon of 2026-03-01, UTC, until the test moves it."""
    return StoppedClock()


@pytest.fixture
def headjudge_services(headjudge_settings: Settings, headjudge_clock: StoppedClock) -> Services:
    """What a hook of the panel is lent: no model, no embedder, no calls, the stopped clock."""
    return Services(headjudge_settings, MemoryCalls(), None, None, headjudge_clock)


@pytest.fixture(scope="session")
def headjudge_practice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose database holds the practice rulebook, as the installed plugins load it. Copy it, never write into it."""
    folder = tmp_path_factory.mktemp("practice")
    _apart(_copied(folder))
    return folder


@pytest.fixture(scope="session")
def headjudge_corpus(headjudge_practice: Path) -> MemoryCorpus:
    """The practice rulebook in memory, as the installed plugins load it."""
    return _apart(_copied(headjudge_practice))


@pytest.fixture
def headjudge_house(headjudge_settings: Settings, headjudge_practice: Path, headjudge_clock: StoppedClock) -> HouseFactory:
    """A way to open a whole judge over the practice rulebook, with the installed plugins and those given.

    Keywords change the settings. Example::

        async with headjudge_house(my_plugin, brief_bytes=2000) as house:
            reply = await house.desk.hear(Question("Who goes first?"))
    """

    def opened(*plugins: object, **changes: Any) -> AbstractAsyncContextManager[House]:
        settings = attrs.evolve(headjudge_settings, **changes)
        shutil.copytree(headjudge_practice, settings.data_dir, dirs_exist_ok=True)
        found = discover(settings.plugins_off)
        for number, plugin in enumerate(plugins, 1):
            found.register(plugin, f"test-{number}")
        return house(settings, found, headjudge_clock)

    return opened


async def _copied(folder: Path) -> MemoryCorpus:
    """The practice rulebook out of the database in *folder*, which is made when it is not there."""
    plugins = discover()
    if plugins.broken:
        raise PluginInvalid(f"plugin {plugins.broken[0].name!r} is broken ({plugins.broken[0].reason}); mend it before the tests")
    async with library(Settings(data_dir=folder), plugins) as store:
        return await MemoryCorpus.copied(await store.corpora.current())


def _apart(work: Coroutine[Any, Any, T]) -> T:
    """Run *work* on a loop in a thread of its own: the test's thread may have one running."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
