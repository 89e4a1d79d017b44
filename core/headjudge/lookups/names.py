"""The names of all cards, so ordered that a part of one finds it while it is typed."""

import asyncio
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import attrs

from headjudge.domain.names import CardName, NameKind, fold
from headjudge.roles import Corpus

__all__ = ["LEAST", "NameIndex", "read_names"]

LEAST: Final = 2
"""Fewest characters, folded, that are looked for."""
BEHIND: Final = "\U0010ffff"
"""Sorts behind whatever a name goes on with."""


@attrs.frozen(eq=False)
class NameIndex:
    """Finds the cards of which a name begins with some text, or holds it from the beginning of a word on."""

    cards: int
    """How many there are."""
    _names: Sequence[str]
    """Every name, folded, in alphabetical order."""
    _meant: Sequence[str]
    """The full card name that each of them stands for."""
    _ends: Sequence[str]
    """What follows in a name from its second word on, from its third on, and so forth; of all names, in alphabetical order."""
    _places: Sequence[int]
    """The place among the names of that which each end is of."""

    @classmethod
    def of(cls, names: Sequence[CardName]) -> "NameIndex":
        """Return the index of *names*. Short names find nothing that the names that they are cut from do not."""
        # A card's own name stands before the same name of another's face.
        whole = sorted({(fold(name.text), name.kind is not NameKind.CARD, name.card) for name in names if name.kind is not NameKind.SHORT})
        ends = sorted((end, place) for place, (name, *_) in enumerate(whole) for end in _ends(name))
        cards = sum(name.kind is NameKind.CARD for name in names)
        listed = [name for name, *_ in whole], [card for *_, card in whole], [end for end, _ in ends], [place for _, place in ends]
        return cls(cards, *listed)

    def complete(self, text: str, limit: int) -> tuple[str, ...]:
        """Return the full names of at most *limit* cards for *text*, each once; none for less than two characters, folded.

        Cards of which a name begins with it come first, each part in the alphabetical order of the names that hold it.
        """
        folded = fold(text)
        if len(folded) < LEAST:
            return ()
        return tuple(islice(_once(self._meant[place] for place in self._matches(folded)), max(limit, 0)))

    def _matches(self, folded: str) -> Iterator[int]:
        yield from range(*_stretch(self._names, folded))
        first, last = _stretch(self._ends, folded)
        yield from sorted(self._places[first:last])


def _stretch(ordered: Sequence[str], beginning: str) -> tuple[int, int]:
    """From where to where the texts of *ordered* have that *beginning*."""
    first = bisect_left(ordered, beginning)
    return first, bisect_left(ordered, beginning + BEHIND, first)


def _ends(name: str) -> Iterator[str]:
    words = name.split(" ")
    return (" ".join(words[start:]) for start in range(1, len(words)) if words[start] != "//")


def _once(names: Iterator[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in names:
        if name not in seen:
            seen.add(name)
            yield name


async def read_names(corpus: Corpus) -> NameIndex:
    """Return the index of the names of *corpus*, made off the event loop: half a second for all of Magic."""
    return await asyncio.to_thread(NameIndex.of, await corpus.names())
