"""Look-ups over HTTP."""

from typing import Any
from urllib.parse import quote

import attrs
import pytest

from headjudge import Desk
from headjudge.settings import Settings
from headjudge.testing import MemoryCorpus, OpenMemoryStore
from headjudge.testing.contracts.doors import scripted_desk
from headjudge.testing.contracts.plants import ROWS
from headjudge.testing.scripted import ScriptedExtractor

LONG = "a" * 1001


async def test_each_finds_what_is_asked_for(practice: Any) -> None:
    """200, with the release that it is from where it is of the rules."""
    api, _ = practice

    async def found(path: str) -> Any:
        response, shown = await api.get(path)
        assert (response.status, response.content_type) == (200, "application/json")
        return shown

    assert await found("/api/cards?q=candle") == {"names": ["Candle Mourner"]}
    assert (await found("/api/cards/candle%20mourner"))["name"] == "Candle Mourner"
    assert (await found("/api/cards/[[Candle Mourner]]"))["faces"][0]["mana_cost"] == "{1}{E}"
    assert (await found("/api/rules/500.1a"))["number"] == "500.1a"
    assert (await found("/api/rules/500.1A"))["cr_version"] == "20090601"
    assert (await found("/api/rules/500"))["rules"][0]["number"] == "500.1"
    assert "102.3a" in [rule["number"] for rule in (await found("/api/search?q=flame&limit=2"))["rules"]]
    assert (await found("/api/glossary/FLAME"))["entries"][0]["terms"] == ["Flame"]


@pytest.mark.parametrize(
    "path",
    [
        "/api/cards/Gloamwick",
        "/api/cards/",
        "/api/cards/%00",
        f"/api/cards/{LONG}",
        "/api/cards/a%2Fb",
        "/api/cards/a/b",
        "/api/cards/%ff",
        "/api/rules/999.1",
        "/api/rules/trample",
        "/api/rules/%20",
        "/api/glossary/Gloamwick",
        "/api/glossary/%1b",
        "/api/search?q=zzzz",
    ],
)
async def test_what_is_not_there(practice: Any, path: str) -> None:
    """404 and a sentence as JSON, whatever stands in the path."""
    response, shown = await practice[0].get(path)

    assert (response.status, response.content_type) == (404, "application/json")
    assert set(shown) == {"message"}
    assert shown["message"]


async def test_a_name_of_several_cards(practice: Any) -> None:
    """404 with the choices: it is no card's name, and a client that looks at the status alone takes it for none."""
    response, shown = await practice[0].get("/api/cards/orla")

    assert response.status == 404
    assert shown == {
        "message": "This name can mean several cards; look one of them up.",
        "choices": ["Orla, the Lamplighter", "Orla, Ash Regent"],
        "truncated": False,
    }


@pytest.mark.parametrize("path", ["/api/cards", "/api/search"])
@pytest.mark.parametrize(
    "query", ["", "?q=", "?q=%20", f"?q={LONG}", "?q=%00", "?q=a%1b", "?q=a&limit=0", "?q=a&limit=51", "?q=a&limit=x", "?q=a&limit=%C2%B2"]
)
async def test_a_parameter_that_cannot_be_used(plain_desk: Desk, opened: Any, path: str, query: str) -> None:
    """400 and a sentence as JSON; it is not counted."""
    api = await opened(plain_desk, lookup_limit=1)

    response, shown = await api.get(f"{path}{query}")
    used, _ = await api.get("/api/rules/990.1a")

    assert (response.status, response.content_type, set(shown)) == (400, "application/json", {"message"})
    assert used.status == 200


async def test_a_limit_is_kept(practice: Any) -> None:
    """At most so many are listed, ten where nothing is said."""
    api, _ = practice

    for path, listed in (("/api/search?q=creature", "rules"), ("/api/cards?q=a", "names")):
        _, usual = await api.get(path)
        _, two = await api.get(f"{path}&limit=2")
        assert len(usual[listed]) <= 10
        assert two[listed] == usual[listed][:2]


async def test_they_have_a_window_of_their_own(plain_desk: Desk, opened: Any) -> None:
    """Questions do not use it up, nor look-ups the questions'; the refusal says when to come again."""
    api = await opened(plain_desk, rate_limit=1, lookup_limit=2)
    assert (await api.judge({"question": "May I hum?"}))[0].status == 200

    statuses = [(await api.get(path))[0].status for path in ("/api/rules/990.1a", "/api/cards?q=ze", "/api/glossary/gloamwick")]
    limited, shown = await api.get("/api/search?q=hum")

    assert statuses == [200, 200, 429]
    assert (limited.status, shown["kind"]) == (429, "rate_limited")
    assert 1 <= int(limited.headers["Retry-After"]) <= 60
    assert (await api.judge({"question": "May I hum?"}))[0].status == 429


async def test_a_name_with_a_slash(headjudge_corpus: MemoryCorpus, headjudge_settings: Settings, opened: Any) -> None:
    """A term may hold one, in its path as it is or escaped."""
    twins = [row for row in ROWS if type(row).__name__ == "GlossaryEntry"]
    rows = [*ROWS, attrs.evolve(twins[0], terms=("Hum/Unhum",))]
    store = OpenMemoryStore.holding(headjudge_corpus.with_rows(*rows))
    api = await opened(scripted_desk(ScriptedExtractor(), headjudge_settings, store))

    for term in ("Hum/Unhum", quote("Hum/Unhum", safe="")):
        response, shown = await api.get(f"/api/glossary/{term}")
        assert (response.status, shown["entries"][0]["terms"]) == (200, ["Hum/Unhum"])
