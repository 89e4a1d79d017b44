"""What look-ups found as JSON: a listing is what ``--json`` prints, a reply is what doors send, which says besides where it stands."""

import datetime
from collections.abc import Sequence
from typing import Any, TypeVar

import attrs

from headjudge.lookups.found import CardFound, Found, GlossaryFound, RuleFound, SectionFound
from headjudge.shapes import described

__all__ = [
    "CardBody",
    "CardListing",
    "CardReply",
    "EntryBody",
    "FaceBody",
    "GlossaryReply",
    "HitBody",
    "NamesReply",
    "RuleBody",
    "RuleListing",
    "RuleReply",
    "RulingBody",
    "RulingsListing",
    "SearchReply",
    "SectionBody",
    "SectionListing",
    "SectionReply",
    "card_listing",
    "card_reply",
    "glossary_reply",
    "rule_listing",
    "rule_reply",
    "rulings_listing",
    "search_reply",
    "section_listing",
    "section_reply",
]

T = TypeVar("T", bound=attrs.AttrsInstance)


@attrs.frozen
class RuleBody:
    """A rule or a sub-rule."""

    number: str = described("Its number, such as `702.19b`.")
    heading: str = described("The title of its section, and of its parent rule where that is a title.")
    text: str = described("Its text, without the number.")
    examples: tuple[str, ...] = described("The examples that illustrate it.")


@attrs.frozen
class RuleListing(RuleBody):
    """A rule with what stands under it."""

    sub_rules: tuple[RuleBody, ...] = described("Its sub-rules, in order; none under a sub-rule.")


@attrs.frozen
class RuleReply(RuleListing):
    """A rule where it stands in the rules."""

    cr_version: str = described("Release of the rules, YYYYMMDD.")
    previous: str | None = described("Number of the rule before: of a parent rule the parent rule before.")
    next: str | None = described("Number of the rule behind.")


@attrs.frozen
class SectionBody:
    """A section of the rules."""

    number: str = described("Its number, such as `702`.")
    title: str = described("Its title.")
    chapter: str = described("The title of its chapter.")


@attrs.frozen
class SectionListing(SectionBody):
    """A section with its rules."""

    rules: tuple[RuleBody, ...] = described("Its rules without their sub-rules, in order.")


@attrs.frozen
class SectionReply(SectionListing):
    """A section where it stands in the rules."""

    cr_version: str = described("Release of the rules, YYYYMMDD.")
    previous: str | None = described("Number of the section before.")
    next: str | None = described("Number of the section behind.")


@attrs.frozen
class CardBody:
    """A card, whatever its printings."""

    name: str = described("Its full name.")
    oracle_id: str = described("Its Oracle id.")
    layout: str = described("How its faces lie, as the card data says it.")
    keywords: tuple[str, ...] = described("Its keywords.")
    text: str = described("The Oracle text of every face, with name, cost, type line and the numbers in the corner, a line each.")
    printed_names: tuple[str, ...] = described("Names that some printing carries instead of its own.")
    url: str = described("Its public page; empty where it has none.")


@attrs.frozen
class CardListing(CardBody):
    """A card and how many rulings there are on it."""

    rulings: int = described("How many rulings there are on it.")


@attrs.frozen
class FaceBody:
    """A face of a card, or its only one."""

    name: str = described("Its name.")
    mana_cost: str = described("Its mana cost, a symbol in each pair of braces; empty where it has none.")
    type_line: str = described("Its type line.")
    oracle_text: str = described("Its Oracle text.")
    power: str | None = described("Its power, as printed.")
    toughness: str | None = described("Its toughness, as printed.")
    loyalty: str | None = described("Its loyalty, as printed.")
    defense: str | None = described("Its defense, as printed.")


@attrs.frozen
class RulingBody:
    """A ruling on a card."""

    key: str = described("A name that a reload does not change.")
    published: datetime.date | None = described("The day from which it is.")
    source: str = described("Who published it.")
    text: str = described("Its text.")


@attrs.frozen
class RulingsListing:
    """The rulings on a card."""

    card: str = described("The card's full name.")
    rulings: tuple[RulingBody, ...] = described("The rulings, oldest first.")


@attrs.frozen
class CardReply(CardBody):
    """A card with its faces and the rulings on it."""

    faces: tuple[FaceBody, ...] = described("Its faces, in order; most cards have one.")
    rulings: tuple[RulingBody, ...] = described("The rulings on it, oldest first.")


@attrs.frozen
class EntryBody:
    """An entry of the glossary."""

    terms: tuple[str, ...] = described("The terms that it explains.")
    text: str = described("What it says.")


@attrs.frozen
class GlossaryReply:
    """The entries of the glossary that have a term."""

    cr_version: str = described("Release of the rules, YYYYMMDD.")
    entries: tuple[EntryBody, ...] = described("The entries, in order; most terms have one.")


@attrs.frozen
class HitBody:
    """A rule that a search found."""

    number: str = described("Its number.")
    heading: str = described("The title of its section, and of its parent rule where that is a title.")
    text: str = described("Its text, without the number and the examples.")
    score: float = described("How well it fits, on a scale of this search alone.")


@attrs.frozen
class SearchReply:
    """What a search found."""

    cr_version: str = described("Release of the rules, YYYYMMDD.")
    rules: tuple[HitBody, ...] = described("The rules, best first.")


@attrs.frozen
class NamesReply:
    """Cards for a part of a name."""

    names: tuple[str, ...] = described("Full card names: those that begin with it first, then those that hold it.")


def _shaped(shape: type[T], value: Any, **more: Any) -> T:
    """A *shape* whose fields are those of *value* of the same names, and *more*."""
    own = {field.name: getattr(value, field.name) for field in attrs.fields(shape) if field.name not in more}
    return shape(**own, **more)


def _each(shape: type[T], values: Sequence[Any]) -> tuple[T, ...]:
    return tuple(_shaped(shape, value) for value in values)


def rule_listing(found: RuleFound) -> RuleListing:
    """Return the rule of *found* with its sub-rules."""
    return _shaped(RuleListing, found.rule, sub_rules=_each(RuleBody, found.members[1:]))


def rule_reply(found: RuleFound) -> RuleReply:
    """Return the rule of *found* where it stands."""
    return _shaped(RuleReply, rule_listing(found), cr_version=found.release, previous=found.previous, next=found.next)


def section_listing(found: SectionFound) -> SectionListing:
    """Return the section of *found* with its rules."""
    return _shaped(SectionListing, found.section, rules=_each(RuleBody, found.rules))


def section_reply(found: SectionFound) -> SectionReply:
    """Return the section of *found* where it stands."""
    return _shaped(SectionReply, section_listing(found), cr_version=found.release, previous=found.previous, next=found.next)


def card_listing(found: CardFound) -> CardListing:
    """Return the card of *found* and how many rulings there are."""
    return _shaped(CardListing, found.card, rulings=len(found.rulings))


def card_reply(found: CardFound) -> CardReply:
    """Return the card of *found* with its rulings."""
    return _shaped(CardReply, found.card, faces=_each(FaceBody, found.card.faces), rulings=_each(RulingBody, found.rulings))


def rulings_listing(found: CardFound) -> RulingsListing:
    """Return the rulings of *found*."""
    return RulingsListing(found.card.name, _each(RulingBody, found.rulings))


def glossary_reply(found: GlossaryFound) -> GlossaryReply:
    """Return the entries of *found*."""
    return GlossaryReply(found.release, _each(EntryBody, found.entries))


def search_reply(found: Found) -> SearchReply:
    """Return the rules of *found*."""
    return SearchReply(found.release, tuple(_shaped(HitBody, rule, score=round(score, 4)) for rule, score in found.rules))
