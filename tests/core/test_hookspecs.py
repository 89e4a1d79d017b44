"""Every hook's example is a plugin that works."""

import inspect
from collections.abc import Mapping
from types import ModuleType

import pytest

from headjudge import Services, hookspecs
from headjudge.discovery import ROLES, Plugins

HOOKS = (*hookspecs.SUPPLIERS, *hookspecs.PANEL)


def example(hook: str) -> str:
    """Return the code of the example in the docstring of *hook*."""
    docstring = inspect.getdoc(getattr(hookspecs, f"headjudge_{hook}")) or ""
    return inspect.cleandoc(docstring.partition("Example::")[2])


@pytest.fixture
def lent(headjudge_services: Services) -> Mapping[str, object]:
    """What each hook is lent."""
    suppliers = dict.fromkeys(hookspecs.SUPPLIERS, headjudge_services.settings)
    return suppliers | dict.fromkeys(hookspecs.PANEL, headjudge_services)


@pytest.mark.parametrize("hook", HOOKS)
def test_an_example_plays_its_role(hook: str, lent: Mapping[str, object], headjudge_plugins: Plugins) -> None:
    """Copied into a module and registered, it gives an object that plays the hook's role."""
    module = ModuleType("example")
    exec(compile(example(hook), f"example of headjudge_{hook}", "exec"), module.__dict__)
    headjudge_plugins.register(module, "example")

    (player,) = headjudge_plugins.collect(hook, lent[hook])
    assert isinstance(player, ROLES[hook])


def test_every_hook_has_a_role_and_an_example() -> None:
    """No hook is declared that is not collected, and none without an example."""
    declared = {name.removeprefix("headjudge_") for name in vars(hookspecs) if name.startswith("headjudge_")}

    assert declared == set(HOOKS) == set(ROLES)
    assert all(example(hook) for hook in HOOKS)


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_takes_what_it_is_lent(hook: str) -> None:
    """Suppliers the settings, the panel the services: one argument, named so."""
    arguments = list(inspect.signature(getattr(hookspecs, f"headjudge_{hook}")).parameters)

    assert arguments == (["settings"] if hook in hookspecs.SUPPLIERS else ["services"])
