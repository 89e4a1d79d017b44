"""The list that ships with the litellm that is installed can be read."""

import sys

import pytest

from headjudge_litellm.prices import PriceList

pytestmark = pytest.mark.model


def test_most_models_that_chat_have_a_price() -> None:
    """Names by themselves, of other providers and with the provider before it; the usual price is never above the dearest."""
    prices = PriceList.installed()
    found = [prices.price(name) for name in ("gpt-5", "openai/gpt-5", "anthropic/claude-sonnet-4-5", "gemini/gemini-2.5-pro", "azure/gpt-4o")]

    for price in found:
        assert price is not None
        assert 0 < price.usual(1).input <= price.dearest.input
        assert price.usual(1).output <= price.dearest.output < 10**9


def test_embedding_models_have_a_dimension() -> None:
    """And a price."""
    prices = PriceList.installed()

    assert prices.dimension("text-embedding-3-small") == 1536
    assert prices.embedding_price("openai/text-embedding-3-small") is not None


def test_the_provider_of_a_bare_name_is_in_the_list() -> None:
    """So a key is lent to models of one provider alone."""
    prices = PriceList.installed()

    assert [prices.provider(name) for name in ("gpt-5", "openai/gpt-5", "claude-sonnet-4-5", "openai/unheard", "unheard")] == [
        "openai",
        "openai",
        "anthropic",
        "openai",
        "",
    ]


def test_nothing_is_imported_for_a_price() -> None:
    """The package takes seconds."""
    before = set(sys.modules)

    PriceList.installed().price("gpt-5")

    assert {name for name in set(sys.modules) - before if name.startswith("litellm")} == set()
