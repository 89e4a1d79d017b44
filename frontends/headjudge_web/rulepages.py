"""The pages on which the rules can be read: rules, sections, cards with their rulings, the glossary, and a search."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final
from urllib.parse import quote as quoted

import attrs
from aiohttp import web

from headjudge import Choice, Desk, Rule, Services, control_character
from headjudge.lookups import CardFound, Found, GlossaryFound, Lookups, Missing, RuleFound, SectionFound
from headjudge_api.windows import Windows
from headjudge_http.address import window_key
from headjudge_http.requests import CLIENT
from headjudge_web.pages import Pages
from headjudge_web.pictures import pictured
from headjudge_web.prose import Prose

__all__ = ["RulePages"]

SHOWN: Final = 30
"""Most rules that a search shows."""
CARDS: Final = 8
"""Most cards that a search shows."""
WHOLE: Final = 40
"""A section of more rules is shown without their sub-rules: it would be a book."""
View = Callable[[web.Request], Awaitable[web.Response]]


@attrs.frozen(eq=False)
class RulePages:
    """Serves the rules, wherever questions are answered: citations link here."""

    name = "rules"
    switches: Sequence[str] = attrs.field(default=("api", "web"), init=False)
    services: Services
    pages: Pages

    def needs(self) -> Sequence[str]:
        """Nothing of its own."""
        return ()

    def routes(self, desk: Desk) -> list[web.RouteDef]:
        """Return the routes of the pages."""
        views = Views(desk, self.pages)
        limited = self._limited
        return [
            web.get("/rules", limited(views.browser)),
            web.get("/rules/glossary", limited(views.terms)),
            web.get("/rules/glossary/{term:.*[^/]}", limited(views.term)),
            web.get("/rules/cards", limited(views.card_named)),
            web.get("/rules/cards/{oracle_id}", limited(views.card)),
            web.get("/rules/{number}", limited(views.rule)),
            web.get("/rules{rest:.*/}", views.unslashed),
        ]

    def _limited(self, view: View) -> View:
        """*view* in the look-ups' window, which every look-up of an address is counted in."""
        window = Windows.shared(self.services).lookups

        async def show(request: web.Request) -> web.Response:
            asked = (*request.match_info.values(), request.query.get("q", ""), request.query.get("name", ""))
            if any(control_character(text) for text in asked):
                return self.pages.show(request, "missing.html", status=404, message="that address holds characters that nobody can write", words="")
            wait = await window.entered(window_key(request[CLIENT]))
            if wait is None:
                return await view(request)
            reply = self.pages.show(request, "later.html", status=429, seconds=wait)
            reply.headers["Retry-After"] = str(wait)
            return reply

        return show


@attrs.frozen(eq=False)
class Views:
    """A method a page."""

    desk: Desk
    pages: Pages

    @property
    def lookups(self) -> Lookups:
        """The desk's."""
        return self.desk.lookups

    async def browser(self, request: web.Request) -> web.Response:
        """Show the chapters with their sections, or what was searched for."""
        words = request.query.get("q", "").strip()
        if words:
            return await self._searched(request, words)
        return self.pages.show(request, "contents.html", contents=await self.lookups.contents(), words="")

    async def _searched(self, request: web.Request, words: str) -> web.Response:
        """What is found for *words*; a number leads straight to its rule."""
        by_number = await self.lookups.rule(words)
        if not isinstance(by_number, Missing):
            number = by_number.rule.number if isinstance(by_number, RuleFound) else by_number.section.number
            return self._elsewhere(number)
        found = await self.lookups.search(words, SHOWN)
        rules = [rule for rule, _ in found.rules] if isinstance(found, Found) else []
        entry = await self.lookups.glossary(words)
        cards = await self.lookups.complete(words, CARDS + 1)
        shown: dict[str, Any] = {
            "message": by_number.message if not by_number.malformed else found.message if isinstance(found, Missing) else "",
            "rules": await self._results(rules),
            "cards": cards[:CARDS],
            "more": len(cards) > CARDS,
            "terms": [term for entry in entry.entries for term in entry.terms[:1]] if isinstance(entry, GlossaryFound) else [],
        }
        return self.pages.show(request, "search.html", words=words, **shown)

    async def _results(self, rules: Sequence[Rule]) -> list[dict[str, object]]:
        prose = await self._prose()
        return [{"number": rule.number, "heading": rule.heading, "lines": prose.lines(rule.text)} for rule in rules]

    def _elsewhere(self, path: str) -> web.Response:
        return web.Response(status=302, headers={"Location": f"{self.pages.static.base}/rules/{quoted(path)}"})

    async def unslashed(self, request: web.Request) -> web.Response:
        """Lead to the same address without the slash at its end."""
        path, query = request.rel_url.raw_path.rstrip("/"), request.rel_url.raw_query_string
        # Written anew, for what was sent may hold what no header can.
        address = quoted(path + "?" * bool(query) + query, safe="/%?=&+", errors="surrogateescape")
        return web.Response(status=301, headers={"Location": self.pages.static.base + address})

    async def rule(self, request: web.Request) -> web.Response:
        """Show a rule among its sub-rules, or a section."""
        found = await self.lookups.rule(request.match_info["number"])
        if isinstance(found, Missing):
            return self._missing(request, found, request.match_info["number"])
        return await (self._section(request, found) if isinstance(found, SectionFound) else self._rule(request, found))

    async def _rule(self, request: web.Request, found: RuleFound) -> web.Response:
        group = await self.lookups.rule(found.rule.group)
        whole = group if isinstance(group, RuleFound) else found
        section = await self.lookups.rule(found.rule.section)
        prose, quote, number = await self._prose(), request.query.get("quote", ""), found.rule.number
        shown = [prose.rule(rule, quote if rule.number == number else "", current=rule.number == number) for rule in whole.members]
        values: dict[str, Any] = {
            "number": number,
            "group": whole.rule.number,
            "title": whole.rule.heading.partition(": ")[2],
            "section": section.section if isinstance(section, SectionFound) else None,
            "found": whole,
        }
        return self.pages.show(request, "rule.html", rules=shown, **values)

    async def _section(self, request: web.Request, found: SectionFound) -> web.Response:
        prose, groups, briefly = await self._prose(), [], len(found.rules) > WHOLE
        for parent in found.rules:
            whole = found if briefly else await self.lookups.rule(parent.number)
            members = whole.members if isinstance(whole, RuleFound) else (parent,)
            groups.append({"title": parent.heading.partition(": ")[2], "rules": [prose.rule(rule) for rule in members]})
        return self.pages.show(request, "section.html", found=found, groups=groups, briefly=briefly)

    async def card(self, request: web.Request) -> web.Response:
        """Show a card's Oracle text and the rulings on it."""
        found = await self.lookups.card_by_id(request.match_info["oracle_id"])
        if isinstance(found, Missing):
            return self._missing(request, found)
        prose, quote = await self._prose(), request.query.get("quote", "")
        rulings = [(ruling, prose.lines(ruling.text, quote)) for ruling in found.rulings]
        return self.pages.show(request, "card.html", card=found.card, faces=prose.faces(found.card, quote), rulings=rulings)

    async def card_named(self, request: web.Request) -> web.Response:
        """Lead to the card of a name, or show which cards it can mean."""
        name = request.query.get("name", "")
        found = await self.lookups.card(name)
        if isinstance(found, CardFound):
            return self._elsewhere(f"cards/{found.card.oracle_id}")
        if isinstance(found, Choice):
            return self.pages.show(request, "choice.html", status=300, choice=found)
        return self._missing(request, found, name)

    async def terms(self, request: web.Request) -> web.Response:
        """Show the terms of the glossary."""
        entries = await (await self.desk.store.corpora.current()).glossary()
        terms = [term for entry in entries for term in entry.terms[:1]]
        return self.pages.show(request, "glossary.html", terms=terms)

    async def term(self, request: web.Request) -> web.Response:
        """Show what the glossary says of a term."""
        found = await self.lookups.glossary(request.match_info["term"])
        if isinstance(found, Missing):
            return self._missing(request, found, request.match_info["term"])
        prose = await self._prose()
        entries = [(", ".join(entry.terms), prose.lines(entry.text)) for entry in found.entries]
        return self.pages.show(request, "term.html", entries=entries, release=found.release)

    def _missing(self, request: web.Request, missing: Missing, words: str = "") -> web.Response:
        return self.pages.show(request, "missing.html", status=404, message=missing.message, words=words[:200])

    async def _prose(self) -> Prose:
        symbols = await pictured(await self.desk.store.corpora.current())
        return Prose(self.pages.static.base, {symbol.token: symbol for symbol in symbols})
