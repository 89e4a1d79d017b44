"""Oracle text taken apart: abilities with their kinds, in the form in which templates are looked for."""

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final

import attrs

from headjudge import Face, fold_typography, short_name

__all__ = ["Ability", "AbilityKind", "abilities_of", "told_abilities"]

_REMINDER: Final = re.compile(r"\([^)]*\)")
_CHAPTER: Final = re.compile(r"^[ivx]+(, [ivx]+)* - ")
_ABILITY_WORD: Final = re.compile(r"^[^.,:•]{1,40} - (?!•)")
_LOYALTY: Final = re.compile(r"^[+-]?(\d+|x): ")
_TRIGGER: Final = re.compile(r"^(when|whenever|at) ")
_COST: Final = re.compile(r'^[^".]*: ')
_SENTENCE: Final = re.compile(r'(?<=[.?!])\s+|"')
TOLD: Final = 16
"""The fewest characters in which a question can describe an ability."""


class AbilityKind(Enum):
    """The kinds of abilities that the rules tell apart, with loyalty abilities apart from other activated ones."""

    SPELL = "spell"
    ACTIVATED = "activated"
    LOYALTY = "loyalty"
    TRIGGERED = "triggered"
    STATIC = "static"


@attrs.frozen
class Ability:
    """One paragraph of Oracle text: lower case, no apostrophes, no reminder text, the card's own name as ``~``."""

    text: str
    kind: AbilityKind | None
    """None of what only a question tells: players do not write in templates."""


def abilities_of(face: Face) -> tuple[Ability, ...]:
    """Return the abilities of *face* in their order; modes belong to the ability that offers them."""
    spell = any(word in face.type_line for word in ("Instant", "Sorcery"))
    return tuple(_ability(paragraph, spell=spell) for paragraph in _paragraphs(_plain(face)))


def told_abilities(text: str) -> tuple[Ability, ...]:
    """Return the sentences of a question, and what it quotes, as abilities that it may describe."""
    sentences = _SENTENCE.split(_flat(fold_typography(text)))
    return tuple(Ability(sentence, None) for sentence in sentences if len(sentence) >= TOLD)


def _flat(text: str) -> str:
    return " ".join(text.casefold().replace("'", "").split())


def _plain(face: Face) -> str:
    """The Oracle text of *face* with its typography plain, without reminder text, its names as ``~``."""
    text = _REMINDER.sub(" ", "\n".join(map(fold_typography, face.oracle_text.split("\n"))))
    for name in filter(None, (face.name, short_name(face.name))):
        text = text.replace(fold_typography(name), "~")
    return text


def _paragraphs(text: str) -> Iterator[str]:
    kept: list[str] = []
    for line in filter(None, map(_flat, text.split("\n"))):
        if kept and not line.startswith("•"):
            yield " ".join(kept)
            kept = []
        kept.append(line)
    if kept:
        yield " ".join(kept)


def _ability(paragraph: str, *, spell: bool) -> Ability:
    if chapter := _CHAPTER.match(paragraph):
        return Ability(paragraph[chapter.end() :], AbilityKind.TRIGGERED)
    said = paragraph if _COST.match(paragraph) else _ABILITY_WORD.sub("", paragraph)
    return Ability(said, _kind(said, spell=spell))


def _kind(text: str, *, spell: bool) -> AbilityKind:
    if _LOYALTY.match(text):
        return AbilityKind.LOYALTY
    if _TRIGGER.match(text):
        return AbilityKind.TRIGGERED
    if _COST.match(text):
        return AbilityKind.ACTIVATED
    return AbilityKind.SPELL if spell else AbilityKind.STATIC
