"""A small upstream on a free loopback port, and the real data where it lies beside the checkout."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from headjudge_sources.places import Place
from headjudge_sources.upstream import Client, Patience

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]
DATA = Path(__file__).resolve().parents[4] / "shared" / "data"


class Upstream:
    """Answers each path with the answers given for it, in turn; the last one stays."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.root = ""
        self.closing = asyncio.Event()
        self._answers: dict[str, list[Answer]] = {}

    def answer(self, path: str, *answers: Answer) -> Place:
        """Serve *answers* at *path* and return the place."""
        self._answers[path] = list(answers)
        return Place("the test file", f"{self.root}{path}", "JUDGE_TEST_URL")

    def give(self, path: str, body: bytes, **headers: str) -> Place:
        """Serve *body* at *path* and return the place."""
        return self.answer(path, whole(body, **headers))

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request.path)
        self.headers.append(dict(request.headers))
        answers = self._answers.get(request.path)
        if not answers:
            return web.json_response({"object": "error", "status": 404}, status=404)
        return await (answers.pop(0) if len(answers) > 1 else answers[0])(request)

    async def hang(self, request: web.Request) -> web.StreamResponse:
        """Say nothing until the test is over."""
        await self.closing.wait()
        return web.Response()


def whole(body: bytes, status: int = 200, **headers: str) -> Answer:
    async def answer(_: web.Request) -> web.StreamResponse:
        return web.Response(body=body, status=status, headers={name.replace("_", "-"): value for name, value in headers.items()})

    return answer


def truncated(body: bytes) -> Answer:
    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Length": str(len(body))})
        await response.prepare(request)
        await response.write(body[: len(body) // 2])
        request.transport.close()
        return response

    return answer


async def reset(request: web.Request) -> web.StreamResponse:
    request.transport.abort()
    return web.Response()


def json_lines(*objects: object) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in objects)


@pytest.fixture
async def upstream() -> AsyncIterator[Upstream]:
    served = Upstream()
    app = web.Application()
    app.router.add_get("/{path:.*}", served.handle)
    server = TestServer(app)
    await server.start_server()
    served.root = str(server.make_url("")).rstrip("/")
    yield served
    served.closing.set()
    await server.close()


@pytest.fixture
def client() -> Client:
    return Client(Patience(connect=5, silence=5, backoff=0, spacing=0))


@pytest.fixture
def real_file() -> Callable[[str], bytes]:
    """Read a gzip file of the real data, unpacked."""
    if not DATA.is_dir():
        pytest.skip("the real data is not beside the checkout")
    return lambda name: gzip.decompress((DATA / name).read_bytes())


@pytest.fixture
def answers() -> dict[str, Callable[..., Answer]]:
    """Ways to answer that tests choose from: this folder has no package to import them from."""
    return {"whole": whole, "truncated": truncated, "reset": lambda: reset}


@pytest.fixture
def lines() -> Callable[..., bytes]:
    """Write objects as JSON Lines."""
    return json_lines
