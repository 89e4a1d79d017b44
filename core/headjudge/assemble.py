"""From settings and plugins to a running judge: the one place where everything is put together and closed again."""

import asyncio
import datetime
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import attrs

from headjudge.desk import Desk, Slots
from headjudge.discovery import Plugins, Standing
from headjudge.domain.money import BudgetPeriod, Micros
from headjudge.doors import Door
from headjudge.embedding import KeepingEmbedder, VectorStanding, vector_standing
from headjudge.errors import CorpusAbsent, PluginInvalid, RefreshRunning, StoreFailed
from headjudge.metering import Budget, MeteredEmbedder, MeteredModel
from headjudge.pipeline import Judge
from headjudge.refresh.embedding import Embeddings
from headjudge.refresh.loading import Refresh
from headjudge.roles import Clock, OpenStore, Source, Store
from headjudge.services import Services
from headjudge.settings import Settings
from headjudge.steps.retrieve import Retrieval

__all__ = ["PRACTICE", "House", "build", "house", "library", "utc_now"]

PRACTICE: Final = "practice"
"""The corpus that an empty database is given, so that the first question can be answered."""
PAUSE: Final = 0.1
"""Seconds between two looks at an empty database that another process fills."""
LOOKS: Final = 100
"""After so many the other is taken to be stuck; loading the practice rulebook takes a fraction of a second."""


def utc_now() -> datetime.datetime:
    """Return the time now: aware, UTC."""
    return datetime.datetime.now(datetime.UTC)


@attrs.frozen
class House:
    """All that a process needs, put together."""

    settings: Settings
    plugins: Plugins
    store: OpenStore
    judge: Judge
    desk: Desk
    sources: Sequence[Source]
    doors: Sequence[Door]
    embedder: KeepingEmbedder | None = None
    """The chosen embedder; None when vector search is off."""

    @property
    def embeddings(self) -> Embeddings | None:
        """What makes the vectors that the legs compare; None when vector search is off."""
        return Embeddings(self.embedder, self.store.vectors, self.judge.retrieval.legs) if self.embedder else None

    async def vectors(self) -> VectorStanding:
        """Return whether vectors are searched in the corpus in force, and why not."""
        return await vector_standing(self.embedder, self.judge.retrieval.legs, await self.store.corpora.current())

    def refresh(self, corpus: str, sources: Sequence[Source] | None = None) -> Refresh:
        """Return the refresh of *corpus* from *sources* (default: all but those of optional shelves); `Refresh.run` does it."""
        usual = [source for source in self.sources if not source.shelf.optional]
        return Refresh(self.store.corpora, corpus, usual if sources is None else sources, self.judge.ready, self.embeddings)


@asynccontextmanager
async def library(settings: Settings, plugins: Plugins, clock: Clock = utc_now) -> AsyncIterator[OpenStore]:
    """Open the database alone, for look-ups, and close it at the end. An empty one is given the practice rulebook.

    Raises:
        PluginInvalid: a plugin is broken, or none opens this kind of database.
        StoreFailed: the database cannot be used.
    """
    async with _opened(settings, plugins) as store:
        if await _empty(store):
            await _fill(build(settings, plugins, store, clock))
        yield store


@asynccontextmanager
async def house(settings: Settings, plugins: Plugins, clock: Clock = utc_now) -> AsyncIterator[House]:
    """Put a judge together over an open database, and close it at the end.

    Raises:
        PluginInvalid: a plugin is broken, or a role that the settings name is not filled.
        StoreFailed: the database cannot be used.
    """
    async with _opened(settings, plugins) as store:
        made = build(settings, plugins, store, clock)
        if await _empty(store):
            await _fill(made)
        yield made


@asynccontextmanager
async def _opened(settings: Settings, plugins: Plugins) -> AsyncIterator[OpenStore]:
    store = await _store(settings, plugins).open(settings.database)
    try:
        yield store
    finally:
        await store.close()


def build(settings: Settings, plugins: Plugins, store: OpenStore, clock: Clock) -> House:
    """Return a judge over *store*, every role filled.

    Raises:
        PluginInvalid: a plugin is broken, or a role that the settings name is not filled.
    """
    services = _services(settings, plugins, store, clock)
    judge = Judge(
        extractor=_chosen(plugins.collect("extractors", services), "extractor", settings.extractor, "JUDGE_EXTRACTOR"),
        detectors=plugins.collect("detectors", services),
        resolvers=plugins.collect("resolvers", services),
        retrieval=Retrieval(settings, store.calls, plugins.collect("retrievers", services)),
        synthesizer=_chosen(plugins.collect("synthesizers", services), "synthesizer", settings.synthesizer, "JUDGE_SYNTHESIZER"),
        validators=plugins.collect("validators", services),
    )
    desk = Desk(judge, store, Slots(settings.concurrency, settings.slot_wait_secs), clock)
    sources, doors = plugins.collect("sources", services), plugins.collect("doors", services)
    return House(settings, plugins, store, judge, desk, sources, doors, services.embedder)


def _services(settings: Settings, plugins: Plugins, store: OpenStore, clock: Clock) -> Services:
    alarms = plugins.collect("alarms", settings)
    budget = Budget(store.ledger, clock, Micros(settings.max_micros), BudgetPeriod(settings.budget_period), secrets.token_hex(8), alarms)
    models, embedders = plugins.collect("models", settings), plugins.collect("embedders", settings)
    absent = [standing for standing in plugins.standings if standing.state == "left out"]
    model = _chosen(models, "model backend", settings.model_backend, "JUDGE_MODEL_BACKEND", absent) if settings.model_backend else None
    embedder = _chosen(embedders, "embedder", settings.embedder, "JUDGE_EMBEDDER", absent) if settings.embedder else None
    keeping = embedder and KeepingEmbedder(MeteredEmbedder(embedder, budget), store.vectors)
    return Services(settings, store.calls, model and MeteredModel(model, budget), keeping, clock)


def _chosen(players: Sequence[Any], role: str, name: str, variable: str, absent: Sequence[Standing] = ()) -> Any:
    """The player named *name*. *absent* are plugins that may give it once their vendors are installed."""
    for player in players:
        if player.name == name:
            return player
    known = ", ".join(sorted(player.name for player in players))
    cure = f"choose one of: {known}" if known else "none is installed; leave it blank or install a plugin that gives one"
    left_out = "".join(f"; plugin {standing.name!r} is left out: {standing.reason}" for standing in absent)
    raise PluginInvalid(f"{variable} names the {role} {name!r}, which no plugin gives; {cure}{left_out}")


def _store(settings: Settings, plugins: Plugins) -> Store:
    """The kind of database that the URL's scheme names."""
    if plugins.broken:
        broken = plugins.broken[0]
        raise PluginInvalid(f"plugin {broken.name!r} is broken ({broken.reason}); mend it, or leave it out with JUDGE_PLUGINS_OFF={broken.name}")
    scheme = settings.database.partition(":")[0]
    stores: Sequence[Store] = plugins.collect("stores", settings)
    for store in stores:
        if scheme in store.schemes:
            return store
    known = ", ".join(sorted(scheme for store in stores for scheme in store.schemes)) or "none is installed"
    raise StoreFailed(f"JUDGE_DATABASE_URL begins with {scheme}:, which no plugin opens; choose one of: {known}")


async def _fill(empty: House) -> None:
    """Load the practice rulebook; while another process is at it, wait and look again."""
    for look in range(LOOKS):
        try:
            report = await empty.refresh(PRACTICE).run(lambda *_: None)
        except RefreshRunning:
            if look == LOOKS - 1:
                raise
            await asyncio.sleep(PAUSE)
            if not await _empty(empty.store):
                return
        else:
            if report.generation is None:
                faults = "; ".join(f"{step.source}: {step.fault}" for step in report.failed) or "no plugin gives it"
                raise StoreFailed(f"the database is empty and the practice rulebook cannot be loaded into it ({faults})")
            return


async def _empty(store: OpenStore) -> bool:
    try:
        await store.corpora.current()
    except CorpusAbsent:
        return True
    return False
