"""The command line: one small module a group of commands, imported when a command of it is called."""

from typing import Final

import click

from headjudge.cli.lazy import Lazy

__all__ = ["main"]

COMMANDS: Final = {
    "ask": "headjudge.cli.ask",
    "card": "headjudge.cli.lookup",
    "rule": "headjudge.cli.lookup",
    "rulings": "headjudge.cli.lookup",
    "glossary": "headjudge.cli.lookup",
    "search": "headjudge.cli.search",
    "case": "headjudge.cli.case",
    "explain": "headjudge.cli.explain",
    "calls": "headjudge.cli.calls",
    "spend": "headjudge.cli.spend",
    "serve": "headjudge.cli.serve",
    "mcp": "headjudge.cli.mcp",
    "refresh": "headjudge.cli.refresh",
    "plugins": "headjudge.cli.inspect",
    "settings": "headjudge.cli.inspect",
    "eval": "headjudge.cli.eval",
}
"""Each command and the module that holds it, in the order of the help."""


EXAMPLES: Final = """\b
Examples:
  judge ask "If I copy a creature with counters on it, does the copy have them?"
  judge rule 702.19b
  judge refresh          load Magic's rules, cards and rulings
"""


@click.group(cls=Lazy, modules=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLES)
@click.version_option(package_name="headjudge", prog_name="judge")
def main() -> None:
    """Answer rules questions about a trading card game, every quote checked against its source."""
