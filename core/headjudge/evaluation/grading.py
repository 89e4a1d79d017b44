"""Grading an answer against the reference: the prompt, the votes of a model, and what they come to."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from importlib.resources import files
from typing import Any, Final

import attrs

from headjudge.domain.money import Micros
from headjudge.domain.prompts import Completion, Prompt, Purpose
from headjudge.errors import BackendFailed, Failure
from headjudge.evaluation.answers import Known
from headjudge.forms.fields import Form, FormInvalid, found, object_schema, text_schema
from headjudge.metering import MeteredModel, sitting

__all__ = ["NEEDED", "VOTES", "Grade", "Grader", "Mark", "Vote", "decided", "graders_wording", "settled"]

VOTES: Final = 3
"""Most votes on an answer."""
NEEDED: Final = 2
"""With fewer votes that can be read it stays ungraded."""
REASON: Final = 4000
_OPENING: Final = str.maketrans(dict.fromkeys("<＜﹤", "‹"))
"""What opens a tag, or looks like it: nothing that is graded can leave its fence."""


class Mark(Enum):
    """What an answer is worth, the best first: where votes are tied, the lower counts."""

    RIGHT = "right"
    PARTLY = "partly"
    NO_VERDICT = "no verdict"
    WRONG = "wrong"


ORDER: Final = tuple(Mark)


@attrs.frozen
class Vote:
    """One reply of the grader. Facts and mistakes are counted from 1, as they stand in the file."""

    mark: Mark
    mistakes: tuple[int, ...]
    """Those that the answer makes."""
    facts: tuple[int, ...]
    """Those that it says."""
    reason: str


@attrs.frozen
class Grade:
    """What the votes on an answer come to."""

    by: str
    """The model."""
    prompts: str
    """Hash of what it was told."""
    mark: Mark | None
    """None: too few votes could be read."""
    mistakes: tuple[int, ...]
    facts: tuple[int, ...]
    votes: tuple[Vote | None, ...]
    """None for one that could not be read."""
    cost: Micros


def graders_wording() -> str:
    """Return what a grader is told, as it ships."""
    return (files("headjudge.evaluation") / "prompts" / "grade.txt").read_text("utf-8")


@attrs.frozen
class Grader:
    """Grades answers with a model."""

    model: MeteredModel
    wording: str
    max_tokens: int
    """Of a vote, reasoning too."""

    @property
    def prompt_hash(self) -> str:
        """The hash of what it is told: 32 hexadecimal digits."""
        return hashlib.sha256(f"{self.wording}\0{_schema()}".encode()).hexdigest()[:32]

    def prompt(self, known: Known, text: str) -> Prompt:
        """Return what is sent for a vote on *text*, an answer to *known*."""
        told = (
            _fenced("question", known.text),
            _fenced("reference", known.answer),
            _fenced("facts", _numbered(known.facts)),
            _fenced("mistakes", _numbered(known.mistakes)),
            _fenced("answer", text),
        )
        return Prompt(self.wording, "\n".join(told), self.max_tokens, _schema(), Purpose.GRADE)

    async def grade(self, known: Known, text: str) -> Grade:
        """Return the grade of *text*, an answer to *known*: of two votes that agree, else of three.

        Raises:
            SpendCapReached: the next vote could pass the cap.
            BackendFailed: the model was not heard.
        """
        prompt = self.prompt(known, text)
        votes: list[Vote | None] = []
        with sitting() as held:
            while not settled(votes):
                votes.append(await self._vote(prompt, known))
        cost = Micros(sum(turn.cost for turn in held.turns))
        mark, mistakes, facts = decided(votes)
        return Grade(self.model.model, self.prompt_hash, mark, mistakes, facts, tuple(votes), cost)

    async def _vote(self, prompt: Prompt, known: Known) -> Vote | None:
        try:
            return _read(await self.model.complete(prompt), known)
        except FormInvalid:
            return None
        except BackendFailed as error:
            if error.failure is Failure.UNREADABLE:
                return None
            raise


def _schema() -> str:
    numbers = {"type": "array", "items": {"type": "integer"}}
    fields = object_schema(
        reason=text_schema("Where the answer and the reference agree or part."),
        facts=numbers,
        mistakes=numbers,
        verdict={"type": "string", "enum": [mark.value for mark in Mark]},
    )
    return json.dumps(fields)


def _fenced(tag: str, text: str) -> str:
    return f"<{tag}>{text.translate(_OPENING)}</{tag}>"


def _numbered(lines: Sequence[str]) -> str:
    return "".join(f"\n{number}. {' '.join(line.split())}" for number, line in enumerate(lines, 1)) + "\n" if lines else ""


def _read(completion: Completion, known: Known) -> Vote | None:
    """The vote in *completion*.

    Raises:
        FormInvalid: there is none that can be read.
    """
    if completion.truncated or completion.refusal:
        return None
    fields = found(completion.text, "verdict")
    form = Form(fields)
    mark = form.word("verdict", {mark.value.replace(" ", "_"): mark for mark in Mark})
    reason = form.text("reason", REASON)
    facts, mistakes = _numbers(form, fields, "facts", len(known.facts)), _numbers(form, fields, "mistakes", len(known.mistakes))
    form.close()
    return Vote(mark, mistakes, facts, reason) if mark else None


def _numbers(form: Form, fields: Mapping[str, Any], name: str, most: int) -> tuple[int, ...]:
    given = fields.get(name)
    if not isinstance(given, list) or not all(type(number) is int and 1 <= number <= most for number in given):
        form.fault(name, f"is no list of numbers from 1 to {most}")
        return ()
    return tuple(sorted(set(given)))


def settled(votes: Sequence[Vote | None]) -> bool:
    """Return whether no further vote is needed: two agree in mark and mistakes, all were given, or too few can still be read."""
    read = Counter((vote.mark, vote.mistakes) for vote in votes if vote)
    left = VOTES - len(votes)
    return left == 0 or max(read.values(), default=0) >= NEEDED or read.total() + left < NEEDED


def decided(votes: Sequence[Vote | None]) -> tuple[Mark | None, tuple[int, ...], tuple[int, ...]]:
    """Return the mark that most *votes* give, the mistakes and the facts.

    What is tied counts against the answer: the lower mark, a mistake that half of the votes see, a fact that half of them miss.
    """
    read = [vote for vote in votes if vote]
    if len(read) < NEEDED:
        return None, (), ()
    marks = Counter(vote.mark for vote in read)
    mark = max(marks, key=lambda one: (marks[one], ORDER.index(one)))
    mistakes = Counter(number for vote in read for number in vote.mistakes)
    facts = Counter(number for vote in read for number in vote.facts)
    made = tuple(sorted(number for number, count in mistakes.items() if 2 * count >= len(read)))
    return mark, made, tuple(sorted(number for number, count in facts.items() if 2 * count > len(read)))
