"""Rules of a game of kites, and a search over their vectors, which a scripted embedder makes."""

from collections.abc import Sequence
from importlib.util import find_spec

import attrs
import pytest

from headjudge import BudgetPeriod, Corpus, KeepingEmbedder, Micros, Rule
from headjudge.metering import Budget, MeteredEmbedder
from headjudge.refresh.embedding import Embeddings
from headjudge.testing import MemoryCorpus, MemoryLedger, MemoryVectors, StoppedClock
from headjudge.testing.vectors import ScriptedEmbedder

# Without the extra `vectors` only what needs no faiss is tested; `nox -s vectors` tests it all.
collect_ignore = [] if find_spec("faiss") else ["test_contracts.py", "test_index.py", "test_legs.py"]

WORDS = ("anchor", "banner", "comet", "dew", "ember", "fog", "gale", "hail", "ice", "jet", "knot", "lull")


@attrs.define
class Keeping:
    """An embedder with vectors in memory, and what tests change of it."""

    embedder: ScriptedEmbedder = attrs.Factory(ScriptedEmbedder)
    vectors: MemoryVectors = attrs.Factory(MemoryVectors)
    clock: StoppedClock = attrs.Factory(StoppedClock)

    def lent(self) -> KeepingEmbedder:
        """The embedder as a plugin is lent it."""
        budget = Budget(MemoryLedger(), self.clock, Micros(100), BudgetPeriod.DAY, "p1")
        return KeepingEmbedder(MeteredEmbedder(self.embedder, budget), self.vectors)

    async def embed(self, corpus: Corpus, legs: Sequence[object]) -> None:
        """Make the vectors that *legs* compare, and forget what was asked."""
        made = Embeddings(self.lent(), self.vectors, legs)
        await made.carry_out(await made.plan(corpus), lambda *_: None)
        self.embedder.asked.clear()


@pytest.fixture
def keeping() -> Keeping:
    """An embedder of which nothing is kept yet."""
    return Keeping()


@pytest.fixture
def corpus() -> MemoryCorpus:
    """Twelve groups of two rules, each with a word of its own in the sub-rule."""
    groups = [(("", "A kite flies."), ("a", f"The {word} is {word} {word}.")) for word in WORDS]
    return MemoryCorpus.of([Rule(f"{101 + n}.1{letter}", text, "100", "Kites") for n, group in enumerate(groups) for letter, text in group])
