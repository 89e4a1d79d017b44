"""Cards and the names that printings carry, out of the objects of the card data."""

from collections.abc import Iterable
from typing import Any, Final

import structlog

from headjudge import Card, Printing, fold
from headjudge_sources.card_objects import CardObject, card, left_out, printed_names, text
from headjudge_sources.tally import Tally

__all__ = ["CardShelf", "carries_name"]

log: Final = structlog.get_logger()
_NAME_KEYS: Final = (b'"printed_name"', b'"flavor_name"')
_ID_KEY: Final = b'"oracle_id"'


def carries_name(line: bytes) -> bool:
    """Return whether the printing on *line* may carry a name of its own; a line that is no printing passes, to be counted.

    Most printings carry none, and looking for the keys costs a fiftieth of parsing.
    """
    return any(key in line for key in _NAME_KEYS) or _ID_KEY not in line


class CardShelf:
    """Reads the cards first, then the printings; it knows which cards stand already."""

    def __init__(self) -> None:
        self._own: dict[str, set[str]] = {}
        self._carried: set[tuple[str, str]] = set()
        self._printings: list[Printing] = []
        self._left_out = 0
        self._repeated = 0

    def cards(self, objects: Iterable[Any], tally: Tally) -> list[Card]:
        """Return the cards among *objects*; of two with the same Oracle id the first stands."""
        return [found for value in objects if (found := self._card(value, tally))]

    def _card(self, value: Any, tally: Tally) -> Card | None:
        if not isinstance(value, dict):
            tally.miss(f"object {tally.seen} is no card")
            return None
        if left_out(value):
            self._left_out += 1
            return None
        found = card(value)
        if found is None:
            tally.miss(f"{text(value, 'name')!r} has no oracle_id or no name")
            return None
        if found.oracle_id in self._own:
            self._repeated += 1
            return None
        self._own[found.oracle_id] = {fold(name) for name in (found.name, *(face.name for face in found.faces))}
        self._collect(found.oracle_id, value)
        return found

    def printings(self, objects: Iterable[Any], tally: Tally) -> list[Printing]:
        """Return the names that *objects*, and the cards before them, carry instead of their own, each once."""
        for value in objects:
            oracle_ids = self._oracle_ids(value) if isinstance(value, dict) else set()
            if not oracle_ids:
                tally.miss(f"object {tally.seen} has no oracle_id")
            for oracle_id in oracle_ids:
                self._collect(oracle_id, value)
        found, self._printings = self._printings, []
        return found

    @staticmethod
    def _oracle_ids(value: CardObject) -> set[str]:
        parts = [part for part in value.get("card_faces") or () if isinstance(part, dict)]
        return {oracle_id for part in (value, *parts) if (oracle_id := text(part, "oracle_id"))}

    def _collect(self, oracle_id: str, value: CardObject) -> None:
        own = self._own.get(oracle_id)
        if own is None:  # a printing of what is left out
            return
        for name in printed_names(value):
            folded = fold(name)
            if folded and folded not in own and (oracle_id, folded) not in self._carried:
                self._carried.add((oracle_id, folded))
                self._printings.append(Printing(oracle_id, name))

    def close(self) -> None:
        """Log what was read."""
        log.info("cards.read", cards=len(self._own), names=len(self._carried), left_out=self._left_out, repeated=self._repeated)
        if self._repeated:
            log.warning("cards.repeated", repeated=self._repeated)
