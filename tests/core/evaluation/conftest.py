"""A judge over a handful of rules, whose legs know beforehand what each question is about."""

from collections.abc import Callable, Mapping, Sequence

import attrs
import pytest

from headjudge import Hit, Inquiry, Kind, Reference, Rule
from headjudge.evaluation.recall import Expected
from headjudge.pipeline import Judge
from headjudge.settings import Settings
from headjudge.steps.retrieve import Retrieval
from headjudge.testing import MemoryCalls, MemoryCorpus, ScriptedExtractor, ScriptedSynthesizer

CORPUS = MemoryCorpus.of(
    tuple(
        Rule(f"{section}.1{letter}", f"Rule {letter or 'itself'} of {section}.", str(section), f"Part {section}")
        for section in range(101, 121)
        for letter in ("", "a")
    )
)


@attrs.define(eq=False)
class Knowing:
    """A leg that finds the rules of *answers* by the question's text, the first of them best; remembers what it was asked."""

    answers: Mapping[str, Sequence[str]]
    name: str = "knowing"
    weight: float = 1.0
    asked: list[str] = attrs.Factory(list)

    async def retrieve(self, inquiry: Inquiry, corpus: object, limit: int) -> Sequence[Hit]:
        self.asked.append(inquiry.text)
        numbers = self.answers.get(inquiry.text, ())
        return [Hit(Reference(Kind.RULE, number), 1 / (1 + place)) for place, number in enumerate(numbers)]


@pytest.fixture
def corpus() -> MemoryCorpus:
    """Twenty parent rules, 101.1 to 120.1, with a sub-rule each."""
    return CORPUS


@pytest.fixture
def knowing() -> type[Knowing]:
    """The leg that knows."""
    return Knowing


@pytest.fixture
def judging() -> Callable[..., Judge]:
    """Put a judge together from legs, each of which weighs 1 or what it says; keywords are what its reader finds."""

    def put_together(*legs: object, **reading: object) -> Judge:
        settings = Settings(leg_weights={leg.name: getattr(leg, "weight", 1.0) for leg in legs})
        return Judge(ScriptedExtractor(**reading), (), (), Retrieval(settings, MemoryCalls(), legs), ScriptedSynthesizer([]), ())

    return put_together


@pytest.fixture
def expecting() -> Callable[..., Expected]:
    """Make a question that expects rules: ``expecting("Why?", "101.1a")``."""

    def expected(text: str, *must: str, cards: tuple[str, ...] = (), full: tuple[str, ...] = (), source: str = "s") -> Expected:
        return Expected(text, source, text, cards, tuple(frozenset(alternatives.split("|")) for alternatives in must), frozenset(full))

    return expected
