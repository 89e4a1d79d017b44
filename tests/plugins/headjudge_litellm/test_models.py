"""What the settings name becomes models with a price and an address, or a refusal that tells the cure."""

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

from headjudge import PluginInvalid
from headjudge.settings import Settings
from headjudge_litellm.models import chat_model, embed_model
from headjudge_litellm.prices import Price, PriceList, Rate

LOCAL = "http://127.0.0.1:8080/v1"


@pytest.fixture
def prices(tmp_path: Path) -> PriceList:
    """A list of one model of OpenAI's, at Azure too, one of Anthropic's and one that embeds."""
    chat = {"input_cost_per_token": 1e-06, "output_cost_per_token": 2e-06}
    entries = {
        "gpt-x": {"litellm_provider": "openai", **chat},
        "azure/gpt-x": {"litellm_provider": "azure", **chat},
        "claude-x": {"litellm_provider": "anthropic", **chat},
        "embed-x": {"litellm_provider": "openai", "input_cost_per_token": 1e-07, "output_vector_size": 1536},
    }
    (tmp_path / "list.json").write_text(json.dumps(entries), encoding="utf-8")
    return PriceList(tmp_path / "list.json")


def settings(**given: Any) -> Settings:
    return Settings(**given)


def test_an_operators_price_overrides_the_list(prices: PriceList) -> None:
    """It is flat: it holds for every size and class, for a model of one's own too, where it may be 0."""
    given = settings(model="gpt-x", model_price_in=0, model_price_out=0)

    assert chat_model(given, prices, "gpt-x").price == Price.flat(0, 0)
    assert chat_model(settings(model="gpt-x"), prices, "gpt-x").price.dearest == Rate(1_000_000, 2_000_000)


@pytest.mark.parametrize("side", ["model_price_in", "model_price_out"])
def test_one_price_alone_is_refused(prices: PriceList, side: str) -> None:
    """The other is not taken from anywhere."""
    with pytest.raises(PluginInvalid, match=r"^only one of JUDGE_MODEL_PRICE_IN and JUDGE_MODEL_PRICE_OUT is set; set both or neither$"):
        chat_model(settings(model="gpt-x", **{side: 5}), prices, "gpt-x")


def test_a_model_without_a_price_is_refused(prices: PriceList) -> None:
    """The message names it and the cure."""
    with pytest.raises(PluginInvalid) as caught:
        chat_model(settings(model="gpt-new"), prices, "gpt-new")

    cure = "set JUDGE_MODEL_PRICE_IN and JUDGE_MODEL_PRICE_OUT in US dollars a million tokens"
    assert str(caught.value) == f"no price is known for the model 'gpt-new'; {cure}"


def test_a_server_of_ones_own_may_be_free(prices: PriceList) -> None:
    """The message says so; and a name that OpenAI has too is not OpenAI's there."""
    for name in ("openai/mine", "openai/gpt-x", "gpt-x"):
        with pytest.raises(PluginInvalid, match=r"tokens; 0 is allowed for a server of your own$"):
            chat_model(settings(model=name, model_url=LOCAL), prices, name)


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("gpt-x", "https://api.openai.com/v1"),
        ("openai/gpt-x", "https://eu.api.openai.com/v1"),
        ("anthropic/claude-x", "https://api.anthropic.com"),
        ("azure/gpt-x", "https://ours.openai.azure.com"),
        ("azure/gpt-x", "https://ours.cognitiveservices.azure.com"),
    ],
)
def test_a_providers_own_address_has_its_price(prices: PriceList, name: str, url: str) -> None:
    """It may be written out; the key may be that of the environment."""
    model = chat_model(settings(model=name, model_url=url), prices, name)

    assert (model.name, model.url, model.own, model.key, model.price.dearest) == (name, url, False, "", Rate(1_000_000, 2_000_000))


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("openai/gpt-x", LOCAL),
        ("openai/gpt-x", "https://openai.com.example/v1"),
        ("openai/gpt-x", "https://notopenai.com/v1"),
        ("openai/gpt-x", "https://api.openai.com@example.org/v1"),
        ("openai/gpt-x", "https://example.org/api.openai.com/v1"),
        ("openai/gpt-x", "https://ours.openai.azure.com"),
        ("anthropic/claude-x", LOCAL),
        ("anthropic/claude-x", "https://api.openai.com/v1"),
        ("custom_openai/gpt-x", "https://api.openai.com/v1"),
        ("litellm_proxy/gpt-x", LOCAL),
        ("hosted_vllm/gpt-x", LOCAL),
    ],
)
def test_any_other_address_is_of_ones_own(prices: PriceList, name: str, url: str) -> None:
    """The list has no say in what it costs, and no key of the environment is sent there."""
    given = settings(model=name, model_url=url)
    with pytest.raises(PluginInvalid, match=f"^no price is known for the model {name!r}; .* 0 is allowed for a server of your own$"):
        chat_model(given, prices, name)

    model = chat_model(attrs.evolve(given, model_price_in=0, model_price_out=0), prices, name)

    assert (model.own, model.key) == (True, "none")
    assert chat_model(attrs.evolve(given, model_price_in=0, model_price_out=0, model_key="k"), prices, name).key == "k"


def test_a_bare_name_at_ones_own_server_is_told_with_its_provider(prices: PriceList) -> None:
    """Else litellm takes the provider, and the key in its variable, from the URL."""
    given = settings(model="gpt-x", model_url="https://api.groq.com/openai/v1", model_price_in=0, model_price_out=0)

    assert chat_model(given, prices, "gpt-x").name == "openai/gpt-x"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("azure/gpt-x", "which is no host of azure: keys of the environment could get there; leave it blank, or write openai/gpt-x for a server"),
        ("bedrock/some.model", "which is no host of bedrock: keys of the environment could get there; leave it blank, or write openai/some.model"),
        ("mine", "for its name says no provider; write openai/mine for a server that speaks OpenAI's protocol"),
    ],
)
def test_who_may_send_other_keys_is_refused_at_ones_own_server(prices: PriceList, name: str, says: str) -> None:
    """At start, for models that write and that embed, with the cure."""
    given = settings(model=name, embed_model=name, model_url=LOCAL, model_key="k", model_price_in=0, model_price_out=0, embed_price=0)
    for found in (lambda: chat_model(given, prices, name), lambda: embed_model(given, prices)):
        with pytest.raises(PluginInvalid) as caught:
            found()

        assert str(caught.value).startswith(f"the model {name!r} cannot be asked at JUDGE_MODEL_URL, {says}")


def test_a_key_is_not_lent_to_another_provider(prices: PriceList) -> None:
    """URL and key are those of JUDGE_MODEL's provider; others are asked at home with their own."""
    gateway = "https://gateway.example/anthropic"
    given = settings(model="anthropic/claude-x", model_key="k", model_url=gateway, model_price_in=1, model_price_out=1)

    ours, theirs = chat_model(given, prices, "claude-x"), chat_model(given, prices, "openai/gpt-x")

    assert (ours.name, ours.url, ours.key) == ("anthropic/claude-x", gateway, "k")
    assert (theirs.url, theirs.key) == ("", "")
    assert embed_model(attrs.evolve(given, embed_model="embed-x"), prices).key == ""


def test_a_key_is_not_shown(prices: PriceList) -> None:
    """Not where a model is logged or fails in a test."""
    model = chat_model(settings(model="gpt-x", model_key="secret", model_url="https://me:secret@api.openai.com"), prices, "gpt-x")

    assert "secret" not in repr(model)
    assert model.place == "api.openai.com"


def test_an_embedding_model_is_listed(prices: PriceList) -> None:
    """Price and length of its vectors; another length is asked for."""
    listed, short = (embed_model(settings(embed_model="embed-x", embed_dimension=size), prices) for size in (0, 256))

    assert (listed.price, listed.dimension, listed.shortened) == (Price.flat(100_000), 1536, False)
    assert (short.dimension, short.shortened) == (256, True)


def test_an_embedding_model_of_ones_own_says_its_price_and_length(prices: PriceList) -> None:
    """Each is asked for by the name of its setting; the length is not told to the server, which has one."""
    given = settings(embed_model="openai/mine", model_url=LOCAL)
    with pytest.raises(PluginInvalid, match="'openai/mine'; set JUDGE_EMBED_PRICE in US dollars a million tokens; 0 is allowed"):
        embed_model(given, prices)
    with pytest.raises(PluginInvalid, match="'openai/mine' has is not known; set JUDGE_EMBED_DIMENSION"):
        embed_model(attrs.evolve(given, embed_price=0), prices)

    found = embed_model(attrs.evolve(given, embed_price=0, embed_dimension=64), prices)

    assert (found.price, found.dimension, found.shortened) == (Price.flat(0), 64, False)
