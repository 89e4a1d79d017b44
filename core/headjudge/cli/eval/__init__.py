"""`judge eval`: measure the judge over files of questions whose answers are known; one module a subcommand."""

from typing import Final

import click

from headjudge.cli.lazy import Lazy

__all__ = ["eval_command"]

COMMANDS: Final = {
    "recall": "headjudge.cli.eval.recall",
    "names": "headjudge.cli.eval.names",
    "detection": "headjudge.cli.eval.detection",
    "declined": "headjudge.cli.eval.declined",
    "answers": "headjudge.cli.eval.answers",
}
"""Each subcommand and the module that holds it, in the order of the help. They resample with numpy, which `judge --help` should not pay."""


@click.group("eval", cls=Lazy, modules=COMMANDS)
def eval_command() -> None:
    """Measure over files of questions. They are JSON Lines; docs/reference/questions.md tells their fields."""
