"""The words of a corpus's own game: how many of them a question holds."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from headjudge import Corpus
from headjudge_clerk.categories import Cues
from headjudge_clerk.words import STOP_WORDS, content, sequence, tokens

__all__ = ["Terms", "Vocabulary", "read_vocabulary"]

LONGEST: Final = 6
"""Words of the longest term that is looked for."""


@attrs.frozen
class Terms:
    """Terms of the rules and players' wordings for them, as stemmed words."""

    _phrases: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Terms":
        """Return the terms *texts*; one that is a mere function word is none."""
        return cls(frozenset(sequence(text) for text in texts if content(text)))

    def count(self, words: Sequence[str]) -> int:
        """Return how many different terms stand in the stemmed *words* of a question, the longest first, none within another."""
        found, start = set(), 0
        while start < len(words):
            length = next((n for n in range(LONGEST, 0, -1) if tuple(words[start : start + n]) in self._phrases), 0)
            found.add(tuple(words[start : start + length]))
            start += length or 1
        return len(found - {()})


@attrs.frozen
class Vocabulary:
    """What a corpus says about how its game is asked about."""

    cues: Cues
    terms: Terms
    words: frozenset[str]
    """Every word of the rules, as it stands there."""

    def knows(self, question: str) -> bool:
        """Return whether the rules hold a telling word of *question*, or all its words: newcomers ask without a single term."""
        asked = frozenset(tokens(question))
        return bool(asked) and (not (asked - STOP_WORDS).isdisjoint(self.words) or asked <= self.words | STOP_WORDS)


async def read_vocabulary(corpus: Corpus) -> Vocabulary:
    """Return the vocabulary of *corpus*: its categories' cues, its glossary, the wordings of its concepts, and the words of its rules."""
    categories, glossary, concepts = await corpus.categories(), await corpus.glossary(), await corpus.concepts()
    rules = await corpus.rules()
    texts = [
        *(cue for category in categories for cue in category.cues),
        *(term for entry in glossary for term in entry.terms),
        *(wording for concept in concepts for wording in concept.wordings),
    ]

    def build() -> Vocabulary:
        words = frozenset(word for rule in rules for word in tokens(rule.text))
        return Vocabulary(Cues.of(categories), Terms.of(texts), words)

    return await asyncio.to_thread(build)
