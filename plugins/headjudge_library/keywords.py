"""The leg that reads keywords off the cards."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from headjudge import Card, Corpus, Hit, Inquiry, Kind, PerEdition, Rule, Section, Shelf
from headjudge_library.hits import hits_on, raise_to
from headjudge_library.phrases import PhraseBook
from headjudge_library.rulewords import RuleWords, RuleWordsIndexes
from headjudge_library.words import stemmed

__all__ = ["KeywordBook", "Keywords"]

PRINTED: Final = 1.0
"""What a keyword counts that the card has."""
IN_TEXT: Final = 0.5
"""What a keyword counts that only stands in the Oracle text, as most keyword actions do."""
_REMINDER: Final = re.compile(r"\([^)]*\)")


@attrs.frozen
class KeywordBook:
    """The rules that define keywords, by keyword."""

    book: PhraseBook[str]
    says: Mapping[str, float]
    """Number → how much its keyword says, 0 to 1: the fewer rules speak of it, the more the card is about it."""

    @classmethod
    def of(cls, sections: Sequence[Section], rules: Sequence[Rule], spread: RuleWords) -> "KeywordBook":
        """Return the parent rules that bear a keyword as their title (``Tap and Untap`` bears two)."""
        homes = {section.number for section in sections if section.title.startswith("Keyword")}
        parents = [rule for rule in rules if rule.section in homes and rule.number == rule.group and ": " in rule.heading]
        keywords = [(stemmed(name), rule.number) for rule in parents for name in rule.text.strip(" .").split(" and ")]
        most = max(spread.weights.values(), default=1.0)
        says = {number: max(map(spread.weight, stems), default=0.0) / most for stems, number in keywords}
        return cls(PhraseBook(keywords), says)

    def scores(self, cards: Sequence[Card]) -> dict[str, float]:
        """Return what the rules of the keywords of *cards* count, by number."""
        scores: dict[str, float] = {}
        for card in cards:
            raise_to(scores, (match.meaning for keyword in card.keywords for match in self.book.matches(stemmed(keyword))), PRINTED)
            for face in card.faces:
                text = _REMINDER.sub(" ", face.oracle_text)
                raise_to(scores, (match.meaning for match in self.book.matches(stemmed(text))), IN_TEXT)
        return {number: score * self.says[number] for number, score in scores.items()}


@attrs.frozen
class Keywords:
    """Finds the rules of the keywords that the cards of a question have, or that stand in their Oracle text."""

    words: RuleWordsIndexes
    name: str = "keywords"
    _books: PerEdition[KeywordBook] = attrs.field(eq=False)

    @_books.default
    def _no_books(self) -> PerEdition[KeywordBook]:
        return PerEdition(self._build, (Shelf.RULES,))

    async def _build(self, corpus: Corpus) -> KeywordBook:
        spread = await self.words.of(corpus)
        return await asyncio.to_thread(KeywordBook.of, await corpus.sections(), await corpus.rules(), spread)

    async def prepare(self, corpus: Corpus) -> None:
        await self._books.of(corpus)

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        book = await self._books.of(corpus)
        return hits_on(Kind.RULE, book.scores(inquiry.cards), limit)
