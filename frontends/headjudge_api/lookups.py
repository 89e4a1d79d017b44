"""GET /api/cards, /api/rules, /api/search and /api/glossary: look-ups that call no model, under a window of their own."""

import json
import re
from typing import Any, Final

import attrs
from aiohttp import web

from headjudge import Choice, Desk, Services, control_character, described, plain
from headjudge.lookups import CardFound, Found, GlossaryFound, Missing, RuleFound, SectionFound
from headjudge.lookups.shapes import NamesReply, card_reply, glossary_reply, rule_reply, search_reply, section_reply
from headjudge_api.judging import limited
from headjudge_api.windows import Windows

__all__ = ["ChoicesReply", "Looking", "MessageBody"]

LENGTH: Final = 1000
"""Most characters of what is looked for."""
LIMIT: Final = 10
"""How many are listed where the request says nothing."""
MOST: Final = 50


@attrs.frozen
class MessageBody:
    """Nothing was found, or nothing can be."""

    message: str = described("Why, and what to do, in a sentence.")


@attrs.frozen
class ChoicesReply:
    """A name that can mean several cards."""

    message: str = described("What to do, in a sentence.")
    choices: tuple[str, ...] = described("Full card names; look one of them up.", maxItems=5)
    truncated: bool = described("Whether there were more than are listed.")


class Looking:
    """Looks up what GET requests ask for: refused if it cannot be read, then counted, then looked up."""

    def __init__(self, services: Services, desk: Desk) -> None:
        """Look up in what *desk* judges by, and count in the windows of *services*."""
        self._window = Windows.shared(services).lookups
        self._lookups = desk.lookups

    def routes(self) -> list[web.RouteDef]:
        """Return the routes. A name and a term may hold a slash."""
        return [
            web.get("/api/cards", self.names),
            web.get("/api/cards/{name:.*}", self.card),
            web.get("/api/rules/{number:.*}", self.rule),
            web.get("/api/search", self.search),
            web.get("/api/glossary/{term:.*}", self.term),
        ]

    async def names(self, request: web.Request) -> web.Response:
        """Reply with full card names for a part of one."""
        words, limit = _asked(request)
        if refused := await self._refused(request):
            return refused
        return _found(NamesReply(await self._lookups.complete(words, limit)))

    async def card(self, request: web.Request) -> web.Response:
        """Reply with a card, by any of its names."""
        if refused := await self._refused(request, "name"):
            return refused
        match await self._lookups.card(request.match_info["name"]):
            case CardFound() as found:
                return _found(card_reply(found))
            case Choice() as choice:
                # Not 300: a client that only looks for errors would take the choices for a card.
                return _found(ChoicesReply("This name can mean several cards; look one of them up.", choice.choices, choice.truncated), 404)
            case Missing() as missing:
                return _found(MessageBody(_sentence(missing.message)), 404)

    async def rule(self, request: web.Request) -> web.Response:
        """Reply with a rule or a section."""
        if refused := await self._refused(request, "number"):
            return refused
        match await self._lookups.rule(request.match_info["number"]):
            case RuleFound() as rule:
                return _found(rule_reply(rule))
            case SectionFound() as section:
                return _found(section_reply(section))
            case Missing() as missing:
                return _found(MessageBody(_sentence(missing.message)), 404)

    async def search(self, request: web.Request) -> web.Response:
        """Reply with the rules for some words."""
        words, limit = _asked(request)
        if refused := await self._refused(request):
            return refused
        match await self._lookups.search(words, limit):
            case Found() as found:
                return _found(search_reply(found))
            case Missing() as missing:
                return _found(MessageBody(_sentence(missing.message)), 404)

    async def term(self, request: web.Request) -> web.Response:
        """Reply with the glossary's entries of a term."""
        if refused := await self._refused(request, "term"):
            return refused
        match await self._lookups.glossary(request.match_info["term"]):
            case GlossaryFound() as found:
                return _found(glossary_reply(found))
            case Missing() as missing:
                return _found(MessageBody(_sentence(missing.message)), 404)

    async def _refused(self, request: web.Request, part: str = "") -> web.Response | None:
        """Why *request* is not looked up: the *part* of its path is nothing's name, or its window is used up."""
        if part and (fault := _fault(f"The {part}", request.match_info[part])):
            return _found(MessageBody(fault), 404)
        return await limited(request, self._window, "look-ups")


def _found(reply: Any, status: int = 200) -> web.Response:
    return web.json_response(plain(reply), status=status)


def _sentence(message: str) -> str:
    """What the command line says behind its name, as it stands alone."""
    return f"{message[:1].upper()}{message[1:].rstrip('.')}."


def _asked(request: web.Request) -> tuple[str, int]:
    """What to look for and how many to list, out of the query.

    Raises:
        HTTPBadRequest: one of them cannot be used.
    """
    words, limit = request.query.get("q", ""), request.query.get("limit", str(LIMIT))
    fault = _fault("q", words)
    if not fault and not (re.fullmatch("[0-9]{1,3}", limit) and 1 <= int(limit) <= MOST):
        fault = f"limit must be a whole number from 1 to {MOST}."
    if fault:
        raise web.HTTPBadRequest(text=json.dumps(plain(MessageBody(fault))), content_type="application/json")
    return words, int(limit)


def _fault(name: str, text: str) -> str | None:
    """Why *text* is nothing that can be looked for."""
    if not text.strip():
        return f"{name} is missing or blank; write what to look for."
    if len(text) > LENGTH:
        return f"{name} has {len(text)} characters; at most {LENGTH} fit."
    return f"{name} holds a control character; take it out." if control_character(text) else None
