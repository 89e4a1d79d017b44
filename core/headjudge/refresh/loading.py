"""One refresh: ask each source, load what is new, look it over, put it in force."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from enum import Enum
from typing import Final

import attrs
import structlog

from headjudge.errors import CorpusAbsent, HeadjudgeError, SourceFailed
from headjudge.refresh.embedding import Embedded, Embeddings
from headjudge.roles import Corpora, Corpus, Edition, Progress, Shelf, Source

__all__ = ["NEEDED", "Outcome", "Refresh", "Report", "Step"]

log: Final = structlog.get_logger()

NEEDED: Final = (Shelf.RULES, Shelf.CARDS)
"""A corpus without these is never put in force."""


class Outcome(Enum):
    """How one step of a refresh ended."""

    LOADED = "loaded"
    UNCHANGED = "unchanged"
    FAILED = "failed"


@attrs.frozen
class Step:
    """What a refresh did with one source."""

    source: str
    shelf: Shelf
    outcome: Outcome
    edition: Edition | None
    """What is in force after it: the new edition, or the one that was there."""
    fault: str = ""
    """Why it failed, in a sentence."""


@attrs.frozen
class Report:
    """What a refresh did."""

    corpus: str
    steps: tuple[Step, ...]
    remarks: tuple[str, ...]
    """What the sources found worth telling about the corpus, a sentence each."""
    generation: int | None
    """The generation of this corpus now in force; None when there is none."""
    embedded: Embedded | None = None
    """What was done for the vector legs; None when there are none, or nothing to search."""

    @property
    def failed(self) -> tuple[Step, ...]:
        """The steps that failed."""
        return tuple(step for step in self.steps if step.outcome is Outcome.FAILED)

    @property
    def unchanged(self) -> bool:
        """Nothing was new upstream."""
        return all(step.outcome is Outcome.UNCHANGED for step in self.steps)


@attrs.frozen
class Refresh:
    """Brings one corpus up to date."""

    corpora: Corpora
    corpus: str
    sources: Sequence[Source]
    """Those of other corpora are passed over."""
    ready: Callable[[Corpus], Awaitable[None]]
    """Builds the indexes of a generation before it is put in force."""
    embeddings: Embeddings | None = None
    """Makes the vectors of a generation before its indexes; None when vector search is off."""

    async def run(self, progress: Progress) -> Report:
        """Load what is new, put it in force, and return what was done.

        What is unchanged upstream is not loaded again. A step that fails keeps its old edition; the others go on.

        Raises:
            RefreshRunning: another process is loading.
            StoreFailed: the database cannot be written.
        """
        async with self.corpora.loading():
            await self.corpora.sweep()
            old = await self._in_force()
            editions = dict(old.editions) if old else {}
            steps = [await self._step(source, editions.get(source.shelf), progress) for source in self._ordered()]
            editions |= {step.shelf: step.edition for step in steps if step.edition}
            missing = [shelf for shelf in NEEDED if shelf not in editions]
            if missing:
                return Report(self.corpus, tuple(steps), (), None)
            if old is not None and dict(old.editions) == editions:
                return Report(self.corpus, tuple(steps), (), old.generation, await self._embed(old, progress))
            corpus = await self.corpora.preview(self.corpus, editions)
            embedded = await self._embed(corpus, progress)
            await self.ready(corpus)
            corpus = await self.corpora.switch(corpus)
            remarks = [remark for source in self._ordered() for remark in await source.review(corpus)]
            return Report(self.corpus, tuple(steps), tuple(remarks), corpus.generation, embedded)

    async def _embed(self, corpus: Corpus, progress: Progress) -> Embedded | None:
        return await self.embeddings.keep_up(corpus, progress) if self.embeddings else None

    def _ordered(self) -> list[Source]:
        order = list(Shelf)
        return sorted((source for source in self.sources if source.corpus == self.corpus), key=lambda source: order.index(source.shelf))

    async def _in_force(self) -> Corpus | None:
        """The generation in force, when it is of this corpus."""
        try:
            current = await self.corpora.current()
        except CorpusAbsent:
            return None
        return current if current.name == self.corpus else None

    async def _step(self, source: Source, old: Edition | None, progress: Progress) -> Step:
        try:
            version = await source.latest()
            if old is not None and (old.source, old.version) == (source.name, version):
                return Step(source.name, source.shelf, Outcome.UNCHANGED, old)
            return Step(source.name, source.shelf, Outcome.LOADED, await self._load(source, version, progress))
        except SourceFailed as error:
            return _failed(source, old, str(error))
        except HeadjudgeError:
            raise  # the database, not the source
        except Exception as error:  # noqa: BLE001  # whatever a stranger's source raises, the other shelves go on
            return _failed(source, old, f"its source is broken ({type(error).__name__}: {error}); mend the plugin that gives it")

    async def _load(self, source: Source, version: str, progress: Progress) -> Edition:
        edition = await self.corpora.begin(source.shelf, source.name, version)
        loaded = 0
        batches = source.fetch(version, progress)
        try:
            async for batch in batches:
                await self.corpora.add(edition, batch)
                loaded += len(batch)
        finally:
            if isinstance(batches, AsyncGenerator):  # its connection is closed before the next source is asked
                await batches.aclose()
        if not loaded:
            raise SourceFailed(f"{source.name} gave nothing; look at its upstream, the data that was there is kept")
        return await self.corpora.finish(edition)


def _failed(source: Source, old: Edition | None, fault: str) -> Step:
    log.info("refresh.failed", source=source.name, fault=fault)
    return Step(source.name, source.shelf, Outcome.FAILED, old, fault)
