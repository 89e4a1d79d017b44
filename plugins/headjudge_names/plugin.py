"""The names plugin: four rungs of resolvers, and the detector of names in running text."""

from collections.abc import Iterator

from headjudge import Services, hookimpl
from headjudge_names.detector import NameDetector
from headjudge_names.lexicon import Lexicons
from headjudge_names.resolvers import AliasResolver, FuzzyResolver, PrintedResolver, ShortResolver

__all__ = ["headjudge_detectors", "headjudge_resolvers"]


@hookimpl
def headjudge_resolvers(services: Services) -> Iterator[AliasResolver | PrintedResolver | ShortResolver | FuzzyResolver]:
    """Give the four rungs of the law of names."""
    lexicons = Lexicons(services.folder("names"))
    yield AliasResolver(lexicons)
    yield PrintedResolver()
    yield ShortResolver(lexicons)
    yield FuzzyResolver(lexicons)


@hookimpl
def headjudge_detectors(services: Services) -> Iterator[NameDetector]:
    """Give the detector of names outside brackets."""
    yield NameDetector(Lexicons(services.folder("names")))
