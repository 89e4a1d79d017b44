"""The reference says what the code says."""

import inspect
import re
import runpy
from pathlib import Path

import attrs
import pytest

from headjudge import hookspecs, roles
from headjudge.cli import COMMANDS
from headjudge.settings import Settings


def page(root: Path, name: str) -> str:
    path = root / "docs" / "reference" / name
    assert path.is_file(), f"{path.relative_to(root)} is missing"
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("variable", [field.metadata["variable"] for field in attrs.fields(Settings)])
def test_every_setting_is_documented(root: Path, variable: str) -> None:
    """In docs/reference/settings.md."""
    assert f"`{variable}`" in page(root, "settings.md")


@pytest.mark.parametrize("hook", [*hookspecs.SUPPLIERS, *hookspecs.PANEL])
def test_every_hook_is_documented_with_its_example(root: Path, hook: str) -> None:
    """In docs/reference/hooks.md; the example is the very one that is tested."""
    docstring = inspect.getdoc(getattr(hookspecs, f"headjudge_{hook}")) or ""

    assert f"`headjudge_{hook}" in page(root, "hooks.md")
    assert inspect.cleandoc(docstring.partition("Example::")[2]) in page(root, "hooks.md")


@pytest.mark.parametrize("role", [name for name in roles.__all__ if inspect.isclass(getattr(roles, name))])
def test_every_role_is_documented(root: Path, role: str) -> None:
    """In docs/reference/roles.md, under a heading of its own."""
    assert re.search(rf"^#+ .*\b{role}\b", page(root, "roles.md"), re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(root: Path, command: str) -> None:
    """In docs/reference/commands.md."""
    assert f"`judge {command}" in page(root, "commands.md")


@pytest.mark.parametrize("name", ["settings.md", "hooks.md", "roles.md", "mcp.md"])
def test_the_reference_is_up_to_date(root: Path, name: str) -> None:
    """`python docs/generate.py` would change nothing."""
    pages = runpy.run_path(str(root / "docs" / "generate.py"))["PAGES"]

    assert page(root, name) == pages[name](), "run `python docs/generate.py`"


def test_links_between_pages_lead_somewhere(root: Path) -> None:
    """Every relative link of README, CONTRIBUTING and docs names a file that exists."""
    pages = (root / "README.md", root / "CONTRIBUTING.md", *(root / "docs").rglob("*.md"))
    links = [(path, target) for path in pages for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", path.read_text(encoding="utf-8"))]

    assert links
    assert [(path.relative_to(root).as_posix(), target) for path, target in links if not (path.parent / target).exists()] == []
