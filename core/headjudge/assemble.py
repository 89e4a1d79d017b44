"""From settings and plugins to a running judge: the one place where everything is put together and closed again."""

import asyncio
import datetime
import secrets
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.metadata import version
from typing import Any, Final

import attrs

from headjudge.desk import Desk, Slots
from headjudge.discovery import Plugins, Standing
from headjudge.domain.money import BudgetPeriod, Micros, usd
from headjudge.domain.prompts import Prompt
from headjudge.doors import Door
from headjudge.embedding import KeepingEmbedder, VectorStanding, vector_standing
from headjudge.errors import CorpusAbsent, PluginInvalid, RefreshRunning, StoreFailed
from headjudge.lookups import PRACTICE
from headjudge.metering import Budget, MeteredEmbedder, MeteredModel
from headjudge.pipeline import Judge
from headjudge.refresh.embedding import Embeddings
from headjudge.refresh.loading import Refresh
from headjudge.roles import Clock, Closes, Corpus, Embedder, ModelBackend, OpenStore, Source, Store, Warms
from headjudge.services import Services
from headjudge.settings import Settings
from headjudge.steps.retrieve import Retrieval

__all__ = ["House", "build", "house", "library", "utc_now"]

UNDERSTUDY: Final = ("clerk", "excerpts")
"""The extractor and the synthesizer that take the judge's place at the spend cap, where JUDGE_AT_CAP says so."""
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
    budget: Budget
    services: Services
    """What the panel was lent."""
    _suppliers: "_Suppliers"

    def doors(self) -> Sequence[Door]:
        """Return the doors that plugins give. They are made when they are asked for: a listener takes long to import.

        Raises:
            PluginInvalid: a plugin is broken.
        """
        return self.plugins.collect("doors", self.services)

    @property
    def embedder(self) -> KeepingEmbedder | None:
        """The chosen embedder; None when vector search is off."""
        return self.services.embedder

    @property
    def embeddings(self) -> Embeddings | None:
        """What makes the vectors that the legs compare; None when vector search is off."""
        return Embeddings(self.embedder, self.store.vectors, self.judge.retrieval.legs) if self.embedder else None

    async def vectors(self) -> VectorStanding:
        """Return whether vectors are searched in the corpus in force, and why not."""
        return await vector_standing(self.embedder, self.judge.retrieval.legs, await self.store.corpora.current())

    async def ready(self, corpus: Corpus) -> None:
        """Build every index for *corpus*, so that no question and no look-up waits for one."""
        await self.judge.ready(corpus)
        await self.desk.lookups.ready()

    async def warm(self) -> None:
        """Load what the model backend and the embedder take long to load: a server does it in the background of its start."""
        for supplier in self._suppliers:
            if isinstance(supplier, Warms):
                await supplier.warm()

    async def close(self) -> None:
        """End what is still judged, wait for the alarms still being sounded, and let the suppliers go of their connections. The store stays open.

        Each supplier is closed, whatever another raises; what was raised is raised at the end.
        """
        async with AsyncExitStack() as closing:
            for supplier in self._suppliers:
                if isinstance(supplier, Closes):
                    closing.push_async_callback(supplier.close)
            closing.push_async_callback(self.budget.close)
            await self.desk.close()

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
            made = build(settings, plugins, store, clock)
            try:
                await _fill(made)
            finally:
                await made.close()
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
        try:
            if await _empty(store):
                await _fill(made)
            yield made
        finally:
            await made.close()


@asynccontextmanager
async def _opened(settings: Settings, plugins: Plugins) -> AsyncIterator[OpenStore]:
    store = await _store(settings, plugins).open(settings.database)
    try:
        yield store
    finally:
        await store.close()


def build(settings: Settings, plugins: Plugins, store: OpenStore, clock: Clock, backend: ModelBackend | None = None) -> House:
    """Return a judge over *store*, every role filled; it speaks to *backend*, by default to the one that the settings name.

    Raises:
        PluginInvalid: a plugin is broken, or a role that the settings name is not filled.
    """
    alarms = plugins.collect("alarms", settings)
    budget = Budget(store.ledger, clock, Micros(settings.max_micros), BudgetPeriod(settings.budget_period), secrets.token_hex(8), alarms)
    suppliers = _suppliers(settings, plugins, backend)
    _affordable(settings, suppliers.model)
    services = _services(settings, plugins, store, clock, budget, suppliers)
    judge, understudy = _judges(settings, plugins, services)
    desk = Desk(judge, store, Slots(settings.concurrency, settings.slot_wait_secs), clock, settings.reuse, understudy)
    return House(settings, plugins, store, judge, desk, plugins.collect("sources", services), budget, services, suppliers)


def _affordable(settings: Settings, model: ModelBackend | None) -> None:
    """See that the budget has room for a verdict: else each question would pay for its reading and be told that the budget is used up.

    Raises:
        PluginInvalid: it has none. At 0 nothing is ever sent, so that is a setting like another.
    """
    if model is None or settings.max_micros == 0:
        return
    least = model.worst_case(Prompt("", "", settings.model_max_tokens))
    if least > settings.max_micros:
        cure = "raise it, or lower JUDGE_MODEL_MAX_TOKENS"
        raise PluginInvalid(f"JUDGE_MAX_USD allows {usd(settings.max_micros)}, and one verdict can cost more than {usd(least)}; {cure}")


@attrs.frozen
class _Suppliers:
    """The bare backends: nobody but the metering calls them."""

    model: ModelBackend | None
    embedder: Embedder | None

    def __iter__(self) -> Iterator[ModelBackend | Embedder]:
        yield from (supplier for supplier in (self.model, self.embedder) if supplier is not None)


def _suppliers(settings: Settings, plugins: Plugins, backend: ModelBackend | None) -> _Suppliers:
    models = plugins.collect("models", settings) if backend is None else ()
    embedders = plugins.collect("embedders", settings)
    absent = [standing for standing in plugins.standings if standing.state == "left out"]
    named = "JUDGE_MODEL_BACKEND" if settings.model_backend else "JUDGE_MODEL"
    model = _chosen(models, "model backend", settings.backend, named, absent) if settings.backend and backend is None else backend
    embedder = _chosen(embedders, "embedder", settings.embedder, "JUDGE_EMBEDDER", absent) if settings.embedder else None
    return _Suppliers(model, embedder)


def _services(settings: Settings, plugins: Plugins, store: OpenStore, clock: Clock, budget: Budget, suppliers: _Suppliers) -> Services:
    keeping = KeepingEmbedder(MeteredEmbedder(suppliers.embedder, budget), store.vectors) if suppliers.embedder else None
    model = MeteredModel(suppliers.model, budget) if suppliers.model else None
    return Services(settings, store.calls, model, keeping, clock, plugins.on, plugins.collect)


def _judges(settings: Settings, plugins: Plugins, services: Services) -> tuple[Judge, Judge | None]:
    """The judge, and who takes its place at the spend cap, if anybody is to."""
    extractors, synthesizers = plugins.collect("extractors", services), plugins.collect("synthesizers", services)
    judge = Judge(
        extractor=_chosen(extractors, "extractor", settings.reader, "JUDGE_EXTRACTOR"),
        detectors=plugins.collect("detectors", services),
        resolvers=plugins.collect("resolvers", services),
        retrieval=Retrieval(settings, services.calls, plugins.collect("retrievers", services)),
        synthesizer=_chosen(synthesizers, "synthesizer", settings.writer, "JUDGE_SYNTHESIZER"),
        validators=plugins.collect("validators", services),
        model=services.model.model if services.model else None,
        version=version("headjudge"),
    )
    if settings.at_cap == "error":
        return judge, None
    reader = _chosen(extractors, "extractor", UNDERSTUDY[0], "JUDGE_AT_CAP")
    writer = _chosen(synthesizers, "synthesizer", UNDERSTUDY[1], "JUDGE_AT_CAP")
    return judge, attrs.evolve(judge, extractor=reader, synthesizer=writer)


def _chosen(players: Sequence[Any], role: str, name: str, variable: str, absent: Sequence[Standing] = ()) -> Any:
    """The player named *name*, or *name* and more after a colon. *absent* are plugins that may give it once their vendors are installed."""
    for player in players:
        if name in (player.name, player.name.partition(":")[0]):
            return player
    for standing in absent:
        if standing.name == name.partition(":")[0]:
            raise PluginInvalid(f"{variable} asks for the plugin {standing.name!r}, which is left out: {standing.reason}")
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
