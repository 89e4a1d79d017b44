"""A refresh: what is new is loaded and put in force, what fails keeps its old data."""

import datetime
from collections.abc import AsyncIterator

import pytest
import structlog

from headjudge import (
    Card,
    Corpora,
    Corpus,
    CorpusAbsent,
    Face,
    Note,
    RefreshRunning,
    Release,
    Rule,
    Shelf,
    SourceFailed,
    StoreFailed,
)
from headjudge.discovery import discover
from headjudge.refresh.loading import Outcome, Refresh, Report
from headjudge.settings import Settings
from headjudge.testing import OpenMemoryStore, ScriptedSource

DAY = Release(datetime.date(2026, 3, 1))
RULES = (DAY, Rule("100.1", "One.", "100", "x"))
CARDS = (Card("a", "Ashes", (Face("Ashes", "", "Thing", ""),), "normal"),)


def sources(*more: ScriptedSource) -> list[ScriptedSource]:
    """Return sources of cards and rules, in the wrong order, and *more*."""
    return [ScriptedSource(Shelf.CARDS, [CARDS], name="cards"), *more, ScriptedSource(Shelf.RULES, [RULES], name="rules")]


class Watched:
    """Remembers which corpora were made ready."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.corpora: list[Corpus] = []
        self.fault = fault

    async def __call__(self, corpus: Corpus) -> None:
        self.corpora.append(corpus)
        if self.fault:
            raise self.fault


@pytest.fixture(params=["in memory", "in a file"])
async def corpora(request: pytest.FixtureRequest, headjudge_settings: Settings) -> AsyncIterator[Corpora]:
    """Corpora without any generation."""
    if request.param == "in memory":
        yield OpenMemoryStore.holding().corpora
        return
    headjudge_settings.data_dir.mkdir()
    (kind,) = (kind for kind in discover().collect("stores", headjudge_settings) if "sqlite" in kind.schemes)
    store = await kind.open(headjudge_settings.database)
    yield store.corpora
    await store.close()


async def refresh(corpora: Corpora, given: list[ScriptedSource], ready: Watched | None = None) -> Report:
    with structlog.testing.capture_logs():
        return await Refresh(corpora, "practice", given, ready or Watched()).run(lambda *_: None)


def outcomes(report: Report) -> dict[str, str]:
    return {step.source: step.outcome.value for step in report.steps}


async def test_everything_new_is_loaded_and_put_in_force(corpora: Corpora) -> None:
    """In the order of the shelves, as one generation."""
    report = await refresh(corpora, sources())

    assert outcomes(report) == {"rules": "loaded", "cards": "loaded"}
    assert [step.source for step in report.steps] == ["rules", "cards"]
    current = await corpora.current()
    assert (report.generation, current.generation, current.name, current.release) == (1, 1, "practice", "20260301")
    assert [rule.number for rule in await current.rules()] == ["100.1"]


async def test_what_is_unchanged_is_not_fetched(corpora: Corpora) -> None:
    """The same source at the same version is passed over, and no new generation is made."""
    given = sources()
    await refresh(corpora, given)
    ready = Watched()
    report = await refresh(corpora, given, ready)

    assert report.unchanged
    assert report.generation == 1
    assert [source.fetched for source in given] == [["1"], ["1"]]
    assert ready.corpora == []


async def test_only_what_is_new_is_loaded(corpora: Corpora) -> None:
    """The other shelves stay in their editions."""
    given = sources()
    await refresh(corpora, given)
    old = await corpora.current()
    given[1].version, given[1].batches = "2", [[DAY], [Rule("100.2", "Two.", "100", "x")]]
    report = await refresh(corpora, given)

    assert outcomes(report) == {"rules": "loaded", "cards": "unchanged"}
    current = await corpora.current()
    assert current.generation == 2
    assert current.editions[Shelf.CARDS] == old.editions[Shelf.CARDS]
    assert [rule.number for rule in await current.rules()] == ["100.2"]


async def test_another_source_of_the_same_version_is_loaded(corpora: Corpora) -> None:
    """Version numbers of two sources say nothing about one another."""
    await refresh(corpora, sources())
    report = await refresh(corpora, [ScriptedSource(Shelf.CARDS, [CARDS], name="other cards")])

    assert outcomes(report) == {"other cards": "loaded"}


@pytest.mark.parametrize(
    "broken",
    [
        ScriptedSource(Shelf.NOTES, [], SourceFailed("the page did not say"), name="notes"),
        ScriptedSource(Shelf.NOTES, [SourceFailed("the page did not say")], "2", name="notes"),
        ScriptedSource(Shelf.NOTES, [[Note("a", "new")], SourceFailed("the page did not say")], "2", name="notes"),
    ],
)
async def test_a_step_that_fails_keeps_its_old_edition(corpora: Corpora, broken: ScriptedSource) -> None:
    """Whether it does not answer, breaks off at once or in the middle; the others are loaded, and the step is named."""
    await refresh(corpora, sources(ScriptedSource(Shelf.NOTES, [[Note("a", "old")]], name="notes")))
    given = sources(broken)
    given[-1].version = "2"
    report = await refresh(corpora, given)

    assert outcomes(report) == {"rules": "loaded", "cards": "unchanged", "notes": "failed"}
    assert [(step.source, step.fault) for step in report.failed] == [("notes", "the page did not say")]
    current = await corpora.current()
    assert [note.text for note in await current.notes()] == ["old"]
    assert current.generation == report.generation == 2


async def test_a_source_that_gives_nothing_has_failed(corpora: Corpora) -> None:
    """An empty upstream must not empty the judge."""
    given = sources()
    await refresh(corpora, given)
    given[0].version, given[0].batches = "2", [[]]
    report = await refresh(corpora, given)

    assert [(step.source, step.outcome) for step in report.steps] == [("rules", Outcome.UNCHANGED), ("cards", Outcome.FAILED)]
    assert report.failed[0].fault == "cards gave nothing; look at its upstream, the data that was there is kept"
    assert await (await corpora.current()).card("a") is not None


@pytest.mark.parametrize("shelf", [Shelf.RULES, Shelf.CARDS])
async def test_a_corpus_needs_rules_and_cards(corpora: Corpora, shelf: Shelf) -> None:
    """Without one of them it is not put in force, and the report has no generation."""
    report = await refresh(corpora, [source for source in sources() if source.shelf is shelf])

    assert report.generation is None
    with pytest.raises(CorpusAbsent):
        await corpora.current()


async def test_what_fails_the_first_time_leaves_the_corpus_without_it(corpora: Corpora) -> None:
    """A shelf that is not needed may be missing."""
    report = await refresh(corpora, sources(ScriptedSource(Shelf.NOTES, [SourceFailed("no")], name="notes")))

    assert report.generation == 1
    assert Shelf.NOTES not in (await corpora.current()).editions


async def test_another_corpus_in_force_lends_no_shelf(corpora: Corpora) -> None:
    """Magic's rules are never mixed with the practice rulebook's cards."""
    await refresh(corpora, sources())
    given = [ScriptedSource(Shelf.RULES, [RULES], name="rules", corpus="magic")]
    with structlog.testing.capture_logs():
        report = await Refresh(corpora, "magic", given, Watched()).run(lambda *_: None)

    assert report.generation is None
    assert (await corpora.current()).name == "practice"


async def test_sources_of_other_corpora_are_passed_over(corpora: Corpora) -> None:
    """They are not even asked for their version."""
    stranger = ScriptedSource(Shelf.NOTES, [[Note("a", "b")]], AssertionError("asked"), corpus="magic")

    assert outcomes(await refresh(corpora, sources(stranger))) == {"rules": "loaded", "cards": "loaded"}


async def test_indexes_are_built_before_the_switch(corpora: Corpora) -> None:
    """A generation whose indexes cannot be built is never in force."""
    ready = Watched(ZeroDivisionError("disk full"))
    with pytest.raises(ZeroDivisionError):
        await refresh(corpora, sources(), ready)

    assert [corpus.generation for corpus in ready.corpora] == [0]
    with pytest.raises(CorpusAbsent):
        await corpora.current()


async def test_remarks_are_the_sources_own(corpora: Corpora) -> None:
    """Each source looks over the new corpus."""
    given = sources(ScriptedSource(Shelf.NOTES, [[Note("a", "b")]], name="notes", remarks=("the note on 'a' has no card",)))

    assert (await refresh(corpora, given)).remarks == ("the note on 'a' has no card",)


async def test_one_refresh_at_a_time(corpora: Corpora) -> None:
    """A second one is refused, and the right to load is given back after a failure too."""
    async with corpora.loading():
        with pytest.raises(RefreshRunning):
            await refresh(corpora, sources())
    with pytest.raises(ZeroDivisionError):
        await refresh(corpora, sources(), Watched(ZeroDivisionError("oh")))

    assert (await refresh(corpora, sources())).generation is not None


async def test_what_a_broken_refresh_left_is_swept(corpora: Corpora) -> None:
    """An edition that nobody finished is gone after the next refresh."""
    broken = await corpora.begin(Shelf.RULES, "rules", "0")
    await corpora.add(broken, RULES)
    await refresh(corpora, sources())

    with pytest.raises(StoreFailed):
        await corpora.finish(broken)


async def test_progress_is_passed_on(corpora: Corpora) -> None:
    """A source's reports reach who watches."""
    heard: list[tuple[str, int, int | None]] = []
    await Refresh(corpora, "practice", sources(), Watched()).run(lambda *report: heard.append(report))

    assert heard == [("rules", 1, 1), ("cards", 1, 1)]
