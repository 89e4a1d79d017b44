"""The names plugin: four rungs of resolvers, and the detector of names in running text."""

from collections.abc import Iterator

from headjudge import Detector, Resolver, Services, hookimpl

__all__ = ["headjudge_detectors", "headjudge_resolvers"]


@hookimpl
def headjudge_resolvers(services: Services) -> Iterator[Resolver]:
    """Give the four rungs of the law of names."""
    from headjudge_names import resolvers  # noqa: PLC0415  (numpy and jellyfish are not needed by a look-up of a rule)
    from headjudge_names.lexicon import Lexicons  # noqa: PLC0415

    lexicons = Lexicons(services.folder("names"))
    yield resolvers.AliasResolver(lexicons)
    yield resolvers.PrintedResolver()
    yield resolvers.ShortResolver(lexicons)
    yield resolvers.FuzzyResolver(lexicons)


@hookimpl
def headjudge_detectors(services: Services) -> Iterator[Detector]:
    """Give the detector of names outside brackets."""
    from headjudge_names.detector import NameDetector  # noqa: PLC0415
    from headjudge_names.lexicon import Lexicons  # noqa: PLC0415

    yield NameDetector(Lexicons(services.folder("names")))
