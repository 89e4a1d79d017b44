"""A refresh embeds what is new, and nothing twice."""

import re

import attrs
import numpy as np
import pytest
import structlog

from headjudge import (
    BackendFailed,
    BudgetPeriod,
    Card,
    Face,
    KeepingEmbedder,
    Micros,
    PluginInvalid,
    Rule,
    Shelf,
    Space,
    SpendCapReached,
    VectorState,
    masked,
    vector_standing,
)
from headjudge.metering import Budget, MeteredEmbedder
from headjudge.refresh.embedding import BATCH, Embeddings
from headjudge.refresh.loading import Refresh, Report
from headjudge.testing import MemoryCorpus, OpenMemoryStore, ScriptedRetriever, ScriptedSource, StoppedClock
from headjudge.testing.vectors import ScriptedEmbedder

RULES = tuple(Rule(f"100.{number}", f"Rule {number} says what kite {'abcdefghij'[number]} does.", "100", "Kites") for number in range(1, 6))
CARD = Card("a", "Ashes", (Face("Ashes", "", "Thing", ""),), "normal")
OTHER = Space("candle", 8)


@attrs.define(eq=False)
class Comparing(ScriptedRetriever):
    """A leg that compares the texts of the rules."""

    async def texts(self, corpus):
        return [masked(rule.text) for rule in await corpus.rules()]


@attrs.define(eq=False)
class Mute(ScriptedRetriever):
    """A leg that cannot say what it compares."""

    name: str = "mute"

    async def texts(self, corpus):
        raise ValueError("hum")


@attrs.define(eq=False)
class Breaking(ScriptedEmbedder):
    """Breaks off after so many calls."""

    calls: int = 1

    async def embed(self, texts):
        if not self.calls:
            raise BackendFailed("the lamp went out")
        self.calls -= 1
        return await super().embed(texts)


@pytest.fixture
def store() -> OpenMemoryStore:
    return OpenMemoryStore.holding(MemoryCorpus.of(RULES))


def embeddings(store: OpenMemoryStore, embedder: ScriptedEmbedder, *, cap: int = 0, leg: ScriptedRetriever | None = None) -> Embeddings:
    budget = Budget(store.ledger, StoppedClock(), Micros(cap), BudgetPeriod.DAY, "p1")
    keeping = KeepingEmbedder(MeteredEmbedder(embedder, budget), store.vectors)
    return Embeddings(keeping, store.vectors, [leg or Comparing(), ScriptedRetriever(name="another")])


def unheard(*_: object) -> None:
    """Nobody looks at the progress."""


async def refresh(store: OpenMemoryStore, rules: tuple[Rule, ...], made: Embeddings | None, version: str = "1", held: list | None = None) -> Report:
    """Refresh *store* with *rules* and a card; *held* is told which space was in use when the indexes were built."""
    sources = [ScriptedSource(Shelf.RULES, [rules], version, "rules"), ScriptedSource(Shelf.CARDS, [[CARD]], name="cards")]

    async def ready(_: object) -> None:
        (held if held is not None else []).append(await store.vectors.held())

    with structlog.testing.capture_logs():
        return await Refresh(store.corpora, "practice", sources, ready, made).run(unheard)


async def test_a_plan_says_what_it_takes(store: OpenMemoryStore) -> None:
    """How many texts, which lack a vector, and the most that they cost, a call a batch."""
    made = embeddings(store, ScriptedEmbedder(cost=7))

    plan = await made.plan(await store.corpora.current())

    assert (len(plan.keys), len(plan.missing), plan.worst, plan.held, plan.done) == (5, 5, 7, None, False)
    assert sorted(plan.missing.values()) == sorted(masked(rule.text) for rule in RULES)


async def test_carrying_out_makes_every_vector_and_takes_the_space_into_use(store: OpenMemoryStore) -> None:
    """Then vectors are on; the numbers are kept as little-endian float32, and the progress ends where it must."""
    embedder, corpus, seen = ScriptedEmbedder(), await store.corpora.current(), []
    made = embeddings(store, embedder)
    await made.carry_out(await made.plan(corpus), lambda *said: seen.append(said))

    kept = await made.embedder.kept([RULES[0].text])
    assert np.allclose(np.frombuffer(kept.vectors[0], "<f4"), (await embedder.embed([RULES[0].text]))[0])
    assert seen == [("embedding with scripted-32", 5, 5)]
    assert (await made.plan(corpus)).done
    assert (await vector_standing(made.embedder, made.legs, corpus)).state is VectorState.ON


async def test_equal_texts_are_embedded_once(store: OpenMemoryStore) -> None:
    """Two legs that compare the same text share its vector."""
    embedder = ScriptedEmbedder()
    made = attrs.evolve(embeddings(store, embedder), legs=[Comparing(), Comparing(name="second")])

    await made.carry_out(await made.plan(await store.corpora.current()), unheard)

    assert len(embedder.asked) == 5


async def test_a_new_release_costs_only_the_texts_that_changed(store: OpenMemoryStore) -> None:
    """Renumbered rules, also where another names them, are not embedded again."""
    embedder = ScriptedEmbedder()
    first = (*RULES, Rule("101.1", "See rule 100.1, “Kites.”", "101", "Strings"))
    await refresh(store, first, embeddings(store, embedder))
    renumbered = (Rule("100.1", "A rule that is new.", "100", "Kites"), *(attrs.evolve(rule, number=f"100.1{n}") for n, rule in enumerate(RULES)))
    embedder.asked.clear()

    report = await refresh(store, (*renumbered, Rule("101.1", "See rule 100.10, “Kites.”", "101", "Strings")), embeddings(store, embedder), "2")

    assert embedder.asked == ["A rule that is new."]
    assert (report.embedded.made, report.embedded.texts) == (1, 7)


async def test_vectors_are_whole_before_the_indexes_are_built(store: OpenMemoryStore) -> None:
    """So that no question meets half of them: the space is in use when the legs make ready."""
    held = []
    await refresh(store, RULES, embeddings(store, ScriptedEmbedder()), held=held)

    assert held == [Space("scripted-32", 32)]


async def test_a_refresh_without_news_embeds_what_is_missing(store: OpenMemoryStore) -> None:
    """An embedder that was chosen since is brought up to date."""
    await refresh(store, RULES, None)

    report = await refresh(store, RULES, embeddings(store, ScriptedEmbedder()))

    assert report.unchanged
    assert (report.embedded.made, await store.vectors.held()) == (5, Space("scripted-32", 32))


async def test_what_was_broken_off_goes_on_where_it_was(store: OpenMemoryStore) -> None:
    """What a process that was stopped had embedded is kept, a batch at a time; its space is not in use before all is there."""
    many = MemoryCorpus.of([attrs.evolve(RULES[0], number=f"100.{n}", text=f"Kite {'x' * n}.") for n in range(1, 2 * BATCH + 2)])
    first = embeddings(store, Breaking(calls=2))
    with pytest.raises(BackendFailed):
        await first.carry_out(await first.plan(many), unheard)
    assert await store.vectors.held() is None

    embedder = ScriptedEmbedder()
    again = embeddings(store, embedder)
    await again.carry_out(await again.plan(many), unheard)

    assert len(embedder.asked) == 1
    assert (await again.plan(many)).done


@pytest.mark.parametrize(
    ("embedder", "fault"),
    [
        (Breaking(calls=0), "the lamp went out"),
        (ScriptedEmbedder(cost=5), "one call can cost"),
        (ScriptedEmbedder(fault=ValueError("oh")), "the embedder is broken (ValueError: oh)"),
    ],
)
async def test_rules_are_put_in_force_though_embedding_fails(store: OpenMemoryStore, embedder: ScriptedEmbedder, fault: str) -> None:
    """The fault is told, and no space is taken into use."""
    report = await refresh(store, RULES[:3], embeddings(store, embedder))

    assert fault in report.embedded.fault
    assert len(await (await store.corpora.current()).rules()) == 3
    assert await store.vectors.held() is None


async def test_rules_are_put_in_force_though_a_leg_is_broken(store: OpenMemoryStore) -> None:
    """The fault names the leg; whoever asks how vectors stand is told the same."""
    made = embeddings(store, ScriptedEmbedder(), leg=Mute())

    report = await refresh(store, RULES[:3], made)

    told = "the leg 'mute' failed to give its texts (ValueError: hum); mend its plugin"
    corpus = await store.corpora.current()
    assert (report.embedded.fault, len(await corpus.rules())) == (told, 3)
    with pytest.raises(PluginInvalid, match=re.escape(told)):
        await vector_standing(made.embedder, made.legs, corpus)


async def test_a_refresh_leaves_another_embedders_vectors_in_use(store: OpenMemoryStore) -> None:
    """It costs nothing until someone says so; the report tells how to."""
    await store.vectors.adopt(OTHER)
    embedder = ScriptedEmbedder()

    report = await refresh(store, RULES, embeddings(store, embedder))

    assert "holds vectors of 'candle'" in report.embedded.remark
    assert (embedder.asked, report.embedded.fault, await store.vectors.held()) == ([], "", OTHER)


async def test_carrying_out_takes_over_from_another_embedder(store: OpenMemoryStore) -> None:
    """Its vectors stay until they are tidied away, and then go with what no text needs."""
    await store.vectors.add(OTHER, {"x": b"\0" * 32})
    await store.vectors.adopt(OTHER)
    made = embeddings(store, ScriptedEmbedder())
    await store.vectors.add(made.embedder.space, {"of an old release": b"\0" * 128})
    plan = await made.plan(await store.corpora.current())
    await made.carry_out(plan, unheard)

    assert await store.vectors.held() == made.embedder.space
    assert await made.tidy(plan) == 2
    assert (await made.plan(await store.corpora.current())).done


async def test_embedding_stops_at_the_cap(store: OpenMemoryStore) -> None:
    """The batches that fit are kept, and nothing is sent past the cap."""
    many = MemoryCorpus.of([attrs.evolve(RULES[0], number=f"100.{n}", text=f"Kite {'x' * n}.") for n in range(1, 2 * BATCH + 2)])
    embedder = ScriptedEmbedder(cost=10)
    made = embeddings(store, embedder, cap=25)

    with pytest.raises(SpendCapReached):
        await made.carry_out(await made.plan(many), unheard)

    assert len(embedder.asked) == 2 * BATCH
    assert len((await made.plan(many)).missing) == 1
