"""The full-text index of one state of the rules: built once for all processes, in a folder that can be thrown away."""

import asyncio
import hashlib
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs
import structlog
from filelock import FileLock
from tantivy import Document, Index, Occur, Query, Schema, SchemaBuilder, Searcher, TextAnalyzer

from headjudge import Corpus, PerEdition, Rule, Section, Shelf, fold_typography
from headjudge_tantivy.analysis import ANALYZER, VERSION, analyzer, terms

__all__ = ["RulesIndex", "RulesIndexes", "documents"]

log: Final = structlog.get_logger()

FIELDS: Final[Mapping[str, float]] = {"body": 1.0, "heading": 1.0, "section": 0.3, "parent": 0.3}
"""What a term found in each field counts."""
SEAL: Final = "seal.txt"
KEPT: Final = 2
"""How many indexes stay on disk: a process may still read the one before the newest."""
FORGET: Final = 20_000
"""Terms known before all are forgotten: the rules have 6,000, askers' inventions are without end."""
HEAP: Final = 50_000_000
"""Bytes that the writer may take; the rules need a tenth."""


@attrs.frozen
class RulesIndex:
    """An open index. Searching takes about a millisecond, so that it needs no thread of its own."""

    index: Index
    analyzer: TextAnalyzer
    numbers: Sequence[str]
    """Rule numbers by their place in the index."""
    _searcher: Searcher = attrs.field(init=False, eq=False)
    _clauses: dict[tuple[str, int], Sequence[tuple[Occur, Query]]] = attrs.field(factory=dict, init=False, eq=False)

    @_searcher.default
    def _searching(self) -> Searcher:
        return self.index.searcher()  # one for all: the index never changes

    def search(self, text: str, limit: int) -> Mapping[str, float]:
        """Return the BM25 scores of the *limit* best rules for the words of *text*, by number."""
        wanted = Counter(terms(text, self.analyzer))
        if not wanted:
            return {}
        clauses = [clause for term, times in wanted.items() for clause in self._clauses_on(term, times)]
        found = self._searcher.search(Query.boolean_query(clauses), limit, count=False).hits
        places = self._searcher.fast_field_values("place", [address for _, address in found])
        return {self.numbers[int(place or 0)]: float(score) for (score, _), place in zip(found, places, strict=True)}

    def _clauses_on(self, term: str, times: int) -> Sequence[tuple[Occur, Query]]:
        """The clauses that look for *term* in every field; made once, for that takes as long as searching."""
        known = self._clauses.get((term, times))
        if known is None:
            if len(self._clauses) >= FORGET:
                self._clauses.clear()
            known = self._clauses[term, times] = [(Occur.Should, self._clause(field, term, boost * times)) for field, boost in FIELDS.items()]
        return known

    def _clause(self, field: str, term: str, boost: float) -> Query:
        return Query.boost_query(Query.term_query(self.index.schema, field, term, "freq"), boost)


class RulesIndexes:
    """The index for each edition of the rules, in folders of its own under one root."""

    def __init__(self, root: Path) -> None:
        """Keep the indexes under *root*, which is made when the first is built."""
        self._root = root
        self._indexes = PerEdition(self._open, (Shelf.RULES,))

    async def of(self, corpus: Corpus) -> RulesIndex:
        """Return the index of the rules of *corpus*."""
        return await self._indexes.of(corpus)

    async def _open(self, corpus: Corpus) -> RulesIndex:
        rows = tuple(documents(await corpus.sections(), await corpus.rules()))
        return await asyncio.to_thread(_opened, self._root, corpus.release, rows)


def documents(sections: Sequence[Section], rules: Sequence[Rule]) -> Iterable[Mapping[str, str]]:
    """Give the fields of each rule, in order."""
    titles = {section.number: section.title for section in sections}
    parents = {rule.number: rule.text for rule in rules if rule.number == rule.group}
    for rule in rules:
        title = titles.get(rule.section, "")
        texts = {"body": rule.full_text, "heading": rule.heading.removeprefix(title).lstrip(": "), "section": title}
        parent = parents.get(rule.group, "") if rule.number != rule.group and not texts["heading"] else ""
        yield {"number": rule.number, **{field: fold_typography(text) for field, text in {**texts, "parent": parent}.items()}}


def _opened(root: Path, release: str, rows: Sequence[Mapping[str, str]]) -> RulesIndex:
    """The index of *rows*: the one on disk, or a new one when there is none that can be read."""
    root.mkdir(parents=True, exist_ok=True)
    folder = root / f"{release or 'none'}-{_fingerprint(rows)}"
    with FileLock(root / "building.lock"):
        index = _read(folder) or _build(folder, rows)
        os.utime(folder)
        _sweep(root)
    return RulesIndex(index, analyzer(), tuple(row["number"] for row in rows))


def _fingerprint(rows: Sequence[Mapping[str, str]]) -> str:
    """What tells one index from another: the texts, and how they are analysed."""
    digest = hashlib.sha256(f"{VERSION} {sorted(FIELDS)}".encode())
    for row in rows:
        digest.update("\0".join((*row.values(), "")).encode())
    return digest.hexdigest()[:16]


def _schema() -> Schema:
    builder = SchemaBuilder()
    builder.add_integer_field("place", fast=True)
    for field in FIELDS:
        builder.add_text_field(field, tokenizer_name=ANALYZER, index_option="freq")
    return builder.build()


def _read(folder: Path) -> Index | None:
    """The index in *folder*; None when it is not there, or is not whole."""
    if not folder.is_dir():
        return None
    try:
        if (folder / SEAL).read_text() == _seal(folder):
            index = Index.open(str(folder))
            index.config_reader("manual")  # it never changes: no thread need watch the folder
            index.register_tokenizer(ANALYZER, analyzer())
            return index
        fault = "a file has changed"
    except (ValueError, OSError) as error:
        fault = repr(error)
    log.warning("index.discarded", folder=folder.name, fault=fault)
    return None


def _seal(folder: Path) -> str:
    """A hash of every file of an index: tantivy searches damaged ones without a word. Its lock files begin with a dot."""
    digest = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        if not path.name.startswith(".") and path.name != SEAL:
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _build(folder: Path, rows: Sequence[Mapping[str, str]]) -> Index:
    """A new index of *rows*, which stands at *folder* only when it is whole."""
    made = Path(tempfile.mkdtemp(prefix="new-", dir=folder.parent))
    index = Index(_schema(), path=str(made))
    index.register_tokenizer(ANALYZER, analyzer())
    writer = index.writer(HEAP, num_threads=1)
    for place, row in enumerate(rows):
        writer.add_document(Document(place=place, **{field: row[field] for field in FIELDS}))
    writer.commit()
    writer.wait_merging_threads()
    (made / SEAL).write_text(_seal(made))
    shutil.rmtree(folder, ignore_errors=True)
    made.rename(folder)
    log.info("index.built", folder=folder.name, rules=len(rows))
    built = _read(folder)
    if built is None:
        raise OSError(f"the full-text index in {folder.name} cannot be read back; see that the disk of JUDGE_DATA_DIR is sound and has room")
    return built


def _sweep(root: Path) -> None:
    """Remove what crashed builders left, and all but the newest indexes; called under the lock."""
    folders = sorted((path for path in root.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime, reverse=True)
    whole = [path for path in folders if not path.name.startswith("new-")]
    for path in (*(path for path in folders if path not in whole), *whole[KEPT:]):
        shutil.rmtree(path, ignore_errors=True)  # a reader on a system that locks open files keeps it until the next sweep
