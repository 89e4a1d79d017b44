"""The generations of the corpora in memory."""

import itertools
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import attrs

from headjudge.domain.rules import Release
from headjudge.errors import CorpusAbsent, RefreshRunning, StoreFailed
from headjudge.roles import Clock, Corpus, Edition, RowOf, Shelf
from headjudge.testing.corpus import MemoryCorpus

__all__ = ["MemoryCorpora"]


@attrs.define(eq=False)
class _Load:
    """An edition that may be unfinished."""

    edition: Edition
    rows: list[RowOf]
    loader: object | None
    finished: bool = False


@attrs.define(eq=False)
class MemoryCorpora:
    """The corpora as the role `Corpora` promises them. Nothing that was in force is ever swept."""

    clock: Clock
    _loads: dict[int, _Load] = attrs.Factory(dict)
    _generations: list[MemoryCorpus] = attrs.Factory(list)
    _loader: object | None = None
    _ids: Iterator[int] = attrs.Factory(lambda: itertools.count(1))

    async def current(self) -> Corpus:
        if not self._generations:
            raise CorpusAbsent("no corpus was ever loaded into memory; switch to one first")
        return self._generations[-1]

    async def at(self, generation: int) -> Corpus:
        if not 1 <= generation <= len(self._generations):
            raise CorpusAbsent(f"the generation {generation} was never in force; ask the one in force")
        return self._generations[generation - 1]

    def put(self, corpus: MemoryCorpus) -> MemoryCorpus:
        """Put *corpus* in force without loading it, and return it as a generation."""
        self._generations.append(attrs.evolve(corpus, generation=len(self._generations) + 1))
        return self._generations[-1]

    def loading(self) -> AbstractAsyncContextManager[None]:
        return self._held()

    @asynccontextmanager
    async def _held(self) -> AsyncIterator[None]:
        if self._loader is not None:
            raise RefreshRunning("another refresh is loading into memory; wait for its end")
        self._loader = object()
        try:
            yield
        finally:
            self._loader = None

    async def begin(self, shelf: Shelf, source: str, version: str) -> int:
        number = next(self._ids)
        self._loads[number] = _Load(Edition(number, shelf, source, version, 0, self.clock()), [], self._loader)
        return number

    async def add(self, edition: int, rows: Sequence[RowOf]) -> None:
        self._unfinished(edition).rows.extend(rows)

    async def finish(self, edition: int) -> Edition:
        load = self._unfinished(edition)
        rows = sum(not isinstance(row, Release) for row in load.rows)  # it says which release the rows are, and is none of them
        load.edition, load.finished = attrs.evolve(load.edition, rows=rows, loaded=self.clock()), True
        return load.edition

    def _unfinished(self, edition: int) -> _Load:
        load = self._loads.get(edition)
        if load is None or load.finished:
            raise StoreFailed(f"the edition {edition} is finished or gone; begin another")
        return load

    async def preview(self, name: str, editions: Mapping[Shelf, Edition]) -> Corpus:
        for shelf, edition in editions.items():
            load = self._loads.get(edition.id)
            if load is None or not load.finished or load.edition.shelf is not shelf:
                raise StoreFailed(f"the edition {edition.id} is no finished edition of the {shelf.value}; load it again")
        ordered = {shelf: editions[shelf] for shelf in Shelf if shelf in editions}
        return MemoryCorpus(0, name, ordered, {shelf: self._loads[edition.id].rows for shelf, edition in ordered.items()})

    async def switch(self, corpus: Corpus) -> Corpus:
        if not corpus.editions or not isinstance(corpus, MemoryCorpus):
            raise StoreFailed("only a previewed corpus of some edition can be put in force; preview one first")
        return self.put(corpus)

    async def sweep(self) -> int:
        lost = [number for number, load in self._loads.items() if not load.finished and (load.loader is None or load.loader is not self._loader)]
        return sum(len(self._loads.pop(number).rows) for number in lost)
