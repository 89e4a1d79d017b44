"""A stored call judged again over its stored material and the recorded replies: no model, no network, no search."""

from collections.abc import Iterable, Iterator, Sequence

import attrs

from headjudge.domain.answers import Declined
from headjudge.domain.calls import Call, Record
from headjudge.domain.money import NOTHING, Micros
from headjudge.domain.passages import Brief
from headjudge.domain.prompts import Completion, Prompt, Turn
from headjudge.errors import BackendFailed, Failure
from headjudge.metering import sitting
from headjudge.pipeline import Judge, Minutes
from headjudge.roles import Corpus
from headjudge.steps.extract import completed
from headjudge.steps.retrieve import Retrieval

__all__ = ["RecordedModel", "Replay", "replay"]


@attrs.define(eq=False)
class RecordedModel:
    """A model backend that gives the replies of *turns* again, in their order, and holds each prompt against the recorded hash."""

    turns: Sequence[Turn]
    model: str
    name: str = "recorded"
    matched: list[bool] = attrs.Factory(list)
    """Whether each prompt was the very one that was sent, in the order of the turns."""

    def worst_case(self, prompt: Prompt) -> Micros:
        return NOTHING

    async def complete(self, prompt: Prompt) -> Completion:
        if len(self.matched) == len(self.turns):
            raise BackendFailed(f"only {len(self.turns)} replies were recorded", sent=False, failure=Failure.EXHAUSTED)
        turn = self.turns[len(self.matched)]
        self.matched.append(prompt.hash == turn.prompt_hash)
        return turn.completion

    def price(self, completion: Completion) -> Micros:
        return NOTHING


@attrs.define(eq=False)
class _RecordedMaterial(Retrieval):
    """The material of a record: a draft is shown what it was shown then, whatever it asks for."""

    _steps: Iterator[Brief] = attrs.field(kw_only=True)

    async def widen(self, brief: Brief, corpus: Corpus, rules: Iterable[str], search: str = "") -> Brief:
        return next(self._steps, brief)


@attrs.frozen
class Replay:
    """What came of judging a stored call again."""

    prompts: tuple[bool, ...]
    """Whether each prompt that was built was the very one that was sent."""
    unused: int
    """How many recorded replies were not asked for."""
    differences: tuple[str, ...]
    """What came out otherwise than it was stored, a sentence each."""

    @property
    def same(self) -> bool:
        """Whether every prompt and every outcome is what was stored, to the letter."""
        return all(self.prompts) and not self.unused and not self.differences


async def replay(judge: Judge, model: RecordedModel, call: Call, record: Record, corpus: Corpus) -> Replay:
    """Judge *call* again with *judge*, whose model is *model*.

    *corpus* is asked for what an extractor's prompt names of it; the material is the record's.
    """
    with sitting():
        try:
            differences = [*await _read_again(judge, call, record, corpus), *await _decided_again(judge, call, record, corpus)]
        except BackendFailed as error:
            differences = [f"The replies lead nowhere: {error}."]
    return Replay(tuple(model.matched), len(model.turns) - len(model.matched), tuple(differences))


async def _read_again(judge: Judge, call: Call, record: Record, corpus: Corpus) -> Iterator[str]:
    reading = completed(await judge.extractor.extract(call.question, corpus, record.seen), record.seen)
    kept = record.inquiry.reading
    names = (field.name for field in attrs.fields(type(kept)) if field.name != "question")
    return (f"The reading has other {name}: {_shown(reading, name)} for {_shown(kept, name)}." for name in names if _unlike(reading, kept, name))


async def _decided_again(judge: Judge, call: Call, record: Record, corpus: Corpus) -> Iterator[str]:
    stored = call.answer
    briefs = [Brief(record.inquiry, record.material[:shown], stored.generation, stored.corpus, stored.release) for shown in record.shown]
    material = _RecordedMaterial(judge.retrieval.settings, judge.retrieval.calls, (), steps=iter(briefs))
    minutes = Minutes()
    answer = await attrs.evolve(judge, retrieval=material).decide(briefs[0], corpus, minutes)
    if isinstance(answer, Declined):
        return iter((f"There is no verdict: {answer.message}",))
    names = ("text", "confidence", "source", "citations", "cards")
    told = [f"The answer differs in its {name}." for name in names if _unlike(answer, stored, name)]
    return iter(told + (["The doubts are others."] if tuple(minutes.doubts) != record.doubts else []))


def _unlike(one: object, other: object, name: str) -> bool:
    return bool(getattr(one, name) != getattr(other, name))


def _shown(thing: object, name: str) -> str:
    return repr(getattr(thing, name))[:120]
