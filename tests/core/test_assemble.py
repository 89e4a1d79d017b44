"""From settings and plugins to a judge, and closed again."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import attrs
import pytest

from headjudge import Card, Face, Micros, PluginInvalid, Rule, Shelf, SpendCapReached, StoreFailed, VectorStanding, VectorState, hookimpl
from headjudge.assemble import build, house, library
from headjudge.discovery import Plugins, Standing
from headjudge.roles import Event
from headjudge.settings import Settings
from headjudge.testing import (
    MemoryCorpus,
    MemoryStore,
    OpenMemoryStore,
    ScriptedAlarm,
    ScriptedExtractor,
    ScriptedModel,
    ScriptedRetriever,
    ScriptedSource,
    ScriptedSynthesizer,
    StoppedClock,
)
from headjudge.testing.vectors import ScriptedEmbedder

RULES = (Rule("100.1", "One.", "100", "x"),)
CARDS = (Card("a", "Ashes", (Face("Ashes", "", "Thing", ""),), "normal"),)


class Counting(MemoryStore):
    """Counts openings and closings."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[str] = []

    async def open(self, url: str) -> OpenMemoryStore:
        self.log.append("opened")
        return Closing(*attrs.astuple(await super().open(url), recurse=False), self.log)


@attrs.frozen(eq=False)
class Closing(OpenMemoryStore):
    """Tells that it was closed."""

    log: list[str] = attrs.Factory(list)

    async def close(self) -> None:
        self.log.append("closed")


@attrs.define(eq=False)
class Connected(ScriptedModel):
    """Tells that it let go of its connections."""

    log: list[str] = attrs.Factory(list)
    fault: Exception | None = None

    async def close(self) -> None:
        self.log.append("model closed")
        if self.fault:
            raise self.fault


@attrs.define(eq=False)
class ConnectedEmbedder(ScriptedEmbedder):
    """The same."""

    log: list[str] = attrs.Factory(list)
    closing: Exception | None = None

    async def close(self) -> None:
        self.log.append("embedder closed")
        if self.closing:
            raise self.closing


class Slow(ScriptedAlarm):
    """Takes a moment."""

    async def sound(self, event: Event) -> None:
        may = asyncio.Event()
        asyncio.get_running_loop().call_later(0.01, may.set)
        await may.wait()
        await super().sound(event)


class Everything:
    """A plugin that fills every role."""

    def __init__(self) -> None:
        self.store = Counting()
        self.model = Connected([], "starling", log=self.store.log)
        self.embedder = ConnectedEmbedder(log=self.store.log)
        self.alarm = Slow()
        self.sources = [ScriptedSource(Shelf.RULES, [RULES], name="rules"), ScriptedSource(Shelf.CARDS, [CARDS], name="cards")]
        self.lent: dict[str, Any] = {}

    @hookimpl
    def headjudge_stores(self, settings: Settings) -> Iterator[MemoryStore]:
        yield self.store

    @hookimpl
    def headjudge_models(self, settings: Settings) -> Sequence[ScriptedModel]:
        return [ScriptedModel([], "parrot"), self.model]

    @hookimpl
    def headjudge_embedders(self, settings: Settings) -> Sequence[ScriptedEmbedder]:
        return [self.embedder]

    @hookimpl
    def headjudge_alarms(self, settings: Settings) -> Sequence[ScriptedAlarm]:
        return [self.alarm]

    @hookimpl
    def headjudge_extractors(self, services: Any) -> Sequence[ScriptedExtractor]:
        self.lent["services"] = services
        return [ScriptedExtractor(name="clerk"), ScriptedExtractor(name="counsel")]

    @hookimpl
    def headjudge_synthesizers(self, services: Any) -> Sequence[ScriptedSynthesizer]:
        return [ScriptedSynthesizer([], "excerpts")]

    @hookimpl
    def headjudge_retrievers(self, services: Any) -> Sequence[ScriptedRetriever]:
        return [ScriptedRetriever(name="a leg")]

    @hookimpl
    def headjudge_sources(self, services: Any) -> Sequence[ScriptedSource]:
        return self.sources


@pytest.fixture
def settings(headjudge_settings: Settings) -> Settings:
    return attrs.evolve(headjudge_settings, database_url="memory://test")


@pytest.fixture
def supplied(settings: Settings) -> Settings:
    """With a model and an embedder that hold connections."""
    return attrs.evolve(settings, model_backend="starling", embedder="scripted-32", extractor="clerk", synthesizer="excerpts")


@pytest.fixture
def everything(headjudge_plugins: Plugins) -> Everything:
    plugin = Everything()
    headjudge_plugins.register(plugin, "everything")
    return plugin


@pytest.fixture
def plugins(headjudge_plugins: Plugins, everything: Everything) -> Plugins:
    return headjudge_plugins


async def test_an_empty_database_is_given_the_practice_rulebook(settings: Settings, plugins: Plugins, everything: Everything) -> None:
    """By itself, once; the second opening finds it there."""
    async with library(settings, plugins) as store:
        assert (await store.corpora.current()).name == "practice"
    async with library(settings, plugins) as store:
        assert (await store.corpora.current()).generation == 1

    assert [source.fetched for source in everything.sources] == [["1"], ["1"]]


async def test_a_database_with_a_corpus_is_left_alone(settings: Settings, plugins: Plugins, everything: Everything) -> None:
    """Magic stays in force."""
    opened = await everything.store.open(settings.database)
    opened.corpora.put(MemoryCorpus.of(RULES, name="magic"))
    async with library(settings, plugins) as store:
        assert (await store.corpora.current()).name == "magic"

    assert [source.fetched for source in everything.sources] == [[], []]


async def test_the_database_is_closed_at_the_end(settings: Settings, plugins: Plugins, everything: Everything) -> None:
    """Also when what was done with it failed."""
    with pytest.raises(ZeroDivisionError):
        async with house(settings, plugins):
            raise ZeroDivisionError

    assert everything.store.log == ["opened", "closed"]


async def test_the_suppliers_let_go_at_the_end(supplied: Settings, plugins: Plugins, everything: Everything) -> None:
    """While the store is still open."""
    async with house(supplied, plugins):
        assert everything.store.log == ["opened"]

    assert everything.store.log[0] == "opened"
    assert sorted(everything.store.log[1:3]) == ["embedder closed", "model closed"]
    assert everything.store.log[3:] == ["closed"]


@pytest.mark.parametrize("failing", ["model", "embedder"])
async def test_a_supplier_that_fails_to_close_keeps_no_other_open(supplied: Settings, plugins: Plugins, everything: Everything, failing: str) -> None:
    """It is told once all are closed."""
    everything.model.fault = OSError("the line is cut") if failing == "model" else None
    everything.embedder.closing = OSError("the line is cut") if failing == "embedder" else None

    with pytest.raises(OSError, match="the line is cut"):
        async with house(supplied, plugins):
            pass

    assert sorted(everything.store.log) == ["closed", "embedder closed", "model closed", "opened"]


async def test_filling_an_empty_database_leaves_no_supplier_open(supplied: Settings, plugins: Plugins, everything: Everything) -> None:
    """They are closed before the look-up; nothing is opened for a database with a corpus."""
    async with library(supplied, plugins):
        filled = list(everything.store.log)
    async with library(supplied, plugins):
        pass

    assert sorted(filled) == ["embedder closed", "model closed", "opened"]
    assert everything.store.log[3:] == ["closed", "opened", "closed"]


async def test_a_failed_filling_leaves_no_supplier_open(supplied: Settings, plugins: Plugins, everything: Everything) -> None:
    """Neither the database."""
    everything.sources[0].version = OSError("no wire")

    with pytest.raises(StoreFailed, match="the practice rulebook cannot be loaded"):
        async with library(supplied, plugins):
            pass

    assert sorted(everything.store.log) == ["closed", "embedder closed", "model closed", "opened"]


async def test_an_alarm_is_heard_before_the_end(settings: Settings, plugins: Plugins, everything: Everything) -> None:
    """A command that ends at once would cut it off."""
    async with house(attrs.evolve(settings, max_micros=10), plugins) as opened:
        await opened.budget.reserve(Micros(6))
        with pytest.raises(SpendCapReached):
            await opened.budget.reserve(Micros(6))
        assert everything.alarm.events == []

    assert [event.name for event in everything.alarm.events] == ["spend_cap"]


async def test_a_house_is_put_together_by_name(settings: Settings, plugins: Plugins) -> None:
    """The settings choose extractor and synthesizer; every leg and source joins."""
    async with house(attrs.evolve(settings, extractor="counsel"), plugins) as opened:
        assert opened.judge.extractor.name == "counsel"
        assert opened.judge.synthesizer.name == "excerpts"
        assert [leg.name for leg in opened.judge.retrieval.legs] == ["a leg"]
        assert [source.name for source in opened.sources] == ["rules", "cards"]


async def test_without_a_model_none_is_lent(settings: Settings, plugins: Plugins, everything: Everything) -> None:
    """And without an embedder vectors are off."""
    async with house(settings, plugins):
        assert (everything.lent["services"].model, everything.lent["services"].embedder) == (None, None)


async def test_the_chosen_model_is_lent_metered(settings: Settings, plugins: Plugins, everything: Everything) -> None:
    """Nobody gets the bare backend."""
    async with house(attrs.evolve(settings, model_backend="starling", embedder="scripted-32", extractor="clerk", synthesizer="excerpts"), plugins):
        services = everything.lent["services"]

    assert (type(services.model).__name__, services.model.name) == ("MeteredModel", "starling")
    assert (type(services.embedder).__name__, services.embedder.name) == ("KeepingEmbedder", "scripted-32")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"extractor": "nobody"}, "JUDGE_EXTRACTOR names the extractor 'nobody', which no plugin gives; choose one of: clerk, counsel"),
        ({"synthesizer": "nobody"}, "JUDGE_SYNTHESIZER names the synthesizer 'nobody', which no plugin gives; choose one of: excerpts"),
        (
            {"model_backend": "nobody"},
            "JUDGE_MODEL_BACKEND names the model backend 'nobody', which no plugin gives; choose one of: parrot, starling",
        ),
        ({"embedder": "nobody"}, "JUDGE_EMBEDDER names the embedder 'nobody', which no plugin gives; choose one of: scripted-32"),
    ],
)
async def test_a_name_that_nobody_has_is_told_with_the_choice(settings: Settings, plugins: Plugins, change: dict[str, str], message: str) -> None:
    """The variable, what it names, and what it can name."""
    with pytest.raises(PluginInvalid) as caught:
        async with house(attrs.evolve(settings, **change), plugins):
            pass

    assert str(caught.value) == message


class HalfInstalled:
    """A plugin one of whose packages is absent."""

    @hookimpl
    def headjudge_embedders(self, settings: Settings) -> Sequence[ScriptedEmbedder]:
        error = ModuleNotFoundError("No module named 'lamps'", name="lamps")
        error.add_note("pip install 'headjudge[lamps]'")
        raise error


async def test_an_embedder_that_is_half_installed_is_told_with_the_cure(settings: Settings, plugins: Plugins) -> None:
    """What is absent, and how its plugin says that it is installed; nobody needs to know the plugin beforehand."""
    plugins.register(HalfInstalled(), "half")

    with pytest.raises(PluginInvalid) as caught:
        async with house(attrs.evolve(settings, embedder="lamps"), plugins):
            pass

    assert str(caught.value).endswith("; plugin 'half' is left out: the package lamps is not installed; pip install 'headjudge[lamps]'")


async def test_vectors_are_off_without_an_embedder(settings: Settings, plugins: Plugins) -> None:
    """The standing says which variable is blank."""
    async with house(settings, plugins) as opened:
        assert await opened.vectors() == VectorStanding(VectorState.OFF, "", "JUDGE_EMBEDDER is blank")


async def test_vectors_are_off_without_a_leg(settings: Settings, plugins: Plugins) -> None:
    """An embedder alone searches nothing; a refresh neither pays it nor takes its space into use."""
    async with house(attrs.evolve(settings, embedder="scripted-32"), plugins) as opened:
        standing = await opened.vectors()

        assert (standing.state, standing.embedder) == (VectorState.OFF, "scripted-32")
        assert standing.reason.startswith("no leg compares vectors; pip install")
        assert await opened.store.vectors.held() is None


async def test_a_role_that_nobody_fills_is_told(settings: Settings, headjudge_plugins: Plugins) -> None:
    """Nothing is installed to choose from."""
    with pytest.raises(PluginInvalid, match="'clerk', which no plugin gives; none is installed"):
        build(settings, headjudge_plugins, OpenMemoryStore.holding(), StoppedClock())


async def test_an_unknown_scheme_is_told(settings: Settings, plugins: Plugins) -> None:
    """With the schemes that can be opened; the address itself may hold a password and is not shown."""
    with pytest.raises(StoreFailed) as caught:
        async with library(attrs.evolve(settings, database_url="mysql://judge:hunter2@db/x"), plugins):
            pass

    assert str(caught.value) == "JUDGE_DATABASE_URL begins with mysql:, which no plugin opens; choose one of: memory"


async def test_a_broken_plugin_stops_the_start(settings: Settings, plugins: Plugins) -> None:
    """It is named with the cure: a judge without one of its parts would answer otherwise than its operator thinks."""
    plugins.standings.append(Standing("odd", "broken", "oh dear"))

    with pytest.raises(PluginInvalid) as caught:
        async with library(settings, plugins):
            pass
    assert str(caught.value) == "plugin 'odd' is broken (oh dear); mend it, or leave it out with JUDGE_PLUGINS_OFF=odd"


async def test_the_installed_plugins_make_a_judge(headjudge_house: Any) -> None:
    """Over the practice rulebook, with no settings at all."""
    async with headjudge_house() as opened:
        corpus = await opened.store.corpora.current()

        assert corpus.name == "practice"
        assert set(corpus.editions) == {shelf for shelf in Shelf if not shelf.optional}
        assert await corpus.rule("100.1") is not None


async def test_a_refresh_leaves_optional_shelves_out(headjudge_house: Any) -> None:
    """They are loaded when they are named."""
    async with headjudge_house() as opened:
        usual = opened.refresh("magic").sources

        assert {source.shelf for source in opened.sources if source.shelf.optional} == {Shelf.NAMES}
        assert [source.name for source in usual if source.shelf.optional] == []


async def test_a_plugin_whose_vendor_is_missing_is_named_with_its_cure(settings: Settings, plugins: Plugins) -> None:
    """And no other that was left out."""
    for name in ("litellm", "minilm"):
        error = ModuleNotFoundError(f"No module named '{name}'", name=name)
        error.add_note(f"pip install '{name}'")
        plugins.leave_out(name, error)

    with pytest.raises(PluginInvalid) as caught:
        async with house(attrs.evolve(settings, model="openai/x"), plugins):
            pass
    assert (
        str(caught.value)
        == "JUDGE_MODEL asks for the plugin 'litellm', which is left out: the package litellm is not installed; pip install 'litellm'"
    )
