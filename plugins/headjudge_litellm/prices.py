"""What tokens cost, from litellm's own list: read beside the package, without importing it."""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import attrs

from headjudge import Micros

__all__ = ["Price", "PriceList", "Rate"]

FILE: Final = "model_prices_and_context_window_backup.json"
TOKENS: Final = re.compile(r"(?P<side>input|output)_cost_per_(?:reasoning_)?token(?:_above_(?P<above>\d+)k_tokens)?(?P<service>_\w+)?")
"""A price of text tokens: its side, the size of the request from which on it holds, the class of service."""
CACHE: Final = re.compile(r"cache_\w*input_token_cost\w*")
SEARCHES: Final = re.compile(r"perplexity|search")
"""Models that search the web on their own: each search has a price, and how many there are is theirs to say."""


@attrs.frozen
class Rate:
    """Micro-dollars a million tokens."""

    input: int
    output: int

    def cost(self, sent: int, received: int) -> Micros:
        """Return what that many tokens cost, rounded up."""
        return Micros(-(-(sent * self.input + received * self.output) // 1_000_000))


@attrs.frozen
class Price:
    """What a model costs."""

    steps: tuple[tuple[int, Rate], ...]
    """For requests of more tokens than the number; the first number is -1."""
    dearest: Rate
    """Over every size of request and every class of service."""

    @classmethod
    def flat(cls, input: int, output: int = 0) -> "Price":  # noqa: A002  (as in Rate)
        """Return one price for all requests."""
        return cls(((-1, Rate(input, output)),), Rate(input, output))

    def usual(self, sent: int) -> Rate:
        """Return the price of a request of *sent* tokens in the usual class of service."""
        reached = [rate for above, rate in self.steps if sent > above]
        return Rate(max(rate.input for rate in reached), max(rate.output for rate in reached))


class PriceList:
    """litellm's list of models."""

    def __init__(self, path: Path) -> None:
        """Take the list at *path*; it is read at the first question."""
        self._path = path

    @classmethod
    def installed(cls) -> "PriceList":
        """Return the list of the installed package, which must be there."""
        found = find_spec("litellm")
        assert found is not None
        assert found.origin is not None
        return cls(Path(found.origin).with_name(FILE))

    @cached_property
    def _entries(self) -> Mapping[str, Mapping[str, Any]]:
        entries: Mapping[str, Mapping[str, Any]] = json.loads(self._path.read_bytes())
        return entries

    def provider(self, model: str) -> str:
        """Return who serves *model*: the part before its slash, or what the list says of a bare name."""
        before, slash, _ = model.partition("/")
        return before if slash else str(self._entries.get(model, {}).get("litellm_provider", ""))

    def price(self, model: str) -> Price | None:
        """Return what *model* costs in text.

        None when the list does not say: no entry, a price of 0 or none on one side, a price that is not by the token.
        Free is only what the operator says is free.
        """
        parts = _parts(self._entry(model))
        if SEARCHES.search(model) or not parts:
            return None
        price = Price(tuple(_steps(parts)), Rate(_most(parts, "input"), _most(parts, "output")))
        first = price.usual(1)
        return price if first.input and first.output else None

    def embedding_price(self, model: str) -> Price | None:
        """Return what embedding with *model* costs; None when the list does not say or says 0."""
        parts = _parts(self._entry(model))
        most = _most(parts, "input") if parts else 0
        return Price.flat(most) if most else None

    def dimension(self, model: str) -> int:
        """Return the numbers in a vector of *model*; 0 when the list does not say."""
        return int(self._entry(model).get("output_vector_size") or 0)

    def _entry(self, model: str) -> Mapping[str, Any]:
        """The entry of *model*: under its whole name, or under that without the provider when it is that provider's."""
        if model in self._entries:
            return self._entries[model]
        provider, _, name = model.partition("/")
        entry = self._entries.get(name, {})
        return entry if str(entry.get("litellm_provider", "")).startswith(provider) else {}


def _parts(entry: Mapping[str, Any]) -> Sequence[tuple[int, str, str, int]]:
    """Every price of text tokens in *entry*: from which size on, side, class of service, micro-dollars a million."""
    tiers = [(-1, entry), *((int(tier["range"][0]), tier) for tier in entry.get("tiered_pricing", ()) if "range" in tier)]
    return [part for above, prices in tiers for key, cost in prices.items() if type(cost) in (int, float) for part in _part(above, key, cost)]


def _part(above: int, key: str, cost: float) -> Iterator[tuple[int, str, str, int]]:
    micros = math.ceil(Decimal(repr(cost)) * 10**12)  # USD a token to micro-dollars a million, rounded up
    if found := TOKENS.fullmatch(key):
        yield (max(above, int(found["above"] or 0) * 1000 or -1), found["side"], found["service"] or "", micros)
    elif CACHE.fullmatch(key):
        yield (above, "input", "cache", micros)


def _most(parts: Sequence[tuple[int, str, str, int]], side: str) -> int:
    return max((micros for _, of, _, micros in parts if of == side), default=0)


def _steps(parts: Sequence[tuple[int, str, str, int]]) -> Iterator[tuple[int, Rate]]:
    usual = [part for part in parts if not part[2]]
    yield -1, Rate(0, 0)
    for above in sorted({part[0] for part in usual}):
        at = [part for part in usual if part[0] == above]
        yield above, Rate(_most(at, "input"), _most(at, "output"))
