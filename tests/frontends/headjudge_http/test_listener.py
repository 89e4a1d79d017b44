"""The listener as a door."""

import asyncio
import socket
from typing import Any
from urllib.parse import quote

import aiohttp
import attrs
import pytest
from aiohttp import web

from headjudge import Desk, Door, Question, Services, SettingsInvalid, body
from headjudge.settings import Settings
from headjudge.testing.contracts import DoorContract
from headjudge_http.listener import Listener
from headjudge_http.mounts import Mount

WHO = {"JUDGE_OPERATOR_EMAIL": "judge@example.org"}


class Asking:
    """A mount that judges what is in the path."""

    name = "asking"
    switches = ("api", "web")

    def __init__(self, *lacks: str) -> None:
        self._lacks = lacks

    def needs(self) -> tuple[str, ...]:
        return self._lacks

    def routes(self, desk: Desk) -> list[web.RouteDef]:
        async def ask(request: web.Request) -> web.Response:
            return web.json_response(body(await desk.hear(Question(request.match_info["text"])), "https://judge.example/rules"))

        return [web.get("/ask/{text}", ask)]


def lent(services: Services, *mounts: Any, **variables: str) -> Services:
    """*services* of a process with *variables* in whose plugins *mounts* were found."""
    settings = Settings.from_environ({"API_ADDR": f"127.0.0.1:{free_port()}", **WHO, **variables})
    return attrs.evolve(services, settings=settings, collect=lambda hook, _, role: mounts if (hook, role) == ("mounts", Mount) else ())


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port


async def reached(url: str) -> str:
    """What is at *url*, as soon as somebody listens there."""
    async with aiohttp.ClientSession() as client:
        while True:
            try:
                async with client.get(url) as response:
                    return await response.text()
            except aiohttp.ClientConnectorError:
                await asyncio.sleep(0.01)


class TestListener(DoorContract):
    @pytest.fixture
    def door(self, headjudge_services: Services) -> Door:
        return Listener(lent(headjudge_services, Asking()))

    async def ask(self, door: Door, text: str) -> str:
        assert isinstance(door, Listener)
        return await reached(f"{door._services.settings.root}/ask/{quote(text)}")


def test_its_switches_are_those_of_its_mounts(headjudge_services: Services) -> None:
    """Each once, in the order of the plugins."""
    assert Listener(lent(headjudge_services, Asking(), Asking())).switches == ("api", "web")


def test_what_is_missing_is_told_at_once(headjudge_services: Services) -> None:
    """The operator's address and the needs of every mount that is opened."""
    listener = Listener(lent(headjudge_services, Asking("MCP_TOKEN is blank; make one."), JUDGE_OPERATOR_EMAIL=""))

    assert listener.needs(["web"]) == ("JUDGE_OPERATOR_EMAIL is blank; name who answers for this service.", "MCP_TOKEN is blank; make one.")
    assert listener.needs([]) == ("JUDGE_OPERATOR_EMAIL is blank; name who answers for this service.",)


class Living(Asking):
    """A mount that writes down what becomes of it."""

    def __init__(self, fault: Exception | None = None) -> None:
        super().__init__()
        self._fault = fault
        self.told: list[str] = []

    def routes(self, desk: Desk) -> list[web.RouteDef]:
        return [] if self._fault else super().routes(desk)

    async def open(self) -> None:
        self.told.append("open")
        if self._fault:
            raise self._fault

    def stop(self) -> None:
        self.told.append("stop")

    async def close(self) -> None:
        self.told.append("close")


async def test_a_mount_begins_and_ends_with_the_listener(headjudge_services: Services, desk: Desk) -> None:
    """It is begun before a connection is taken, told of the stop, and closed last."""
    mount = Living()
    listener = Listener(lent(headjudge_services, mount))
    serving = asyncio.create_task(listener.serve(desk, ["api"]))
    await reached(f"{listener._services.settings.root}/ask/x")
    begun = list(mount.told)

    serving.cancel()
    await asyncio.wait([serving])

    assert begun == ["open"]
    assert mount.told == ["open", "stop", "close"]


async def test_a_mount_that_cannot_begin_keeps_the_listener_closed(headjudge_services: Services, desk: Desk) -> None:
    """The address stays free, and those that had begun are closed."""
    first, second = Living(), Living(RuntimeError("no rules"))
    services = lent(headjudge_services, first, second)

    with pytest.raises(RuntimeError, match="no rules"):
        await Listener(services).serve(desk, ["api"])

    assert (first.told, second.told) == (["open", "close"], ["open"])
    with pytest.raises(ConnectionError):
        await asyncio.open_connection(*services.settings.api_addr.rsplit(":", 1))


@pytest.mark.parametrize("variable", ["API_ADDR", "METRICS_ADDR"])
async def test_an_address_that_is_taken_is_named(headjudge_services: Services, desk: Desk, variable: str) -> None:
    """With the cure, before anything is served."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(SettingsInvalid, match=rf"{variable}: {address} cannot be bound \(.*\); choose another address"):
            await Listener(lent(headjudge_services, Asking(), **{variable: address})).serve(desk, ["api"])


async def test_what_is_counted_has_an_address_of_its_own(headjudge_services: Services, desk: Desk) -> None:
    """It is on no other, and nothing else is there."""
    metrics = f"127.0.0.1:{free_port()}"
    listener = Listener(lent(headjudge_services, Asking(), METRICS_ADDR=metrics))
    serving = asyncio.ensure_future(listener.serve(desk, ["api"]))

    counted = await reached(f"http://{metrics}/metrics")
    on_the_api, elsewhere = await reached(f"{listener._services.settings.root}/metrics"), await reached(f"http://{metrics}/api/health")
    serving.cancel()
    await asyncio.wait([serving])

    assert "headjudge_slots_taken 0.0" in counted
    assert "headjudge_slots_taken" not in on_the_api
    assert "404" in elsewhere


async def test_what_is_not_chosen_is_not_served(headjudge_services: Services, desk: Desk) -> None:
    """Health and about are, whatever is."""
    listener = Listener(lent(headjudge_services, Asking()))
    serving = asyncio.ensure_future(listener.serve(desk, []))
    root = listener._services.settings.root

    health, asked = await reached(f"{root}/api/health"), await reached(f"{root}/ask/hello")
    serving.cancel()
    await asyncio.wait([serving])

    assert '"status": "ok"' in health
    assert "404" in asked
