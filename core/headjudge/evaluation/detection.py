"""Whether the cards that a question names in running text are seen and become the right ones, and no others are."""

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Final

import attrs

from headjudge.domain.answers import Choice
from headjudge.domain.cards import Card
from headjudge.domain.questions import Question
from headjudge.evaluation.files import read_lines
from headjudge.evaluation.generated import Case, Named, NamingQuestion
from headjudge.evaluation.names import touch
from headjudge.pipeline import Judge
from headjudge.roles import Corpus
from headjudge.steps.resolve import meaning

__all__ = ["Alarm", "Fate", "Seen", "alarms_summary", "false_alarms", "naming_questions", "read_card_free", "see", "seen_summary"]


_POSSESSIVE: Final = re.compile(r"['’]s$")


class Fate(Enum):
    """What became of a name in a question."""

    RIGHT = "right"
    """Its card, or where it means several, a choice among them."""
    OFFERED = "offered"
    """A choice that holds its card, where one card is meant."""
    MISSED = "missed"
    """Nobody saw it."""
    LOST = "lost"
    """It was seen, and became no card or the wrong choice."""
    WRONG = "wrong"
    """A card that is not meant."""


@attrs.frozen
class Seen:
    """What became of the names of a question."""

    question: NamingQuestion
    fates: tuple[Fate, ...]
    """Of its names, in order."""
    strangers: tuple[str, ...]
    """Cards that it does not name; of a file's questions only those that its span became."""


@attrs.frozen
class Alarm:
    """What was seen in a question that names no card."""

    id: str
    cards: tuple[str, ...]
    asked: tuple[str, ...]
    """Stretches that became a choice, or no card at all: the asker is asked about them."""


def naming_questions(path: Path) -> Sequence[NamingQuestion]:
    """Return the questions of *path* whose span means a card, or one of several; the form is that of `judge eval names`.

    Raises:
        QuestionsInvalid: a line cannot be used.
    """
    return read_lines(path, _naming_question)


def _naming_question(line: Mapping[str, Any]) -> NamingQuestion | None:
    expected = line["expected"]
    names = [expected["name"]] if "name" in expected else expected.get("candidates", ())
    if not names:
        return None
    named = Named(_POSSESSIVE.sub("", line["span"]), line["span"], frozenset(names))
    return NamingQuestion(str(line["id"]), line["question"], (named,), closed=False)


def read_card_free(path: Path) -> Sequence[tuple[str, str]]:
    """Return (id, text) of the questions of *path* that list no ``cards``.

    Raises:
        QuestionsInvalid: a line cannot be used.
    """
    return read_lines(path, lambda line: None if line.get("cards") else (str(line["id"]), str(line["question"])))


async def see(judge: Judge, corpus: Corpus, question: NamingQuestion) -> Seen:
    """Return what became of the names of *question*; a name counts only when it was seen in the text."""
    spans = (await judge.read(Question(question.text), corpus)).spans
    meanings = {span.text: await meaning(span, corpus, judge.resolvers) for span in spans}
    fates = tuple(_fate(name, [found for span, found in meanings.items() if _stands_in(span, name)]) for name in question.named)
    known = {card for name in question.named for card in name.cards}
    ours = [found for span, found in meanings.items() if question.closed or any(_stands_in(span, name) for name in question.named)]
    strangers = tuple(found.name for found in ours if isinstance(found, Card) and found.name not in known)
    return Seen(question, fates, strangers)


def _stands_in(span: str, name: Named) -> bool:
    return touch(span, name.written) or touch(span, name.whole)


def _fate(name: Named, found: Sequence[Card | Choice | None]) -> Fate:
    if not found:
        return Fate.MISSED
    if any(isinstance(meant, Card) and meant.name not in name.cards for meant in found):
        return Fate.WRONG
    if len(found) > 1 or found[0] is None:
        return Fate.LOST
    if isinstance(found[0], Card):
        return Fate.RIGHT if len(name.cards) == 1 else Fate.WRONG
    if len(name.cards) > 1:
        return Fate.RIGHT if set(found[0].choices) <= name.cards else Fate.LOST
    return Fate.OFFERED if name.cards <= set(found[0].choices) else Fate.LOST


async def false_alarms(judge: Judge, corpus: Corpus, key: str, text: str) -> Alarm:
    """Return what was seen in the question *text*, which names no card."""
    spans = (await judge.read(Question(text), corpus)).spans
    meanings = {span.text: await meaning(span, corpus, judge.resolvers) for span in spans}
    cards = tuple(found.name for found in meanings.values() if isinstance(found, Card))
    return Alarm(key, cards, tuple(span for span, found in meanings.items() if not isinstance(found, Card)))


def seen_summary(seen: Sequence[Seen]) -> dict[str, Any]:
    """Return the figures of *seen*: all, by case, and those of the ordinary words apart."""
    parts = {"all": seen} | {case.value: [one for one in seen if one.question.case is case] for case in (Case.LOWER, Case.PROPER)}
    figures = {part: _figures(_fates(some), some) for part, some in parts.items() if some}
    chats = [one for one in seen if one.question.case is Case.LOWER]
    ordinary = [fate for one in chats for name, fate in zip(one.question.named, one.fates, strict=True) if name.ordinary]
    return figures | {"ordinary words in lower case": _shares(ordinary)}


def _fates(seen: Iterable[Seen]) -> list[Fate]:
    return [fate for one in seen for fate in one.fates]


def _figures(fates: Sequence[Fate], seen: Sequence[Seen]) -> dict[str, Any]:
    return {"questions": len(seen), **_shares(fates), "strangers": sum(len(one.strangers) for one in seen)}


def _shares(fates: Sequence[Fate]) -> dict[str, Any]:
    counts = {fate.value: sum(found is fate for found in fates) for fate in Fate}
    return {"names": len(fates), "share": round(counts["right"] / len(fates), 4) if fates else None, **counts}


def alarms_summary(alarms: Sequence[Alarm]) -> dict[str, Any]:
    """Return how many questions there were, and the shares of them that got a card, or about which something was asked."""
    n = len(alarms)

    def share(count: int) -> float | None:
        return round(count / n, 4) if n else None

    with_card = sum(bool(alarm.cards) for alarm in alarms)
    asked = sum(bool(alarm.asked) for alarm in alarms)
    return {"questions": n, "with_card": with_card, "share": share(with_card), "asked": asked, "asked_share": share(asked)}
