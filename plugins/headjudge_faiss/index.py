"""An exact index of vectors, in memory."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import faiss
import numpy as np
from numpy.typing import NDArray

__all__ = ["VectorIndex", "searcher"]

HEIGHT: Final = 2.5
"""Standard deviations by which a cosine stands out. Measured on questions: from 2 to 3 there is little between."""
ROUNDING: Final = 1e-6
"""What is no more than this above the rest is float32's rounding."""


class VectorIndex:
    """Compares a vector with all of the index: a few thousand take a fraction of a millisecond, so that nothing need be guessed."""

    def __init__(self, names: Sequence[str], vectors: Sequence[bytes], dimension: int) -> None:
        """Index *vectors*, little-endian float32, under *names*."""
        matrix = np.frombuffer(b"".join(vectors), "<f4").reshape(len(names), dimension)
        self._names = tuple(names)
        self._dimension = dimension
        self._index = faiss.IndexFlatIP(dimension)
        self._index.add(matrix)
        # Mean and spread of a query's cosines follow from these two, without looking at each.
        self._mean = matrix.sum(axis=0) / max(1, len(names))
        self._moment = matrix.T @ matrix / max(1, len(names))

    def outstanding(self, query: NDArray[np.float32], limit: int) -> Mapping[str, float]:
        """Return what stands out near *query*, at most *limit*, best first, and by how much.

        A cosine says little by itself: what is near depends on the embedder and on the wording.
        What counts is how far it lies above `HEIGHT` standard deviations over the mean of the index.

        Raises:
            ValueError: *query* is of another dimension.
        """
        if query.shape != (self._dimension,):  # faiss would fail an assertion without a word
            raise ValueError(f"the index holds vectors of {self._dimension} numbers and was asked for one of the shape {query.shape}")
        (cosines,), (places,) = self._index.search(query[np.newaxis], limit)
        heights = cosines - self._height(query)
        near = (heights > ROUNDING) & (places >= 0)  # where there are fewer than *limit*, faiss fills up with the place -1
        return {self._names[place]: height for place, height in zip(places[near].tolist(), heights[near].tolist(), strict=True)}

    def _height(self, query: NDArray[np.float32]) -> float:
        """The cosine from which on one stands out."""
        mean = float(query @ self._mean)
        variance = float(query @ self._moment @ query) - mean**2
        return mean + HEIGHT * float(np.sqrt(max(0.0, variance)))


def searcher() -> ThreadPoolExecutor:
    """Return the one thread in which indexes are searched; faiss starts no others in it."""
    return ThreadPoolExecutor(1, thread_name_prefix="faiss", initializer=faiss.omp_set_num_threads, initargs=(1,))
