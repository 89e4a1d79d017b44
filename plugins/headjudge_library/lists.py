"""The concept lists as files.

TOML tables `[[concept]]` with `name`, `wordings`, `vocabulary`, `rules`, and `also`; and `[[word]]` with what is `said` and what it `means`.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

import attrs

from headjudge import Concept

__all__ = ["ABILITIES", "MAGIC", "PINS", "PRACTICE", "leads_of", "merged", "read_concepts", "read_leads", "texts_of"]

DATA: Final = resources.files("headjudge_library") / "data"
MAGIC: Final[Sequence[Traversable]] = (DATA / "concepts.toml",)
ABILITIES: Final = DATA / "abilities.toml"
"""How Oracle text is written, and which rules it calls for; the file says how it is read."""
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
    lists = [tomllib.loads(text) for text in texts]
    words = (_word(table) for each in lists for table in each.get("word", ()))
    return merged((*words, *(_concept(table) for each in lists for table in each["concept"])))


def _word(table: Mapping[str, Any]) -> Concept:
    """A concept without rules: slang, and what the rules say instead."""
    return Concept(f"the word {table['means']}", tuple(table["said"]), table["means"], ())


def _concept(table: Mapping[str, Any]) -> Concept:
    return Concept(table["name"], tuple(table["wordings"]), table["vocabulary"], tuple(table["rules"]), tuple(table.get("also", ())))


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


def read_leads(text: str) -> tuple[tuple[tuple[str, ...], Concept], ...]:
    """Return (what is needed, its rules as a concept that nobody words) of every class and link of the ability list *text* that has rules."""
    return leads_of(tomllib.loads(text))


def leads_of(tables: Mapping[str, Any]) -> tuple[tuple[tuple[str, ...], Concept], ...]:
    """Return what `read_leads` does, of an ability list that is parsed already."""
    rows = [((table["name"],), table["rules"]) for table in tables["class"]] + [(tuple(table["of"]), table["rules"]) for table in tables["link"]]
    return tuple((needs, Concept(" + ".join(needs), (), "", tuple(rules))) for needs, rules in rows if rules)
