"""The embedder as the role `Embedder` promises it: one text after the other, in one thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING, Final

from headjudge import Micros

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from headjudge_minilm.encoder import Encoder

__all__ = ["DIMENSION", "NAME", "MiniLm"]

NAME: Final = "all-minilm-l6-v2"
DIMENSION: Final = 384


class MiniLm:
    """all-MiniLM-L6-v2, run here: it costs nothing and sends nothing."""

    name = NAME
    dimension = DIMENSION

    def __init__(self, read: Callable[[], Encoder]) -> None:
        """Take *read* for reading the weights, at the first text."""
        self._read = read

    @cached_property
    def _thread(self) -> ThreadPoolExecutor:
        # One: two at once would each take twice as long.
        return ThreadPoolExecutor(1, thread_name_prefix="minilm")

    @cached_property
    def _encoder(self) -> Encoder:
        return self._read()

    def load(self) -> None:
        """Read the weights now.

        Raises:
            PluginInvalid: they are not those that the name stands for.
        """
        _ = self._encoder

    def worst_case(self, texts: Sequence[str]) -> Micros:
        return Micros(0)

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._embed, tuple(texts))

    def _embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._encoder.encode(texts)
