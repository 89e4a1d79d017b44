"""Words beside a nickname that show a card is meant by it, where the nickname is an everyday word too."""

import tomllib
from collections.abc import Sequence

import attrs

from headjudge_names.words import Word

__all__ = ["Cues"]


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
        """Return whether a card can be meant where others are named in the same breath: a determiner is cue enough then."""
        return _before(text, first) in self.determiners and self._whole(_after(text, last))

    def say_nothing_else(self, text: Sequence[Word], first: int, last: int) -> bool:
        """Return whether *first* to *last* of *text* can be nothing but a card: cast, cracked or activated, and no adjective."""
        ahead = _after(text, last)
        return _before(text, first) in self.castings and (ahead is None or ahead in self.joints)

    def _whole(self, ahead: str | None) -> bool:
        return ahead is None or ahead in self.joints or ahead in self.predicates


def _before(text: Sequence[Word], place: int) -> str | None:
    return text[place - 1].key if place > 0 and not text[place].pause else None


def _after(text: Sequence[Word], place: int) -> str | None:
    following = place + 1
    return text[following].key if following < len(text) and not text[following].pause else None
