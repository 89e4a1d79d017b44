"""Entry module: the full-text legs."""

from collections.abc import Iterable

from headjudge import Retriever, Services, hookimpl

__all__ = ["headjudge_retrievers"]


@hookimpl
def headjudge_retrievers(services: Services) -> Iterable[Retriever]:
    """Give the legs `full text` and `vocabulary`, which share one index."""
    from headjudge_tantivy.index import RulesIndexes  # noqa: PLC0415  (tantivy is not needed by a look-up of a rule)
    from headjudge_tantivy.legs import FullText, Vocabulary  # noqa: PLC0415

    indexes = RulesIndexes(services.folder("tantivy"))
    yield FullText(indexes)
    yield Vocabulary(indexes)
