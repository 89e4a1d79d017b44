"""MCP as a plugin."""

import subprocess
import sys

import attrs
import pytest

from headjudge import Door, Services
from headjudge.discovery import discover
from headjudge_http.mounts import Mount, Opens, Stops
from headjudge_mcp import plugin


def test_it_gives_a_mount_and_a_door(headjudge_services: Services) -> None:
    """One for each transport."""
    mounts, doors = list(plugin.headjudge_mounts(headjudge_services)), list(plugin.headjudge_doors(headjudge_services))

    assert [(mount.name, tuple(mount.switches)) for mount in mounts] == [("mcp", ("mcp",))]
    assert [(door.name, tuple(door.switches)) for door in doors] == [("mcp over stdio", ("stdio",))]
    assert isinstance(mounts[0], Mount)
    assert isinstance(mounts[0], Opens)
    assert isinstance(mounts[0], Stops)
    assert isinstance(doors[0], Door)


def test_the_listener_needs_a_token(headjudge_services: Services) -> None:
    """Standard input does not: whoever started the process may ask."""
    settings = attrs.evolve(headjudge_services.settings, mcp_token="a-token-of-24-characters")

    assert [need.partition(" ")[0] for mount in plugin.headjudge_mounts(headjudge_services) for need in mount.needs()] == ["MCP_TOKEN"]
    assert [list(mount.needs()) for mount in plugin.headjudge_mounts(attrs.evolve(headjudge_services, settings=settings))] == [[]]
    assert [list(door.needs(("stdio",))) for door in plugin.headjudge_doors(headjudge_services)] == [[]]


def test_what_the_windows_lack_is_told_before_the_start(headjudge_services: Services) -> None:
    """By both."""
    pytest.importorskip("redis")
    services = attrs.evolve(headjudge_services, settings=attrs.evolve(headjudge_services.settings, limits_url="redis://host:port"))
    needs = [
        *(need for mount in plugin.headjudge_mounts(services) for need in mount.needs()),
        *(need for door in plugin.headjudge_doors(services) for need in door.needs(("stdio",))),
    ]

    assert [need.partition(" ")[0] for need in needs] == ["MCP_TOKEN", "JUDGE_LIMITS_URL", "JUDGE_LIMITS_URL"]


def test_it_is_installed(headjudge_services: Services) -> None:
    """The listener and the command line find it."""
    found = discover(())

    assert "mcp" in [mount.name for mount in found.collect("mounts", headjudge_services, Mount)]
    assert "mcp over stdio" in [door.name for door in found.collect("doors", headjudge_services)]


def test_a_plugin_that_is_not_served_costs_nothing() -> None:
    """Neither the SDK nor aiohttp is imported before there is something to mount."""
    heavy = "import sys, headjudge_mcp.plugin; print([name for name in ('mcp', 'mcp_types', 'aiohttp', 'limits') if name in sys.modules])"

    assert subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_where_the_sdk_is_missing_the_cure_is_told() -> None:
    """By a process in which it cannot be found."""
    code = """
import importlib.util, sys
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "mcp" else find(name, *rest)
from headjudge.services import Services
from headjudge.settings import Settings
from headjudge.testing.store import MemoryCalls
from headjudge_mcp import plugin
services = Services(Settings(), MemoryCalls(), None, None, None)
print([*next(iter(plugin.headjudge_doors(services))).needs(("stdio",))])
print("mcp" in sys.modules)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert ran.stdout.splitlines() == ["[\"The package mcp is not installed; pip install 'headjudge[mcp]'.\"]", "False"]
