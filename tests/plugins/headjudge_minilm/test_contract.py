"""MiniLM keeps what every embedder promises."""

import pytest

from headjudge.testing.contracts import EmbedderContract
from headjudge_minilm.embedder import MiniLm
from headjudge_minilm.encoder import Encoder

ONE = MiniLm(Encoder.installed)


class TestMiniLm(EmbedderContract):
    """The embedder all-minilm-l6-v2."""

    @pytest.fixture
    def embedder(self):
        """One for all tests: reading its weights takes a fifth of a second."""
        return ONE
