"""The templates that Oracle text is written from, and which of them a card's abilities follow."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Self

import attrs
import re2

from headjudge import Card
from headjudge_library.oracle import Ability, AbilityKind, abilities_of, told_abilities

__all__ = ["KEYWORD", "AbilityClass", "Template", "Templates", "Traits"]

KEYWORD: Final = "kw:"
"""Begins the class of a keyword."""
TOGETHER: Final = 32
"""How many patterns are looked for in one pass: 35 µs a text in all; with all 600 in one, the automaton outgrows its cache and takes 120."""
TEXTS: Final = 4_000
"""Texts of abilities whose patterns are remembered: cards share keywords, and each question is looked through. About 2 MB."""
EVERY: Final = "."
"""The pattern of a class that is told by its kinds alone."""
WHOLE: Final = -1
"""The place of the first class that a card has as a whole; the next ones stand below it."""


@attrs.frozen
class AbilityClass:
    """What an ability does, by patterns of its text, or what a face is as a whole, by one of its other marks."""

    name: str
    text: tuple[str, ...] = ()
    kinds: frozenset[AbilityKind] = frozenset()
    """Empty: any. Without patterns, every ability of these kinds is of the class."""
    told: bool = True
    """The patterns are also looked for in what a question describes."""
    said: tuple[str, ...] = ()
    """Patterns of what players say of such abilities, looked for there alone."""
    type: str = ""
    """A word of the type line, lower case."""
    layout: str = ""
    cost: str = ""
    """A symbol of the mana cost."""

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Self:
        """Return the class that one ``[[class]]`` describes.

        Raises:
            ValueError: it names a kind that there is not.
            KeyError: it has no name.
        """
        kinds = frozenset(map(AbilityKind, table.get("kinds", ())))
        text = tuple(table.get("text", (EVERY,) if kinds else ()))
        told = table.get("told", True) and text != (EVERY,)
        marks = (table.get(mark, "") for mark in ("type", "layout", "cost"))
        return cls(table["name"], text, kinds, told, tuple(table.get("said", ())), *marks)

    def marks(self, card: Card) -> bool:
        """Return whether some face of *card* bears the marks of the class, which has no patterns."""
        if self.layout:
            return card.layout == self.layout
        if self.cost:
            return any(self.cost in face.mana_cost for face in card.faces)
        return any(self.type in face.type_line.casefold().split() for face in card.faces)


@attrs.frozen
class Traits:
    """The abilities of one card, or those that a question describes, and the classes that they are of."""

    abilities: tuple[Ability, ...]
    classes: Mapping[str, Sequence[int]]
    """Class → the places of its abilities in `abilities`; `WHOLE` and below of what the card is as a whole."""
    unread: tuple[Ability, ...] = ()
    """Those of no class."""


@attrs.frozen
class Template:
    """Where one pattern of a class holds."""

    ability_class: str
    kinds: frozenset[AbilityKind]
    printed: bool
    """On cards, in abilities of `kinds`, or of any kind when there are none."""
    told: bool
    """In questions."""

    def may_be(self, kind: AbilityKind | None) -> bool:
        """Return whether an ability of *kind* can follow it; None is one that a question tells."""
        return self.told if kind is None else self.printed and (not self.kinds or kind in self.kinds)


class Templates:
    """All patterns, looked for by RE2 dozens at a time."""

    def __init__(self, classes: Iterable[AbilityClass]) -> None:
        """Compile the patterns of *classes*.

        Raises:
            ValueError: a pattern cannot be used; the message names its class.
        """
        known = tuple(classes)
        patterns = [pair for each in known for pair in _patterns(each)]
        self._sets = [_compiled(patterns[start : start + TOGETHER]) for start in range(0, len(patterns), TOGETHER)]
        self._templates = [template for _, template in patterns]
        self._marks = [each for each in known if not each.text]
        self._matching = lru_cache(TEXTS)(self._matched)

    def of_card(self, card: Card) -> Traits:
        """Return the traits of *card*, of all its faces together."""
        traits = self._read(tuple(ability for face in card.faces for ability in abilities_of(face)))
        whole = [mark.name for mark in self._marks if mark.marks(card)] + [f"{KEYWORD}{keyword.casefold()}" for keyword in card.keywords]
        # A place each: two marks of one card can meet.
        return attrs.evolve(traits, classes={**traits.classes, **{name: (WHOLE - number,) for number, name in enumerate(whole)}})

    def of_question(self, text: str) -> Traits:
        """Return the traits that the sentences of *text* describe."""
        return self._read(told_abilities(text))

    def _read(self, abilities: tuple[Ability, ...]) -> Traits:
        classes: dict[str, list[int]] = defaultdict(list)
        unread = []
        for place, ability in enumerate(abilities):
            names = self._classes_of(ability)
            for name in names:
                classes[name].append(place)
            if not names:
                unread.append(ability)
        return Traits(abilities, dict(classes), tuple(unread))

    def _classes_of(self, ability: Ability) -> Sequence[str]:
        return tuple(dict.fromkeys(t.ability_class for t in self._matching(ability.text) if t.may_be(ability.kind)))

    def _matched(self, text: str) -> tuple[Template, ...]:
        # A set gives None when nothing of it matches.
        numbers = (TOGETHER * batch + number for batch, known in enumerate(self._sets) for number in known.Match(text) or ())
        return tuple(self._templates[number] for number in sorted(numbers))


def _patterns(known: AbilityClass) -> Iterator[tuple[str, Template]]:
    yield from ((pattern, Template(known.name, known.kinds, printed=True, told=known.told)) for pattern in known.text)
    yield from ((pattern, Template(known.name, known.kinds, printed=False, told=True)) for pattern in known.said)


def _compiled(patterns: Sequence[tuple[str, Template]]) -> re2.Set:
    made = re2.Set.SearchSet()
    for pattern, template in patterns:
        try:
            made.Add(pattern)
        except re2.error as error:
            raise ValueError(f"the ability class {template.ability_class!r} has a pattern that cannot be used ({error}): {pattern}") from error
    made.Compile()
    return made
