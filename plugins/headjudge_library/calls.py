"""The leg that remembers rated answers to questions like this one."""

from collections.abc import Sequence
from typing import Final

import attrs

from headjudge import Call, Calls, CardLink, Citation, Corpus, Hit, Inquiry, Kind, retrievable, score, text_hash
from headjudge_library.hits import hits_on
from headjudge_library.rulewords import RuleWords, RuleWordsIndexes

__all__ = ["PriorCalls"]

ALIKE: Final = 0.5
"""The least share of what the question says that a call's question must say too."""
READ: Final = 8
"""How many of the most alike are held against the corpus: that reads each of their citations."""


@attrs.frozen
class PriorCalls:
    """Finds rated calls on questions like this one, every citation of which still reads as it did."""

    calls: Calls
    words: RuleWordsIndexes
    name: str = "prior calls"

    async def prepare(self, corpus: Corpus) -> None:
        await self.words.of(corpus)

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        rated = [call for call in await self.calls.rated() if retrievable(call) and call.answer.corpus == corpus.name]
        alike = _alike(inquiry, rated, await self.words.of(corpus)) if rated else []
        holding = {str(call.id): worth for call, worth in alike[:READ] if await self._holds(call, corpus)}
        return hits_on(Kind.CALL, holding, limit)

    async def _holds(self, call: Call, corpus: Corpus) -> bool:
        """Whether every text that *call* rests on still says the same in *corpus*."""
        for citation in call.answer.citations:
            if text_hash(await self._source(citation, corpus)) != citation.source_hash:
                return False
        return all([await _unchanged(card, corpus) for card in call.answer.cards])

    async def _source(self, citation: Citation, corpus: Corpus) -> str:
        """The text at a citation's reference now; empty when it is gone."""
        kind, key = citation.reference.kind, citation.reference.key
        if kind is Kind.RULE:
            rule = await corpus.rule(key)
            return rule.full_text if rule else ""
        if kind is Kind.RULING:
            ruling = await corpus.ruling(key)
            return ruling.text if ruling else ""
        if kind is Kind.ORACLE:
            card = await corpus.card(key)
            return card.text if card else ""
        return await self._verdict(key)

    async def _verdict(self, key: str) -> str:
        call = await self.calls.call(int(key)) if key.isdecimal() else None
        return call.answer.text if call and retrievable(call) else ""


async def _unchanged(link: CardLink, corpus: Corpus) -> bool:
    card = await corpus.card(link.oracle_id)
    return card is not None and card.hash == link.text_hash


def _alike(inquiry: Inquiry, calls: Sequence[Call], words: RuleWords) -> Sequence[tuple[Call, float]]:
    """The calls that ask much the same, best first: how much the same, times how well they are rated."""
    asked = words.words.stems(inquiry.wording)
    shares = [(call, words.overlap(asked, call.question.pinned_text)) for call in calls]
    worth = [(call, share * score(call.ratings) / 3) for call, share in shares if share >= ALIKE]
    return sorted(worth, key=lambda pair: -pair[1])
