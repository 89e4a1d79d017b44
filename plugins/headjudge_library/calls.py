"""The leg that remembers rated answers to questions like this one."""

from collections.abc import Sequence
from typing import Final

import attrs

from headjudge import Call, Calls, Corpus, Hit, Inquiry, Kind, holds, score
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
        rated = await self.calls.rated()
        alike = _alike(inquiry, rated, await self.words.of(corpus)) if rated else []
        holding = {str(call.id): worth for call, worth in alike[:READ] if await holds(call, corpus, self.calls)}
        return hits_on(Kind.CALL, holding, limit)


def _alike(inquiry: Inquiry, calls: Sequence[Call], words: RuleWords) -> Sequence[tuple[Call, float]]:
    """The calls that ask much the same, best first: how much the same, times how well they are rated."""
    asked = words.words.stems(inquiry.wording)
    share = words.shared(asked)
    shares = [(call, share(call.question.pinned_text)) for call in calls]
    worth = [(call, share * score(call.ratings) / 3) for call, share in shares if share >= ALIKE]
    return sorted(worth, key=lambda pair: -pair[1])
