"""Sees misspelt words of the rules: what a question means by words that nobody knows."""

import re
from collections.abc import Sequence
from typing import Final

import attrs
import jellyfish

from headjudge import Corpus, Sightings
from headjudge_names.lexicon import Lexicon, Lexicons
from headjudge_names.mentions import mentioned, places
from headjudge_names.misspelt import misspelt
from headjudge_names.vocabulary import Vocabulary
from headjudge_names.words import Word, words

__all__ = ["SpellingDetector", "corrections", "meant"]

LEAST: Final = 5
"""Letters of a word that is corrected: shorter ones are near too many others."""
LONG: Final = 8
"""Letters from which on two slips are seen through."""
LEADS: Final = 8
"""Of several words as near, one that the game uses so many times as often is the one meant."""
CANDIDATES: Final = 25
"""So many words of the rules share the most trigrams with a slip of any of them."""
OFTEN: Final = 60
"""A word that the game's texts use less often is not what two slips were made in."""
LEAST_STEM: Final = 4
ENDINGS: Final = (
    *("s", "ed", "er", "ers", "ing", "ings", "ion", "ions", "ive", "al", "ly", "able", "ible", "ance", "ence", "ity", "ities", "ment", "ness"),
    *("or", "ors", "ist", "ize", "ise", "ized", "ised", "y", "ic", "ical", "ful", "less", "est"),
)
LONGEST_ENDING: Final = "ing"
_PLAIN: Final = re.compile(r"[a-zA-Z]+")
_APART: Final = re.compile(r"\[[^\[\]]{0,80}\]|[\"“][^\"“”]{0,80}[\"”]")
"""What is in brackets or quoted is meant as it is written."""
_JOINED: Final = re.compile(r"[\w'\-/_@#&+=\\]")
"""Signs beside a word that is but a part of something else: ``card-draw``, ``@trampel``."""


@attrs.frozen
class SpellingDetector:
    """Misspelt words of the rules in running text, outside the names of cards."""

    lexicons: Lexicons
    name: str = "spelling"

    async def detect(self, text: str, corpus: Corpus) -> Sightings:
        lexicon = await self.lexicons.of(corpus)
        return Sightings(corrections=corrections(text, lexicon))

    async def prepare(self, corpus: Corpus) -> None:
        await self.lexicons.of(corpus)


def corrections(text: str, lexicon: Lexicon) -> tuple[tuple[str, str], ...]:
    """Return (word as written, word of the rules that is meant) for each misspelt word of *text* outside the names of cards."""
    text = _APART.sub(lambda match: " " * len(match[0]), text)
    read = words(text)
    strange = [place for place, word in enumerate(read) if _alone(text, word) and lexicon.vocabulary.unknown(word)]
    if not strange or not lexicon.vocabulary.reads(read):
        return ()
    meanings = {place: right for place in strange if (right := meant(read[place], lexicon.vocabulary)) is not None}
    # Every word of a name in the game's own language is known, so a strange one can only stand in a misspelt name or a foreign one.
    named = places([*misspelt(read, lexicon), *(name for name in mentioned(read, lexicon) if name.phrase.foreign)]) if meanings else ()
    return tuple({text[read[place].start : read[place].end]: right for place, right in meanings.items() if place not in named}.items())


def _alone(text: str, word: Word) -> bool:
    """Whether *word* is a plain word by itself, long enough, and written as no name is."""
    length = word.end - word.start
    if length < LEAST or not _PLAIN.fullmatch(text, word.start, word.end):
        return False
    owner = word.whole_end > word.end
    if (word.start > 0 and _JOINED.match(text, word.start - 1)) or (_JOINED.match(text, word.end) and not owner):
        return False
    return word.opens or not word.capital or length >= LONG


def meant(word: Word, vocabulary: Vocabulary) -> str | None:
    """Return the one word of the rules that the unknown *word* is a slip of; None when there is none, or no telling which."""
    written, common = word.bare, vocabulary.common
    near: dict[int, list[int]] = {0: [], 1: [], 2: []}
    for place in common.spellings.trigrams.best(written, CANDIDATES):
        slips = _slips(written, common.spellings.keys[place])
        if slips is not None and (slips < 2 or common.counts[place] >= OFTEN):
            near[slips].append(place)
    ranked = sorted(near[0] or near[1] or near[2], key=lambda place: (-common.counts[place], place))
    found = [common.spellings.keys[place] for place in ranked]
    if len(found) > 1 and common.counts[ranked[0]] < LEADS * common.counts[ranked[1]] and not _inflections(found):
        return None
    return found[0] if found else None


def _inflections(found: Sequence[str]) -> bool:
    """Whether *found* are forms of one word: any of them says what is meant (``countered``, ``counters``)."""
    shared = min(_shared(found[0], form) for form in found)
    return shared >= max(LEAST_STEM, len(found[0]) - len(LONGEST_ENDING))


def _slips(written: str, right: str) -> int | None:
    """How many letters of *right* are wrong in *written*, 0 when two are but swapped; None when they are too many, or make a kindred word."""
    most = 2 if min(len(written), len(right)) >= LONG else 1
    if written[0] != right[0] or abs(len(written) - len(right)) > most:
        return None
    slips = jellyfish.damerau_levenshtein_distance(written, right)
    if not 0 < slips <= most or (slips > 1 and _kindred(written, right)):
        return None
    return 0 if slips == 1 and sorted(written) == sorted(right) else slips


def _kindred(written: str, right: str) -> bool:
    """Whether *written* has another ending than *right*, and a regular one: ``specifier`` is no slip of ``specified``."""
    shared = _shared(written, right)
    return shared >= LEAST_STEM and any(written.endswith(ending) and len(written) - len(ending) <= shared for ending in ENDINGS)


def _shared(one: str, other: str) -> int:
    """With how many letters both begin."""
    return next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
