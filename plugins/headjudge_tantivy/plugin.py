"""Entry module: the full-text legs."""

from collections.abc import Iterable

from headjudge import Services, hookimpl
from headjudge_tantivy.index import RulesIndexes
from headjudge_tantivy.legs import FullText, Vocabulary

__all__ = ["headjudge_retrievers"]


@hookimpl
def headjudge_retrievers(services: Services) -> Iterable[FullText | Vocabulary]:
    """Give the legs `full text` and `vocabulary`, which share one index."""
    indexes = RulesIndexes(services.folder("tantivy"))
    yield FullText(indexes)
    yield Vocabulary(indexes)
