"""Who imports what, and when."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from headjudge.settings import Settings

VENDORS_OF_THE_CORE = {"pluggy", "attrs", "cattrs", "structlog", "click", "rich", "platformdirs", "stamina"}
FOR_TESTS = {"pytest", "numpy"}
"""What `headjudge.testing` may import besides: it is loaded by pytest, and vectors are numpy's. `headjudge.evaluation` resamples with numpy."""
IN_FUNCTIONS = {
    ("frontends/headjudge_api/plugin.py", "headjudge_api.mounts"): "aiohttp takes 0.2 s, which only a server should pay",
    ("frontends/headjudge_mcp/plugin.py", "headjudge_mcp.mounts"): "aiohttp takes 0.2 s, which only a server should pay",
    ("frontends/headjudge_mcp/plugin.py", "headjudge_mcp.pipes"): "the SDK takes a second, which only who serves MCP should pay",
    ("frontends/headjudge_mcp/plugin.py", "headjudge_mcp.stdio"): "not needed by a look-up of a rule",
    ("frontends/headjudge_mcp/plugin.py", "headjudge_mcp.transport"): "the SDK takes a second, which only who serves MCP should pay",
    ("frontends/headjudge_web/plugin.py", "headjudge_web.mounts"): "aiohttp takes 0.2 s, which only a server should pay",
    ("frontends/headjudge_http/plugin.py", "headjudge_http.listener"): "aiohttp takes 0.2 s, which only a server should pay",
    ("plugins/headjudge_alerts/plugin.py", "headjudge_alerts.webhook"): "aiohttp takes 0.2 s, which only who is alerted should pay",
    ("plugins/headjudge_faiss/plugin.py", "headjudge_faiss.legs"): "faiss takes 0.1 s and 30 MB, which only who has an embedder should pay",
    ("plugins/headjudge_faiss/plugin.py", "headjudge_faiss.search"): "faiss takes 0.1 s and 30 MB, which only who has an embedder should pay",
    ("plugins/headjudge_library/plugin.py", "headjudge_library.concepts"): "numpy and the stemmer are not needed by a look-up of a rule",
    ("plugins/headjudge_library/plugin.py", "headjudge_library.legs"): "numpy and the stemmer are not needed by a look-up of a rule",
    ("plugins/headjudge_library/plugin.py", "headjudge_library.sources"): "numpy and the stemmer are not needed by a look-up of a rule",
    ("plugins/headjudge_litellm/plugin.py", "headjudge_litellm.client"): "litellm takes 2.6 s and 165 MB, which only who asks a model should pay",
    ("plugins/headjudge_litellm/plugin.py", "headjudge_litellm.embedder"): "numpy is for who embeds alone",
    ("plugins/headjudge_minilm/plugin.py", "headjudge_minilm.encoder"): "90 MB of weights, which only who has chosen them should read",
    ("plugins/headjudge_names/plugin.py", "headjudge_names"): "numpy and jellyfish are not needed by a look-up of a rule",
    ("plugins/headjudge_names/plugin.py", "headjudge_names.detector"): "numpy and jellyfish are not needed by a look-up of a rule",
    ("plugins/headjudge_names/plugin.py", "headjudge_names.lexicon"): "numpy and jellyfish are not needed by a look-up of a rule",
    ("plugins/headjudge_names/plugin.py", "headjudge_names.spelling"): "numpy and jellyfish are not needed by a look-up of a rule",
    ("plugins/headjudge_sources/plugin.py", "headjudge_sources.upstream"): "aiohttp takes 0.2 s, which only a refresh should pay",
    ("plugins/headjudge_sql/plugin.py", "headjudge_sql.store"): "SQLAlchemy takes 0.25 s, which `judge --help` should not pay",
    ("plugins/headjudge_tantivy/plugin.py", "headjudge_tantivy.index"): "tantivy is not needed by a look-up of a rule",
    ("plugins/headjudge_tantivy/plugin.py", "headjudge_tantivy.leg"): "tantivy is not needed by a look-up of a rule",
    ("plugins/headjudge_sql/store.py", "headjudge_sql.migrate"): "Alembic takes 0.1 s, which only a migration should pay",
}
"""Every import that stands inside a function, and why."""
HEAVY = {"litellm", "mcp", "interactions", "faiss", "tokenizers", "aiohttp", "alembic"}


def imports(tree: ast.AST) -> Iterator[str]:
    """Give the modules that *tree* imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def in_functions(tree: ast.Module) -> set[str]:
    """Return the modules that are imported inside functions."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)]
    return {name for function in functions for name in imports(function)}


def for_types_only(tree: ast.Module) -> set[str]:
    """Return the modules that are imported under TYPE_CHECKING."""
    blocks = [node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    return {name for block in blocks for name in imports(block)}


def test_imports_stand_at_the_top(root: Path, modules: Sequence[Path]) -> None:
    """Those inside functions are listed above with their reason, and nothing is listed that is not there."""
    found = {(path.relative_to(root).as_posix(), name) for path in modules for name in in_functions(parsed(path))}

    assert found == set(IN_FUNCTIONS)


def test_the_core_has_eight_vendors(root: Path, modules: Sequence[Path]) -> None:
    """Numpy is named in types alone; pytest and numpy in `headjudge.testing`, numpy in `headjudge.evaluation`."""
    strangers = []
    for path in (module for module in modules if module.is_relative_to(root / "core")):
        tree = parsed(path)
        allowed = VENDORS_OF_THE_CORE | {"headjudge"} | set(sys.stdlib_module_names)
        allowed |= {"numpy"} if "evaluation" in path.parts else set()
        allowed |= FOR_TESTS if "testing" in path.parts else {"numpy"} & {name.partition(".")[0] for name in for_types_only(tree)}
        strangers += [(path.name, name) for name in imports(tree) if name.partition(".")[0] not in allowed]

    assert strangers == []


@pytest.mark.parametrize(
    ("shelf", "others"),
    [("plugins", ""), ("frontends", r"|headjudge_(http|api)(\.\w+)*")],
)
def test_plugins_and_doors_import_the_public_face_alone(root: Path, modules: Sequence[Path], shelf: str, others: str) -> None:
    """`headjudge`, its settings, doors, look-ups, cases and testing: nothing deeper, no other plugin; a door stands on the listener."""
    face = re.compile(rf"headjudge(\.settings|\.doors|\.lookups(\.shapes)?|\.cases|\.testing(\..+)?)?{others}")
    deeper = []
    for path in (module for module in modules if module.is_relative_to(root / shelf)):
        own = path.relative_to(root / shelf).parts[0]
        ours = [name for name in imports(parsed(path)) if name.startswith("headjudge") and name.partition(".")[0] != own]
        deeper += [(path.name, name) for name in ours if not face.fullmatch(name)]

    assert deeper == []


def loaded_by(code: str, **environ: str) -> set[str]:
    """Return the modules that are loaded once *code* has run in a process of its own."""
    told = f"import atexit, sys\natexit.register(lambda: print(*sys.modules, sep='\\n', file=sys.stderr))\n{code}"
    done = subprocess.run([sys.executable, "-c", told], env=os.environ | environ, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr[:2000]
    return {name.partition(".")[0] for name in done.stderr.split()}


@pytest.mark.usefixtures("headjudge_settings")
@pytest.mark.parametrize("arguments", [["rule", "101.2"], ["card", "Drowning Bell"], ["glossary", "Tidying"], ["--help"], ["settings"]])
def test_look_ups_load_no_heavy_vendor(headjudge_settings: Settings, headjudge_practice: Path, arguments: list[str]) -> None:
    """Over an up-to-date database a look-up needs no model, no door, no download, and no migration."""
    shutil.copytree(headjudge_practice, headjudge_settings.data_dir)
    loaded = loaded_by(f"sys.argv = ['judge', *{arguments!r}]\nfrom headjudge.cli import main\nmain()")

    assert loaded & HEAVY == set()


def test_help_loads_no_database() -> None:
    """`judge --help` needs neither SQLAlchemy nor tantivy."""
    loaded = loaded_by("sys.argv = ['judge', '--help']\nfrom headjudge.cli import main\nmain()")

    assert loaded & (HEAVY | {"sqlalchemy", "tantivy", "numpy", "jellyfish"}) == set()


def test_the_pytest_plugin_is_light() -> None:
    """It is loaded into every run of a stranger's tests: no numpy, no vendor of a plugin, no contract."""
    loaded = loaded_by("import headjudge.testing.plugin\nassert 'headjudge.testing.contracts' not in sys.modules")

    assert loaded & (HEAVY | {"numpy", "sqlalchemy", "tantivy", "jellyfish", "orjson", "cattrs", "hypothesis"}) == set()
