"""Players that follow a script, and a clock that stands still: what tests use in place of models, upstreams and time."""

import datetime
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Final

import attrs

from headjudge.domain.answers import Draft, LookUp, Objection, Undecided
from headjudge.domain.cards import Card
from headjudge.domain.money import Micros
from headjudge.domain.names import Span, fold
from headjudge.domain.passages import Brief, Hit
from headjudge.domain.prompts import Completion, Prompt
from headjudge.domain.questions import Inquiry, Question, Reading, Sightings
from headjudge.roles import Corpus, Event, Progress, RowOf, Rung, Shelf

__all__ = [
    "ScriptedAlarm",
    "ScriptedDetector",
    "ScriptedExtractor",
    "ScriptedModel",
    "ScriptedResolver",
    "ScriptedRetriever",
    "ScriptedSource",
    "ScriptedSynthesizer",
    "StoppedClock",
]

NOON: Final = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)


@attrs.define
class StoppedClock:
    """Gives the same time until it is moved."""

    now: datetime.datetime = NOON

    def __call__(self) -> datetime.datetime:
        """Return the time at which the clock stands: aware, UTC."""
        return self.now

    def move(self, by: datetime.timedelta) -> None:
        """Move the clock *by* some time."""
        self.now += by


@attrs.define(eq=False)
class ScriptedModel:
    """A model that gives *replies* in their order, whole completions or their texts, raises those that are errors, and remembers every prompt.

    A byte of the prompt and a token of the reply cost a micro-dollar each.
    """

    replies: Sequence[str | Completion | Exception]
    name: str = "scripted"
    model: str = "scripted-1"
    prompts: list[Prompt] = attrs.Factory(list)

    def worst_case(self, prompt: Prompt) -> Micros:
        return Micros(_bytes(prompt) + prompt.max_tokens)

    async def complete(self, prompt: Prompt) -> Completion:
        self.prompts.append(prompt)
        reply: str | Completion = _line(self.replies, len(self.prompts))
        if isinstance(reply, Completion):
            return reply
        return Completion(reply, self.model, _bytes(prompt), min(len(reply.split()), prompt.max_tokens))

    def price(self, completion: Completion) -> Micros:
        return Micros(completion.input_tokens + completion.output_tokens)


def _bytes(prompt: Prompt) -> int:
    return len(prompt.system.encode()) + len(prompt.user.encode())


def _line(script: Sequence[Any], number: int) -> Any:
    if number > len(script):
        raise AssertionError(f"the script ends after {len(script)} replies; write another")
    line = script[number - 1]
    if isinstance(line, Exception):
        raise line
    return line


@attrs.define(eq=False)
class ScriptedExtractor:
    """Reads every question alike: with *spans*, *concepts* and *categories*, or *declined*."""

    spans: tuple[Span, ...] = ()
    concepts: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    declined: str | None = None
    name: str = "scripted"
    heard: list[Question] = attrs.Factory(list)
    shown: list[Sightings] = attrs.Factory(list)

    async def extract(self, question: Question, corpus: Corpus, seen: Sightings) -> Reading:
        self.heard.append(question)
        self.shown.append(seen)
        return Reading(question, self.spans, self.concepts, categories=self.categories, declined=self.declined)


@attrs.define(eq=False)
class ScriptedDetector:
    """Sees *words* as spans and misspelt words of *corrections* wherever they stand, and *concepts* in every text."""

    words: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    name: str = "scripted"
    corrections: Mapping[str, str] = attrs.Factory(dict)

    async def detect(self, text: str, corpus: Corpus) -> Sightings:
        seen = sorted((text.index(word), word) for word in self.words if word in text)
        misspelt = tuple((word, meant) for word, meant in self.corrections.items() if word in text)
        return Sightings(tuple(Span(word) for _, word in seen), self.concepts, misspelt)


@attrs.define(eq=False)
class ScriptedResolver:
    """Knows the cards of *meanings*, by name; remembers what it was asked."""

    meanings: Mapping[str, Sequence[Card]]
    rung: Rung = Rung.ALIAS
    name: str = "scripted"
    asked: list[str] = attrs.Factory(list)

    async def resolve(self, span: Span, corpus: Corpus) -> Sequence[str]:
        self.asked.append(span.text)
        return [card.oracle_id for name, cards in self.meanings.items() if fold(name) == fold(span.text) for card in cards]


@attrs.define(eq=False)
class ScriptedRetriever:
    """A leg that finds the same *hits* for every inquiry, or fails with *fault*."""

    hits: Sequence[Hit] = ()
    name: str = "scripted"
    fault: Exception | None = None
    asked: list[Inquiry] = attrs.Factory(list)

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        self.asked.append(inquiry)
        if self.fault:
            raise self.fault
        return self.hits[:limit]


@attrs.define(eq=False)
class ScriptedSynthesizer:
    """Gives *replies* in their order: drafts, look-ups, errors to raise, or functions of the brief. Remembers what it was shown."""

    replies: Sequence[Draft | LookUp | Undecided | Exception | Callable[[Brief], Draft]]
    name: str = "scripted"
    shown: list[tuple[Brief, tuple[Objection, ...]]] = attrs.Factory(list)

    async def synthesize(self, brief: Brief, objections: Sequence[Objection] = ()) -> Draft | LookUp | Undecided:
        self.shown.append((brief, tuple(objections)))
        reply: Draft | LookUp | Undecided | Callable[[Brief], Draft] = _line(self.replies, len(self.shown))
        return reply if isinstance(reply, Draft | LookUp | Undecided) else reply(brief)


@attrs.define(eq=False)
class ScriptedSource:
    """Gives *batches*, raising those that are errors; `version` may be changed, or be an error."""

    shelf: Shelf
    batches: Sequence[Sequence[RowOf] | Exception]
    version: str | Exception = "1"
    name: str = "scripted"
    corpus: str = "practice"
    remarks: Sequence[str] = ()
    fetched: list[str] = attrs.Factory(list)

    async def latest(self) -> str:
        if isinstance(self.version, Exception):
            raise self.version
        return self.version

    async def fetch(self, version: str, progress: Progress) -> AsyncIterator[Sequence[RowOf]]:
        self.fetched.append(version)
        for number, batch in enumerate(self.batches, 1):
            if isinstance(batch, Exception):
                raise batch
            yield batch
            progress(self.name, number, len(self.batches))

    async def review(self, corpus: Corpus) -> Sequence[str]:
        return self.remarks


@attrs.define(eq=False)
class ScriptedAlarm:
    """Remembers every event, and fails with *fault* where one is given."""

    name: str = "scripted"
    fault: Exception | None = None
    events: list[Event] = attrs.Factory(list)

    async def sound(self, event: Event) -> None:
        self.events.append(event)
        if self.fault:
            raise self.fault
