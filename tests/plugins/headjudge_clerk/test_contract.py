"""The model-free extractor and synthesizer keep what their roles promise."""

import pytest

from headjudge import Extractor, Services, Synthesizer
from headjudge.testing.contracts import ExtractorContract, SynthesizerContract
from headjudge_clerk.plugin import headjudge_extractors, headjudge_synthesizers


class TestClerk(ExtractorContract):
    @pytest.fixture
    def extractor(self, headjudge_services: Services) -> Extractor:
        return next(iter(headjudge_extractors(headjudge_services)))


class TestExcerpts(SynthesizerContract):
    @pytest.fixture
    def synthesizer(self, headjudge_services: Services) -> Synthesizer:
        return next(iter(headjudge_synthesizers(headjudge_services)))
