"""Writes the reference of settings, hooks and roles from the code: `python docs/generate.py`. A test holds the pages to it."""

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs

from headjudge import Door, hookspecs, roles
from headjudge.discovery import ROLES
from headjudge.settings import LEG_WEIGHTS, Settings, rows
from headjudge_http import plugin as listener
from headjudge_http.mounts import Mount

REFERENCE = Path(__file__).parent / "reference"
MADE = "<!-- Made by docs/generate.py; change the code's docstrings instead. -->\n"


def settings_page() -> str:
    """Return the page of every environment variable."""
    lines = [
        MADE,
        "# Settings",
        "",
        "Headjudge is set up by environment variables.",
        "A blank variable counts as unset.",
        "Everything that cannot be used is reported at once.",
        "`judge settings` shows what is in force and where it came from.",
        "",
        "| variable | default | what it does |",
        "|---|---|---|",
    ]
    shown = rows(Settings(data_dir=Path("(the user's data folder)")), {})
    lines += [f"| `{row.variable}` | {f'`{row.value}`' if row.value else ''} | {row.doc} |" for row in shown]
    lines += ["", "## Weights of the legs", "", "| leg | weight |", "|---|---|"]
    lines += [f"| {leg} | {weight:g} |" for leg, weight in LEG_WEIGHTS.items()]
    return "\n".join(lines) + "\n"


def hooks_page() -> str:
    """Return the page of every hook, with its example."""
    lines = [MADE, "# Hooks", "", *inspect.getdoc(hookspecs).splitlines(), ""]
    for name in (*hookspecs.SUPPLIERS, *hookspecs.PANEL):
        lines += _hook(getattr(hookspecs, f"headjudge_{name}"), ROLES[name].__name__)
    lines += ["# Hooks that doors declare", "", inspect.getdoc(listener) or "", "", *_hook(listener.headjudge_mounts, Mount.__name__)]
    return "\n".join(lines)


def _hook(hook: Callable[..., object], role: str) -> list[str]:
    lent = next(iter(inspect.signature(hook).parameters))
    text, _, example = (inspect.getdoc(hook) or "").partition("Example::")
    about = [f"## `{hook.__name__}({lent})`", "", f"Gives: [{role}](roles.md#{role.lower()})", "", text.strip(), ""]
    return [*about, "```python", inspect.cleandoc(example), "```", ""]


def roles_page() -> str:
    """Return the page of every role and of what it is lent."""
    lines = [MADE, "# Roles", "", *inspect.getdoc(roles).splitlines(), ""]
    for role in (*(getattr(roles, name) for name in roles.__all__), Door, Mount):
        if not inspect.isclass(role):
            continue
        lines += [f"## {role.__name__}", "", inspect.getdoc(role) or "", ""]
        lines += list(_members(role))
    return "\n".join(lines).rstrip() + "\n"


def _members(role: type) -> Iterator[str]:
    if attrs.has(role) or not getattr(role, "_is_protocol", False):
        yield from _values(role)
        return
    for name, member in vars(role).items():
        if name.startswith("_") or not (callable(member) or isinstance(member, property)):
            continue
        yield f"- `{_signature(name, member)}`"
        for line in (inspect.getdoc(member) or "").splitlines():
            yield f"  {line}".rstrip()
    yield ""


def _values(role: type) -> Iterator[str]:
    names = [field.name for field in attrs.fields(role)] if attrs.has(role) else [member.name for member in role]  # type: ignore[attr-defined]
    yield f"Values: {', '.join(f'`{name}`' for name in names)}."
    yield ""


def _signature(name: str, member: object) -> str:
    if isinstance(member, property):
        return f"{name}: {_plain(str(inspect.get_annotations(member.fget).get('return', '')))}"
    word = "async " if inspect.iscoroutinefunction(member) else ""
    signature = str(inspect.signature(member)).replace("self, ", "").replace("(self)", "()")
    return f"{word}{name}{_plain(signature)}"


def _plain(signature: str) -> str:
    """*signature* without modules: names alone."""
    return re.sub(r"<class '(\w+)'>|\b(?:[a-z_]+\.)+(?=[A-Z])|'", r"\1", signature)


PAGES = {"settings.md": settings_page, "hooks.md": hooks_page, "roles.md": roles_page}

if __name__ == "__main__":
    for page, make in PAGES.items():
        (REFERENCE / page).write_text(make(), encoding="utf-8")
