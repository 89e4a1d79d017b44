"""What a plugin on the panel is lent."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import attrs

from headjudge.embedding import KeepingEmbedder
from headjudge.metering import MeteredModel
from headjudge.roles import Calls, Clock
from headjudge.settings import Settings

__all__ = ["Services"]

T = TypeVar("T")


@attrs.frozen
class Services:
    """What every hook of the panel gets. A corpus is not among it: each question brings its own generation."""

    settings: Settings
    calls: Calls
    model: MeteredModel | None
    """The metered model; None when none is configured."""
    embedder: KeepingEmbedder | None
    """The metered embedder and the vectors kept of it; None when vectors are off."""
    clock: Clock
    plugins: tuple[str, ...] = ()
    """Names of the plugins in use, sorted."""
    _collect: "Callable[[str, Services, type], tuple[Any, ...]]" = attrs.field(default=lambda *_: (), eq=False, repr=False)
    _shared: dict[str, Any] = attrs.field(factory=dict, init=False, eq=False, repr=False)

    def folder(self, plugin: str) -> Path:
        """Return the folder in which *plugin* keeps its indexes. It may not exist yet; what is in it can be rebuilt."""
        return self.settings.data_dir / plugin

    def given(self, hook: str, role: type) -> tuple[Any, ...]:
        """Return what the plugins give on ``headjudge_<hook>``, a hook that a plugin declares; each object plays *role*.

        Raises:
            PluginInvalid: a plugin fails, or gives what does not play the role, or two give one name.
        """
        return self._collect(hook, self, role)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """Return what the first caller's *make* gave for *name*, which begins with the plugin's: several hooks of a plugin share it."""
        if name not in self._shared:
            self._shared[name] = make()
        shared: T = self._shared[name]
        return shared
