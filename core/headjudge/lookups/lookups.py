"""All look-ups: those in the corpora alone, and those for which the judge's own resolvers and legs are asked."""

from collections.abc import Mapping

import attrs

from headjudge.domain.answers import Choice
from headjudge.domain.cards import Card
from headjudge.domain.names import Span, fold
from headjudge.domain.passages import Kind
from headjudge.domain.questions import PIN_LENGTH, Inquiry, Question, Reading, limit_fault
from headjudge.domain.rules import Rule, rule_numbers
from headjudge.indexes import PerEdition
from headjudge.lookups.book import Book
from headjudge.lookups.books import Books, with_rulings
from headjudge.lookups.found import CardFound, Found, Missing, absent, malformed, shown
from headjudge.lookups.names import LEAST
from headjudge.pipeline import Judge
from headjudge.roles import Corpus, Embeds, Shelf
from headjudge.steps.extract import completed, look
from headjudge.steps.resolve import meaning
from headjudge.steps.retrieve import Retrieval

__all__ = ["Lookups"]


def _unpaid(judge: Judge) -> Retrieval:
    """The judge's retrieval without the legs that compare vectors: to embed what is searched for may cost, and nobody pays for a look-up."""
    return attrs.evolve(judge.retrieval, legs=[leg for leg in judge.retrieval.legs if not isinstance(leg, Embeds)])


async def _read_nicknames(corpus: Corpus) -> Mapping[str, tuple[str, ...]]:
    """The full names of the cards that players mean by a nickname, by the nickname, folded."""
    return {fold(alias.nickname): alias.cards for alias in await corpus.aliases()}


@attrs.frozen
class Lookups(Books):
    """Looks up whatever a door shows without judging. No model is called, no slot taken, nothing stored."""

    judge: Judge
    _retrieval: Retrieval = attrs.field(default=attrs.Factory(lambda self: _unpaid(self.judge), takes_self=True), init=False, eq=False, repr=False)

    _nicknames: PerEdition[Mapping[str, tuple[str, ...]]] = attrs.field(
        factory=lambda: PerEdition(_read_nicknames, (Shelf.ALIASES,)), init=False, eq=False, repr=False
    )

    async def card(self, name: str) -> CardFound | Choice | Missing:
        """Return the card that *name* means: also by nickname, by short name, or misspelt; a choice where it can mean several."""
        text = name.strip().removeprefix("[[").removesuffix("]]").strip()
        if not text or len(text) > PIN_LENGTH:
            return malformed(name, f"is no card's name; write one of at most {PIN_LENGTH} characters")
        corpus = await self.store.corpora.current()
        # What is typed here is meant as a name, so a sure near spelling is taken.
        match await meaning(Span(text), corpus, self.judge.resolvers):
            case Card() as card:
                return await with_rulings(card, corpus)
            case Choice() as choice:
                return choice
            case _:
                return absent(corpus, f"no card is called {shown(name)}", "look at the spelling")

    async def complete(self, text: str, limit: int) -> tuple[str, ...]:
        """As `Books.complete`; cards that have *text* for a nickname come first, and where nothing begins so, those that are spelt nearly so."""
        corpus = await self.store.corpora.current()
        nicknamed = (await self._nicknames.of(corpus)).get(fold(text), ())
        if found := tuple(dict.fromkeys((*nicknamed, *await super().complete(text, limit))))[: max(limit, 0)]:
            return found
        return (await self._near(text, corpus))[: max(limit, 0)] if len(fold(text)) > LEAST else ()

    async def _near(self, text: str, corpus: Corpus) -> tuple[str, ...]:
        match await meaning(Span(text), corpus, self.judge.resolvers):
            case Card() as card:
                return (card.name,)
            case Choice() as choice:
                return choice.choices
            case _:
                return ()

    async def search(self, words: str, limit: int) -> Found | Missing:
        """Return at most *limit* rules for *words*, best first; rules that *words* name by number come before all others.

        The judge's detectors read the words, for its extractor may be a model.
        """
        question = Question(words)
        if fault := limit_fault(question):
            return Missing(fault, malformed=True)
        corpus = await self.store.corpora.current()
        reading = completed(Reading(question), await look(question, corpus, self.judge.detectors))
        ranking = await self._retrieval.rank(Inquiry(reading), corpus)
        scores = {reference.key: score for reference, score in ranking.of(Kind.RULE)}
        if rules := _ranked(words, scores, await self._book.of(corpus))[: max(limit, 0)]:
            return Found(corpus.release, rules)
        return absent(corpus, f"nothing in the rules matches {shown(words)}", "try other words")


def _ranked(words: str, scores: dict[str, float], book: Book) -> tuple[tuple[Rule, float], ...]:
    """The rules that *words* name, which score as the best does, then those of *scores*, each once."""
    named = dict.fromkeys(rule_numbers(words), max(scores.values(), default=1.0))
    ranked = named | scores | named
    return tuple((book.rules[number], score) for number, score in ranked.items() if number in book.rules)
