"""What of the rules is embedded: each rule under its heading, and each group whole."""

from collections.abc import Mapping, Sequence

from headjudge import Rule, masked

__all__ = ["group_texts", "rule_texts"]


def rule_texts(rules: Sequence[Rule]) -> Mapping[str, str]:
    """Return the text of each rule and sub-rule, by its number: ``Section: heading. Text``."""
    return {rule.number: _under(rule.heading, rule.text) for rule in rules}


def group_texts(rules: Sequence[Rule]) -> Mapping[str, str]:
    """Return the text of each group, by its parent rule's number. An embedder that reads only so much leaves out the end."""
    groups: dict[str, list[Rule]] = {}
    for rule in rules:
        groups.setdefault(rule.group, []).append(rule)
    return {number: _under(group[0].heading, " ".join(rule.text for rule in group)) for number, group in groups.items()}


def _under(heading: str, text: str) -> str:
    return masked(f"{heading}. {text}")
