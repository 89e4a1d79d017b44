"""The full-text legs keep what every leg promises."""

import pytest

from headjudge.testing.contracts import RetrieverContract
from headjudge_tantivy.index import RulesIndexes
from headjudge_tantivy.legs import FullText, Vocabulary


class TestFullText(RetrieverContract):
    """The leg `full text`."""

    @pytest.fixture
    def retriever(self, tmp_path):
        """The leg, with a folder of its own."""
        return FullText(RulesIndexes(tmp_path))


class TestVocabulary(RetrieverContract):
    """The leg `vocabulary`."""

    @pytest.fixture
    def retriever(self, tmp_path):
        """The leg, with a folder of its own."""
        return Vocabulary(RulesIndexes(tmp_path))
