"""GET /api/about: what runs here, under which licence, where its source is, and who answers for it."""

from importlib.metadata import version
from typing import Final

import attrs
from aiohttp import web

from headjudge import described, plain
from headjudge.settings import Settings

__all__ = ["AboutBody", "about", "routes"]

COPYRIGHT: Final = "Copyright 2026 the Headjudge contributors"
LICENSE: Final = ("Apache-2.0", "Apache License 2.0", "https://www.apache.org/licenses/LICENSE-2.0")
"""Its SPDX identifier, its name, and where it can be read."""


@attrs.frozen
class AboutBody:
    """What runs here, and who answers for it."""

    program: str = described("Name and version of the program.")
    repository: str = described("Where its source is offered.")
    commit: str | None = described("The commit that it was built from, where that is known.")
    commit_url: str | None = described("Where that commit can be read.")
    dirty: bool = described("Whether it was built with changes besides that commit.")
    license: str = described("SPDX identifier of the licence.")
    license_name: str = described("Name of the licence.")
    license_url: str = described("Where the licence can be read.")
    copyright: str = described("Who holds the copyright.")
    operator_email: str | None = described("Who runs this service.")
    operator_discord: str | None = described("Who runs its bot, by their name on Discord.")
    notice: str = described("All of it in words that can be shown as they are.")


def about(settings: Settings) -> AboutBody:
    """Return the about document of a service with *settings*."""
    commit = settings.commit or None
    return AboutBody(
        program=f"Headjudge {version('headjudge')}",
        repository=settings.source_url,
        commit=commit,
        commit_url=f"{settings.source_url}/commit/{commit}" if commit else None,
        dirty=settings.dirty,
        license=LICENSE[0],
        license_name=LICENSE[1],
        license_url=LICENSE[2],
        copyright=COPYRIGHT,
        operator_email=settings.operator_email or None,
        operator_discord=settings.operator_discord or None,
        notice=_notice(settings),
    )


def _notice(settings: Settings) -> str:
    contacts = [contact for contact in (settings.operator_email, settings.operator_discord) if contact]
    run = f" It is run by {' and '.join(contacts)}." if contacts else ""
    offer = f"Headjudge is free software under the {LICENSE[1]}; its source is at {settings.source_url}."
    return f"{offer}{run} It is unofficial: no publisher of a game has approved it, and its verdicts can be wrong."


def routes(settings: Settings) -> list[web.RouteDef]:
    """Return the route of the about document."""
    body = plain(about(settings))

    async def show(_: web.Request) -> web.Response:
        return web.json_response(body)

    return [web.get("/api/about", show)]
