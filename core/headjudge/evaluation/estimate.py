"""What a run would cost, before anything is sent: the prompts are built for some of the questions, and priced."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import attrs

from headjudge.assemble import House
from headjudge.domain.money import NOTHING, Micros, period_key
from headjudge.domain.prompts import Completion, Prompt, Purpose
from headjudge.errors import PluginInvalid
from headjudge.evaluation.answers import Known, attempt
from headjudge.evaluation.grading import NEEDED, VOTES, Grader
from headjudge.metering import CALLS, Budget, MeteredModel
from headjudge.pipeline import Judge
from headjudge.roles import Closes, Corpus, Embeds, ModelBackend
from headjudge.settings import Settings

__all__ = ["Estimate", "backend_for", "estimate_answers", "estimate_grades", "left_of"]

SAMPLE: Final = 5
"""For how many questions the prompts are built: they are about as long for the others."""
BYTES_A_TOKEN: Final = 4
"""Of English, as usual."""
REPLY: Final = 600
"""Tokens of a usual reply: a verdict of 180 words with its quotes. One that thinks aloud before it writes more."""
LONGEST: Final = "." * 4000
"""As long as an answer can be."""


@attrs.frozen
class Estimate:
    """What model calls may cost."""

    likely: Micros
    """Every prompt is answered at the first try, in a usual number of words."""
    worst: Micros
    """Every call that is allowed is made, and each reply is as long as it can be. Requests that are lost on the way come on top."""

    def __add__(self, other: "Estimate") -> "Estimate":
        """Return what both together may cost."""
        return Estimate(Micros(self.likely + other.likely), Micros(self.worst + other.worst))


NO_COST: Final = Estimate(NOTHING, NOTHING)


@asynccontextmanager
async def backend_for(house: House, settings: Settings) -> AsyncIterator[ModelBackend]:
    """Give a bare backend as *settings* say, of the plugins of *house*, and close it at the end.

    Raises:
        PluginInvalid: there is no such backend.
    """
    backend: ModelBackend = _named(house.plugins.collect("models", settings), settings.backend)
    try:
        yield backend
    finally:
        if isinstance(backend, Closes):
            await backend.close()


def _named(players: Sequence[Any], name: str) -> Any:
    for player in players:
        if player.name == name:
            return player
    raise PluginInvalid(f"no plugin gives {name!r} for the model; `judge plugins` says why")


async def left_of(budget: Budget) -> Micros:
    """Return what is left of *budget*'s present period."""
    spent = await budget.ledger.spent(period_key(budget.period, budget.clock(), budget.process))
    return Micros(max(budget.cap - spent, 0))


@attrs.define(eq=False)
class _Silent:
    """Stands in a model's place, remembers what would be sent, and says nothing."""

    name: str
    model: str
    prompts: list[Prompt] = attrs.Factory(list)

    def worst_case(self, prompt: Prompt) -> Micros:
        return NOTHING

    async def complete(self, prompt: Prompt) -> Completion:
        self.prompts.append(prompt)
        return Completion("", self.model, 0, 0, refusal=True)

    def price(self, completion: Completion) -> Micros:
        return NOTHING


async def estimate_answers(house: House, corpus: Corpus, questions: Sequence[Known], backend: ModelBackend) -> Estimate:
    """Return what it may cost to have *questions* answered by *backend*. Nothing is sent, not even to an embedder."""
    if not questions:
        return NO_COST
    silent = _Silent(backend.name, backend.model)
    judge = _rehearsing(house, silent)
    likely, worst = [], []
    for known in _some(questions):
        silent.prompts.clear()
        await attempt(judge, corpus, known)
        likely.append(sum(_usual(backend, prompt, _asked(house.settings, prompt)) for prompt in silent.prompts))
        worst.append(CALLS * max((backend.worst_case(prompt) for prompt in silent.prompts), default=0))
    return Estimate(Micros(sum(likely) * len(questions) // len(likely)), Micros(max(worst) * len(questions)))


def _rehearsing(house: House, silent: _Silent) -> Judge:
    """The judge of *house*, those who ask a model asking *silent*."""
    services = attrs.evolve(house.services, model=MeteredModel(silent, house.budget))
    extractor = _named(house.plugins.collect("extractors", services), house.settings.reader)
    synthesizer = _named(house.plugins.collect("synthesizers", services), house.settings.writer)
    legs = [leg for leg in house.judge.retrieval.legs if not isinstance(leg, Embeds)]
    return attrs.evolve(house.judge, extractor=extractor, synthesizer=synthesizer, retrieval=attrs.evolve(house.judge.retrieval, legs=legs))


def _some(questions: Sequence[Known]) -> Sequence[Known]:
    return questions[:: -(-len(questions) // SAMPLE)]


def _asked(settings: Settings, prompt: Prompt) -> str:
    """The model that *prompt* goes to."""
    return (settings.extract_model if prompt.purpose is Purpose.READING else "") or settings.model


def _usual(backend: ModelBackend, prompt: Prompt, model: str) -> Micros:
    size = len(f"{prompt.system}{prompt.user}{prompt.schema or ''}".encode(errors="replace"))
    return backend.price(Completion("", model, size // BYTES_A_TOKEN, min(REPLY, prompt.max_tokens)))


def estimate_grades(grader: Grader, questions: Sequence[Known], backend: ModelBackend, model: str) -> Estimate:
    """Return what it may cost to have answers to *questions* graded by *grader*, which asks *backend* for *model*."""
    likely = sum(NEEDED * _usual(backend, grader.prompt(known, known.answer), model) for known in questions)
    worst = sum(VOTES * backend.worst_case(grader.prompt(known, LONGEST)) for known in questions)
    return Estimate(Micros(likely), Micros(worst))
