"""The command line: one small module a group of commands, imported when a command of it is called."""

from importlib import import_module
from typing import Final

import click

__all__ = ["main"]

COMMANDS: Final = {
    "ask": "headjudge.cli.ask",
    "card": "headjudge.cli.lookup",
    "rule": "headjudge.cli.lookup",
    "rulings": "headjudge.cli.lookup",
    "glossary": "headjudge.cli.lookup",
    "search": "headjudge.cli.search",
    "refresh": "headjudge.cli.refresh",
    "plugins": "headjudge.cli.inspect",
    "settings": "headjudge.cli.inspect",
    "eval": "headjudge.cli.eval",
}
"""Each command and the module that holds it, in the order of the help."""


class _Lazy(click.Group):
    """Imports a command's module when the command is called: `judge rule` must not pay for `judge refresh`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = COMMANDS.get(cmd_name)
        command = getattr(import_module(module), f"{cmd_name}_command") if module else None
        return command if isinstance(command, click.Command) else None


EXAMPLES: Final = """\b
Examples:
  judge ask "If I copy a creature with counters on it, does the copy have them?"
  judge rule 702.19b
  judge refresh          load Magic's rules, cards and rulings
"""


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLES)
@click.version_option(package_name="headjudge", prog_name="judge")
def main() -> None:
    """Answer rules questions about a trading card game, every quote checked against its source."""
