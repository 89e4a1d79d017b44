"""The extractor and the synthesizer keep what their roles promise, over a model that follows a script."""

from collections.abc import Callable
from typing import Any

import pytest

from headjudge import Extractor, Prompted, Synthesizer
from headjudge.testing.contracts import ExtractorContract, SynthesizerContract


class TestCounselExtractor(ExtractorContract):
    @pytest.fixture
    def extractor(self, extractor: Callable[..., tuple[Extractor, Any]], reading: Callable[..., str]) -> Extractor:
        return extractor(reading(cards=[], concepts=["gloamwick"], categories=["plants"]))[0]

    async def test_it_is_prompted(self, extractor: Extractor) -> None:
        """It asks a model, and says by which prompts."""
        assert isinstance(extractor, Prompted)


class TestCounselSynthesizer(SynthesizerContract):
    @pytest.fixture
    def synthesizer(self, synthesizer: Callable[..., tuple[Synthesizer, Any]], verdict: Callable[..., str]) -> Synthesizer:
        citations = [{"source": "990.1a", "quote": "its controller hums at every lantern"}]
        return synthesizer(verdict(citations=citations, answer="Yes, you hum at every lantern (990.1a)."))[0]

    async def test_it_is_prompted(self, synthesizer: Synthesizer) -> None:
        """It asks a model, and says by which prompts."""
        assert isinstance(synthesizer, Prompted)
