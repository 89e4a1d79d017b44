"""Entry module: the legs that need no index on disk, the detector of concepts, and the concept lists."""

from collections.abc import Iterable

from headjudge import Detector, Retriever, Services, Source, hookimpl

__all__ = ["headjudge_detectors", "headjudge_retrievers", "headjudge_sources"]


@hookimpl
def headjudge_retrievers(services: Services) -> Iterable[Retriever]:
    """Give every leg of the library."""
    from headjudge_library.legs import every_leg  # noqa: PLC0415  (numpy and the stemmer are not needed by a look-up of a rule)

    yield from every_leg(services.calls)


@hookimpl
def headjudge_detectors(services: Services) -> Iterable[Detector]:
    """Give the detector of concepts. Its index is its own, for hooks share nothing: 0.1 s and a few megabytes."""
    from headjudge_library.concepts import ConceptDetector, ConceptIndexes  # noqa: PLC0415

    yield ConceptDetector(ConceptIndexes())


@hookimpl
def headjudge_sources(services: Services) -> Iterable[Source]:
    """Give the concept lists of both corpora."""
    from headjudge_library.sources import magic, practice  # noqa: PLC0415

    yield magic()
    yield practice()
