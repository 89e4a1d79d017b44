"""How text looks on a terminal: rule numbers, quotes, card names and mana symbols stand out."""

import json
import re
import sys
from typing import Any, Final

import click
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

__all__ = ["console", "print_json", "quoted", "styled"]

UNWRAPPED: Final = 100_000
"""Columns where there is no terminal: programs read the lines as they are."""
_MARKED: Final = re.compile(r"\*\*(?P<bold>.+?)\*\*|(?<![\w*/+])\*(?=[^\s*/+])(?P<italic>[^*\n]+?)(?<=[^\s/+])\*(?![\w*/])")
_STYLES: Final = (
    (re.compile(r"(?<![\w.])\d{3}\.\d{1,3}[a-z]{0,2}\b(?!\.\d)"), "bold cyan"),
    (re.compile(r"“[^”]*”"), "italic"),
    (re.compile(r"\{W\}"), "bold bright_yellow"),
    (re.compile(r"\{U\}"), "bold bright_blue"),
    (re.compile(r"\{B\}"), "bold magenta"),
    (re.compile(r"\{R\}"), "bold bright_red"),
    (re.compile(r"\{G\}"), "bold bright_green"),
    (re.compile(r"\{(?![WUBRG]\})[^{}]{1,5}\}"), "bold"),
)


def console() -> Console:
    """Return a console for standard output; where that is no terminal, lines are neither wrapped nor cut. Text stands as it was written."""
    return Console(highlight=False, markup=False, emoji=False, width=None if sys.stdout.isatty() else UNWRAPPED)


def styled(text: str) -> Text:
    """Return *text* with ``**bold**``, ``*italics*``, rule numbers, quotes and mana symbols styled. Nothing else in it is markup."""
    plain, styles = "", []
    cursor = 0
    for match in _MARKED.finditer(text):
        style = match.lastgroup or ""
        plain += text[cursor : match.start()]
        styles.append((style, len(plain), len(plain) + len(match[style])))
        plain += match[style]
        cursor = match.end()
    shown = Text(plain + text[cursor:])
    for style, start, end in styles:
        shown.stylize(style, start, end)
    for pattern, style in _STYLES:
        shown.highlight_regex(pattern, style)
    return shown


def quoted(text: str, indent: int = 2) -> Padding | Text:
    """Return *text* set in from the left, wrapped lines too."""
    if sys.stdout.isatty():
        return Padding(styled(text), (0, 0, 0, indent), expand=False)
    # A padded block would end every line in blanks.
    return styled("\n".join(f"{' ' * indent}{line}".rstrip() for line in text.split("\n")))


def print_json(body: Any) -> None:
    """Print *body* as JSON, readable by people and programs."""
    click.echo(json.dumps(body, ensure_ascii=False, indent=2))
