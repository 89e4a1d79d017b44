"""Support: holds each sentence of a verdict against what it quotes."""

from collections.abc import Iterable

from headjudge import Services, hookimpl
from headjudge_support.validator import Support

__all__ = ["headjudge_validators"]


@hookimpl
def headjudge_validators(services: Services) -> Iterable[Support]:
    """Give the validator of numbers, denials and unrelated quotes."""
    yield Support()
