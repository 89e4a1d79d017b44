"""What resources hold: rules, cards and entries as Markdown."""

from headjudge.lookups import CardFound, GlossaryFound, RuleFound, SectionFound

__all__ = ["card_text", "entries_text", "rule_text", "section_text"]


def rule_text(found: RuleFound) -> str:
    """Return the rule of *found* with its sub-rules."""
    rules = [f"**{rule.number}** {rule.full_text}" for rule in found.members]
    return "\n\n".join((f"# {found.rule.heading}", *rules, f"Release {found.release}."))


def section_text(found: SectionFound) -> str:
    """Return the rules of the section of *found*, without their sub-rules."""
    rules = [f"**{rule.number}** {rule.full_text}" for rule in found.rules]
    return "\n\n".join((f"# {found.section.number}. {found.section.title}", *rules, f"Release {found.release}."))


def card_text(found: CardFound) -> str:
    """Return the Oracle text of the card of *found*."""
    count = len(found.rulings)
    rulings = f"{count} ruling{'' if count == 1 else 's'}; the tool get_rulings shows them." if count else "No rulings."
    return "\n\n".join((f"# {found.card.name}", found.card.text, *([found.card.url] if found.card.url else []), rulings))


def entries_text(found: GlossaryFound) -> str:
    """Return the entries of *found*."""
    entries = [f"**{', '.join(entry.terms)}**\n\n{entry.text}" for entry in found.entries]
    return "\n\n".join((*entries, f"Release {found.release}."))
