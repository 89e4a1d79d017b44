"""Rules, cards and terms as resources, each at an address of its own."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import unquote

import mcp_types as types
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from headjudge import Choice
from headjudge.lookups import CardFound, GlossaryFound, Lookups, Missing, RuleFound, SectionFound
from headjudge_mcp import wording
from headjudge_mcp.lookups import found_card, sentence
from headjudge_mcp.prose import card_text, entries_text, rule_text, section_text

__all__ = ["Shelves"]

MARKDOWN: Final = "text/markdown"
FORMERLY: Final = -32002
"""Code of what is not found, in protocol versions of before 2026."""
LONGEST: Final = 300
"""Most characters of what is asked for, once decoded."""


class Absent(Exception):
    """Nothing stands at an address; the text says why, and what to do."""


class Shelves:
    """Holds resources: the sections of the rules are listed, everything else has a template."""

    def __init__(self, lookups: Lookups) -> None:
        self._lookups = lookups

    async def listed(self) -> Sequence[types.Resource]:
        """Return the sections of the rules."""
        contents = await self._lookups.contents()
        sections = [section for chapter in contents.chapters for section in chapter.sections]
        return [types.Resource(uri=f"rule://{section.number}", name=f"{section.number}. {section.title}", mime_type=MARKDOWN) for section in sections]

    def templates(self) -> Sequence[types.ResourceTemplate]:
        """Return the templates of addresses."""
        return [
            _template("rule://{number}", "rule", "A rule by number", wording.BY_NUMBER),
            _template("card://{name}", "card", "A card by name", wording.CARD),
            _template("glossary://{term}", "glossary", "A term of the rules", wording.TERM),
        ]

    async def read(self, uri: str, version: str) -> str:
        """Return what stands at *uri*.

        Raises:
            MCPError: nothing does; with the code that *version* of the protocol has for it.
            StoreFailed: the database cannot be read.
        """
        shelf, _, rest = uri.partition("://")
        wanted = unquote(rest.rstrip("/")).strip()
        try:
            return await self._text(shelf.lower(), wanted)
        except Absent as absent:
            code = types.INVALID_PARAMS if version in MODERN_PROTOCOL_VERSIONS else FORMERLY
            raise MCPError(code, str(absent), {"uri": uri[:LONGEST]}) from None

    async def _text(self, shelf: str, wanted: str) -> str:
        if not wanted:
            raise Absent("Write what to read behind rule://, card:// or glossary://.")
        if len(wanted) > LONGEST:
            raise Absent(f"What stands behind {shelf[:20]}:// has {len(wanted)} characters; no name here has more than {LONGEST}.")
        match shelf:
            case "rule":
                return _shown(await self._lookups.rule(wanted))
            case "card":
                return _shown(await found_card(self._lookups, wanted))
            case "glossary":
                return _shown(await self._lookups.glossary(wanted))
            case _:
                raise Absent("There are resources under rule://, card:// and glossary:// alone.")


def _template(uri: str, name: str, title: str, description: str) -> types.ResourceTemplate:
    return types.ResourceTemplate(uri_template=uri, name=name, title=title, description=description, mime_type=MARKDOWN)


def _shown(found: RuleFound | SectionFound | CardFound | GlossaryFound | Choice | Missing) -> str:
    match found:
        case RuleFound():
            return rule_text(found)
        case SectionFound():
            return section_text(found)
        case CardFound():
            return card_text(found)
        case GlossaryFound():
            return entries_text(found)
        case Choice():
            raise Absent(f"This name can mean several cards; read one of {'; '.join(found.choices)}.")
        case Missing():
            raise Absent(sentence(found.message))
