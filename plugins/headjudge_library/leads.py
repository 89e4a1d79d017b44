"""What follows from what cards do: classes of abilities and verbs of the question, and the rules that they call for together."""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from typing import Final, Self

import attrs

from headjudge_library.lists import leads_of
from headjudge_library.pins import Pins, with_hashes
from headjudge_library.templates import AbilityClass, Templates
from headjudge_library.words import stemmed

__all__ = ["AbilityBook", "Lead"]

VERB: Final = "?"
"""Begins a verb where a lead names it."""


@attrs.frozen
class Lead:
    """Classes of abilities and verbs that meet, and the rules that they call for together."""

    needs: tuple[str, ...]
    """Classes, and verbs that begin with `VERB`; a class named twice must be met on two cards."""
    rules: tuple[str, ...]
    """Most decisive first."""
    kinds: Set[str] = attrs.field(init=False)
    """What it needs, each once."""

    @kinds.default
    def _kinds(self) -> Set[str]:
        return frozenset(self.needs)


@attrs.frozen
class AbilityBook:
    """The templates, verbs and leads, the leads with the numbers that their rules have in one edition."""

    templates: Templates
    verbs: Sequence[tuple[str, str]]
    """(stems of a phrase, parted and surrounded by spaces; the verb that it says)."""
    done_by: Mapping[str, Sequence[str]]
    """Verb → the classes whose abilities do it."""
    leads: Sequence[Lead]
    _places: Mapping[str, Sequence[int]] = attrs.field(init=False, eq=False)
    """What is needed → the places of the leads of which it is the rarest need."""

    @_places.default
    def _placed(self) -> Mapping[str, Sequence[int]]:
        spread = Counter(need for lead in self.leads for need in lead.kinds)
        places: dict[str, list[int]] = {}
        for place, lead in enumerate(self.leads):
            places.setdefault(min(lead.needs, key=lambda need: spread[need]), []).append(place)
        return places

    @classmethod
    def of(cls, text: str, pins: Pins, held: Mapping[str, tuple[str, str]]) -> Self:
        """Return the book of the ability list *text*, its rules where *pins* finds those that *held* describes.

        Raises:
            ValueError: the text is no TOML, or names what there is not.
        """
        tables = tomllib.loads(text)
        verbs = [(_padded(stemmed(said)), f"{VERB}{table['name']}") for table in tables["verb"] for said in table["said"]]
        done_by = {f"{VERB}{table['name']}": table["done_by"] for table in tables["verb"] if "done_by" in table}
        leads = [Lead(needs, pins.resolve(with_hashes(concept, held)).rules) for needs, concept in leads_of(tables)]
        return cls(Templates(map(AbilityClass.of, tables["class"])), verbs, done_by, [lead for lead in leads if lead.rules])

    def leads_of(self, here: Set[str]) -> Sequence[Lead]:
        """Return the leads all of whose needs are *here*, in their order."""
        likely = sorted(place for need in here for place in self._places.get(need, ()))
        return [lead for lead in map(self.leads.__getitem__, likely) if lead.kinds <= here]

    def verbs_of(self, stems: Sequence[str]) -> Set[str]:
        """Return the verbs that a question of *stems* says."""
        text = _padded(stems)
        return {verb for phrase, verb in self.verbs if phrase in text}


def _padded(stems: Sequence[str]) -> str:
    return f" {' '.join(stems)} "
