"""The legs of the library, its detector and its lists keep what their roles promise."""

from collections.abc import Collection
from typing import ClassVar

import attrs
import pytest

from headjudge import Concept, Detector, Kind, Reference, Retriever, Services, Source
from headjudge.testing import MemoryCalls
from headjudge.testing.contracts import DetectorContract, RetrieverContract, SourceContract
from headjudge.testing.contracts.plants import CALL
from headjudge_library.plugin import headjudge_detectors, headjudge_retrievers, headjudge_sources


class TestLegs(RetrieverContract):
    @pytest.fixture(params=["category", "concepts", "glossary", "keywords", "notes", "rulings"])
    def retriever(self, request: pytest.FixtureRequest, headjudge_services: Services) -> Retriever:
        return next(leg for leg in headjudge_retrievers(headjudge_services) if leg.name == request.param)


class TestPriorCalls(RetrieverContract):
    planted: ClassVar[Collection[Reference]] = (Reference(Kind.CALL, "1"),)

    @pytest.fixture
    def retriever(self, headjudge_services: Services) -> Retriever:
        services = attrs.evolve(headjudge_services, calls=MemoryCalls({1: CALL}))
        return next(leg for leg in headjudge_retrievers(services) if leg.name == "prior calls")


class TestConceptDetector(DetectorContract):
    @pytest.fixture
    def detector(self, headjudge_services: Services) -> Detector:
        return next(iter(headjudge_detectors(headjudge_services)))


class TestPracticeConcepts(SourceContract):
    @pytest.fixture
    def source(self, headjudge_services: Services) -> Source:
        return next(source for source in headjudge_sources(headjudge_services) if source.corpus == "practice")

    @pytest.fixture
    async def planted(self, source: Source) -> Concept:
        """The first concept of the practice rulebook's list."""
        rows = [row async for batch in source.fetch(await source.latest(), lambda *_: None) for row in batch]
        return next(row for row in rows if isinstance(row, Concept) and row.name == "responding")


class TestMagicConcepts(SourceContract):
    @pytest.fixture
    def source(self, headjudge_services: Services) -> Source:
        return next(source for source in headjudge_sources(headjudge_services) if source.corpus == "magic")

    @pytest.fixture
    async def planted(self, source: Source) -> Concept:
        """The concept of the list that the rules call trample."""
        rows = [row async for batch in source.fetch(await source.latest(), lambda *_: None) for row in batch]
        return next(row for row in rows if isinstance(row, Concept) and any(number.startswith("702.19") for number in row.rules))
