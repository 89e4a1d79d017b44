"""Where the repository is, and what stands in it."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHELVES = ("core", "plugins", "frontends")


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def packages() -> Sequence[Path]:
    """Every package that is shipped."""
    return sorted(init.parent for shelf in SHELVES for init in (ROOT / shelf).glob("*/__init__.py"))


@pytest.fixture(scope="session")
def modules(packages: Sequence[Path]) -> Sequence[Path]:
    """Every module that is shipped, migrations apart: those are Alembic's."""
    return sorted(path for package in packages for path in package.rglob("*.py") if "migrations" not in path.parts)


@pytest.fixture(scope="session")
def checked_in(root: Path) -> Sequence[Path]:
    """Every file that is, or would be, under version control."""
    if not (root / ".git").exists():
        pytest.skip("this is no checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, capture_output=True, check=True, text=True
    )
    return sorted(root / name for name in listed.stdout.split("\0") if name and (root / name).is_file())
