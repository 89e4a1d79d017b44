"""The listener as a plugin."""

import inspect
from types import ModuleType

from headjudge import Services
from headjudge.discovery import Plugins
from headjudge_http import plugin
from headjudge_http.mounts import Mount


def test_the_hooks_example_plays_its_role(headjudge_plugins: Plugins, headjudge_services: Services) -> None:
    """Copied into a module and registered beside the listener, it gives a mount."""
    docstring = inspect.getdoc(plugin.headjudge_mounts) or ""
    stranger = ModuleType("stranger")
    exec(compile(inspect.cleandoc(docstring.partition("Example::")[2]), "example of headjudge_mounts", "exec"), stranger.__dict__)
    headjudge_plugins.declare(plugin, "http")
    headjudge_plugins.register(stranger, "dice")

    (mount,) = headjudge_plugins.collect("mounts", headjudge_services, Mount)

    assert isinstance(mount, Mount)
    assert mount.name == "dice"


def test_it_gives_one_door(headjudge_services: Services) -> None:
    """The listener."""
    (door,) = plugin.headjudge_doors(headjudge_services)

    assert door.name == "http"
