"""The vector legs keep what every leg promises."""

import pytest

from headjudge.testing.contracts import RetrieverContract
from headjudge.testing.corpus import MemoryCorpus
from headjudge_faiss.legs import legs
from headjudge_faiss.search import Search


class TestVectors(RetrieverContract):
    """The leg `vectors`."""

    place = 0

    @pytest.fixture
    async def retriever(self, keeping, corpus):
        """The leg, over the vectors of the corpus and of an empty one."""
        made = legs(Search(keeping.lent(), keeping.clock))
        await keeping.embed(corpus, made)
        return made[self.place]

    @pytest.fixture
    def corpus(self, headjudge_corpus: MemoryCorpus) -> MemoryCorpus:
        """The contract's, and not ours."""
        return RetrieverContract.corpus.__wrapped__(self, headjudge_corpus)


class TestGroupVectors(TestVectors):
    """The leg `group vectors`."""

    place = 1
