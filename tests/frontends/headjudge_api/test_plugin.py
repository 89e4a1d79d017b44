"""The API as a plugin."""

import subprocess
import sys

import attrs
import pytest

from headjudge import Services
from headjudge.discovery import discover
from headjudge_api import plugin
from headjudge_http.mounts import Mount


def test_it_gives_what_can_be_mounted(headjudge_services: Services) -> None:
    """Questions with --api; look-ups with the web page too, which makes them."""
    mounts = list(plugin.headjudge_mounts(headjudge_services))

    assert all(isinstance(mount, Mount) for mount in mounts)
    assert {mount.name: tuple(mount.switches) for mount in mounts} == {"api": ("api",), "lookups": ("api", "web")}


def test_what_the_windows_lack_is_told_before_the_start(headjudge_services: Services) -> None:
    """By each mount that keeps windows."""
    pytest.importorskip("redis")
    settings = attrs.evolve(headjudge_services.settings, limits_url="redis://host:port")

    for mount in plugin.headjudge_mounts(attrs.evolve(headjudge_services, settings=settings)):
        assert [need.partition(" ")[0] for need in mount.needs()] == ["JUDGE_LIMITS_URL"]


def test_it_is_installed(headjudge_services: Services) -> None:
    """The listener finds both."""
    names = [mount.name for mount in discover(()).collect("mounts", headjudge_services, Mount)]

    assert {"api", "lookups"} <= set(names)


def test_a_plugin_that_is_not_served_costs_nothing() -> None:
    """Neither aiohttp nor the windows' library is imported before there is something to mount."""
    heavy = "import sys, headjudge_api.plugin; print([name for name in ('aiohttp', 'limits', 'redis') if name in sys.modules])"

    assert subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True, check=True).stdout == "[]\n"
