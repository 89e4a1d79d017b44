"""Tools that look up: no model is called, nothing is counted."""

import re
from collections.abc import Sequence
from typing import Final

from headjudge import Choice, Desk, Rule, Services, plain
from headjudge.lookups import CardFound, Found, GlossaryFound, Lookups, Missing, RuleFound, SectionFound
from headjudge.lookups.shapes import CardListing, NamesReply, RuleBody, card_listing, glossary_reply, rulings_listing, search_reply
from headjudge_api.lookups import ChoicesReply
from headjudge_http.about import about
from headjudge_mcp.parts import part
from headjudge_mcp.shapes import (
    AboutReply,
    CardArguments,
    FindArguments,
    GlossaryArguments,
    GlossaryPart,
    NoArguments,
    NumbersArguments,
    RulesPart,
    RulingsArguments,
    RulingsPart,
    SearchArguments,
    SearchPart,
)
from headjudge_mcp.tool import Heard, Told, Tool, failed, shown

__all__ = ["Looking", "found_card", "sentence"]

FOUND: Final = 50
"""Most rules that a search ranks."""
ID: Final = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
CHOOSE: Final = "This name can mean several cards; look one of them up by its full name."


class Looking:
    """Looks up in what the desk judges by."""

    def __init__(self, services: Services, desk: Desk) -> None:
        self._settings = services.settings
        self._lookups: Lookups = desk.lookups

    def tools(self) -> Sequence[Tool]:
        """Return the tools."""
        return (
            Tool("find_card", "Find card names", FindArguments, (NamesReply,), self.find_card),
            Tool("get_card", "Read a card", CardArguments, (CardListing, ChoicesReply), self.get_card),
            Tool("get_rulings", "Read the rulings on a card", RulingsArguments, (RulingsPart, ChoicesReply), self.get_rulings),
            Tool("get_rules", "Read rules by number", NumbersArguments, (RulesPart,), self.get_rules),
            Tool("search_rules", "Search the rules", SearchArguments, (SearchPart,), self.search_rules),
            Tool("glossary", "Look up a term", GlossaryArguments, (GlossaryPart,), self.glossary),
            Tool("about", "About this judge", NoArguments, (AboutReply,), self.about),
        )

    async def find_card(self, asked: FindArguments, _: Heard) -> Told:
        """Give full card names."""
        if names := await self._lookups.complete(asked.name, asked.limit):
            return shown(NamesReply(names))
        if len(asked.name.strip()) < 2:
            return failed("One character begins too many names; write two or more.")
        return failed(f"No card's name begins with {asked.name!r}, holds it, or is near it; look at the spelling.")

    async def get_card(self, asked: CardArguments, _: Heard) -> Told:
        """Give a card."""
        match await found_card(self._lookups, asked.card):
            case CardFound() as found:
                return shown(card_listing(found))
            case unclear:
                return _unclear(unclear)

    async def get_rulings(self, asked: RulingsArguments, _: Heard) -> Told:
        """Give a part of a card's rulings."""
        match await found_card(self._lookups, asked.card):
            case CardFound() as found:
                listing = rulings_listing(found)
                if fault := _behind(asked.offset, len(listing.rulings), "rulings"):
                    return fault
                rulings, rest = part(listing.rulings, asked.offset)
                return shown(RulingsPart(listing.card, rulings, len(listing.rulings), rest))
            case unclear:
                return _unclear(unclear)

    async def get_rules(self, asked: NumbersArguments, _: Heard) -> Told:
        """Give a part of the rules that have the numbers."""
        release, rules, missing = "", dict[str, Rule](), []
        for number in asked.numbers:
            match await self._lookups.rule(number):
                case RuleFound() as found:
                    release, rules = found.release, rules | {rule.number: rule for rule in found.members}
                case SectionFound() as found:
                    release, rules = found.release, rules | {rule.number: rule for rule in found.rules}
                case Missing() as nothing:
                    missing.append(sentence(nothing.message))
        if not rules:
            return failed(" ".join(missing))
        if fault := _behind(asked.offset, len(rules), "rules"):
            return fault
        bodies = tuple(RuleBody(rule.number, rule.heading, rule.text, rule.examples) for rule in rules.values())
        fitting, rest = part(bodies, asked.offset)
        return shown(RulesPart(release, fitting, tuple(missing), len(bodies), rest))

    async def search_rules(self, asked: SearchArguments, _: Heard) -> Told:
        """Give a part of the rules that were found."""
        match await self._lookups.search(asked.query, min(FOUND, asked.offset + asked.limit)):
            case Found() as found:
                hits = search_reply(found)
                if fault := _behind(asked.offset, len(hits.rules), "rules"):
                    return fault
                fitting, rest = part(hits.rules, asked.offset)
                return shown(SearchPart(hits.cr_version, fitting, rest))
            case Missing() as missing:
                return failed(sentence(missing.message))

    async def glossary(self, asked: GlossaryArguments, _: Heard) -> Told:
        """Give the entries of a term."""
        match await self._lookups.glossary(asked.term):
            case GlossaryFound() as found:
                reply = glossary_reply(found)
                return shown(GlossaryPart(reply.cr_version, reply.entries))
            case Missing() as missing:
                return failed(sentence(missing.message))

    async def about(self, _: NoArguments, __: Heard) -> Told:
        """Give what runs here and what it holds."""
        counted, settings = await self._lookups.counted(), self._settings
        return shown(
            AboutReply(
                **plain(about(settings)),
                corpus=counted.corpus,
                cr_version=counted.release,
                cards=counted.cards,
                rules=counted.rules,
                refreshed_at=counted.refreshed,
                judge_limit=settings.mcp_judge_limit,
                judge_window_secs=settings.mcp_judge_window_secs,
            )
        )


async def found_card(lookups: Lookups, name: str) -> CardFound | Choice | Missing:
    """Return the card that *name* means, which may be an Oracle id; a choice where it can mean several."""
    if ID.fullmatch(name.strip().lower()):
        return await lookups.card_by_id(name.strip().lower())
    return await lookups.card(name)


def sentence(message: str) -> str:
    """Return what the command line says behind its name as it stands alone."""
    return f"{message[:1].upper()}{message[1:].rstrip('.')}."


def _unclear(found: Choice | Missing) -> Told:
    if isinstance(found, Choice):
        return shown(ChoicesReply(CHOOSE, found.choices, found.truncated))
    return failed(f"{sentence(found.message)} find_card lists names for a part of one.")


def _behind(offset: int, total: int, what: str) -> Told | None:
    """The error that *offset* lies behind the end."""
    return failed(f"`offset` is {offset}, and there are {total} {what}; begin with 0.") if offset and offset >= total else None
