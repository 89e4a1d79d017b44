"""How many objects of a file could be used, and when so few could that the file is refused."""

from typing import Final

import attrs
import structlog

from headjudge import SourceFailed

__all__ = ["Tally"]

log: Final = structlog.get_logger()
TOLERATED: Final = 100
"""One faulty object in so many is left out and logged; more, and the file is not what it should be."""


@attrs.define
class Tally:
    """Counts the objects of *place* and those among them that cannot be used."""

    place: str
    seen: int = 0
    faulty: int = 0
    first: str = ""
    """What is wrong with the first faulty one."""

    def miss(self, fault: str) -> None:
        """Count an object that is left out because of *fault*."""
        self.faulty += 1
        self.first = self.first or fault

    def close(self) -> None:
        """Judge the whole file, and log what was left out.

        Raises:
            SourceFailed: it holds nothing, or more than one object in a hundred is faulty.
        """
        if not self.seen:
            raise SourceFailed(f"{self.place} holds no objects at all; run `judge refresh` again later.")
        if self.faulty * TOLERATED > self.seen:
            raise SourceFailed(
                f"{self.place} has {self.faulty} faulty objects among {self.seen} (the first: {self.first}); "
                "run `judge refresh` again later, and if it stays so, update Headjudge."
            )
        if self.faulty:
            log.warning("objects.skipped", place=self.place, faulty=self.faulty, seen=self.seen, first=self.first)
