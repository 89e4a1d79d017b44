"""Questions with the rules that decide them, and what the judge shows for each."""

import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from headjudge.domain.answers import Ambiguous, Declined, NotFound
from headjudge.domain.names import Span
from headjudge.domain.passages import Brief, Kind
from headjudge.domain.questions import Inquiry, Question, Reading
from headjudge.domain.rules import group_of
from headjudge.evaluation.files import Half, QuestionsInvalid, half_of, misspelt, must_cites, read_lines, texts
from headjudge.pipeline import Judge
from headjudge.roles import Corpus

__all__ = ["DEPTHS", "Expected", "QuestionFile", "Result", "absent_rules", "given", "measure", "read_expected", "result_of"]

DEPTHS: Final = (5, 7, 10)
"""Numbers of groups at which recall is counted."""
FIELDS: Final = ("id", "source", "category", "question", "cards", "must_cite", "expected_rules", "match", "alt_expected_rules")


@attrs.frozen
class Expected:
    """A question and the rules that decide it."""

    id: str
    source: str
    text: str
    cards: tuple[str, ...]
    must: tuple[frozenset[str], ...]
    """Sets of alternatives: one of each must be found."""
    full: frozenset[str]
    """Every rule that bears on it; empty when nobody said."""
    category: str = ""
    """As the file says; blank leaves it to the reader."""


@attrs.frozen
class QuestionFile:
    """The questions of a file that can be measured."""

    name: str
    questions: tuple[Expected, ...]
    left_out: int
    """How many have no expected rules."""
    doubts: tuple[str, ...] = ()
    """What an author should know of it, a sentence each."""


@attrs.frozen
class Result:
    """What was shown for one question, and how long it took."""

    expected: Expected
    groups: tuple[str, ...]
    """Parent rules in the order shown."""
    rules: tuple[str, ...]
    """Every rule in the packed text."""
    size: int
    """Bytes packed."""
    seconds: float
    category: str = ""
    """The file's, else the likeliest that the reader finds; blank when there is neither."""
    inquiry: Inquiry | None = None
    """What was looked for; None when its cards did not resolve."""
    obstacle: str = ""
    """Why nothing was shown."""

    def must(self, depth: int) -> float:
        """Return the share of the must-cites that lie in the first *depth* groups."""
        return self._share(self.expected.must, self.groups[:depth])

    def full(self, depth: int) -> float | None:
        """Return the share of all rules that bear on the question within the first *depth* groups; None when nobody said which."""
        return self._share([frozenset([number]) for number in self.expected.full], self.groups[:depth]) if self.expected.full else None

    @property
    def exact(self) -> float:
        """The share of the must-cites that stand, letter and all, in the packed text."""
        shown = set(self.rules)
        return sum(bool(alternatives & shown) for alternatives in self.expected.must) / len(self.expected.must)

    @property
    def reciprocal_rank(self) -> float:
        """One over the rank of the first group with a must-cite; 0 when none is shown."""
        wanted = {group_of(number) for alternatives in self.expected.must for number in alternatives}
        return next((1 / rank for rank, group in enumerate(self.groups, 1) if group in wanted), 0.0)

    @staticmethod
    def _share(wanted: Iterable[frozenset[str]], groups: Sequence[str]) -> float:
        found = [any(group_of(number) in groups for number in alternatives) for alternatives in wanted]
        return sum(found) / len(found)


def read_expected(path: Path, half: Half | None = None) -> QuestionFile:
    """Return the questions of *path* that have expected rules; of *half* alone where one is named.

    Raises:
        QuestionsInvalid: a line cannot be used, or there is no such question.
    """
    doubts: dict[str, None] = {}

    def read(line: dict[str, Any]) -> Expected:
        doubts.update(dict.fromkeys(misspelt(line, FIELDS)))
        return _expected(line)

    everything = read_lines(path, read)
    usable = [question for question in everything if question.must]
    if not usable:
        raise QuestionsInvalid(f"{path.name} has no question with expected rules; see docs/reference/questions.md")
    kept = tuple(question for question in usable if half in (None, half_of(question.id)))
    if not kept:
        raise QuestionsInvalid(f"{path.name} has no question in its {half} half; take the other, or all")
    return QuestionFile(path.name, kept, len(everything) - len(usable), tuple(doubts))


def _expected(line: Mapping[str, Any]) -> Expected:
    return Expected(
        id=str(line["id"]),
        source=str(line.get("source") or ""),
        text=str(line["question"]),
        cards=texts(line.get("cards"), "cards"),
        must=must_cites(line),
        full=frozenset(texts(line.get("alt_expected_rules"), "alt_expected_rules")),
        category=str(line.get("category") or ""),
    )


async def absent_rules(files: Iterable[QuestionFile], corpus: Corpus) -> Sequence[str]:
    """Return the must-cites of *files* that *corpus* does not have: a release renumbers, and its questions then miss what is there."""
    known = {rule.number for rule in await corpus.rules()}
    wanted = {number for file in files for question in file.questions for alternatives in question.must for number in alternatives}
    return sorted(wanted - known)


async def given(judge: Judge, corpus: Corpus, expected: Expected) -> Reading:
    """Return the reading of *expected* with its cards given by name.

    Recall is measured with the right cards: finding them is measured by `names` and `detection`, declining by `declined`.
    """
    reading = await judge.read(Question(expected.text), corpus)
    return attrs.evolve(reading, spans=tuple(Span(name, bracketed=True) for name in expected.cards), declined=None)


async def measure(judge: Judge, corpus: Corpus, expected: Expected) -> Result:
    """Return what the judge shows for one question, its cards given by name."""
    begun = time.perf_counter()
    reading = await given(judge, corpus, expected)
    outcome = await judge.prepare(reading, corpus)
    return result_of(expected, reading, outcome, time.perf_counter() - begun)


def result_of(expected: Expected, reading: Reading, outcome: Brief | Ambiguous | NotFound | Declined, seconds: float) -> Result:
    """Return *outcome*, what became of *reading*, as a result."""
    category = expected.category or next(iter(reading.categories), "")
    if not isinstance(outcome, Brief):
        return Result(expected, (), (), 0, seconds, category, obstacle=_told(outcome))
    rules = tuple(passage.reference.key for passage in outcome.passages if passage.reference.kind is Kind.RULE)
    return Result(expected, outcome.groups, rules, outcome.size, seconds, category, outcome.inquiry)


def _told(outcome: Ambiguous | NotFound | Declined) -> str:
    match outcome:
        case Ambiguous(spans=spans):
            return "several cards are called " + ", ".join(f"“{choice.query}”" for choice in spans)
        case NotFound(names=names):
            return "no card is called " + ", ".join(f"“{name}”" for name in names)
        case Declined(message=message):
            return message
