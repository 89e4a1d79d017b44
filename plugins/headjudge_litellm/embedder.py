"""The embedder as the roles `Embedder` and `Bills` promise it."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from headjudge import BackendFailed, Micros
from headjudge_litellm.backend import NAME
from headjudge_litellm.failures import failure_of, unreadable
from headjudge_litellm.models import EmbedModel
from headjudge_litellm.replies import tokens_told
from headjudge_litellm.vendor import Vendor

__all__ = ["LiteLlmEmbedder"]

TEXTS: Final = 256
"""In one request; OpenAI takes 2,048."""
BYTES: Final = 200_000
"""In one request, unless one text has more; OpenAI takes 300,000 tokens."""
FRAME: Final = 8
"""Tokens at most that mark the ends of a text."""
BLANK: Final = "."
"""Sent for a text without a letter in it: providers refuse an empty one."""
Floats = NDArray[np.float32]


class LiteLlmEmbedder:
    """Whatever embedding model litellm speaks to. Vectors of two models are of two spaces, so its name is the model's."""

    def __init__(self, model: EmbedModel, timeout: float, vendor: Vendor) -> None:
        """Take the model; *timeout* in seconds bounds each request of some texts."""
        self._model, self._timeout, self._vendor = model, timeout, vendor

    @property
    def name(self) -> str:
        return f"{NAME}:{self._model.name}"

    @property
    def dimension(self) -> int:
        return self._model.dimension

    async def warm(self) -> None:
        """Import litellm."""
        await self._vendor.client()

    async def close(self) -> None:
        """Close litellm's connections."""
        await self._vendor.close()

    def worst_case(self, texts: Sequence[str]) -> Micros:
        return self._cost(sum(map(_tokens, texts)))

    async def embed(self, texts: Sequence[str]) -> Floats:
        return (await self.embed_billed(texts))[0]

    async def embed_billed(self, texts: Sequence[str]) -> tuple[Floats, Micros]:
        vectors, tokens = [np.empty((0, self.dimension), np.float32)], 0
        for part in _parts([text if text.strip() else BLANK for text in texts]):
            try:
                some, told = await self._ask(part)
            except BackendFailed as error:
                error.sent = error.sent or len(vectors) > 1  # what was embedded before it is billed
                raise
            vectors.append(some)
            tokens += told
        return np.concatenate(vectors), self._cost(tokens)

    def _cost(self, tokens: int) -> Micros:
        return self._model.price.dearest.cost(tokens, 0)

    async def _ask(self, texts: Sequence[str]) -> tuple[Floats, int]:
        """The vectors of *texts* and how many tokens they have: as told, or the most that they can."""
        client = await self._vendor.client()
        try:
            async with asyncio.timeout(self._timeout):
                reply = await client.embed(texts, self._model)
        except Exception as error:  # noqa: BLE001  # litellm raises whatever it meets
            raise failure_of(error, self._model) from None  # what litellm raised may hold the texts, and a traceback would tell them
        told = tokens_told(getattr(getattr(reply, "usage", None), "prompt_tokens", None))
        return self._vectors(reply, len(texts)), told or sum(map(_tokens, texts))

    def _vectors(self, reply: Any, count: int) -> Floats:
        try:
            found = np.array([row["embedding"] for row in sorted(reply.data, key=lambda row: row["index"])], np.float32)
        except (TypeError, ValueError, KeyError):
            raise unreadable(self._model, "sent what are no vectors") from None  # as above
        if len(found) != count:
            raise unreadable(self._model, f"sent {len(found)} vectors for {count} texts")
        if found.shape[1:] != (self.dimension,):
            length = found.shape[1] if found.ndim > 1 else 0
            raise unreadable(self._model, f"sent vectors of {length} numbers, not {self.dimension}; set JUDGE_EMBED_DIMENSION={length}")
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        if not bool((np.isfinite(lengths) & (lengths > 0)).all()):
            raise unreadable(self._model, "sent vectors without a direction")
        unit: Floats = found / lengths
        return unit


def _tokens(text: str) -> int:
    return len(text.encode(errors="surrogatepass")) + FRAME


def _parts(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Give *texts* in parts that one request takes."""
    part: list[str] = []
    for text in texts:
        if part and (len(part) == TEXTS or sum(map(_tokens, part)) + _tokens(text) > BYTES):
            yield part
            part = []
        part.append(text)
    if part:
        yield part
