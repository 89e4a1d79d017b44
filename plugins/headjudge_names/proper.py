"""Proper names in a text by their capitals alone: those that are near a card's, and those that are nobody's."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attrs

from headjudge_names.lexicon import Lexicon
from headjudge_names.words import Word

__all__ = ["proper_names"]

SMALL: Final = frozenset({"of", "the", "a", "to", "in", "from", "for"})
"""Words that a name may have between its capitals."""
LEAST_CAPITALS: Final = 2
LEAST_STRANGE: Final = 4
"""Letters of the word that makes a name nobody's."""


@attrs.frozen
class Run:
    """Capitalised words that are a name together."""

    words: range
    """Their places."""
    made_up: bool
    """Nobody is called so, or nearly so."""


def proper_names(text: Sequence[Word], taken: Iterable[int], lexicon: Lexicon) -> list[Run]:
    """Return the runs of capitalised words, outside the places *taken*, that are near a card's name or are nobody's."""
    runs = [(run, _near(text, run, lexicon)) for run in _runs(text, set(taken), lexicon)]
    return [Run(run, not near) for run, near in runs if near or _nobodys(text, run, lexicon)]


def _runs(text: Sequence[Word], occupied: set[int], lexicon: Lexicon) -> Iterator[range]:
    """Longest runs of capitalised words with small words between them; a plain word that opens a sentence begins none."""
    start = 0
    while start < len(text):
        if start in occupied or not text[start].capital or (text[start].opens and text[start].key in lexicon.vocabulary.plain_set):
            start += 1
            continue
        stop = last = start + 1
        while stop < len(text) and stop not in occupied and not text[stop].cut and (text[stop].capital or text[stop].key in SMALL):
            if text[stop - 1].bare != text[stop - 1].key and not lexicon.vocabulary.unknown(text[stop - 1]):
                break
            stop += 1
            last = stop if text[stop - 1].capital else last
        yield range(start, last)
        start = stop


def _nobodys(text: Sequence[Word], run: range, lexicon: Lexicon) -> bool:
    """Whether one of the words is in no text of the game, and is no person's name or abbreviation."""
    named = [text[place] for place in run if text[place].capital and text[place].bare not in lexicon.vocabulary.people]
    strange = [word for word in named if lexicon.vocabulary.unknown(word) and not word.upper and len(word.bare) >= LEAST_STRANGE]
    return len(named) >= LEAST_CAPITALS and bool(strange)


def _near(text: Sequence[Word], run: range, lexicon: Lexicon) -> bool:
    """Whether the words, each of them known, are together a misspelt name (``Run Raider``)."""
    vocabulary = lexicon.vocabulary
    if sum(text[place].capital for place in run) < LEAST_CAPITALS or vocabulary.titles.issuperset(text[place].bare for place in run):
        return False
    written = " ".join(text[place].bare for place in run)
    return written not in vocabulary.terms and any(" " in lexicon.names[card] for card in lexicon.near.meant(written))
