"""What every source of a shelf promises."""

from collections.abc import Sequence

import pytest

from headjudge.domain.cards import Card, Printing
from headjudge.domain.rules import Release
from headjudge.errors import SourceFailed
from headjudge.roles import Corpus, RowOf, Shelf, Source
from headjudge.testing.contracts.plants import ROWS
from headjudge.testing.corpus import SHELF_OF, MemoryCorpus

__all__ = ["FailingSourceContract", "SourceContract"]


def _unheard(what: str, done: int, total: int | None) -> None:
    """Nobody watches."""


@pytest.mark.asyncio
class SourceContract:
    """Every promise of `Source`. A subclass gives the fixtures `source` and `planted`."""

    @pytest.fixture
    def source(self) -> Source:
        """The source under test."""
        raise NotImplementedError("give the fixture `source`")

    @pytest.fixture
    def planted(self) -> RowOf:
        """A row that the source must give."""
        raise NotImplementedError("give the fixture `planted`")

    @pytest.fixture
    def corpus(self, headjudge_corpus: MemoryCorpus) -> MemoryCorpus:
        """What the source's shelf is reviewed beside."""
        return headjudge_corpus.with_rows(*ROWS)

    async def fetched(self, source: Source) -> list[RowOf]:
        """Return every row of the latest version."""
        return [row async for batch in source.fetch(await source.latest(), _unheard) for row in batch]

    async def test_it_plays_the_role(self, source: Source) -> None:
        """It has all that a `Source` must have, a name, a corpus and a shelf."""
        assert isinstance(source, Source)
        assert source.name.strip()
        assert source.corpus.strip()
        assert isinstance(source.shelf, Shelf)

    async def test_the_planted_row_is_given(self, source: Source, planted: RowOf) -> None:
        """What stands upstream is among the rows."""
        assert planted in await self.fetched(source)

    async def test_rows_belong_on_the_shelf(self, source: Source) -> None:
        """Every row is of a type that the shelf holds."""
        assert {SHELF_OF[type(row)] for row in await self.fetched(source)} == {source.shelf}

    async def test_an_unchanged_version_is_called_the_same(self, source: Source) -> None:
        """The version is not blank, and stays the same while nothing changes."""
        version = await source.latest()

        assert version.strip()
        assert await source.latest() == version

    async def test_fetching_again_gives_the_same(self, source: Source) -> None:
        """One version has one content."""
        assert await self.fetched(source) == await self.fetched(source)

    async def test_rows_stand_in_their_order(self, source: Source) -> None:
        """Rules begin with their release; a printing follows its card."""
        rows = await self.fetched(source)

        releases = [place for place, row in enumerate(rows) if isinstance(row, Release)]
        assert releases == ([0] if source.shelf is Shelf.RULES else [])
        assert _printings_before_their_card(rows) == []

    async def test_progress_never_goes_back(self, source: Source) -> None:
        """What is reported grows, and ends at the whole where that is known."""
        heard: dict[str, list[tuple[int, int | None]]] = {}
        async for _ in source.fetch(await source.latest(), lambda what, done, total: heard.setdefault(what, []).append((done, total))):
            pass

        for reports in heard.values():
            done = [count for count, _ in reports]
            assert done == sorted(done)
            assert all(total is None or count <= total for count, total in reports)

    async def test_a_review_is_sentences(self, source: Source, corpus: Corpus) -> None:
        """What an operator should know is said in words."""
        assert all(isinstance(remark, str) and remark.strip() for remark in await source.review(corpus))


def _printings_before_their_card(rows: Sequence[RowOf]) -> list[Printing]:
    known: set[str] = set()
    early = []
    for row in rows:
        if isinstance(row, Card):
            known.add(row.oracle_id)
        if isinstance(row, Printing) and row.oracle_id not in known:
            early.append(row)
    return early


@pytest.mark.asyncio
class FailingSourceContract:
    """What a `Source` promises when its upstream fails. A subclass gives the fixture `failing_source`."""

    @pytest.fixture
    def failing_source(self) -> Source:
        """A source whose upstream is out of reach, or sends what cannot be read."""
        raise NotImplementedError("give the fixture `failing_source`")

    async def test_a_failure_is_one_sentence(self, failing_source: Source) -> None:
        """A broken upstream ends in `SourceFailed` with one line that names it."""
        with pytest.raises(SourceFailed) as caught:
            async for _ in failing_source.fetch(await failing_source.latest(), _unheard):
                pass

        assert str(caught.value).strip()
        assert "\n" not in str(caught.value)
