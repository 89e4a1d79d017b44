"""The layers of BERT as all-MiniLM-L6-v2 has them: six, of twelve heads. Every state is features by tokens, float32."""

from collections.abc import Mapping, Sequence
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

__all__ = ["Layer", "Linear", "Norm", "Table", "gelu", "read_layers", "read_table"]

LAYERS: Final = 6
HEADS: Final = 12
EPSILON: Final = np.float32(1e-12)
"""Of the model's layer norm."""
Floats = NDArray[np.float32]

# erf after Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26: wrong by at most 1.5e-7. Numpy has none.
_P: Final = np.float32(0.3275911 / 2**0.5)
_A: Final = tuple(np.float32(a / 2) for a in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592))


@attrs.frozen(eq=False)
class Linear:
    """A matrix, and what is added."""

    weight: Floats
    bias: Floats

    def forward(self, state: Floats) -> Floats:
        """Return the product."""
        made: Floats = self.weight @ state
        made += self.bias
        return made


@attrs.frozen(eq=False)
class Norm:
    """Each token's features brought to mean 0 and variance 1, then scaled and moved."""

    scale: Floats
    shift: Floats

    def forward(self, state: Floats) -> Floats:
        """Return *state*, which is changed in place."""
        state -= state.mean(axis=0)
        state /= np.sqrt(np.square(state).mean(axis=0) + EPSILON)
        state *= self.scale
        state += self.shift
        return state


@attrs.frozen(eq=False)
class Table:
    """The first state of a token: its word and its place."""

    words: Floats
    places: Floats
    norm: Norm

    def of(self, tokens: Sequence[NDArray[np.int64]]) -> Floats:
        """Return the state of all *tokens*, text after text."""
        rows = np.concatenate([self.words[text] + self.places[: len(text)] for text in tokens])
        return self.norm.forward(np.ascontiguousarray(rows.T))


@attrs.frozen(eq=False)
class Layer:
    """Attention within each text, then two matrices over each token."""

    asked: Linear
    """Queries, keys and values in one; the queries are divided by the root of a head's size beforehand."""
    joined: Linear
    attended: Norm
    wide: Linear
    narrow: Linear
    left: Norm

    def forward(self, state: Floats, texts: Sequence[slice]) -> Floats:
        """Return the next state; *texts* are the tokens of each text."""
        asked = self.asked.forward(state)
        seen = attend(asked) if len(texts) == 1 else np.concatenate([attend(np.ascontiguousarray(asked[:, text])) for text in texts], axis=1)
        joined = self.joined.forward(seen)
        joined += state
        state = self.attended.forward(joined)
        narrow = self.narrow.forward(gelu(self.wide.forward(state)))
        narrow += state
        return self.left.forward(narrow)


def attend(asked: Floats) -> Floats:
    """Return what each token of one text sees of the others."""
    queries, keys, values = asked.reshape(3, HEADS, -1, asked.shape[1])
    weights = keys.swapaxes(1, 2) @ queries  # heads, keys, queries
    weights -= weights.max(axis=1, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=1, keepdims=True)
    seen: Floats = (values @ weights).reshape(-1, asked.shape[1])
    return seen


def gelu(x: Floats) -> Floats:
    """Return x Φ(x), Φ being the normal distribution: as max(x, 0) - |x| (1 - Φ(|x|)), which loses nothing where x is small."""
    size = np.abs(x)
    t = np.float32(1) / (np.float32(1) + _P * size)
    tail = _A[0] * t
    for a in _A[1:]:
        tail += a
        tail *= t
    tail *= size
    size *= size
    size *= np.float32(-0.5)
    tail *= np.exp(size, out=size)
    made: Floats = np.maximum(x, 0)
    made -= tail
    return made


def read_table(tensors: Mapping[str, Floats]) -> Table:
    """Return the first state's table of the model."""
    places = tensors["embeddings.position_embeddings.weight"] + tensors["embeddings.token_type_embeddings.weight"][0]
    return Table(tensors["embeddings.word_embeddings.weight"], places, _norm(tensors, "embeddings.LayerNorm"))


def read_layers(tensors: Mapping[str, Floats]) -> Sequence[Layer]:
    """Return the model's layers."""
    return tuple(_layer(tensors, f"encoder.layer.{number}") for number in range(LAYERS))


def _layer(tensors: Mapping[str, Floats], name: str) -> Layer:
    return Layer(
        _asked(tensors, f"{name}.attention.self"),
        _linear(tensors, f"{name}.attention.output.dense"),
        _norm(tensors, f"{name}.attention.output.LayerNorm"),
        _linear(tensors, f"{name}.intermediate.dense"),
        _linear(tensors, f"{name}.output.dense"),
        _norm(tensors, f"{name}.output.LayerNorm"),
    )


def _asked(tensors: Mapping[str, Floats], name: str) -> Linear:
    parts = [_linear(tensors, f"{name}.{part}") for part in ("query", "key", "value")]
    root = np.float32((parts[0].weight.shape[0] / HEADS) ** -0.5)
    parts[0] = Linear(parts[0].weight * root, parts[0].bias * root)
    return Linear(np.concatenate([part.weight for part in parts]), np.concatenate([part.bias for part in parts]))


def _linear(tensors: Mapping[str, Floats], name: str) -> Linear:
    return Linear(tensors[f"{name}.weight"], tensors[f"{name}.bias"][:, np.newaxis])


def _norm(tensors: Mapping[str, Floats], name: str) -> Norm:
    return Norm(tensors[f"{name}.weight"][:, np.newaxis], tensors[f"{name}.bias"][:, np.newaxis])
