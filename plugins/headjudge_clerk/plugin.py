"""The clerk: answers without a model, by quoting what was found."""

from collections.abc import Iterable

from headjudge import Services, hookimpl
from headjudge_clerk.excerpts import Excerpts
from headjudge_clerk.extractor import Clerk
from headjudge_clerk.scope import read_scope

__all__ = ["headjudge_extractors", "headjudge_synthesizers"]


@hookimpl
def headjudge_extractors(services: Services) -> Iterable[Clerk]:
    """Give the model-free extractor."""
    yield Clerk(read_scope())


@hookimpl
def headjudge_synthesizers(services: Services) -> Iterable[Excerpts]:
    """Give the synthesizer that quotes and does not judge."""
    yield Excerpts()
