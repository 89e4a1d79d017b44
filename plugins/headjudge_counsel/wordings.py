"""The prompts' words: text files with named places, and the hash by which a stored call knows them."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from importlib.resources import files
from string import Template
from typing import Any, Final

import attrs

__all__ = ["Wordings", "filled", "hash_of", "read_wordings", "written"]

RENDERING: Final = "1"
"""Counts up when the material is written into the prompts in another way: a stored call then knows that it was asked otherwise."""


@attrs.frozen
class Wordings:
    """The text files of ``prompts/``, each under its name. Places to fill are written ``$so``."""

    reading: str
    reading_asked: str
    verdict: str
    verdict_asked: str
    redraft: str
    repair: str


def read_wordings() -> Wordings:
    """Return the wordings that ship with this plugin."""
    folder = files("headjudge_counsel") / "prompts"
    return Wordings(**{field.name: (folder / f"{field.name}.txt").read_text("utf-8") for field in attrs.fields(Wordings)})


def filled(wording: str, places: Mapping[str, str]) -> str:
    """Return *wording* with its places filled; what is filled in is not looked at again.

    Raises:
        KeyError: it has a place that *places* does not name.
    """
    return Template(wording).substitute(places)


def hash_of(wordings: Iterable[str], schema: Mapping[str, Any]) -> str:
    """Return a hash of *wordings*, of the form that is asked for, and of how material is written: 32 hexadecimal digits."""
    return hashlib.sha256("\0".join((RENDERING, *wordings, written(schema))).encode()).hexdigest()[:32]


def written(schema: Mapping[str, Any]) -> str:
    """Return *schema* as a prompt carries it; the order of its fields is the order in which they are to be written."""
    return json.dumps(schema, ensure_ascii=False)
