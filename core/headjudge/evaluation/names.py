"""Whether names as players write them become the right cards, and never a wrong one."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from headjudge.domain.answers import Choice
from headjudge.domain.cards import Card
from headjudge.domain.names import Span, fold
from headjudge.domain.questions import Question
from headjudge.evaluation.files import read_lines
from headjudge.pipeline import Judge
from headjudge.roles import Corpus
from headjudge.steps.resolve import meaning

__all__ = ["NameQuestion", "NameResult", "measure_name", "names_summary", "read_names", "touch"]


@attrs.frozen
class NameQuestion:
    """A span in a question, and what it must become."""

    id: str
    category: str
    text: str
    span: str
    kind: str
    """``card``, ``ambiguous``, ``not_found`` or ``not_a_card``."""
    names: frozenset[str]
    """The card's name, or those of the cards that it can be."""


@attrs.frozen
class NameResult:
    """What a span became."""

    question: NameQuestion
    became: str
    """A card's name, ``?`` and the choices, ``not found``, or ``-`` when it was left alone."""
    right: bool
    wrong_card: bool
    """It became one card without asking, and not the one that is meant."""


def read_names(path: Path) -> Sequence[NameQuestion]:
    """Return the name questions of *path*.

    Raises:
        QuestionsInvalid: a line cannot be used.
    """
    return read_lines(path, _name_question)


def _name_question(line: Mapping[str, Any]) -> NameQuestion:
    expected = line["expected"]
    names = [expected["name"]] if "name" in expected else expected.get("candidates", ())
    return NameQuestion(str(line["id"]), str(line.get("category", "")), line["question"], line["span"], expected["kind"], frozenset(names))


async def measure_name(judge: Judge, corpus: Corpus, question: NameQuestion) -> NameResult:
    """Return what the span of *question* becomes when the whole question is read.

    A span that nobody saw in the text is looked up by itself, unless it must be left alone.
    """
    reading = await judge.read(Question(question.text), corpus)
    seen = [span for span in reading.spans if touch(span.text, question.span)]
    if not seen and question.kind != "not_a_card":
        seen = [Span(question.span)]
    found = [await meaning(span, corpus, judge.resolvers) for span in seen]
    cards = [meant.name for meant in found if isinstance(meant, Card)]
    right = _right(question, found)
    return NameResult(question, _shown(found), right, any(name not in question.names or question.kind != "card" for name in cards))


def touch(one: str, other: str) -> bool:
    """Return whether one of the two names stands, word by word, within the other."""
    a, b = fold(one), fold(other)
    return bool(a and b) and (f" {a} " in f" {b} " or f" {b} " in f" {a} ")


def _right(question: NameQuestion, found: Sequence[Card | Choice | None]) -> bool:
    if question.kind == "not_a_card":
        return not found
    if len(found) != 1:
        return False
    match found[0]:
        case Card(name=name):
            return question.kind == "card" and name in question.names
        case Choice(choices=choices):
            return question.kind == "ambiguous" and set(choices) <= question.names
        case _:
            return question.kind == "not_found"


def _shown(found: Sequence[Card | Choice | None]) -> str:
    words = []
    for meant in found:
        match meant:
            case Card(name=name):
                words.append(name)
            case Choice(choices=choices):
                words.append("? " + " | ".join(choices))
            case _:
                words.append("not found")
    return "; ".join(words) or "-"


def names_summary(results: Sequence[NameResult]) -> dict[str, Any]:
    """Return how many spans there were, the share that became what they must, and how many became a wrong card; and so by category."""
    parts: dict[str, list[NameResult]] = defaultdict(list)
    for result in results:
        parts[result.question.category].append(result)
    return _figures(results) | {"by_category": {category: _figures(part) for category, part in sorted(parts.items())}}


def _figures(results: Sequence[NameResult]) -> dict[str, Any]:
    n = len(results)
    return {
        "n": n,
        "accuracy": round(sum(result.right for result in results) / n, 4) if n else None,
        "wrong_card": sum(result.wrong_card for result in results),
    }
