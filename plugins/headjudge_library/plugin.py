"""Entry module: the legs that need no index on disk, the detector of concepts, and the concept lists."""

from collections.abc import Iterable

from headjudge import Retriever, Services, hookimpl
from headjudge_library.calls import PriorCalls
from headjudge_library.categories import Categories
from headjudge_library.concepts import ConceptDetector, ConceptIndexes, Concepts
from headjudge_library.glossary import Glossary
from headjudge_library.keywords import Keywords
from headjudge_library.notes import Notes
from headjudge_library.rulewords import RuleWordsIndexes
from headjudge_library.rulings import Rulings
from headjudge_library.sources import ConceptSource, magic, practice

__all__ = ["headjudge_detectors", "headjudge_retrievers", "headjudge_sources"]


@hookimpl
def headjudge_retrievers(services: Services) -> Iterable[Retriever]:
    """Give every leg of the library."""
    words = RuleWordsIndexes()
    yield Categories(words)
    yield Concepts(ConceptIndexes())
    yield Glossary()
    yield Keywords()
    yield Notes()
    yield PriorCalls(services.calls, words)
    yield Rulings(words)


@hookimpl
def headjudge_detectors(services: Services) -> Iterable[ConceptDetector]:
    """Give the detector of concepts. Its index is its own, for hooks share nothing: 0.1 s and a few megabytes."""
    yield ConceptDetector(ConceptIndexes())


@hookimpl
def headjudge_sources(services: Services) -> Iterable[ConceptSource]:
    """Give the concept lists of both corpora."""
    yield magic()
    yield practice()
