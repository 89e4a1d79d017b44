"""Indexes that are built once for each edition of the shelves that they are made from."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, TypeVar

from headjudge.roles import Corpus, Shelf

__all__ = ["PerEdition"]

T = TypeVar("T")
KEPT: Final = 2
"""How many indexes stay: questions under way may still hold the generation before the newest."""


class PerEdition(Generic[T]):
    """Builds a `T` from a corpus when the editions of *shelves* are new, and keeps it for the next question.

    Concurrent askers wait for one building; a building that failed is tried again by the next.
    """

    def __init__(self, build: Callable[[Corpus], Awaitable[T]], shelves: Sequence[Shelf]) -> None:
        self._build = build
        self._shelves = tuple(shelves)
        self._built: dict[str, asyncio.Task[T]] = {}
        self._last: tuple[Corpus, T] | None = None

    def key(self, corpus: Corpus) -> str:
        """Return what tells the editions of *corpus* apart, fit for a folder's name (``rules-3.cards-7``)."""
        editions = corpus.editions
        return ".".join(f"{shelf.value}-{editions[shelf].id}" for shelf in self._shelves if shelf in editions) or "empty"

    async def of(self, corpus: Corpus) -> T:
        """Return the index for *corpus*."""
        if self._last is not None and self._last[0] is corpus:
            return self._last[1]  # a question asks for a dozen indexes, some of them several times
        self._last = (corpus, await self._of(corpus))
        return self._last[1]

    async def _of(self, corpus: Corpus) -> T:
        key = self.key(corpus)
        task = self._built.pop(key, None)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = asyncio.ensure_future(self._build(corpus))
            task.add_done_callback(_seen)
        self._built[key] = task  # newest last
        while len(self._built) > KEPT:
            self._built.pop(next(iter(self._built)))
        return task.result() if task.done() else await asyncio.shield(task)


def _seen(task: "asyncio.Task[T]") -> None:
    """Whoever waits for *task* is told what ended it. Where nobody waits any longer, it must not be told as a mistake of ours."""
    if not task.cancelled():
        task.exception()
