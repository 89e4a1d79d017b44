"""The harvest on disk, so that a command that starts anew need not read every ruling again."""

import hashlib
import tempfile
import zipfile
from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np
import structlog
from numpy.typing import NDArray

from headjudge import Corpus, Shelf
from headjudge_names.harvest import Harvest
from headjudge_names.translated import KINDS, Translated

__all__ = ["SHELVES", "load", "place", "save"]

log: Final = structlog.get_logger()

SHELVES: Final = (Shelf.RULES, Shelf.CARDS, Shelf.RULINGS, Shelf.NAMES)
"""What a harvest is made from."""
VERSION: Final = 2
"""Of what `headjudge_names.harvest` keeps; raised when the same corpus would give another harvest."""
KEPT: Final = 4
"""How many harvests stay on disk."""
_TEXTS: Final = ("ids", "keys", "common")
_NUMBERS: Final = ("weights", "ways", "owners", "counts")
_TRANSLATED: Final = tuple(field.name for field in attrs.fields(Translated))
_SETS: Final = ("rules", "titles", "rulings", "oracle", "kinds", "terms", "idioms")


def place(folder: Path, corpus: Corpus) -> Path:
    """Return the file in *folder* for the editions of *corpus*: the same for the same loads of the same database alone."""
    digest = hashlib.sha256(f"{VERSION} {corpus.name}".encode())
    for shelf in SHELVES:
        if edition := corpus.editions.get(shelf):
            digest.update(f"{edition.id} {edition.source} {edition.version} {edition.rows} {edition.loaded.isoformat()}\n".encode())
    return folder / f"{corpus.name}-{digest.hexdigest()[:16]}.npz"


def load(path: Path) -> Harvest | None:
    """Return the harvest at *path*; None when there is none that can be read."""
    if not path.is_file():
        return None
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            fields: dict[str, Any] = {name: _lines(arrays[name]) for name in _TEXTS}
            fields |= {name: tuple(arrays[name].tolist()) for name in _NUMBERS}
            fields |= {name: frozenset(_lines(arrays[name])) for name in _SETS}
            columns = [arrays[f"translated {name}"].tobytes() for name in _TRANSLATED]
            fields["translated"] = Translated(*map(array, KINDS, columns))
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile) as error:
        log.warning("harvest.discarded", file=path.name, fault=repr(error))
        return None
    return Harvest(**fields)


def save(path: Path, harvest: Harvest) -> None:
    """Write *harvest* to *path*, where it stands only when it is whole, and remove the oldest ones. A folder that cannot be written is logged."""
    try:
        _write(path, harvest)
        for old in sorted(path.parent.glob("*.npz"), key=_written, reverse=True)[KEPT:]:
            old.unlink(missing_ok=True)
    except OSError as error:  # it is only a copy: the next process reaps anew
        log.warning("harvest.not_kept", folder=str(path.parent), fault=error.strerror)


def _written(file: Path) -> float:
    """When *file* was written; another process may have removed it."""
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _write(path: Path, harvest: Harvest) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = {name: _blob(getattr(harvest, name)) for name in (*_TEXTS, *_SETS)}
    arrays |= {name: np.array(getattr(harvest, name), np.int32) for name in _NUMBERS}
    arrays |= {f"translated {name}": np.array(getattr(harvest.translated, name)) for name in _TRANSLATED}
    with tempfile.TemporaryDirectory(dir=path.parent, prefix="new-") as made:
        whole = Path(made) / path.name
        np.savez(whole, **arrays)
        whole.replace(path)


def _blob(texts: Iterable[str]) -> NDArray[Any]:
    return np.frombuffer("\n".join(texts).encode(), np.uint8)


def _lines(blob: NDArray[Any]) -> tuple[str, ...]:
    text = blob.tobytes().decode()
    return tuple(text.split("\n")) if text else ()
