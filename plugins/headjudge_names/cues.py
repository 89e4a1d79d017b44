"""Words beside a nickname that show a card is meant by it, where the nickname is an everyday word too."""

import tomllib
from collections.abc import Sequence
from typing import Final

import attrs

from headjudge_names.words import Word

__all__ = ["Cues"]

REACH: Final = 6
"""How many words before a name its verb may stand."""


@attrs.frozen
class Cues:
    """The lists of ``data/cues.toml``."""

    actions: frozenset[str]
    castings: frozenset[str]
    relations: frozenset[str]
    determiners: frozenset[str]
    openers: frozenset[str]
    persons: frozenset[str]
    objects: frozenset[str]
    predicates: frozenset[str]
    joints: frozenset[str]
    doings: frozenset[str]
    belongings: frozenset[str]
    handlings: frozenset[str]
    pairings: frozenset[str]
    meetings: frozenset[str]
    holders: frozenset[str]
    places: frozenset[str]
    never: frozenset[str]

    @classmethod
    def read(cls, text: str) -> "Cues":
        """Return the lists in *text*, TOML."""
        return cls(**{name: frozenset(words.split()) for name, words in tomllib.loads(text).items()})

    def say_card(self, text: Sequence[Word], first: int, last: int) -> bool:
        """Return whether the words beside *first* to *last* of *text* are those that stand beside a card."""
        before, ahead = _before(text, first), _after(text, last)
        if before is None:
            return ahead in self.predicates
        if before in self.persons and ahead in self.objects:
            return True
        if before in self.openers:
            return ahead in self.predicates or ahead in self.joints
        if before in self.determiners:
            return ahead in self.predicates or (_before(text, first - 1) in self.castings and self._whole(ahead))
        return (before in self.actions or before in self.relations) and self._whole(ahead)

    def allow_card(self, text: Sequence[Word], first: int, last: int) -> bool:
        """Return whether a card can be meant where others are named in the same breath: it suffices that it is no adjective then."""
        ahead = _after(text, last)
        return self._whole(ahead) or ahead in self.belongings or self.ask_for(text, first, last)

    def ask_for(self, text: Sequence[Word], first: int, last: int) -> bool:
        """Return whether the words are what is to be done to something, at the beginning: ``plow his titan``."""
        return _before(text, first) is None and _after(text, last) in self.objects

    def allow_person(self, text: Sequence[Word], first: int, last: int) -> bool:
        """Return the same of a nickname that is a first name too: several of them, or what only a card has, show that it is a card."""
        several = text[last].bare.endswith("s") and _before(text, first) in self.determiners
        return several or _after(text, last) in self.belongings

    def say_nothing_else(self, text: Sequence[Word], first: int, last: int) -> bool:
        """Return whether *first* to *last* of *text* can be nothing but a card: cast, cracked or activated, and no adjective."""
        ahead = _after(text, last)
        return _before(text, first) in self.castings and (ahead is None or ahead in self.joints)

    def use_as_name(self, text: Sequence[Word], first: int, last: int) -> bool:
        """Return whether *first* to *last* of *text*, an everyday word, is used as names are: without an article, where a card must stand.

        “They have a counterspell” speaks of any; “they have counterspell in hand” of the card.
        """
        before, ahead = _before(text, first), _after(text, last)
        if before in self.determiners or text[first].key in self.never:
            return False
        if text[last].key != text[last].bare:
            return ahead in self.belongings
        if ahead == "targeting" or (before in self.openers and ahead in self.doings):
            return True
        if before in self.castings or before in self.handlings:
            return self._ends(ahead)
        if before in ("to", "with") and self._met(text, first):
            return self._ends(ahead)
        return before in self.holders and self._placed(text, last)

    def pair(self, text: Sequence[Word], first: int, last: int, named: set[int]) -> bool:
        """Return whether *first* to *last* of *text* is joined by one word to a name at the places *named*, and nothing else."""
        if _before(text, first) in self.determiners or text[first].key in self.never:
            return False
        led = _before(text, first) in self.pairings and first - 2 in named
        followed = _after(text, last) in self.pairings and last + 2 in named
        return (led and self._ends(_after(text, last))) or (followed and self._begins(_before(text, first)))

    def _ends(self, ahead: str | None) -> bool:
        """Whether what follows cannot be what a plain word would belong to."""
        return ahead is None or (ahead in self.joints and ahead not in self.determiners) or ahead in self.doings

    def _met(self, text: Sequence[Word], first: int) -> bool:
        """Whether a few words before *first* something is done with a card: ``respond with``, ``kill my goyf with``."""
        back = next((place for place in range(first - 1, first - REACH, -1) if place < 0 or text[place].pause), first - REACH)
        return any(text[place].key in self.meetings for place in range(max(back, 0), first - 1))

    def _begins(self, before: str | None) -> bool:
        return before is None or before in self.openers or before in self.castings or before in self.handlings or before in self.relations

    def _placed(self, text: Sequence[Word], last: int) -> bool:
        """Whether a place of the game follows: ``in play``, ``on the stack``, ``in my graveyard``, ``out``."""
        ahead = _after(text, last)
        if ahead in ("is", "are"):
            return self._placed(text, last + 1)
        if ahead == "out":
            return True
        behind = _after(text, last + 1) if ahead in ("in", "on", "from") else None
        behind = _after(text, last + 2) if behind in self.determiners or behind in self.persons else behind
        return behind in self.places

    def _whole(self, ahead: str | None) -> bool:
        return ahead is None or ahead in self.joints or ahead in self.predicates


def _before(text: Sequence[Word], place: int) -> str | None:
    return text[place - 1].key if place > 0 and not text[place].pause else None


def _after(text: Sequence[Word], place: int) -> str | None:
    following = place + 1
    return text[following].key if following < len(text) and not text[following].pause else None
