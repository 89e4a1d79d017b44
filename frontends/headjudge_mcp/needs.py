"""What is missing before MCP can be spoken."""

from collections.abc import Sequence
from importlib.util import find_spec

from headjudge import Services
from headjudge_api.windows import lacks

__all__ = ["lacking"]


def lacking(services: Services) -> Sequence[str]:
    """Return what every MCP door lacks: a sentence each, with the cure."""
    vendor = () if find_spec("mcp") else ("The package mcp is not installed; pip install 'headjudge[mcp]'.",)
    return (*vendor, *lacks(services.settings))
