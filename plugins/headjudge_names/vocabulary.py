"""Which words are more than names: those of the rules, the rulings, the cards, of everyday, and people's names."""

from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Final

import attrs

from headjudge_names.cues import Cues
from headjudge_names.harvest import Harvest
from headjudge_names.near import Spellings
from headjudge_names.words import Word

__all__ = ["Vocabulary"]

LEAST_WORD: Final = 2
"""Letters of a word that can be unknown."""
LEAST_COMMON: Final = 4
TELLING: Final = 3
"""Words that tell a language."""
OWN: Final = 0.5
"""Least share of known words of a text in the game's language."""
ENDINGS: Final = ("ing", "ed", "er", "ers", "es", "s", "able", "ly")
LEAST_STEM: Final = 3


@attrs.frozen
class Common:
    """The words that a misspelt one can be meant for."""

    spellings: Spellings
    counts: Sequence[int]
    """How often the game's texts have each."""

    @classmethod
    def of(cls, harvest: Harvest) -> "Common":
        """Return the words of *harvest* that are long enough to be told from a slip."""
        kept = [(word, count) for word, count in zip(harvest.common, harvest.counts, strict=True) if len(word) >= LEAST_COMMON and word.isalpha()]
        return cls(Spellings.of([word for word, _ in kept]), [count for _, count in kept])


@attrs.frozen
class Vocabulary:
    """The words of one corpus, folded."""

    rules: frozenset[str]
    """Words of the rules: a one-word name among them needs brackets."""
    titles: frozenset[str]
    """Types and formats, written in capitals: a card of that very name needs brackets, a legend called so does not."""
    kinds: frozenset[str]
    """Types of ordinary cards and tokens: a legend or a nickname of that name needs more than a capital."""
    spoken: frozenset[str]
    """Words of the rulings, and everyday words."""
    plain: Spellings
    """All words that are used as words, those of the Oracle texts too."""
    plain_set: frozenset[str]
    known: frozenset[str]
    """Every word that is no misspelling."""
    terms: frozenset[str]
    """Names of several words that are the rules' own phrases."""
    idioms: frozenset[str]
    """Names of several words that rules and rulings also use as a phrase."""
    people: frozenset[str]
    cues: Cues
    common: Common

    @classmethod
    def of(cls, harvest: Harvest, names: Iterable[str]) -> "Vocabulary":
        """Return the vocabulary of *harvest*, and *names* whose words are no misspellings either."""
        people, formats = _word_list("people.txt"), _word_list("formats.txt")
        spoken = harvest.rulings | _word_list("everyday.txt") | formats
        plain = harvest.rules | harvest.oracle | spoken
        return cls(
            rules=harvest.rules,
            titles=harvest.titles | formats,
            kinds=harvest.kinds,
            spoken=spoken,
            plain=Spellings.of(sorted(plain)),
            plain_set=plain,
            known=plain | harvest.titles | people | frozenset(names),
            terms=harvest.terms,
            idioms=harvest.idioms,
            people=people,
            cues=Cues.read(_data("cues.toml")),
            common=Common.of(harvest),
        )

    def says(self, word: str) -> bool:
        """Return whether rules, rulings or everyday use *word* as a word."""
        return word in self.rules or word in self.spoken

    def knows(self, word: str) -> bool:
        """Return whether *word*, folded, is one of the game's language, or a person's."""
        return word in self.plain_set or word in self.people or self._inflected(word)

    def reads(self, text: Sequence[Word]) -> bool:
        """Return whether *text* is in the game's language: half of its words without capitals are known. A word or two tell nothing."""
        plain = [word for word in text if not word.capital]
        return len(plain) < TELLING or sum(not self.unknown(word) for word in plain) >= OWN * len(plain)

    def unknown(self, word: Word) -> bool:
        """Return whether *word* is neither a word nor part of a name."""
        if len(word.bare) < LEAST_WORD or not word.bare.isalpha():
            return False
        return self.known.isdisjoint((word.key, word.bare, word.bare.removesuffix("s"))) and not self._inflected(word.bare)

    def _inflected(self, word: str) -> bool:
        """Whether *word* is a form of a plain word: ``morphing``, ``bounced``, ``blinked``, ``chumps``."""
        stems = [word.removesuffix(ending) for ending in ENDINGS if word.endswith(ending) and len(word) - len(ending) >= LEAST_STEM]
        return any(not self.plain_set.isdisjoint((stem, f"{stem}e", stem[:-1] if stem[-1] == stem[-2] else stem)) for stem in stems)

    def all_plain(self, text: Sequence[Word]) -> bool:
        """Return whether each of *text* is used as a word somewhere."""
        return self.plain_set.issuperset(word.bare for word in text)


def _word_list(name: str) -> frozenset[str]:
    lines = _data(name).splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def _data(name: str) -> str:
    return (files("headjudge_names") / "data" / name).read_text(encoding="utf-8")
