"""A sentence, read once: its telling words, its numbers, and what it denies and affirms."""

from functools import lru_cache
from typing import Final

import attrs

from headjudge import rule_numbers
from headjudge_support.negations import Claim, claims
from headjudge_support.numbers import Number, numbers
from headjudge_support.words import Terms, terms, tokens

__all__ = ["Statement", "read_statement"]

SENTENCES: Final = 4_000
"""Sentences that are remembered: those of the rules are quoted again and again. About 10 MB."""


@attrs.frozen
class Statement:
    """A sentence, of the answer or of a quote."""

    text: str
    terms: Terms
    numbers: tuple[Number, ...]
    claims: tuple[Claim, ...]
    rules: frozenset[str]
    """Numbers of the rules that it names."""

    def without(self, names: Terms) -> "Statement":
        """Return it without *names* among its terms."""
        return self if names.isdisjoint(self.terms) else attrs.evolve(self, terms=self.terms - names)


@lru_cache(SENTENCES)
def read_statement(text: str) -> Statement:
    """Return the sentence *text*, read."""
    words = tokens(text)
    return Statement(text, terms(words), numbers(words), claims(words), frozenset(rule_numbers(text)))
