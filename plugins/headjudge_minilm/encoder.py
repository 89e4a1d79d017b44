"""Texts as vectors: the tokens, and the network's forward pass with numpy."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController
from tokenizers import Tokenizer

from headjudge_minilm.layers import Layer, Table, read_layers, read_table
from headjudge_minilm.weights import checked, installed, tensors

__all__ = ["Encoder"]

TOKENS: Final = 256
"""Of a text; the model was trained on no more, and what follows is not read."""
AT_ONCE: Final = 256
"""Tokens in one pass: enough for full speed, and still in the processor's cache."""
Floats = NDArray[np.float32]


@attrs.frozen(eq=False)
class Encoder:
    """The model, read. Everything in it is features by tokens, so that no weight is ever turned and no token is padding."""

    tokenizer: Tokenizer
    table: Table
    layers: Sequence[Layer]
    _threads: ThreadpoolController = attrs.field(factory=ThreadpoolController)

    @classmethod
    def installed(cls) -> "Encoder":
        """Return the model from its package.

        Raises:
            PluginInvalid: the package is absent, or its files are not those of the model.
        """
        return cls.read(checked(installed()))

    @classmethod
    def read(cls, folder: Path) -> "Encoder":
        """Return the model in *folder*, unchecked."""
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.enable_truncation(TOKENS)
        tokenizer.no_padding()
        found = tensors(folder / "model.safetensors")
        return cls(tokenizer, read_table(found), read_layers(found))

    def encode(self, texts: Sequence[str]) -> Floats:
        """Return one unit vector for each of *texts*, in order."""
        if not texts:
            return np.empty((0, self.table.words.shape[1]), np.float32)
        tokens = [np.array(encoding.ids) for encoding in self.tokenizer.encode_batch(list(texts))]
        # A second thread of the matrix library waits more than it helps: on a shared machine it made a question ten times as slow.
        with self._threads.limit(limits=1, user_api="blas"):
            means = np.concatenate([self._means(some) for some in _passes(tokens)])
        unit: Floats = means / np.linalg.norm(means, axis=1, keepdims=True)
        return unit

    def _means(self, tokens: Sequence[NDArray[np.int64]]) -> Floats:
        """The mean of the last layer over the tokens of each text."""
        ends = np.cumsum([len(one) for one in tokens])
        texts = [slice(end - len(one), end) for one, end in zip(tokens, ends, strict=True)]
        state = self.table.of(tokens)
        for layer in self.layers:
            state = layer.forward(state, texts)
        return np.stack([state[:, text].mean(axis=1) for text in texts])


def _passes(tokens: Sequence[NDArray[np.int64]]) -> Iterator[Sequence[NDArray[np.int64]]]:
    """Give *tokens* in parts of about `AT_ONCE`."""
    part: list[NDArray[np.int64]] = []
    for one in tokens:
        if part and sum(map(len, part)) + len(one) > AT_ONCE:
            yield part
            part = []
        part.append(one)
    yield part
