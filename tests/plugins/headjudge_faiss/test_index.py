"""The index compares exactly, and tells what stands out."""

import threading

import numpy as np
import pytest

from headjudge_faiss.index import VectorIndex, searcher

DIMENSION = 40


def axis(number: int) -> np.ndarray:
    """The unit vector along one axis."""
    return np.eye(DIMENSION, dtype=np.float32)[number]


@pytest.fixture
def index() -> VectorIndex:
    """Forty vectors, each along an axis of its own, under the names of their places."""
    return VectorIndex([f"r{n}" for n in range(DIMENSION)], [axis(n).tobytes() for n in range(DIMENSION)], DIMENSION)


def test_what_stands_out_comes_best_first(index: VectorIndex) -> None:
    """Near the query are the two axes that it lies between; the rest is the mean, and left out."""
    found = index.outstanding((0.8 * axis(7) + 0.6 * axis(3)).astype(np.float32), 10)

    assert list(found) == ["r7", "r3"]


def test_the_height_is_what_a_cosine_has_over_the_rest(index: VectorIndex) -> None:
    """A cosine of 1 among thirty-nine of 0: less the mean, 1/40, and 2.5 standard deviations."""
    found = index.outstanding(axis(5), 10)

    assert found == {"r5": pytest.approx(1 - 1 / 40 - 2.5 * (39 / 1600) ** 0.5)}


def test_no_more_than_the_limit_come(index: VectorIndex) -> None:
    """The best ones; a limit above the size of the index is no fault."""
    query = (0.8 * axis(7) + 0.6 * axis(3)).astype(np.float32)

    assert list(index.outstanding(query, 1)) == ["r7"]
    assert list(index.outstanding(query, 500)) == ["r7", "r3"]


def test_where_all_are_alike_nothing_stands_out() -> None:
    """Equal vectors leave no hit, and so does a single one."""
    alike = VectorIndex(["a", "b"], [axis(1).tobytes()] * 2, DIMENSION)

    assert alike.outstanding(axis(1), 10) == {}


def test_an_empty_index_finds_nothing() -> None:
    """A corpus without rules is no fault."""
    assert VectorIndex([], [], DIMENSION).outstanding(axis(0), 10) == {}


@pytest.mark.parametrize("query", [np.ones(3, np.float32), np.ones((1, DIMENSION), np.float32)])
def test_a_query_of_another_dimension_is_refused_in_words(index: VectorIndex, query: np.ndarray) -> None:
    """Faiss itself fails an assertion that says nothing."""
    with pytest.raises(ValueError, match="vectors of 40 numbers and was asked for one of the shape"):
        index.outstanding(query, 10)


def test_one_thread_searches() -> None:
    """And faiss starts no others in it."""
    faiss = pytest.importorskip("faiss")
    with searcher() as pool:
        threads = {pool.submit(threading.get_ident).result() for _ in range(3)}

        assert len(threads) == 1
        assert pool.submit(faiss.omp_get_max_threads).result() == 1
