"""Scripts, styles and pictures: what pages are drawn with, served out of the package and out of the database."""

import hashlib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final
from urllib.parse import urlsplit

import attrs
from aiohttp import web

from headjudge import Desk, Services
from headjudge_http.requests import QUIET
from headjudge_web.pictures import Pictures

__all__ = ["Asset", "Static"]

TYPES: Final[Mapping[str, str]] = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
FOREVER: Final = "public, max-age=31536000, immutable"
"""The path changes with the content."""
LOOK_AGAIN: Final = "no-cache"


@attrs.frozen
class Asset:
    """A file of the package."""

    body: bytes
    type: str


def _read(folder: Traversable) -> dict[str, Asset]:
    """Every file of *folder* by its name, in alphabetical order."""
    found = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
    return {file.name: Asset(file.read_bytes(), TYPES[ending]) for file in found if (ending := file.name.rpartition(".")[2]) in TYPES}


class Static:
    """Serves the package's files under a path that changes with what is in them, so that browsers keep them for good."""

    name = "static"
    switches: Sequence[str] = ("api", "web")

    def __init__(self, services: Services) -> None:
        self._assets = _read(files("headjudge_web") / "static")
        self._digest = _digest(self._assets)
        self.base = urlsplit(services.settings.root).path.rstrip("/")
        """The path under which a proxy shows the service; mostly none."""

    @property
    def root(self) -> str:
        """The path of the files. They name one another by relative paths, so all of them are of one version."""
        return f"{self.base}/web/static/{self._digest}"

    @property
    def modules(self) -> Sequence[str]:
        """Names of the scripts, which a browser that knows them fetches at once and not one after the other."""
        return [name for name in self._assets if name.endswith(".js")]

    def needs(self) -> Sequence[str]:
        """The files, which a build can leave out."""
        if "page.js" in self._assets:
            return ()
        return ("the folder headjudge_web/static is not in this installation; install Headjudge from a whole wheel.",)

    def routes(self, desk: Desk) -> list[web.RouteDef]:
        """Return the routes of the files and of the symbols' pictures."""
        return [web.get("/web/static/{digest}/{name}", self._file), web.get("/web/symbols/{name}.svg", Pictures(desk).show)]

    async def _file(self, request: web.Request) -> web.Response:
        asset = self._assets.get(request.match_info["name"])
        if asset is None:
            raise web.HTTPNotFound(text="There is no such file.")
        request[QUIET] = True
        # A page from before an update asks for the files of then; it gets those of now, and keeps them no longer than it has to.
        kept = FOREVER if request.match_info["digest"] == self._digest else LOOK_AGAIN
        reply = web.Response(body=asset.body, content_type=asset.type, charset="utf-8", headers={"Cache-Control": kept, "Vary": "Accept-Encoding"})
        reply.enable_compression()
        return reply


def _digest(assets: Mapping[str, Asset]) -> str:
    whole = hashlib.sha256()
    for name, asset in assets.items():
        whole.update(f"{name}\n{len(asset.body)}\n".encode() + asset.body)
    return whole.hexdigest()[:12]
