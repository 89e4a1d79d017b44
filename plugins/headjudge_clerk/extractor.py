"""The clerk reads a question without a model: its categories, its body of rules, and whether it is a rules question at all."""

import re
from typing import Final

import attrs

from headjudge import Corpus, Exchange, PerEdition, Question, Reading, RulesSource, Shelf, Span, bracketed, fold
from headjudge_clerk.mentions import mentioned
from headjudge_clerk.scope import Scope
from headjudge_clerk.terms import Vocabulary, read_vocabulary
from headjudge_clerk.words import Stems

__all__ = ["Clerk"]

SHORT: Final = 8
"""Words up to which a question in a thread is taken to go on with the one before."""
_GOES_ON = re.compile(
    r"\s*(?:(?:ok(?:ay)?|so|alright|hm+|no|yes|yeah|right)\b[\s,]*)*"
    r"(?:and|but|then|also|or|same|what about|how about|what if|what then|in that case)\b",
    re.IGNORECASE,
)
"""How questions begin that go on with the one before."""


@attrs.frozen
class Clerk:
    """The model-free extractor."""

    scope: Scope
    _vocabulary: PerEdition[Vocabulary] = attrs.field(
        factory=lambda: PerEdition(read_vocabulary, (Shelf.CATEGORIES, Shelf.RULES, Shelf.CONCEPTS)), eq=False
    )

    @property
    def name(self) -> str:
        """The name by which the settings choose it."""
        return "clerk"

    async def prepare(self, corpus: Corpus) -> None:
        """Read the vocabulary of *corpus*."""
        await self._vocabulary.of(corpus)

    async def extract(self, question: Question, corpus: Corpus) -> Reading:
        """Return what *question* asks about: names and concepts in running text are left to the detectors."""
        vocabulary = await self._vocabulary.of(corpus)
        words = Stems().sequence(question.pinned_text)
        if refusal := await self._refusal(question, corpus, vocabulary, words):
            return Reading(question, declined=refusal)
        earlier = _earlier(question)
        asked = question.pinned_text if earlier is None else f"{question.pinned_text}\n{earlier.question}"
        return Reading(
            question,
            spans=await _carried(question, earlier, corpus),
            paraphrases=(earlier.question,) if earlier else (),
            categories=vocabulary.cues.read(Stems().sequence(asked)),
            source=RulesSource.COMMANDER if self.scope.about_commander(asked) else RulesSource.CR,
        )

    async def _refusal(self, question: Question, corpus: Corpus, vocabulary: Vocabulary, words: tuple[str, ...]) -> str | None:
        """Why *question* is none for *corpus*. Names of cards are looked up only when it seems so: they may hold the telling word."""
        text, terms = question.pinned_text, vocabulary.terms.count(words)
        if refusal := await self._refusal_of_name(text, corpus):
            return refusal
        refusal = self.scope.refusal(text, corpus.name, terms)
        alone = not (terms or question.history or bracketed(text) or vocabulary.knows(text))
        if refusal is None and not alone:
            return None
        names = await mentioned(text, corpus)
        if refusal is not None:
            return self.scope.refusal(text, corpus.name, terms, names)
        return None if names or vocabulary.terms.resembled(words) else self.scope.no_terms

    async def _refusal_of_name(self, text: str, corpus: Corpus) -> str | None:
        """Why *text* is declined when it is a phrase and a card's name, and no more."""
        found = self.scope.refusal_of_name(text)
        if found is None:
            return None
        sentence, rest = found
        named = bracketed(text) if not rest else await corpus.named(fold(rest))
        return sentence if named else None


def _earlier(question: Question) -> Exchange | None:
    """The exchange that *question* goes on with, if any: it is short, or begins as one goes on."""
    if not question.history:
        return None
    goes_on = len(question.text.split()) <= SHORT or _GOES_ON.match(question.text)
    return question.history[-1] if goes_on else None


async def _carried(question: Question, earlier: Exchange | None, corpus: Corpus) -> tuple[Span, ...]:
    """The cards of the exchange before, when a question that goes on with it names none itself."""
    if earlier is None or bracketed(question.pinned_text) or await mentioned(question.text, corpus):
        return ()
    return tuple(Span(card, bracketed=True) for card in earlier.cards)
