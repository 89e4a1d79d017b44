"""An embedder that needs no model: a text's vector is the sum of its words'."""

import hashlib
import re
from collections.abc import Sequence

import attrs
import numpy as np
from numpy.typing import NDArray

from headjudge.domain.money import Micros

__all__ = ["ScriptedEmbedder"]

_WORD = re.compile(r"\w+")


@attrs.define(eq=False)
class ScriptedEmbedder:
    """Gives the same unit vector for the same words, whatever their order; texts that share words are near."""

    dimension: int = 32
    """At most 64."""
    cost: int = 0
    """The worst case of every call, in micro-dollars."""
    fault: Exception | None = None
    asked: list[str] = attrs.Factory(list)

    @property
    def name(self) -> str:
        """Name of the vector space."""
        return f"scripted-{self.dimension}"

    def worst_case(self, texts: Sequence[str]) -> Micros:
        return Micros(self.cost)

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked.extend(texts)
        if self.fault:
            raise self.fault
        vectors = np.array([self._vector(text) for text in texts], dtype=np.float32).reshape(len(texts), self.dimension)
        unit: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit

    def _vector(self, text: str) -> NDArray[np.float32]:
        words = _WORD.findall(text.casefold()) or [""]
        summed: NDArray[np.float32] = np.sum([self._of_word(word) for word in words], axis=0, dtype=np.float32)
        return summed

    def _of_word(self, word: str) -> NDArray[np.float32]:
        digest = hashlib.blake2b(word.encode(), digest_size=self.dimension).digest()
        return np.frombuffer(digest, dtype=np.uint8).astype(np.float32) - np.float32(127.5)
