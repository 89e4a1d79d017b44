"""How a span can be read before it is looked up: as it stands, without its possessive, in the singular, without a determiner."""

import re
from collections.abc import Iterator
from typing import Final

from headjudge import fold, fold_typography

__all__ = ["owner", "readings", "singulars"]

_POSSESSIVE: Final = re.compile(r"'s?$")
_TRAILING: Final = re.compile(r"[\s.,;:!?\"')\]}*_]+$")
_DETERMINER: Final = re.compile(r"(?:an?|the|my|your|his|her|their|our|its|this|that|opps?|opponents?) (?=.)")
_SYLLABIC: Final = ("ses", "xes", "zes", "ches", "shes", "oes")
"""Plurals that may have an ``e`` of their own: ``roles`` is none of ``rol``."""
LEAST_SINGULAR: Final = 3
"""A shorter word is not taken for a plural: ``as`` is none."""


def readings(text: str) -> tuple[str, ...]:
    """Return the folded forms of *text* in the order in which they are tried, each once; none for punctuation alone."""
    return tuple(dict.fromkeys(form for form in _forms(text) if form))


def _forms(text: str) -> Iterator[str]:
    plain = fold(text)
    whose = owner(text)
    bare = _DETERMINER.sub("", plain, count=1) if _DETERMINER.match(plain) else plain
    yield plain
    yield whose
    for form in (plain, whose):
        yield from _singular_phrases(form)
    yield bare
    yield _DETERMINER.sub("", whose, count=1) if _DETERMINER.match(whose) else whose
    yield from _singular_phrases(bare)
    yield f"the {bare}" if bare else ""


def owner(text: str) -> str:
    """Return *text* without a possessive ending, folded: the ``'`` is lost in folding, so it is looked for before."""
    trimmed = fold_typography(text).strip()
    while (shorter := _TRAILING.sub("", trimmed)) != trimmed and not trimmed.endswith("s'"):
        trimmed = shorter
    return fold(_POSSESSIVE.sub("", trimmed))


def _singular_phrases(phrase: str) -> Iterator[str]:
    head, _, last = phrase.rpartition(" ")
    for singular in singulars(last):
        yield f"{head} {singular}".strip()


def singulars(word: str) -> tuple[str, ...]:
    """Return what *word*, folded, can be the plural of; none when it has no plural's ending."""
    if len(word) <= LEAST_SINGULAR or not word.endswith("s") or word.endswith("ss"):
        return ()
    if word.endswith("ies"):
        return (f"{word[:-3]}y", word[:-1])
    return (word[:-1], word[:-2]) if word.endswith(_SYLLABIC) else (word[:-1],)
