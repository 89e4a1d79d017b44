"""What lies where, and what is shipped."""

import ast
import gzip
import json
import re
import subprocess
import tomllib
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from headjudge import fold_typography

LONGEST = 40
"""Lines that a function may have, its docstring apart."""
SHINGLE = 12
"""So many words in a row are no coincidence."""


@pytest.fixture(scope="session")
def project(root: Path) -> dict[str, Any]:
    """pyproject.toml."""
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


def test_shelves_are_no_packages(root: Path) -> None:
    """No module lies directly in core, plugins or frontends."""
    assert [path for shelf in ("core", "plugins", "frontends") for path in (root / shelf).glob("*.py")] == []


def test_every_package_is_shipped(root: Path, packages: Sequence[Path], project: dict[str, Any]) -> None:
    """The wheel lists each package of the shelves, and nothing else."""
    listed = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]

    assert sorted(listed) == sorted(package.relative_to(root).as_posix() for package in packages)


def test_every_package_is_typed(packages: Sequence[Path]) -> None:
    """Each has its py.typed."""
    assert [package.name for package in packages if not (package / "py.typed").exists()] == []


def test_every_package_keeps_the_contracts(packages: Sequence[Path], project: dict[str, Any]) -> None:
    """The import contracts speak of each package, and have no exceptions."""
    linter = project["tool"]["importlinter"]

    assert sorted(linter["root_packages"]) == sorted(package.name for package in packages)
    assert len(linter["contracts"]) == 8
    assert [contract["name"] for contract in linter["contracts"] if "ignore_imports" in contract] == []


def test_entry_points_lead_to_modules(project: dict[str, Any]) -> None:
    """Each plugin's entry module exists, is called `plugin`, and has the plugin's name."""
    points = project["project"]["entry-points"]["headjudge"]

    assert {name: target for name, target in points.items() if find_spec(target) is None} == {}
    assert {target for name, target in points.items() if target != f"headjudge_{name}.plugin"} == set()


def test_data_files_reach_the_wheel(root: Path, packages: Sequence[Path]) -> None:
    """What hatchling would leave out because git ignores it is not among the files that the code reads."""
    data = [path for package in packages for path in package.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc", ".typed")]
    data = [path for path in data if not {"__pycache__", ".mypy_cache"} & set(path.parts)]
    asked = subprocess.run(["git", "check-ignore", "--stdin"], cwd=root, input="\n".join(map(str, data)), capture_output=True, text=True, check=False)

    assert asked.stdout == ""
    assert {"rules.txt", "oracle_cards.jsonl", "aliases.toml", "notes.toml"} <= {path.name for path in data}


def test_migrations_are_shipped_as_modules(root: Path) -> None:
    """Alembic reads them from the installed package."""
    versions = sorted((root / "plugins" / "headjudge_sql" / "migrations" / "versions").glob("v*.py"))

    assert versions[0].name.startswith("v0001_")


def test_functions_are_short(root: Path, modules: Sequence[Path]) -> None:
    """None is longer than 40 lines, its docstring apart."""
    named = [(path.relative_to(root).as_posix(), function) for path in modules for function in _functions(path)]

    assert [(path, function.name, _length(function)) for path, function in named if _length(function) > LONGEST] == []


def _functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def _length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    docstring = function.body[0] if ast.get_docstring(function) else None
    spoken = (docstring.end_lineno or 0) - docstring.lineno + 1 if docstring else 0
    return (function.end_lineno or 0) - function.lineno + 1 - spoken


def test_nox_sessions_are_short(root: Path) -> None:
    """Each in at most 12 lines."""
    sessions = _functions(root / "noxfile.py")

    assert sessions
    assert [session.name for session in sessions if (session.end_lineno or 0) - session.lineno + 1 > 12] == []


def test_tests_say_what_they_hold(root: Path) -> None:
    """Each test has a docstring that states its fact."""
    tests = [(path.name, function) for path in sorted((root / "tests").rglob("test_*.py")) for function in _functions(path)]

    assert [(path, test.name) for path, test in tests if test.name.startswith("test_") and not ast.get_docstring(test)] == []


def test_files_are_small_and_readable(root: Path, checked_in: Sequence[Path]) -> None:
    """No archive, no picture, nothing above 600 KB: corpora are loaded, never kept here."""
    assert [path.relative_to(root).as_posix() for path in checked_in if path.stat().st_size > 600_000] == []
    assert [path.relative_to(root).as_posix() for path in checked_in if path.suffix in (".gz", ".zip", ".sqlite3", ".pdf", ".png", ".pyc")] == []


@pytest.mark.real_data
def test_no_publishers_text_is_here(root: Path, checked_in: Sequence[Path], real_data: Path) -> None:
    """No twelve words in a row are those of a rule, a ruling or a card."""
    ours: dict[tuple[str, ...], str] = {}
    for path in checked_in:
        for shingle in _shingles(path.read_text(encoding="utf-8")):
            ours.setdefault(shingle, path.relative_to(root).as_posix())
    copied = {(ours[shingle], " ".join(shingle)) for text in _published(real_data) for shingle in _shingles(text) if shingle in ours}

    assert sorted(copied) == []


def _shingles(text: str) -> Iterator[tuple[str, ...]]:
    words = re.findall(r"\w+", fold_typography(text).casefold())
    return zip(*(words[start:] for start in range(SHINGLE)), strict=False)


def _published(data: Path) -> Iterator[str]:
    """Give the newest rules, every ruling and every Oracle text."""
    yield gzip.decompress(max((data / "rules").glob("MagicCompRules_*.txt.gz")).read_bytes()).decode()
    for name, field in (("rulings", "comment"), ("oracle_cards", "oracle_text")):
        with gzip.open(data / "cards" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line).get(field) or ""
