"""A harvest is kept on disk and read again."""

from pathlib import Path

import pytest

from headjudge import Alias, Card, Face
from headjudge.testing import MemoryCorpus
from headjudge_names.harvest import Harvest, gather, reap
from headjudge_names.lexicon import Lexicons
from headjudge_names.storage import KEPT, load, place, save


@pytest.fixture
async def harvest(corpus: MemoryCorpus) -> Harvest:
    """What is kept of the small corpus."""
    return reap(await gather(corpus))


def test_what_is_saved_is_loaded(harvest, tmp_path):
    """Nothing is lost on the way."""
    save(tmp_path / "one.npz", harvest)

    assert load(tmp_path / "one.npz") == harvest


def test_what_is_absent_is_not_loaded(tmp_path):
    """A first start finds nothing."""
    assert load(tmp_path / "one.npz") is None


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04broken", b"\x00" * 100])
def test_a_damaged_file_is_not_loaded(tmp_path, content):
    """It is made anew, not trusted."""
    (tmp_path / "one.npz").write_bytes(content)

    assert load(tmp_path / "one.npz") is None


def test_only_the_newest_are_kept(harvest, tmp_path):
    """Old harvests do not pile up, and no half-written file stays."""
    for number in range(KEPT + 2):
        save(tmp_path / f"{number}.npz", harvest)

    assert len(list(tmp_path.iterdir())) == KEPT


def test_another_edition_has_another_file(corpus, tmp_path):
    """A card more, and the old harvest is not taken for the new corpus."""
    newcomer = Card("00000000-0000-4000-8000-000000000999", "Newcomer", (Face("Newcomer", "", "Instant", ""),), "normal")

    assert place(tmp_path, corpus) != place(tmp_path, corpus.with_rows(newcomer))


def test_nicknames_alone_do_not_change_the_file(corpus, tmp_path):
    """They are read at every start."""
    assert place(tmp_path, corpus) == place(tmp_path, corpus.with_rows(Alias("newt", ("Opt",))))


async def test_a_second_start_reads_what_the_first_has_kept(corpus, tmp_path: Path):
    """Both come to the same lexicon."""
    first = await Lexicons(tmp_path).of(corpus)
    second = await Lexicons(tmp_path).of(corpus)

    assert len(list(tmp_path.glob("*.npz"))) == 1
    assert (second.exact, second.short, second.aliases) == (first.exact, first.short, first.aliases)
