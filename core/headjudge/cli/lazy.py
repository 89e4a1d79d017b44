"""Groups of commands whose modules are imported when a command of theirs is called."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

__all__ = ["Lazy"]


class Lazy(click.Group):
    """Imports a command's module when the command is called: `judge rule` must not pay for `judge refresh`.

    *modules* names each command's module, in the order of the help; the command is called ``{name}_command`` there.
    """

    def __init__(self, *args: Any, modules: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = self._modules.get(cmd_name)
        command = getattr(import_module(module), f"{cmd_name}_command") if module else None
        return command if isinstance(command, click.Command) else None
