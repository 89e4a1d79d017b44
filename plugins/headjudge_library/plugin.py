"""Entry module: the legs that need no index on disk, the detector of concepts, and the concept lists."""

from collections.abc import Iterable
from typing import Final

from headjudge import Detector, Retriever, Services, Source, hookimpl

__all__ = ["headjudge_detectors", "headjudge_retrievers", "headjudge_sources"]

CONCEPTS: Final = "library.concepts"
"""What the hooks share: 0.2 s of building and a few megabytes."""


@hookimpl
def headjudge_retrievers(services: Services) -> Iterable[Retriever]:
    """Give every leg of the library."""
    from headjudge_library.concepts import ConceptIndexes  # noqa: PLC0415  (numpy and the stemmer are not needed by a look-up of a rule)
    from headjudge_library.legs import every_leg  # noqa: PLC0415

    yield from every_leg(services.calls, services.once(CONCEPTS, ConceptIndexes))


@hookimpl
def headjudge_detectors(services: Services) -> Iterable[Detector]:
    """Give the detector of concepts, which shares its index with the leg."""
    from headjudge_library.concepts import ConceptDetector, ConceptIndexes  # noqa: PLC0415

    yield ConceptDetector(services.once(CONCEPTS, ConceptIndexes))


@hookimpl
def headjudge_sources(services: Services) -> Iterable[Source]:
    """Give the concept lists of both corpora."""
    from headjudge_library.sources import magic, practice  # noqa: PLC0415

    yield magic()
    yield practice()
