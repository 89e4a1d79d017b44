"""What each retrieval leg is worth: the figures without it, and with it answering another question."""

from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from headjudge.evaluation.figures import values
from headjudge.evaluation.intervals import Interval, difference, interval
from headjudge.evaluation.recall import Expected, Result, given, result_of
from headjudge.evaluation.trials import Remembering, Trial, partners
from headjudge.pipeline import Judge
from headjudge.roles import Corpus
from headjudge.steps.retrieve import Retrieval

__all__ = ["ABLATED", "Ablation", "Figure", "ablate"]

ABLATED: Final = ("must@7", "must@10", "full@7")
"""What is measured."""


@attrs.frozen
class Figure:
    """A mean, or the change of one, and its interval."""

    mean: float
    bounds: Interval | None


@attrs.frozen
class Ablation:
    """The figures of all legs over a file of questions, and how each leg changes them, by measure."""

    questions: int
    whole: Mapping[str, Figure]
    without: Mapping[str, Mapping[str, Figure]]
    """Leg → the changes when it is left out."""
    placebo: Mapping[str, Mapping[str, Figure]]
    """Leg → the changes when it answers another question."""


async def ablate(judge: Judge, corpus: Corpus, questions: Sequence[Expected]) -> Ablation:
    """Return the ablation of *judge* over *questions*, which are those of one file, at least two. Each leg is asked once a question."""
    remembering = attrs.evolve(judge, retrieval=attrs.evolve(judge.retrieval, legs=[Remembering(leg) for leg in judge.retrieval.legs]))
    whole = [await _shown(remembering, corpus, question) for question in questions]
    legs = [leg.name for leg in judge.retrieval.legs]

    async def changes(trial: Trial) -> Mapping[str, Figure]:
        return _changes(whole, await _again(remembering, corpus, whole, trial))

    return Ablation(
        len(questions),
        {name: Figure(sum(found) / len(found), interval(found)) for name in ABLATED if (found := values(whole, name))},
        {leg: await changes(Trial(without=frozenset([leg]))) for leg in legs},
        {leg: await changes(Trial(placebo=frozenset([leg]))) for leg in legs},
    )


async def _shown(judge: Judge, corpus: Corpus, question: Expected) -> Result:
    reading = await given(judge, corpus, question)
    return result_of(question, reading, await judge.prepare(reading, corpus), 0.0)


async def _again(judge: Judge, corpus: Corpus, whole: Sequence[Result], trial: Trial) -> Sequence[Result]:
    """*whole* anew with the legs of *trial*; the readings and the cards are those that were found before."""
    others = partners([result.inquiry for result in whole])
    return [await _packed(trial.retrieval(judge.retrieval, other), corpus, result) for result, other in zip(whole, others, strict=True)]


async def _packed(retrieval: Retrieval, corpus: Corpus, result: Result) -> Result:
    if result.inquiry is None:
        return result
    return result_of(result.expected, result.inquiry.reading, await retrieval.brief(result.inquiry, corpus), 0.0)


def _changes(before: Sequence[Result], after: Sequence[Result]) -> Mapping[str, Figure]:
    pairs = {name: (values(before, name), values(after, name)) for name in ABLATED}
    return {name: Figure(*difference(old, new)) for name, (old, new) in pairs.items() if old}
