"""The forward pass gives what PyTorch gives."""

import numpy as np
import pytest

from headjudge_minilm.encoder import Encoder

# The first numbers of each vector as sentence-transformers/all-MiniLM-L6-v2 gives them: transformers 5.23, torch 2.13, float32.
KNOWN = {
    "A kite flies while its string is held.": (0.040568, 0.0527348, -0.0421942, -0.0095895, -0.0606051),
    "Does my kite stay in the air as long as I hold the string?": (0.0305439, 0.0287206, -0.0422951, 0.0096539, -0.0242176),
    "": (-0.1188384, 0.0482987, -0.0025481, -0.0110112, 0.0519508),
    "Ünïcode — naïve façade 日本語 🜏 {T}: +1/+1": (-0.0706579, 0.0729344, 0.0824007, -0.0589546, -0.0855931),
    "kite string " * 400: (0.0016346, -1.13e-05, -0.0031141, -0.0093032, -0.0941513),
}


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    """The installed model."""
    return Encoder.installed()


@pytest.mark.parametrize("text", KNOWN, ids=lambda text: text[:12] or "empty")
def test_vectors_are_those_of_the_reference(encoder: Encoder, text: str) -> None:
    """To a millionth, also where the text is empty, foreign, or longer than the model reads."""
    (vector,) = encoder.encode([text])

    assert vector[:5] == pytest.approx(KNOWN[text], abs=1e-6)


def test_what_means_the_same_is_near(encoder: Encoder) -> None:
    """The cosines that the reference has."""
    first, second, _, odd, _ = encoder.encode(list(KNOWN))

    assert float(first @ second) == pytest.approx(0.8025002, abs=1e-6)
    assert float(first @ odd) == pytest.approx(-0.0207534, abs=1e-6)


def test_texts_do_not_touch_each_other(encoder: Encoder) -> None:
    """In one pass or several, a text's vector is its own."""
    many = [f"{text} {number}" for number in range(3) for text in KNOWN]

    together = encoder.encode(many)

    assert np.abs(together - np.concatenate([encoder.encode([text]) for text in many])).max() < 1e-6
