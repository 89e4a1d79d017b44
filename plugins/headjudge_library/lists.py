"""The concept lists as files: TOML tables `[[concept]]` with `name`, `wordings`, `vocabulary`, `rules`, and `also`."""

import tomllib
from collections.abc import Iterable, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

import attrs

from headjudge import Concept

__all__ = ["MAGIC", "PINS", "PRACTICE", "merged", "read_concepts", "texts_of"]

DATA: Final = resources.files("headjudge_library") / "data"
MAGIC: Final[Sequence[Traversable]] = (DATA / "concepts_game.toml", DATA / "concepts_keywords.toml")
PINS: Final = DATA / "pins.txt"
"""What `headjudge_library.pins` writes."""
PRACTICE: Final[Sequence[Traversable]] = (resources.files("headjudge.testing") / "rulebook" / "concepts.toml",)


def texts_of(files: Sequence[Traversable]) -> tuple[str, ...]:
    """Return the contents of *files*."""
    return tuple(file.read_text(encoding="utf-8") for file in files)


def read_concepts(texts: Iterable[str]) -> tuple[Concept, ...]:
    """Return the concepts of the TOML *texts*, those of one name merged, in the order of their first mention.

    Raises:
        ValueError: a text is no TOML, or a table lacks a key.
    """
    tables = (table for text in texts for table in tomllib.loads(text)["concept"])
    concepts = (
        Concept(table["name"], tuple(table["wordings"]), table["vocabulary"], tuple(table["rules"]), tuple(table.get("also", ()))) for table in tables
    )
    return merged(concepts)


def merged(concepts: Iterable[Concept]) -> tuple[Concept, ...]:
    """Return *concepts* with those of one name made one: what the first says comes first."""
    unique: dict[str, Concept] = {}
    for concept in concepts:
        known = unique.get(concept.name)
        unique[concept.name] = _joined(known, concept) if known else concept
    return tuple(unique.values())


def _joined(first: Concept, second: Concept) -> Concept:
    rules = tuple(dict.fromkeys((*first.rules, *second.rules)))
    return attrs.evolve(
        first,
        wordings=tuple(dict.fromkeys((*first.wordings, *second.wordings))),
        vocabulary=" ".join(dict.fromkeys((*first.vocabulary.split(), *second.vocabulary.split()))),
        rules=rules,
        also=tuple(number for number in dict.fromkeys((*first.also, *second.also)) if number not in rules),
    )
