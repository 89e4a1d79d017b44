"""Trials of retrieval legs: one left out, or one that answers another question, over questions whose answers are known."""

from collections.abc import Sequence
from typing import Any

import attrs

from headjudge.domain.passages import Hit
from headjudge.domain.questions import Inquiry
from headjudge.evaluation.files import QuestionsInvalid
from headjudge.evaluation.recall import Expected, given
from headjudge.pipeline import Judge
from headjudge.roles import Corpus, Retriever
from headjudge.steps.resolve import resolve
from headjudge.steps.retrieve import Retrieval

__all__ = ["Placebo", "Remembering", "Trial", "inquiry_of", "judges", "partners"]


@attrs.frozen
class Placebo:
    """A leg that answers with what it finds for *other*, whatever it is asked; nothing when there is no other."""

    leg: Retriever
    other: Inquiry | None

    @property
    def name(self) -> str:
        return self.leg.name

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        return await self.leg.retrieve(self.other, corpus, limit) if self.other else ()


@attrs.frozen(eq=False)
class Remembering:
    """A leg that is asked once an inquiry, and then remembers. For one corpus."""

    leg: Retriever
    _found: dict[Any, Sequence[Hit]] = attrs.field(factory=dict, init=False)

    @property
    def name(self) -> str:
        return self.leg.name

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        if (inquiry, limit) not in self._found:
            self._found[inquiry, limit] = await self.leg.retrieve(inquiry, corpus, limit)
        return self._found[inquiry, limit]


@attrs.frozen
class Trial:
    """Which legs are left out, and which answer with what they find for another question."""

    without: frozenset[str] = frozenset()
    placebo: frozenset[str] = frozenset()

    def retrieval(self, retrieval: Retrieval, other: Inquiry | None) -> Retrieval:
        """Return *retrieval* with the legs of this trial; *other* is the other question."""
        kept = [leg for leg in retrieval.legs if leg.name not in self.without]
        return attrs.evolve(retrieval, legs=[Placebo(leg, other) if leg.name in self.placebo else leg for leg in kept])


def partners(inquiries: Sequence[Inquiry | None]) -> Sequence[Inquiry | None]:
    """Return for each of *inquiries* the one that stands half of them further on.

    Raises:
        QuestionsInvalid: there is but one.
    """
    if len(inquiries) < 2:
        raise QuestionsInvalid("a placebo answers another question of its file, and there is but one; add questions to the file")
    away = len(inquiries) // 2
    return [inquiries[(place + away) % len(inquiries)] for place in range(len(inquiries))]


async def judges(judge: Judge, corpus: Corpus, questions: Sequence[Expected], trial: Trial) -> Sequence[Judge]:
    """Return *judge* under *trial* for each of *questions*, which are those of one file."""
    others = partners([await inquiry_of(judge, corpus, question) for question in questions]) if trial.placebo else [None] * len(questions)
    return [attrs.evolve(judge, retrieval=trial.retrieval(judge.retrieval, other)) for other in others]


async def inquiry_of(judge: Judge, corpus: Corpus, question: Expected) -> Inquiry | None:
    """Return what is looked for to answer *question*; None when a card of it does not resolve."""
    outcome = await resolve(await given(judge, corpus, question), corpus, judge.resolvers)
    return outcome if isinstance(outcome, Inquiry) else None
