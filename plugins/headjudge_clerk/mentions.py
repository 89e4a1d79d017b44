"""Names of cards that a question mentions outside brackets."""

import re
from collections.abc import Iterator
from typing import Final

from headjudge import Corpus, NameKind, fold, fold_typography

__all__ = ["mentioned"]

LONGEST: Final = 6
"""Words of the longest name that is looked for."""
_WORD = re.compile(r"[^\s,;:.!?\"()\[\]]+")


async def mentioned(text: str, corpus: Corpus) -> tuple[str, ...]:
    """Return the stretches of *text* that are full names of cards, the longest first.

    A name of one word is as a rule also an everyday word: it counts only with a capital letter, and not at a sentence's start.
    """
    found: list[str] = []
    for stretch in _stretches(fold_typography(text)):
        if not any(stretch in longer for longer in found) and await _is_name(stretch, corpus):
            found.append(stretch)
    return tuple(found)


async def _is_name(stretch: str, corpus: Corpus) -> bool:
    return any(name.kind is not NameKind.SHORT for name in await corpus.named(fold(stretch)))


def _stretches(text: str) -> Iterator[str]:
    words = list(_WORD.finditer(text))
    for length in range(min(LONGEST, len(words)), 0, -1):
        for first, last in zip(words, words[length - 1 :], strict=False):
            if length > 1 or _proper(text, first):
                yield text[first.start() : last.end()]


def _proper(text: str, word: re.Match[str]) -> bool:
    before = text[: word.start()].rstrip()
    return word[0][0].isupper() and bool(before) and before[-1] not in '.!?:"([' and word[0] != "I"
