"""What a sentence denies and what it affirms: verbs with the words about them."""

import re
from collections.abc import Sequence
from typing import Final

import attrs

from headjudge_support.words import LISTS, STOP_WORDS, stem

__all__ = ["Claim", "claims"]

AHEAD: Final = 3
"""So many words after a “not” its verb is looked for."""
ABOUT: Final = 4
"""So many telling words on each side say what a claim is about."""
_NOT: Final = re.compile(r"\w*n't|cannot|not|never")
_BEFORE: Final = 6
_BEHIND: Final = 8
"""So many words before and behind a claim a hedge is looked for."""


@attrs.frozen
class Claim:
    """A verb that a sentence denies or affirms."""

    verb: str
    denied: bool
    before: frozenset[str]
    """Telling stems before it."""
    after: frozenset[str]
    """Telling stems behind it."""
    hedged: bool

    def alike(self, other: "Claim") -> int:
        """Return how many words this claim and *other* have in common, before the verb and behind it."""
        return len(self.before & other.before) + len(self.after & other.after)


def claims(words: Sequence[str]) -> tuple[Claim, ...]:
    """Return what *words*, a sentence's, deny and what they affirm."""
    denied = {verb for place, word in enumerate(words) if _NOT.fullmatch(word) and (verb := _verb(words, place)) is not None}
    told = [place for place, word in enumerate(words) if word not in STOP_WORDS]
    stems = [stem(words[place]) for place in told]
    return tuple(
        Claim(stems[k], place in denied, frozenset(stems[max(k - ABOUT, 0) : k]), frozenset(stems[k + 1 : k + 1 + ABOUT]), _hedged(words, place))
        for k, place in enumerate(told)
        if not stems[k].isdecimal() and (place in denied or _affirmed(words, place))
    )


def _verb(words: Sequence[str], place: int) -> int | None:
    """Where the verb stands that the “not” at *place* denies; None where it denies another thing."""
    ahead = (found for found in range(place + 1, min(place + 1 + AHEAD, len(words))) if words[found] not in LISTS["passed"])
    found = next(ahead, None)
    return None if found is None or words[found] in STOP_WORDS else found


def _affirmed(words: Sequence[str], place: int) -> bool:
    """Whether the word at *place* is a verb as far as its neighbour and its ending tell."""
    before = words[place - 1] if place else ""
    helped = before in LISTS["helping"] or (before in LISTS["passed"] and place > 1 and words[place - 2] in LISTS["helping"])
    return helped or (words[place].endswith("s") and before not in LISTS["determiners"])


def _hedged(words: Sequence[str], place: int) -> bool:
    return words[0] == "such" or not LISTS["hedges"].isdisjoint(words[max(place - _BEFORE, 0) : place + 1 + _BEHIND])
