"""The HTTP API as a plugin: its routes stand on the listener of `headjudge_http`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from headjudge import Services, hookimpl

if TYPE_CHECKING:
    from headjudge_http.mounts import Mount

__all__ = ["headjudge_mounts"]


@hookimpl
def headjudge_mounts(services: Services) -> "Iterable[Mount]":
    """Give the routes of questions and those of look-ups."""
    from headjudge_api.mounts import JudgingMount, LookupMount  # noqa: PLC0415  # aiohttp takes 0.2 s, which only a server should pay

    yield JudgingMount(services)
    yield LookupMount(services)
