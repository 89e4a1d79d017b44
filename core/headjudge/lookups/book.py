"""The rules of one edition as they are leafed through: what stands under what, what is beside it, what is near a number or a term."""

import asyncio
import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

import attrs

from headjudge.domain.names import fold
from headjudge.domain.rules import GlossaryEntry, Rule, Section, group_of
from headjudge.roles import Corpus

__all__ = ["Book", "read_book"]

T = TypeVar("T")

NEAR: Final = 6
"""Most terms that are named when there is no such one."""


@attrs.frozen(eq=False)
class Book:
    """Rules, sections and glossary entries by what they are asked for."""

    rules: Mapping[str, Rule]
    """By number, in the order of the rules."""
    groups: Mapping[str, Sequence[Rule]]
    """A parent rule's number → itself and its sub-rules, in order."""
    sections: Mapping[str, Section]
    parents: Mapping[str, Sequence[Rule]]
    """A section's number → its parent rules, in order."""
    entries: Mapping[str, Sequence[GlossaryEntry]]
    """A folded term → the entries that have it."""

    @classmethod
    def of(cls, rules: Sequence[Rule], sections: Sequence[Section], glossary: Sequence[GlossaryEntry]) -> "Book":
        """Return the book of *rules*, *sections* and *glossary*."""
        return cls(
            {rule.number: rule for rule in rules},
            _gathered((rule.group, rule) for rule in rules),
            {section.number: section for section in sections},
            _gathered((rule.section, rule) for rule in rules if rule.number == rule.group),
            _gathered((folded, entry) for entry in glossary for folded in dict.fromkeys(map(fold, entry.terms))),
        )

    def members(self, rule: Rule) -> tuple[Rule, ...]:
        """Return *rule* and its sub-rules."""
        return tuple(self.groups[rule.number]) if rule.number == rule.group else (rule,)

    def beside(self, number: str) -> tuple[str | None, str | None]:
        """Return the numbers before and behind *number*: of sections, of parent rules, or of rules, as it is one. It must exist."""
        of_its_kind = next(numbers for numbers in (self.sections, self.groups, self.rules) if number in numbers)
        numbers = tuple(of_its_kind)
        place = numbers.index(number)
        return (numbers[place - 1] if place else None), (numbers[place + 1] if place + 1 < len(numbers) else None)

    def having(self, term: str) -> tuple[GlossaryEntry, ...]:
        """Return the glossary's entries that have *term*."""
        folded = fold(term)
        return tuple(self.entries.get(folded, ())) if folded else ()

    def near_rule(self, number: str) -> str:
        """Return in a few words where to look instead of *number*, which does not exist."""
        group, section = group_of(number), number[:3]
        if members := self.groups.get(group):
            return f"{group} has no sub-rules" if len(members) == 1 else f"the last of {group} is {members[-1].number}"
        if parents := self.parents.get(section):
            return f"the last of section {section} is {parents[-1].number}"
        return self.near_section()

    def near_section(self) -> str:
        """Return in a few words which sections there are."""
        numbers = tuple(self.sections)
        return f"the sections are {numbers[0]} to {numbers[-1]}" if numbers else "no rules are loaded, `judge refresh` loads them"

    def near_term(self, term: str) -> str:
        """Return in a few words which terms are near *term*, which the glossary does not have."""
        folded = fold(term)
        terms = {known: name for name in self._terms for known in (fold(name),)}
        near = [name for known, name in terms.items() if folded and (folded in known or f" {known} " in f" {folded} ")]
        near = near or [terms[known] for known in difflib.get_close_matches(folded, terms, 3, 0.75)]
        return f"near it: {', '.join(near[:NEAR])}" if near else "search the rules for it"

    @property
    def _terms(self) -> Iterable[str]:
        entries = dict.fromkeys(entry for found in self.entries.values() for entry in found)
        return (term for entry in entries for term in entry.terms)


def _gathered(pairs: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    gathered: dict[str, list[T]] = {}
    for key, value in pairs:
        gathered.setdefault(key, []).append(value)
    return gathered


async def read_book(corpus: Corpus) -> Book:
    """Return the book of *corpus*, made off the event loop."""
    return await asyncio.to_thread(Book.of, await corpus.rules(), await corpus.sections(), await corpus.glossary())
