"""The vectors of questions: each is embedded once, however many legs want it."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Asked"]

KEPT: Final = 16
"""How many questions stay: those under way, and the next of a thread."""
Vectors = NDArray[np.float32]


class Asked:
    """Embeds questions. Legs that ask for the same one at once wait for one embedding; one that failed is tried again by the next."""

    def __init__(self, embed: Callable[[Sequence[str]], Coroutine[Any, Any, Vectors]]) -> None:
        """Use *embed* for what is not remembered."""
        self._embed = embed
        self._tasks: dict[str, asyncio.Task[Vectors]] = {}

    async def of(self, text: str) -> Vectors:
        """Return the vector of *text*.

        Raises:
            SpendCapReached: embedding it does not fit the budget.
            BackendFailed: the embedder failed.
        """
        task = self._tasks.pop(text, None)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = asyncio.create_task(self._embed([text]))
        self._tasks[text] = task  # newest last
        while len(self._tasks) > KEPT:
            self._tasks.pop(next(iter(self._tasks)))
        # Shielded: who goes away must not take it from the others.
        vector: Vectors = (await asyncio.shield(task))[0]
        return vector
