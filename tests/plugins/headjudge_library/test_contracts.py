"""The library's legs, detector and sources keep what their roles promise."""

from typing import ClassVar

import pytest

from headjudge import Concept, Kind, Reference
from headjudge.testing import MemoryCalls
from headjudge.testing.contracts import DetectorContract, RetrieverContract, SourceContract
from headjudge.testing.contracts.plants import CALL, GLOSSARY, RULE
from headjudge_library.abilities import Abilities, AbilityBooks
from headjudge_library.calls import PriorCalls
from headjudge_library.categories import Categories
from headjudge_library.concepts import ConceptDetector, ConceptIndexes, Concepts
from headjudge_library.glossary import Glossary
from headjudge_library.keywords import Keywords
from headjudge_library.lists import PRACTICE, read_concepts, texts_of
from headjudge_library.notes import Notes
from headjudge_library.rulewords import RuleWordsIndexes
from headjudge_library.rulings import Rulings
from headjudge_library.sources import practice

ABILITIES = f"""
verb = []
link = []
[[class]]
name = "tallowed"
text = ['tallow']
rules = ["{RULE.number}"]
"""
LEGS = {
    "abilities": lambda: Abilities(AbilityBooks(ABILITIES, ""), RuleWordsIndexes()),
    "category": lambda: Categories(RuleWordsIndexes()),
    "concepts": lambda: Concepts(ConceptIndexes()),
    "keywords": lambda: Keywords(RuleWordsIndexes()),
    "notes": Notes,
    "rulings": lambda: Rulings(RuleWordsIndexes()),
}


@pytest.fixture(params=LEGS)
def leg(request):
    """Each leg in turn."""
    return LEGS[request.param]()


class TestLegs(RetrieverContract):
    """Every leg that finds rules."""

    @pytest.fixture
    def retriever(self, leg):
        """The leg in turn."""
        return leg


class TestPriorCalls(RetrieverContract):
    """The leg `prior calls`, which finds calls and no rules."""

    planted: ClassVar = (Reference(Kind.CALL, str(CALL.id)),)

    @pytest.fixture
    def retriever(self):
        """The leg, with the planted call rated."""
        return PriorCalls(MemoryCalls({CALL.id: CALL}), RuleWordsIndexes())


class TestGlossary(RetrieverContract):
    """The leg `glossary`, which finds entries and no rules."""

    planted: ClassVar = (Reference(Kind.GLOSSARY, GLOSSARY.terms[0]),)

    @pytest.fixture
    def retriever(self):
        """The leg."""
        return Glossary()


class TestConceptDetector(DetectorContract):
    """The detector of concepts."""

    @pytest.fixture
    def detector(self):
        """The detector."""
        return ConceptDetector(ConceptIndexes())


class TestConceptSource(SourceContract):
    """The source of concepts."""

    @pytest.fixture
    def source(self):
        """The practice rulebook's concepts: the whole list of Magic's is tested where it is read."""
        return practice()

    @pytest.fixture
    def planted(self) -> Concept:
        """The first concept of the list."""
        return read_concepts(texts_of(PRACTICE))[0]
