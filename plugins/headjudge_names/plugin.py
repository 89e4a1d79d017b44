"""The names plugin: four rungs of resolvers, and the detectors of names and of misspelt words in running text."""

from collections.abc import Iterator

from headjudge import Detector, Resolver, Services, hookimpl

__all__ = ["headjudge_detectors", "headjudge_resolvers"]


@hookimpl
def headjudge_resolvers(services: Services) -> Iterator[Resolver]:
    """Give the four rungs of the law of names."""
    from headjudge_names import resolvers  # noqa: PLC0415  (numpy and jellyfish are not needed by a look-up of a rule)
    from headjudge_names.lexicon import Lexicons  # noqa: PLC0415

    lexicons = services.once("names.lexicons", lambda: Lexicons(services.folder("names")))
    yield resolvers.AliasResolver(lexicons)
    yield resolvers.PrintedResolver(lexicons)
    yield resolvers.ShortResolver(lexicons)
    yield resolvers.FuzzyResolver(lexicons)


@hookimpl
def headjudge_detectors(services: Services) -> Iterator[Detector]:
    """Give the detectors of names outside brackets and of misspelt words."""
    from headjudge_names.detector import NameDetector  # noqa: PLC0415
    from headjudge_names.lexicon import Lexicons  # noqa: PLC0415
    from headjudge_names.spelling import SpellingDetector  # noqa: PLC0415

    lexicons = services.once("names.lexicons", lambda: Lexicons(services.folder("names")))
    yield NameDetector(lexicons)
    yield SpellingDetector(lexicons)
