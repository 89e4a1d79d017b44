"""Prices come from litellm's list, in whole micro-dollars a million tokens, and never by guessing."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge_litellm.prices import Price, PriceList, Rate


@pytest.fixture
def listed(tmp_path: Path) -> Any:
    """Write a list of models and open it."""

    def write(**entries: Any) -> PriceList:
        (tmp_path / "list.json").write_text(json.dumps(entries), encoding="utf-8")
        return PriceList(tmp_path / "list.json")

    return write


def plain(provider: str = "openai", **more: Any) -> Any:
    return {"litellm_provider": provider, "input_cost_per_token": 1.25e-06, "output_cost_per_token": 1e-05, **more}


def test_dollars_a_token_are_micro_dollars_a_million(listed: Any) -> None:
    """1.25e-06 dollars a token are 1.25 dollars a million."""
    price = listed(**{"gpt-x": plain()}).price("gpt-x")

    assert price.usual(100) == Rate(1_250_000, 10_000_000)
    assert price.dearest == Rate(1_250_000, 10_000_000)


def test_a_price_is_rounded_up(listed: Any) -> None:
    """What is no whole micro-dollar costs the next one, in the list as in a bill."""
    price = listed(**{"gpt-x": plain(input_cost_per_token=1.00000000001e-06)}).price("gpt-x")

    assert price.usual(1) == Rate(1_000_001, 10_000_000)
    assert Rate(1_000_001, 0).cost(1, 0) == 2
    assert Rate(1_000_000, 0).cost(1, 0) == 1
    assert Rate(1, 1).cost(0, 0) == 0


@pytest.mark.parametrize(
    "more",
    [
        {"input_cost_per_token_priority": 9e-06},
        {"input_cost_per_token_above_200k_tokens": 9e-06},
        {"input_cost_per_token_above_200k_tokens_priority": 9e-06},
        {"cache_creation_input_token_cost": 9e-06},
        {"cache_creation_input_token_cost_above_1hr": 9e-06},
        {"input_cost_per_token_flex": 9e-06},
        {"tiered_pricing": [{"range": [0, 10], "input_cost_per_token": 9e-06, "output_cost_per_token": 1e-06}]},
    ],
)
def test_the_dearest_input_is_over_every_class(listed: Any, more: Any) -> None:
    """Sizes of requests, classes of service, and writing into a provider's cache."""
    assert listed(**{"gpt-x": plain(**more)}).price("gpt-x").dearest == Rate(9_000_000, 10_000_000)


@pytest.mark.parametrize("key", ["output_cost_per_token_priority", "output_cost_per_reasoning_token", "output_cost_per_token_above_272k_tokens_flex"])
def test_the_dearest_output_is_over_every_class(listed: Any, key: str) -> None:
    """Reasoning is output."""
    assert listed(**{"gpt-x": plain(**{key: 9e-05})}).price("gpt-x").dearest == Rate(1_250_000, 90_000_000)


def test_a_large_request_is_dearer(listed: Any) -> None:
    """The price above a size holds for requests above it alone; classes of service that were not asked for have no say."""
    price = listed(
        **{
            "gpt-x": plain(
                input_cost_per_token_above_200k_tokens=2.5e-06, output_cost_per_token_above_200k_tokens=2e-05, input_cost_per_token_priority=1.0
            )
        }
    ).price("gpt-x")

    assert price.usual(200_000) == Rate(1_250_000, 10_000_000)
    assert price.usual(200_001) == Rate(2_500_000, 20_000_000)


def test_prices_by_tiers_are_read(listed: Any) -> None:
    """Some providers have nothing but tiers."""
    tiers = [
        {"range": [0, 256_000.0], "input_cost_per_token": 5e-08, "output_cost_per_token": 4e-07},
        {"range": [256_000.0, 1_000_000.0], "input_cost_per_token": 2.5e-07, "output_cost_per_token": 2e-06},
    ]
    price = listed(**{"qwen/flash": {"litellm_provider": "qwen", "tiered_pricing": tiers}}).price("qwen/flash")

    assert price.usual(256_000) == Rate(50_000, 400_000)
    assert price.usual(256_001) == price.dearest == Rate(250_000, 2_000_000)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("gpt-x", True),
        ("openai/gpt-x", True),
        ("vertex_ai/gem", True),
        ("azure/gpt-x", True),
        ("anthropic/gpt-x", False),
        ("openrouter/openai/gpt-x", False),
        ("gpt-y", False),
        ("", False),
    ],
)
def test_a_name_may_say_its_provider(listed: Any, name: str, known: bool) -> None:  # noqa: FBT001
    """`provider/name` is the entry `name` when that is the provider's, and never another's."""
    prices = listed(**{"gpt-x": plain(), "gem": plain("vertex_ai-language-models"), "azure/gpt-x": plain("azure")})

    assert (prices.price(name) is not None) is known


@pytest.mark.parametrize(
    "entry",
    [
        plain(input_cost_per_token=0.0),
        plain(output_cost_per_token=0),
        plain(output_cost_per_token=None),
        {"litellm_provider": "openai", "output_cost_per_token": 1e-05},
        {"litellm_provider": "openai", "input_cost_per_second": 1.0},
        {},
    ],
)
def test_free_is_never_read_from_the_list(listed: Any, entry: Any) -> None:
    """A price of 0, of one side alone, or by the second is no price: only an operator says that a model is free."""
    assert listed(**{"gpt-x": entry}).price("gpt-x") is None


@pytest.mark.parametrize("name", ["gpt-x-search-preview", "o3-deep-research", "perplexity/sonar"])
def test_a_model_that_searches_the_web_has_no_known_price(listed: Any, name: str) -> None:
    """Each search costs, and the model says how many there are."""
    assert listed(**{name: plain("perplexity")}).price(name) is None


def test_an_embedding_model_has_no_output(listed: Any) -> None:
    """Its price is that of the input, at its dearest; 0 is no price."""
    prices = listed(
        small={"litellm_provider": "openai", "input_cost_per_token": 2e-08, "output_cost_per_token": 0.0, "output_vector_size": 1536},
        free={"litellm_provider": "openai", "input_cost_per_token": 0.0},
    )

    assert prices.embedding_price("openai/small") == Price.flat(20_000)
    assert prices.dimension("openai/small") == 1536
    assert prices.embedding_price("free") is None
    assert prices.dimension("free") == 0


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**9), st.integers(0, 10**9))
def test_a_cost_is_never_below_the_exact_one(sent: int, received: int, price_in: int, price_out: int) -> None:
    """Rounding is up, and by less than one micro-dollar."""
    exact = sent * price_in + received * price_out

    assert exact <= Rate(price_in, price_out).cost(sent, received) * 1_000_000 < exact + 1_000_000
