"""Look-ups over the practice rulebook."""

import pytest

from headjudge.lookups import Books
from headjudge.testing import MemoryCorpus, OpenMemoryStore


@pytest.fixture
def books(headjudge_corpus: MemoryCorpus) -> Books:
    """What needs no judge."""
    return Books(OpenMemoryStore.holding(headjudge_corpus))
