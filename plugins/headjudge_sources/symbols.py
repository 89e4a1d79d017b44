"""Symbols of costs and texts, out of the provider's list."""

from typing import Any

import orjson

from headjudge import SourceFailed, Symbol
from headjudge_sources.card_objects import text
from headjudge_sources.json_objects import unpacked
from headjudge_sources.tally import Tally

__all__ = ["listed", "read_symbols"]


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
