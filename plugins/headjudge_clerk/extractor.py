"""The clerk reads a question without a model: its categories, its body of rules, and whether it is a rules question at all."""

import re
from collections.abc import Sequence
from typing import Final

import attrs

from headjudge import Corpus, Exchange, NameKind, PerEdition, Question, Reading, RulesSource, Shelf, Sightings, Span, bracketed, corrected, fold
from headjudge_clerk.scope import Scope
from headjudge_clerk.terms import Vocabulary, read_vocabulary
from headjudge_clerk.words import sequence

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

    async def extract(self, question: Question, corpus: Corpus, seen: Sightings) -> Reading:
        """Return what *question* asks about: names and concepts in running text are left to the detectors."""
        vocabulary = await self._vocabulary.of(corpus)
        text = corrected(question.pinned_text, seen.corrections)
        if refusal := await self._refusal(question, text, corpus, vocabulary, seen):
            return Reading(question, declined=refusal)
        earlier = _earlier(question)
        asked = text if earlier is None else f"{text}\n{earlier.question}"
        return Reading(
            question,
            spans=_carried(question, earlier, seen),
            paraphrases=(earlier.question,) if earlier else (),
            categories=vocabulary.cues.read(sequence(asked)),
            source=RulesSource.COMMANDER if self.scope.about_commander(asked) else RulesSource.CR,
        )

    async def _refusal(self, question: Question, text: str, corpus: Corpus, vocabulary: Vocabulary, seen: Sightings) -> str | None:
        """Why *question*, its words spelt right as *text*, is none for *corpus*. Names of cards may hold the telling word."""
        if refusal := await self._refusal_of_name(text, corpus):
            return refusal
        terms = vocabulary.terms.count(sequence(text))
        refusal = self.scope.refusal(text, corpus.name, terms)
        known = terms or question.history or bracketed(text) or seen.corrections or vocabulary.knows(text)
        if refusal is None:
            return None if known or await _names(seen, corpus) else self.scope.no_terms
        names = [name for name in await _names(seen, corpus) if not _opens(text, name)]
        return self.scope.refusal(_without(text, names), corpus.name, terms, names) if names else refusal

    async def _refusal_of_name(self, text: str, corpus: Corpus) -> str | None:
        """Why *text* is declined when it is a phrase and a card's name, and no more."""
        found = self.scope.refusal_of_name(text)
        if found is None:
            return None
        sentence, rest = found
        named = bracketed(text) if not rest else await corpus.named(fold(rest))
        return sentence if named else None


async def _names(seen: Sightings, corpus: Corpus) -> list[str]:
    """The names among those *seen* that are not made up, nor but a part of a card's name: such may be another game's, or a person's."""
    return [span.text for span in seen.spans if not span.made_up and not await _short(span, corpus)]


async def _short(span: Span, corpus: Corpus) -> bool:
    kinds = {name.kind for name in await corpus.named(fold(span.text))}
    return kinds == {NameKind.SHORT}


def _without(text: str, names: Sequence[str]) -> str:
    """*text* with a word that no phrase has where those of *names* stand that have several words: a phrase may begin before a name."""
    several = sorted((name for name in names if " " in name), key=len, reverse=True)
    return re.sub("|".join(map(re.escape, several)), "thatcard", text) if several else text


def _opens(text: str, name: str) -> bool:
    """Whether *name* is but the first word of *text*: more likely an order than a card (``Jailbreak``)."""
    return " " not in fold(name) and fold(text).startswith(fold(name))


def _earlier(question: Question) -> Exchange | None:
    """The exchange that *question* goes on with, if any: it is short, or begins as one goes on."""
    if not question.history:
        return None
    goes_on = len(question.text.split()) <= SHORT or _GOES_ON.match(question.text)
    return question.history[-1] if goes_on else None


def _carried(question: Question, earlier: Exchange | None, seen: Sightings) -> tuple[Span, ...]:
    """The cards of the exchange before, when a question that goes on with it names none itself."""
    if earlier is None or bracketed(question.pinned_text) or seen.spans:
        return ()
    return tuple(Span(card, bracketed=True) for card in earlier.cards)
