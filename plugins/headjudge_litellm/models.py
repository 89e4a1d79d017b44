"""The models that the settings name: what each costs, and where it is."""

from typing import Final
from urllib.parse import urlsplit

import attrs

from headjudge import PluginInvalid
from headjudge.settings import Settings
from headjudge_litellm.homes import at_home, keeps_keys
from headjudge_litellm.prices import Price, PriceList

__all__ = ["EmbedModel", "Model", "chat_model", "embed_model"]

PRICES: Final = "JUDGE_MODEL_PRICE_IN and JUDGE_MODEL_PRICE_OUT"
NO_KEY: Final = "none"
"""What a server of one's own is sent when it has no key: never a provider's key that the environment may hold."""


@attrs.frozen
class Model:
    """A model that writes."""

    name: str
    """As litellm calls it: ``provider/name``."""
    price: Price
    url: str = attrs.field(default="", repr=False)
    """Empty: the provider's own. It may hold a password."""
    key: str = attrs.field(default="", repr=False)
    """Empty: litellm looks into the provider's own variables."""
    own: bool = False
    """It is at a server that is not its provider's."""

    @property
    def place(self) -> str:
        """Host and port of its URL; empty for the provider's own."""
        return urlsplit(self.url).netloc.rpartition("@")[2]


@attrs.frozen
class EmbedModel(Model):
    """A model that embeds."""

    dimension: int = 0
    """Numbers in a vector."""
    shortened: bool = False
    """It is told to give vectors of that length, which is not its usual one."""


def chat_model(settings: Settings, prices: PriceList, name: str) -> Model:
    """Return the model *name* that reads or judges.

    Raises:
        PluginInvalid: its price is not known, or it cannot be asked at JUDGE_MODEL_URL.
    """
    name, url, key, own = _account(settings, prices, name)
    given = (settings.model_price_in, settings.model_price_out)
    if (given[0] is None) != (given[1] is None):
        raise PluginInvalid(f"only one of {PRICES} is set; set both or neither")
    if given[0] is not None and given[1] is not None:
        return Model(name, Price.flat(given[0], given[1]), url, key, own)
    price = None if own else prices.price(name)
    if price is None:
        raise PluginInvalid(f"no price is known for the model {name!r}; set {PRICES} in US dollars a million tokens{_free(own)}")
    return Model(name, price, url, key, own)


def embed_model(settings: Settings, prices: PriceList) -> EmbedModel:
    """Return the model that embeds.

    Raises:
        PluginInvalid: its price or the length of its vectors is not known, or it cannot be asked at JUDGE_MODEL_URL.
    """
    name, url, key, own = _account(settings, prices, settings.embed_model)
    price = None if own else prices.embedding_price(name)
    if settings.embed_price is not None:
        price = Price.flat(settings.embed_price)
    if price is None:
        cure = f"set JUDGE_EMBED_PRICE in US dollars a million tokens{_free(own)}"
        raise PluginInvalid(f"no price is known for the embedding model {name!r}; {cure}")
    listed = 0 if own else prices.dimension(name)
    dimension = settings.embed_dimension or listed
    if not dimension:
        raise PluginInvalid(f"how many numbers a vector of {name!r} has is not known; set JUDGE_EMBED_DIMENSION")
    return EmbedModel(name, price, url, key, own, dimension, shortened=bool(listed) and dimension != listed)


def _free(own: bool) -> str:  # noqa: FBT001
    return "; 0 is allowed for a server of your own" if own else ""


def _account(settings: Settings, prices: PriceList, name: str) -> tuple[str, str, str, bool]:
    """Name, URL and key for *name*, and whether that is a server of one's own.

    URL and key of the settings belong to the provider of JUDGE_MODEL: another's models are asked at home, and never told the key.
    """
    provider, url, key = prices.provider(name), settings.model_url, settings.model_key
    if settings.model and provider != prices.provider(settings.model):
        return name, "", "", False
    if at_home(provider, url):
        return name, url, key, False
    if not keeps_keys(provider):
        raise PluginInvalid(f"the model {name!r} cannot be asked at JUDGE_MODEL_URL, {_cure(provider, name)}")
    # Of a bare name litellm would guess the provider from the URL, and with it a key.
    return name if "/" in name else f"{provider}/{name}", url, key or NO_KEY, True


def _cure(provider: str, name: str) -> str:
    if not provider:
        return f"for its name says no provider; write openai/{name} for a server that speaks OpenAI's protocol"
    own = f"write openai/{name.partition('/')[2] or name} for a server of your own that speaks OpenAI's protocol"
    return f"which is no host of {provider}: keys of the environment could get there; leave it blank, or {own}"
