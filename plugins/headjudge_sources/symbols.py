"""Symbols of costs and texts, out of the provider's list, and their pictures."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import attrs
import orjson

from headjudge import Corpus, SourceFailed, Symbol
from headjudge_sources.card_objects import text
from headjudge_sources.json_objects import unpacked
from headjudge_sources.tally import Tally

__all__ = ["drawn", "listed", "read_symbols", "review_symbols"]

SHOWN: Final = 10
"""Symbols without a picture that are named."""


def listed(raw: bytes, place: str) -> list[Any]:
    """Return the members of the list object that *raw* holds.

    Raises:
        SourceFailed: it holds something else.
    """
    try:
        value = orjson.loads(unpacked(raw, place).removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError as error:
        raise SourceFailed(f"{place} is no JSON; run `judge refresh` again later.") from error
    members = value.get("data") if isinstance(value, dict) else None
    if not isinstance(members, list):
        raise SourceFailed(f"{place} holds no list under 'data'; run `judge refresh` again later, and if it stays so, update Headjudge.")
    return members


def read_symbols(raw: bytes, place: str) -> list[Symbol]:
    """Return the symbols of the list *raw*.

    Raises:
        SourceFailed: it cannot be read.
    """
    members = listed(raw, place)
    tally = Tally(place, seen=len(members))
    symbols = [symbol for member in members if (symbol := _symbol(member, tally))]
    tally.close()
    return symbols


def _symbol(member: Any, tally: Tally) -> Symbol | None:
    if not isinstance(member, dict) or not text(member, "symbol"):
        tally.miss("a member without a symbol")
        return None
    return Symbol(text(member, "symbol"), text(member, "english"), text(member, "svg_uri"))


def drawn(symbols: Iterable[Symbol], pictures: Mapping[str, str]) -> list[Symbol]:
    """Return *symbols* with those of *pictures*, which are named by address."""
    return [attrs.evolve(symbol, svg=pictures.get(symbol.svg_uri, "")) for symbol in symbols]


async def review_symbols(corpus: Corpus) -> Sequence[str]:
    """Return a sentence on the symbols whose picture could not be had, if there are any."""
    symbols = [symbol for symbol in await corpus.symbols() if symbol.svg_uri]
    bare = [symbol.token for symbol in symbols if not symbol.svg]
    if not bare:
        return ()
    named = ", ".join(bare[:SHOWN]) + (", …" if len(bare) > SHOWN else "")
    fault = "could not be fetched or could do more than draw; the next `judge refresh` asks again."
    return (f"{len(bare)} of {len(symbols)} symbols have no picture ({named}): it {fault}",)
