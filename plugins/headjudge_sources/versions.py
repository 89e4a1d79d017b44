"""What the sources call the states of their shelves."""

import hashlib
from collections.abc import Iterable
from typing import Final

__all__ = ["REVISION", "hashed", "stamped"]

REVISION: Final = "p1"
"""Raised whenever a parser reads the same bytes otherwise, so that what is loaded is loaded again."""


def stamped(version: str) -> str:
    """Return *version* of an upstream with the parsers' revision."""
    return f"{version}+{REVISION}"


def hashed(contents: Iterable[bytes]) -> str:
    """Return the version of something that is known by its *contents* alone."""
    digest = hashlib.sha256()
    for raw in contents:
        digest.update(len(raw).to_bytes(8))
        digest.update(raw)
    return stamped(digest.hexdigest()[:16])
