"""How many questions the extractor declines as out of scope."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from headjudge.domain.questions import Question
from headjudge.evaluation.files import read_lines
from headjudge.pipeline import Judge
from headjudge.roles import Corpus

__all__ = ["declined_summary", "declines", "read_questions"]


def read_questions(path: Path) -> Sequence[tuple[str, str]]:
    """Return (id, text) of the questions of *path*.

    Raises:
        QuestionsInvalid: a line cannot be used.
    """
    return read_lines(path, lambda line: (str(line["id"]), str(line["question"])))


async def declines(judge: Judge, corpus: Corpus, text: str) -> bool:
    """Return whether the question *text* is declined."""
    return (await judge.read(Question(text), corpus)).declined is not None


def declined_summary(outcomes: Sequence[bool]) -> dict[str, Any]:
    """Return how many questions there were, and the share of them that was declined."""
    return {"n": len(outcomes), "declined": round(sum(outcomes) / len(outcomes), 4) if outcomes else None}
