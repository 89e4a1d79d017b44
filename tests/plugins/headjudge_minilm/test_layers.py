"""The parts of the forward pass that numpy lacks."""

import math

import numpy as np
import pytest

from headjudge_minilm.layers import Norm, attend, gelu


def test_gelu_is_exact() -> None:
    """X Φ(x) to a few ten-millionths, from far below zero to far above."""
    x = np.linspace(-12, 12, 4801, dtype=np.float32)

    wanted = [float(v) * 0.5 * math.erfc(-float(v) / math.sqrt(2)) for v in x]

    assert np.abs(gelu(x.copy()) - np.array(wanted)).max() < 6e-7


def test_norm_brings_each_token_to_mean_0_and_variance_1() -> None:
    """Column by column, before it scales and moves."""
    state = np.random.default_rng(1).normal(3, 5, (384, 7)).astype(np.float32)
    ones = np.ones((384, 1), np.float32)

    made = Norm(2 * ones, 3 * ones).forward(state)

    assert made.mean(axis=0) == pytest.approx([3] * 7, abs=1e-4)
    assert made.std(axis=0) == pytest.approx([2] * 7, abs=1e-4)


def test_a_token_attends_to_what_it_asks_for() -> None:
    """Where one key answers a query far better than the others, that token's values are seen; many of one kind do not overflow."""
    asked = np.zeros((3, 12, 32, 4), np.float32)
    asked[0, :, 0, :] = 100  # every query
    asked[1, :, 0, 2] = 10  # the key of the third token
    asked[2] = np.arange(4)  # each token's values

    assert np.array_equal(attend(asked.reshape(-1, 4)), np.full((384, 4), 2, np.float32))
