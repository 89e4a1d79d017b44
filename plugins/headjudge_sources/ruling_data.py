"""Rulings out of the objects of the card data."""

import datetime
from collections.abc import Iterable
from typing import Any, Final

import structlog

from headjudge import Ruling
from headjudge_sources.card_objects import text
from headjudge_sources.tally import Tally

__all__ = ["RulingShelf"]

log: Final = structlog.get_logger()


class RulingShelf:
    """Reads rulings; the same ruling twice is one."""

    def __init__(self) -> None:
        self._keys: set[str] = set()
        self._repeated = 0

    def rulings(self, objects: Iterable[Any], tally: Tally) -> list[Ruling]:
        """Return the rulings among *objects*, in their order."""
        return [found for value in objects if (found := self._ruling(value, tally))]

    def _ruling(self, value: Any, tally: Tally) -> Ruling | None:
        if not isinstance(value, dict) or not text(value, "oracle_id") or not text(value, "comment").strip():
            tally.miss(f"object {tally.seen} has no oracle_id or no comment")
            return None
        found = Ruling(text(value, "oracle_id"), _day(text(value, "published_at")), text(value, "comment"), text(value, "source"))
        if found.key in self._keys:
            self._repeated += 1
            return None
        self._keys.add(found.key)
        return found

    def close(self) -> None:
        """Log what was read."""
        log.info("rulings.read", rulings=len(self._keys), repeated=self._repeated)


def _day(written: str) -> datetime.date | None:
    """The day of publication; a few rulings have none."""
    try:
        return datetime.date.fromisoformat(written[:10])
    except ValueError:
        return None
