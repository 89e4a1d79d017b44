"""A plugin manager that holds what a test registers and looks nowhere."""

from typing import NoReturn

import pluggy

from headjudge import hookspecs
from headjudge.discovery import Plugins

__all__ = ["ClosedManager", "closed_plugins"]


class ClosedManager(pluggy.PluginManager):
    """A manager that refuses to look for plugins: what is installed beside a test must not change it."""

    def load_setuptools_entrypoints(self, group: str, name: str | None = None) -> NoReturn:
        """Refuse."""
        raise AssertionError(f"a test must not look for plugins of the group {group!r}; register those that it needs")


def closed_plugins() -> Plugins:
    """Return a set without plugins that knows every hook of the core and refuses discovery."""
    manager = ClosedManager(hookspecs.GROUP)
    manager.add_hookspecs(hookspecs)
    return Plugins(manager)
