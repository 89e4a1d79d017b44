"""What is asked where, as errors name it."""

from urllib.parse import unquote, urlsplit

import attrs

__all__ = ["Place"]


@attrs.frozen
class Place:
    """A thing that an upstream serves."""

    what: str
    """As in "the list of bulk files"."""
    url: str
    variable: str
    """The setting that leads there."""

    def __str__(self) -> str:
        """What it is, and its path without host and query: those may hold secrets."""
        return f"{self.what} ({unquote(urlsplit(self.url).path) or '/'})"

    @property
    def cure(self) -> str:
        """What an operator can do when it fails."""
        return f"run `judge refresh` again later, and if it stays so, check {self.variable}"
