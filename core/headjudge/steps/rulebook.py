"""The rules of one edition in memory: by number, by group, and which group cites which."""

from collections.abc import Mapping, Sequence

import attrs

from headjudge.domain.passages import Kind, Passage, Reference
from headjudge.domain.rules import GlossaryEntry, Rule, group_of, rule_numbers
from headjudge.roles import Corpus

__all__ = ["Rulebook", "read_rulebook"]


@attrs.frozen
class Rulebook:
    """What fusing and packing ask of the rules."""

    rules: Mapping[str, Rule]
    """By number, in the order of the rules."""
    groups: Mapping[str, Sequence[Rule]]
    """A parent rule's number → itself and its sub-rules, in order."""
    cites: Mapping[str, Sequence[str]]
    """A parent rule's number → the parent rules that its group names."""
    glossary: Mapping[str, GlossaryEntry]
    """By term; of several entries on one, the first."""
    _passages: Mapping[str, Passage]
    """By number, without a score."""
    sizes: Mapping[str, int]
    """A rule's number → bytes of its text, UTF-8."""

    def passage(self, number: str, score: float = 0.0) -> Passage:
        """Return the rule *number* as a passage. It must exist."""
        bare = self._passages[number]
        return Passage(bare.reference, bare.label, bare.text, bare.heading, score=score) if score else bare


async def read_rulebook(corpus: Corpus) -> Rulebook:
    """Return the rulebook of *corpus*."""
    rules = {rule.number: rule for rule in await corpus.rules()}
    groups: dict[str, list[Rule]] = {}
    for rule in rules.values():
        groups.setdefault(rule.group, []).append(rule)
    cites = {group: _cited(members, groups) for group, members in groups.items()}
    glossary = {term: entry for entry in reversed(await corpus.glossary()) for term in entry.terms}
    passages = {number: Passage(Reference(Kind.RULE, number), number, rule.full_text, rule.heading) for number, rule in rules.items()}
    return Rulebook(rules, groups, cites, glossary, passages, {number: passage.size for number, passage in passages.items()})


def _cited(members: Sequence[Rule], groups: Mapping[str, Sequence[Rule]]) -> tuple[str, ...]:
    named = (group_of(number) for rule in members for number in rule_numbers(rule.text))
    own = members[0].group
    return tuple(dict.fromkeys(group for group in named if group != own and group in groups))
