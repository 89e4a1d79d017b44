"""Entry module: the full-text leg."""

from collections.abc import Iterable

from headjudge import Retriever, Services, hookimpl

__all__ = ["headjudge_retrievers"]


@hookimpl
def headjudge_retrievers(services: Services) -> Iterable[Retriever]:
    """Give the leg `full text`."""
    from headjudge_tantivy.index import RulesIndexes  # noqa: PLC0415  (tantivy is not needed by a look-up of a rule)
    from headjudge_tantivy.leg import FullText  # noqa: PLC0415

    yield FullText(RulesIndexes(services.folder("tantivy")))
