"""Names that stand misspelt in a text: looked for only where a word is neither a word nor part of a name."""

from collections.abc import Iterator, Sequence
from typing import Final

from headjudge_names.lexicon import Lexicon, Phrase
from headjudge_names.mentions import Mention, longest_first
from headjudge_names.near import ALONE, similarity, slipped
from headjudge_names.readings import singulars
from headjudge_names.vocabulary import Vocabulary
from headjudge_names.words import Word

__all__ = ["misspelt"]

CONTEXT: Final = 4
"""How many words on either side of an unknown one can belong to its name."""
SHARED: Final = 0.5
"""Least part of a name's trigrams that must stand in the text."""
CANDIDATES: Final = 24
INFLECTIONS: Final = ("d", "ed", "ing", "s", "es", "er", "ers", "ly", "ion", "able", "n", "r")
"""Endings that make of a card's name a word of everyday (``eliminated``)."""
LEAST_NAME: Final = 6
"""Letters of a name of one word that a misspelling in lower case is looked for."""


def misspelt(text: Sequence[Word], lexicon: Lexicon) -> list[Mention]:
    """Return names that *text* misspells; each is near enough to be resolved or offered."""
    strange = [place for place, word in enumerate(text) if lexicon.vocabulary.unknown(word)]
    return longest_first([seen for place in strange if (seen := _nearest(text, place, lexicon)) is not None])


def _nearest(text: Sequence[Word], place: int, lexicon: Lexicon) -> Mention | None:
    """The name that the words around *place* are nearest to; None when none is near enough."""
    first, last = _reach(text, place)
    around = " ".join(word.bare for word in text[first : last + 1])
    best, nearest = 0.0, None
    for candidate in lexicon.near.names.trigrams.within(around, SHARED, CANDIDATES):
        key = lexicon.near.names.keys[candidate]
        for window in _windows(place, first, last, key.count(" ") + 1):
            written = " ".join(word.bare for word in text[window.start : window.stop])
            score = similarity(written, key)
            if score >= ALONE and score > best and _trusted(text, window, written, key, lexicon.vocabulary):
                best, nearest = score, _mention(text, window, key, lexicon.near.cards[candidate])
    return nearest


def _mention(text: Sequence[Word], window: range, key: str, cards: tuple[int, ...]) -> Mention:
    return Mention(window.start, window.stop - 1, text[window.start].start, text[window.stop - 1].end, key, Phrase(cards))


def _reach(text: Sequence[Word], place: int) -> tuple[int, int]:
    """The first and the last place that a name around *place* can have."""
    first = last = place
    while first > 0 and not text[first].cut and place - first < CONTEXT:
        first -= 1
    while last + 1 < len(text) and not text[last + 1].cut and last - place < CONTEXT:
        last += 1
    return first, last


def _windows(place: int, first: int, last: int, count: int) -> Iterator[range]:
    """Runs of about *count* words from *first* to *last* that hold *place*; a space too many or too few is a misspelling too."""
    for length in (count, count + 1, count - 1):
        for start in range(max(first, place - length + 1), min(place, last - length + 1) + 1):
            if length > 0:
                yield range(start, start + length)


def _trusted(text: Sequence[Word], window: range, written: str, key: str, vocabulary: Vocabulary) -> bool:
    """Whether *key* explains the misspelling better than a plain word does."""
    if key in vocabulary.terms or written[0] != key[0] or not _aligned(text, window, key, vocabulary) or _cut_out(text, window):
        return False
    if " " in key:
        return True
    word = text[window.start]
    long = len(key) >= LEAST_NAME or (word.capital and not word.opens)
    return long and not vocabulary.says(key) and not _inflected(written, key) and not _plain(written, key, vocabulary)


def _cut_out(text: Sequence[Word], window: range) -> bool:
    """Whether *window* is but a part of a longer run of capitalised words: then the whole run is the name."""
    if not all(text[place].capital for place in (window.start, window.stop - 1)):
        return False
    before = window.start > 0 and not text[window.start].cut and _proper(text[window.start - 1])
    return before or (window.stop < len(text) and not text[window.stop].cut and _proper(text[window.stop]))


def _proper(word: Word) -> bool:
    return word.capital and not word.opens and not word.upper


def _inflected(written: str, key: str) -> bool:
    return any(written in (f"{key}{ending}", f"{key[:-1]}{ending}") for ending in INFLECTIONS)


def _aligned(text: Sequence[Word], window: range, key: str, vocabulary: Vocabulary) -> bool:
    """Whether every word that is none of the misspelt ones is a word of *key*, or but a letter away from the one in its place."""
    meant = key.split()
    if len(meant) != len(window):
        return all(vocabulary.unknown(text[place]) or _within(text[place].bare, key) for place in window)
    return all(vocabulary.unknown(text[place]) or slipped(text[place].bare, word) for place, word in zip(window, meant, strict=True))


def _within(word: str, key: str) -> bool:
    return any(form in key for form in (word, *singulars(word)))


def _plain(word: str, key: str, vocabulary: Vocabulary) -> bool:
    """Whether some plain word is as near to *word* as *key* is."""
    reach = similarity(word, key)
    return any(similarity(word, vocabulary.plain.keys[place]) >= reach for place in vocabulary.plain.trigrams.best(word, CANDIDATES))
