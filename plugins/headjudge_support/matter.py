"""A draft and its brief, read once: what is said, what is quoted, and what was given."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Final

import attrs

from headjudge import Brief, Draft, Kind, Passage, Quote
from headjudge_support.negations import Claim
from headjudge_support.numbers import values
from headjudge_support.sentences import sentences
from headjudge_support.statements import Statement, read_statement
from headjudge_support.words import STOP_WORDS, Lexicon, Terms, terms, terms_of, tokens

__all__ = ["Matter", "Source"]

FEW: Final = 10
"""An answer of fewer telling words is read together with the question that it answers, and says too little to be sure of."""
ENGLISH: Final = 0.2
"""The least share of stop words in English. Answers of the tuning half have .31 and more, German ones under .1."""


@attrs.frozen
class Source:
    """A quote of the draft."""

    quote: Quote
    label: str
    """As an author would call it."""
    terms: Terms
    statements: tuple[Statement, ...]

    @cached_property
    def claims(self) -> Mapping[str, Sequence[tuple[Statement, Claim]]]:
        """What its sentences deny and affirm, by verb, in their order."""
        found: dict[str, list[tuple[Statement, Claim]]] = {}
        for statement in self.statements:
            for claim in statement.claims:
                found.setdefault(claim.verb, []).append((statement, claim))
        return found

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule that it is from, to be shown again; empty when it is from no rule."""
        return (self.quote.reference.key,) if self.quote.reference.kind is Kind.RULE else ()


@attrs.frozen
class Matter:
    """What a draft says and what it quotes, as telling words. Names of cards are none: they stand in no rule."""

    draft: Draft
    brief: Brief
    lexicon: Lexicon = attrs.field(eq=False, repr=False)

    @cached_property
    def statements(self) -> Sequence[Statement]:
        """The sentences of the answer."""
        return tuple(self._statement(text) for text in sentences(self.draft.answer))

    @cached_property
    def sources(self) -> Sequence[Source]:
        """The quotes, each once, in an order of their own: a draft's order tells nothing."""
        quotes = sorted(set(self.draft.quotes), key=lambda quote: (str(quote.reference), quote.text))
        return tuple(self._source(quote) for quote in quotes)

    def tied(self, statement: Statement) -> Sequence[Source]:
        """Return the quotes that *statement* of the answer rests on: those of the rules it names, else any."""
        named = [source for source in self.sources if statement.rules.intersection(source.rules)]
        return named or self.sources

    @cached_property
    def legible(self) -> bool:
        """Whether the answer is in English as far as its small words tell: words of another language stand in no rule."""
        words = self._words
        return sum(word in STOP_WORDS for word in words) >= ENGLISH * len(words)

    @property
    def curt(self) -> bool:
        """Whether the answer has few words that tell anything."""
        return len(self.said) < FEW

    @cached_property
    def said(self) -> Terms:
        """All that the answer says."""
        return self._unnamed(terms(self._words))

    @cached_property
    def quoted(self) -> Terms:
        """All that the quotes say."""
        return frozenset[str]().union(*(source.terms for source in self.sources))

    @cached_property
    def cited(self) -> Terms:
        """All that the quotes say, and all that stands around them in their sources."""
        passages = (self.brief.find(source.quote.reference) for source in self.sources)
        return self.quoted.union(*(self._terms(passage.text) for passage in passages if passage))

    @cached_property
    def asked(self) -> Terms:
        """All that the question says."""
        return self._terms(self.brief.inquiry.wording)

    @cached_property
    def given(self) -> frozenset[int]:
        """The numbers of the question, of its thread, and of its cards and their rulings: nobody has to quote those."""
        question = self.brief.inquiry.reading.question
        thread = (text for exchange in question.history for text in (exchange.question, exchange.answer))
        cards = (passage.text for passage in self.brief.passages if passage.reference.kind in (Kind.ORACLE, Kind.RULING))
        return values((self.brief.inquiry.text, *thread, *cards))

    @cached_property
    def counted(self) -> frozenset[int]:
        """The numbers that the quotes count with."""
        return frozenset(number.value for source in self.sources for statement in source.statements for number in statement.numbers)

    @cached_property
    def made(self) -> frozenset[int]:
        """What can be made of two numbers, one of them given, by adding, taking away and multiplying."""
        pairs = product(self.given, self.given | self.counted)
        return frozenset(value for one, other in pairs for value in (one + other, abs(one - other), one * other))

    @cached_property
    def nearest(self) -> tuple[float, Passage | None]:
        """How near the answer is to that rule of the brief to which it is nearest, and that rule."""
        rules = [passage for passage in self.brief.passages if passage.reference.kind is Kind.RULE]
        near = [(self.closeness(self._terms(passage.text)), passage) for passage in rules]
        return max(near, key=lambda found: found[0], default=(0.0, None))

    def closeness(self, terms: Terms) -> float:
        """Return how near the answer is to *terms*, 0 to 1. One of few words is as near as it is together with its question."""
        alone = self.lexicon.closeness(self.said, terms)
        return max(alone, self.lexicon.closeness(self.said | self.asked, terms)) if self.curt else alone

    @cached_property
    def _names(self) -> Terms:
        """Words of the cards' names that rules seldom hold."""
        cards = self.brief.inquiry.cards
        names = {name for card in cards for name in (card.name, *(face.name for face in card.faces))}
        return frozenset(stem for stem in terms_of(" ".join(sorted(names))) if not self.lexicon.common(stem))

    @cached_property
    def _words(self) -> Sequence[str]:
        return tokens(self.draft.answer)

    def _terms(self, text: str) -> Terms:
        return self._unnamed(terms_of(text))

    def _unnamed(self, found: Terms) -> Terms:
        return found if self._names.isdisjoint(found) else found - self._names

    def _statement(self, text: str) -> Statement:
        return read_statement(text).without(self._names)

    def _source(self, quote: Quote) -> Source:
        passage = self.brief.find(quote.reference)
        label = passage.label if passage else quote.reference.key
        named = f"rule {label}" if quote.reference.kind is Kind.RULE else label
        return Source(quote, named, self._terms(quote.text), tuple(map(self._statement, sentences(quote.text))))
