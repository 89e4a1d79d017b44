"""The index on disk: built once, whole or not at all, and thrown away when it is damaged."""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from headjudge import RowOf, Rule
from headjudge.testing import MemoryCorpus
from headjudge_tantivy.index import SEAL, RulesIndexes

BUILDER = """
import asyncio, sys
from pathlib import Path
from headjudge import Rule, Section
from headjudge.testing import MemoryCorpus
from headjudge_tantivy.index import RulesIndexes

rules = [Rule(f"100.{n}", f"Kite number {n} flies.", "100", "Flying") for n in range(1, 400)]
corpus = MemoryCorpus.of([Section("100", "Flying", "The Sky"), *rules])
index = asyncio.run(RulesIndexes(Path(sys.argv[1])).of(corpus))
print(next(iter(index.search("kite 377", 3))))
"""


def folders(root: Path) -> list[str]:
    """Names of the folders under *root*."""
    return sorted(path.name for path in root.iterdir() if path.is_dir())


def with_rule(rows: Sequence[RowOf], number: int) -> MemoryCorpus:
    """A corpus of *rows* and one rule more."""
    return MemoryCorpus.of((*rows, Rule(f"100.{number}", f"Only release {number} has this.", "100", "Flying")))


async def test_search_ranks_the_rule_that_says_it(corpus, tmp_path):
    """The rule with the rarest of the words comes first, and only rules with some of them come at all."""
    index = await RulesIndexes(tmp_path / "tantivy").of(corpus)

    found = index.search("my string broke, does the kite drift?", 10)

    assert next(iter(found)) == "100.1a"
    assert "200.1" not in found


async def test_search_without_words_finds_nothing(corpus, tmp_path):
    """Stop words alone are no query."""
    index = await RulesIndexes(tmp_path).of(corpus)

    assert index.search("what is it?", 10) == {}


async def test_sub_rule_is_found_by_the_title_above_it(corpus, tmp_path):
    """A sub-rule that never says the keyword is found by it."""
    index = await RulesIndexes(tmp_path).of(corpus)

    assert set(index.search("swoop", 10)) == {"200.1", "200.1a"}


async def test_second_process_reads_what_the_first_built(rows, corpus, tmp_path):
    """The same rules are not indexed twice, whatever their edition is called."""
    await RulesIndexes(tmp_path).of(corpus)
    (folder,) = folders(tmp_path)
    built = (tmp_path / folder / "meta.json").stat().st_mtime_ns

    index = await RulesIndexes(tmp_path).of(MemoryCorpus.of(rows, generation=7))

    assert folders(tmp_path) == [folder]
    assert (tmp_path / folder / "meta.json").stat().st_mtime_ns == built
    assert list(index.search("swoop", 1)) == ["200.1"]


@pytest.mark.parametrize("damage", ["truncated", "garbled", "removed", "unsealed"])
async def test_damaged_index_is_built_anew(corpus, tmp_path, damage):
    """An index with a file changed or gone is never searched."""
    await RulesIndexes(tmp_path).of(corpus)
    (folder,) = (path for path in tmp_path.iterdir() if path.is_dir())
    (terms,) = folder.glob("*.term")
    if damage == "truncated":
        terms.write_bytes(terms.read_bytes()[:10])
    elif damage == "garbled":
        terms.write_bytes(bytes(reversed(terms.read_bytes())))
    else:
        (terms if damage == "removed" else folder / SEAL).unlink()

    index = await RulesIndexes(tmp_path).of(corpus)

    assert list(index.search("swoop", 1)) == ["200.1"]


async def test_deleted_index_is_built_anew(corpus, tmp_path):
    """The folder is a cache: who deletes it loses nothing."""
    root = tmp_path / "tantivy"
    await RulesIndexes(root).of(corpus)
    shutil.rmtree(root)

    index = await RulesIndexes(root).of(corpus)

    assert list(index.search("swoop", 1)) == ["200.1"]


def test_only_the_two_newest_indexes_stay(rows, tmp_path):
    """Each load leaves its predecessor for the questions under way, and no more; what crashed builders left goes too."""
    (tmp_path / "new-abandoned").mkdir()

    for edition in (2, 3, 4):
        asyncio.run(RulesIndexes(tmp_path).of(with_rule(rows, edition)))

    kept = folders(tmp_path)
    assert len(kept) == 2
    assert not any(name.startswith("new-") for name in kept)
    assert asyncio.run(RulesIndexes(tmp_path).of(with_rule(rows, 4))).search("only", 5).keys() == {"100.4"}


def test_processes_at_once_build_one_index(tmp_path):
    """Processes that start together all read the same whole index."""
    builders = [subprocess.Popen([sys.executable, "-c", BUILDER, tmp_path], stdout=subprocess.PIPE, text=True) for _ in range(3)]

    said = [builder.communicate()[0].splitlines()[-1] for builder in builders]

    assert said == ["100.377"] * 3
    assert len(folders(tmp_path)) == 1


async def test_rules_without_release_have_an_index(tmp_path):
    """An empty corpus is searched like any other."""
    index = await RulesIndexes(tmp_path).of(MemoryCorpus.of([]))

    assert index.search("kite", 5) == {}
