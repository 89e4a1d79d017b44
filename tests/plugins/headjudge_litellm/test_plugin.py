"""The entry module gives backend and embedder where they are chosen, and loads nothing for it."""

import subprocess
import sys
from importlib.util import find_spec
from typing import Any

import attrs
import pytest

from headjudge import PluginInvalid
from headjudge.discovery import Plugins
from headjudge.settings import Settings
from headjudge_litellm import plugin

CHOSEN: dict[str, Any] = {
    "model": "openai/practice",
    "model_url": "http://127.0.0.1:9/v1",
    "model_price_in": 0,
    "model_price_out": 0,
    "embed_model": "openai/vectors",
    "embedder": "litellm:openai/vectors",
    "embed_price": 0,
    "embed_dimension": 64,
}
installed = pytest.mark.skipif(find_spec("litellm") is None, reason="litellm is not installed")


@pytest.mark.parametrize("role", ["models", "embedders"])
def test_an_absent_package_is_told_with_the_cure(
    headjudge_plugins: Plugins, headjudge_settings: Settings, monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    """The plugin is left out."""
    monkeypatch.setitem(sys.modules, "litellm", None)
    headjudge_plugins.register(plugin, "litellm")

    assert headjudge_plugins.collect(role, attrs.evolve(headjudge_settings, **CHOSEN)) == ()

    (standing,) = headjudge_plugins.standings
    assert (standing.state, standing.reason) == ("left out", "the package litellm is not installed; pip install 'headjudge[model]'")


@pytest.mark.parametrize("other", [{"model": "", "embed_model": ""}, {"model_backend": "mine", "embedder": "all-minilm-l6-v2"}, {"embedder": ""}])
def test_nothing_is_given_that_is_not_chosen(
    headjudge_plugins: Plugins, headjudge_settings: Settings, monkeypatch: pytest.MonkeyPatch, other: dict[str, Any]
) -> None:
    """No package is missed, no price is asked for: another plugin may use the settings."""
    monkeypatch.setitem(sys.modules, "litellm", None)
    headjudge_plugins.register(plugin, "litellm")
    settings = attrs.evolve(headjudge_settings, **CHOSEN | other)

    assert headjudge_plugins.collect("embedders", settings) == ()
    if "embedder" not in other or "model_backend" in other:
        assert headjudge_plugins.collect("models", settings) == ()


@installed
def test_the_two_have_names(headjudge_plugins: Plugins, headjudge_settings: Settings) -> None:
    """The backend's is its plugin's; the embedder's says whose vectors they are, and JUDGE_EMBEDDER=litellm asks for it too."""
    headjudge_plugins.register(plugin, "litellm")
    settings = attrs.evolve(headjudge_settings, **CHOSEN)

    (model,) = headjudge_plugins.collect("models", settings)
    (embedder,) = headjudge_plugins.collect("embedders", settings)
    (asked,) = headjudge_plugins.collect("embedders", attrs.evolve(settings, embedder="litellm"))

    assert (model.name, model.model) == ("litellm", "openai/practice, at 127.0.0.1:9")
    assert (embedder.name, embedder.dimension, asked.name) == ("litellm:openai/vectors", 64, "litellm:openai/vectors")


@installed
@pytest.mark.parametrize("role", ["models", "embedders"])
def test_no_known_price_is_refused_at_start(headjudge_plugins: Plugins, headjudge_settings: Settings, role: str) -> None:
    """Nothing is free by omission."""
    headjudge_plugins.register(plugin, "litellm")
    settings = attrs.evolve(headjudge_settings, **CHOSEN | {"model_price_in": None, "model_price_out": None, "embed_price": None})

    with pytest.raises(PluginInvalid, match=r"no price is known for the .*model 'openai/(practice|vectors)'; set JUDGE_"):
        headjudge_plugins.collect(role, settings)


@installed
def test_the_hooks_do_not_import_litellm() -> None:
    """Every command calls them."""
    code = (
        "import sys; from headjudge.settings import Settings; from headjudge_litellm import plugin;"
        f"s = Settings(**{CHOSEN!r});"
        "print(*plugin.headjudge_models(s), *plugin.headjudge_embedders(s));"
        "print({'litellm', 'openai', 'httpx', 'pydantic'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "set()"
