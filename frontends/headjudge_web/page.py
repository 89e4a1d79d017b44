"""The page on which players ask."""

from collections.abc import Mapping, Sequence
from typing import Final

import attrs
from aiohttp import web

from headjudge import Desk, Services
from headjudge.lookups import PRACTICE
from headjudge_api.judging import Judging
from headjudge_web.pages import Pages
from headjudge_web.pictures import file_name, pictured
from headjudge_web.strays import Strays

__all__ = ["EXAMPLES", "AskPage"]

EXAMPLES: Final[Mapping[bool, Sequence[str]]] = {
    True: (
        "Can a creature attack in the turn in which I played it?",
        "Does [[Candle Mourner]] give me flame when one of my tokens falls?",
        "Can a dim card be played with hearthcall?",
        "What happens if I have to draw but my deck is empty?",
    ),
    False: (
        "My attacker has lifelink and trample. How much life do I gain?",
        "Does Blood Moon turn off Urborg, Tomb of Yawgmoth?",
        "Can I still respond after blockers are declared?",
        "My commander dies. When do I choose where it goes?",
    ),
}
"""Questions to begin with: for the practice rulebook, and for Magic."""


@attrs.frozen(eq=False)
class AskPage:
    """Serves the page, and judges what it sends as the API does."""

    name = "web"
    switches: Sequence[str] = attrs.field(default=("web",), init=False)
    services: Services
    pages: Pages

    def needs(self) -> Sequence[str]:
        """Nothing of its own."""
        return ()

    def routes(self, desk: Desk) -> list[web.RouteDef]:
        """Return the routes of the page and of what it asks."""
        judging = Judging(self.services, desk, door="web")

        async def show(request: web.Request) -> web.Response:
            return await self._page(request, desk)

        return [
            web.get("/", show, name="ask"),
            web.post("/web/judge", judging.judge),
            web.post("/web/judge/stream", judging.stream),
            *Strays(self.pages).routes(),
        ]

    async def _page(self, request: web.Request, desk: Desk) -> web.Response:
        settings, corpus = self.services.settings, await desk.store.corpora.current()
        symbols = {symbol.token: [file_name(symbol.token), symbol.english] for symbol in await pictured(corpus)}
        rules = {"root": settings.citation_root, "own": settings.citation_root == f"{settings.root}/rules"}
        practice = corpus.name == PRACTICE
        return self.pages.show(
            request,
            "ask.html",
            examples=EXAMPLES[practice],
            practice=practice,
            release=corpus.release,
            symbols=symbols,
            rules=rules,
            modules=self.pages.static.modules,
        )
