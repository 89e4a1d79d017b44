"""Writes the reference of settings, hooks, roles and MCP from the code: `python docs/generate.py`. A test holds the pages to it."""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from headjudge import Door, Services, hookspecs, roles, schemas
from headjudge.discovery import ROLES
from headjudge.settings import LEG_WEIGHTS, Settings, rows
from headjudge.testing import OpenMemoryStore, ScriptedExtractor, StoppedClock
from headjudge.testing.contracts.doors import scripted_desk
from headjudge_http import plugin as listener
from headjudge_http.mounts import Mount
from headjudge_mcp.tool import Tool
from headjudge_mcp.toolbox import tools

REFERENCE = Path(__file__).parent / "reference"
MADE = "<!-- Made by docs/generate.py; change the code's docstrings instead. -->\n"

MCP = """\
`judge serve --mcp` speaks streamable HTTP at `/mcp`; `judge mcp` speaks over standard input and output.
Both speak the protocol of 2026-07-28 and, after a handshake, that of 2025; [connect an agent](../howto/connect-an-agent.md) tells how.

A result holds its JSON twice: as data (`structuredContent`), and as text for clients that read text alone.
The JSON of a result has less than 30 KB; what is longer comes in parts, and `next_offset`, or `part`, leads to the rest.
What an agent gets wrong is an error of the tool (`isError`), in words that name the cure; so are `refused`, `busy` and `rate_limited`.
The other kinds are results: `ambiguous`, `not_found`, `rejected` and `error` too.

Over HTTP each request shows the operator's token: `Authorization: Bearer` with `MCP_TOKEN`.

| status | when |
|---|---|
| 403 | the `Host` or the `Origin` is none of `MCP_ALLOWED_HOSTS` |
| 401 | the token is missing or another |
| 404 | the door is not open, or the address ends in a slash |
| 405 | the method is not POST: there are no sessions to end, and there is no stream without a request |
| 413 | the body has more than 256 KB |

Together, all clients put at most `MCP_JUDGE_LIMIT` questions and cases in `MCP_JUDGE_WINDOW_SECS`.
Over that a result of kind `rate_limited` says when to come again.
Look-ups and the steps of a case are not counted.
A client that asks for progress is told each stage of the judging.

## Resources and a prompt

| address | what it is |
|---|---|
| `rule://{number}` | a rule with its sub-rules, a sub-rule, or what a section holds; the sections are listed |
| `card://{name}` | a card's Oracle text; the name percent-encoded |
| `glossary://{term}` | the glossary's entry of a term |

Each is Markdown.
The prompt `judge_a_question` (argument `question`) leads an agent through a case.
"""


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


def mcp_page() -> str:
    """Return the page of every tool that agents call, and of what it gives."""
    store, settings = OpenMemoryStore.holding(), Settings()
    services = Services(settings, store.calls, None, None, StoppedClock())
    listed = tools(services, scripted_desk(ScriptedExtractor(), settings, store))
    lines = [MADE, "# MCP", "", MCP, "## Tools", ""]
    for tool in listed:
        lines += _tool(tool)
    lines += ["## Shapes", ""]
    taken = {name: schema for tool in listed for name, schema in tool.input_schema.get("$defs", {}).items()}
    for name, schema in (taken | schemas(*dict.fromkeys(shape for tool in listed for shape in tool.replies))).items():
        lines += [f"### {name}", "", *schema["description"].splitlines(), "", *_fields(schema, "field")]
    return "\n".join(lines).rstrip() + "\n"


def _tool(tool: Tool) -> list[str]:
    hints = [
        "reads only" if not tool.changes else "counted" if tool.name in ("judge", "open_case") else "a step of a case",
        *(["to call it twice is as good as once"] if tool.repeatable and tool.changes else []),
    ]
    replies = ", ".join(f"[{shape.__name__}](#{shape.__name__.lower()})" for shape in tool.replies)
    about = [f"### `{tool.name}`", "", f"{tool.title}: {'; '.join(hints)}.", "", *tool.description.splitlines(), ""]
    return [*about, *_fields(tool.input_schema, "argument"), f"Gives: {replies}.", ""]


def _fields(schema: Mapping[str, Any], what: str) -> list[str]:
    """The properties of *schema* as a table."""
    if not schema["properties"]:
        return []
    lines = [f"| {what} | type | |", "|---|---|---|"]
    for name, field in schema["properties"].items():
        optional = "" if name in schema["required"] else ", optional"
        lines.append(f"| `{name}` | {_type(field)}{optional} | {field['description']} |")
    return [*lines, ""]


def _type(field: Mapping[str, Any]) -> str:
    if "$ref" in field:
        return str(field["$ref"]).rpartition("/")[2]
    if "anyOf" in field:
        return " or ".join(map(_type, field["anyOf"]))
    if "enum" in field:
        return ", ".join(f"`{value}`" for value in field["enum"])
    return f"array of {_type(field['items'])}" if field["type"] == "array" else str(field["type"])


PAGES = {"settings.md": settings_page, "hooks.md": hooks_page, "roles.md": roles_page, "mcp.md": mcp_page}

if __name__ == "__main__":
    for page, make in PAGES.items():
        (REFERENCE / page).write_text(make(), encoding="utf-8")
