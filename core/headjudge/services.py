"""What a plugin on the panel is lent."""

from pathlib import Path

import attrs

from headjudge.metering import MeteredEmbedder, MeteredModel
from headjudge.roles import Calls, Clock
from headjudge.settings import Settings

__all__ = ["Services"]


@attrs.frozen
class Services:
    """What every hook of the panel gets. A corpus is not among it: each question brings its own generation."""

    settings: Settings
    calls: Calls
    model: MeteredModel | None
    """The metered model; None when none is configured."""
    embedder: MeteredEmbedder | None
    """The metered embedder; None when vectors are off."""
    clock: Clock

    def folder(self, plugin: str) -> Path:
        """Return the folder in which *plugin* keeps its indexes. It may not exist yet; what is in it can be rebuilt."""
        return self.settings.data_dir / plugin
