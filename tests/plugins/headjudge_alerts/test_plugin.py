"""The entry module gives the webhook to who has set one."""

import socket
import subprocess
import sys

import attrs
import pytest

from headjudge.discovery import Plugins
from headjudge.settings import Settings
from headjudge_alerts import plugin


def given(plugins: Plugins, settings: Settings):
    plugins.register(plugin, "alerts")
    return plugins.collect("alarms", settings)


def test_without_an_address_nobody_is_told(headjudge_plugins: Plugins, headjudge_settings: Settings) -> None:
    """The default."""
    assert given(headjudge_plugins, headjudge_settings) == ()


@pytest.mark.parametrize(("public", "instance"), [("https://judge.example.org", "https://judge.example.org"), ("", socket.gethostname())])
def test_the_instance_is_named(headjudge_plugins: Plugins, headjudge_settings: Settings, public: str, instance: str) -> None:
    """By its public address, or else by the host."""
    settings = attrs.evolve(headjudge_settings, alert_webhook="https://hooks.example.org/services/secret", public_url=public)

    (alarm,) = given(headjudge_plugins, settings)

    assert (alarm.name, alarm.host, alarm.instance) == ("webhook", "hooks.example.org", instance)


def test_aiohttp_is_not_loaded_by_the_entry_module() -> None:
    """Who is not alerted does not pay for it."""
    code = "import sys, headjudge_alerts.plugin\nprint('aiohttp' in sys.modules)"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)

    assert done.stdout == "False\n", done.stderr
