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
ENDINGS: Final = ("ing", "ed", "er", "ers", "es", "s", "able", "ly")
LEAST_STEM: Final = 3


@attrs.frozen
class Vocabulary:
    """The words of one corpus, folded."""

    rules: frozenset[str]
    """Words of the rules: a one-word name among them needs brackets."""
    titles: frozenset[str]
    """Types and formats, written in capitals: a card of that very name needs brackets, a legend called so does not."""
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

    @classmethod
    def of(cls, harvest: Harvest, names: Iterable[str]) -> "Vocabulary":
        """Return the vocabulary of *harvest*, and *names* whose words are no misspellings either."""
        people, formats = _word_list("people.txt"), _word_list("formats.txt")
        spoken = harvest.rulings | _word_list("everyday.txt") | formats
        plain = harvest.rules | harvest.oracle | spoken
        return cls(
            rules=harvest.rules,
            titles=harvest.titles | formats,
            spoken=spoken,
            plain=Spellings.of(sorted(plain)),
            plain_set=plain,
            known=plain | harvest.titles | people | frozenset(names),
            terms=harvest.terms,
            idioms=harvest.idioms,
            people=people,
            cues=Cues.read(_data("cues.toml")),
        )

    def says(self, word: str) -> bool:
        """Return whether rules, rulings or everyday use *word* as a word."""
        return word in self.rules or word in self.spoken

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
