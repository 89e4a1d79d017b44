"""The full-text leg keeps what every leg promises."""

import pytest

from headjudge.testing.contracts import RetrieverContract
from headjudge_tantivy.index import RulesIndexes
from headjudge_tantivy.leg import FullText


class TestFullText(RetrieverContract):
    """The leg `full text`."""

    @pytest.fixture
    def retriever(self, tmp_path):
        """The leg, with a folder of its own."""
        return FullText(RulesIndexes(tmp_path))
