"""The page on which players ask, and the files that it is drawn with."""

import html
import json
import re
from importlib.resources import files

from headjudge import Symbol
from headjudge.testing.corpus import MemoryCorpus
from headjudge_web.page import EXAMPLES
from headjudge_web.pictures import file_name, pictured
from headjudge_web.static import Static


def _data(page: str, name: str) -> object:
    return json.loads(html.unescape(re.search(rf'data-{name}="([^"]*)"', page)[1]))


async def test_the_page_says_which_rulebook_is_loaded_and_asks_about_it(site):
    """With the practice rulebook, the page says so and its examples are of that game."""
    page = await site.page("/")

    assert "The practice rulebook is loaded:" in page
    assert [html.unescape(example) for example in re.findall(r'example-question">([^<]+)<', page)] == list(EXAMPLES[True])


async def test_the_examples_can_be_answered(site):
    """Each example question of the practice game gets an answer as it stands."""
    for example in EXAMPLES[True]:
        reply = await site.client.post("/web/judge", json={"question": example})

        assert (await reply.json())["kind"] == "answer"


async def test_the_page_shows_who_runs_it_and_where_its_source_is(open_site):
    """The notice has the operator and the source offer as links."""
    site = await open_site(operator_email="judge@example.org", source_url="https://example.org/fork")

    page = await site.page("/")

    assert '<a href="mailto:judge@example.org"' in page
    assert '<a href="https://example.org/fork"' in page


async def test_the_page_knows_the_symbols_and_where_citations_lead(site):
    """What scripts need of the server stands on the page as data."""
    page = await site.page("/")

    assert _data(page, "symbols")["{E}"] == ["E", "one ember spark"]
    assert _data(page, "rules") == {"root": "http://127.0.0.1:8787/rules", "own": True}


async def test_citations_that_lead_elsewhere_are_not_taken_for_our_pages(open_site):
    """Where JUDGE_RULES_URL names another place, the page's links are left as they are."""
    site = await open_site(rules_url="https://rules.example.org")

    assert _data(await site.page("/"), "rules") == {"root": "https://rules.example.org", "own": False}


async def test_files_are_kept_for_good_under_a_path_that_changes_with_them(site):
    """Every file that the page names is there, and a browser may keep it; under an old path it is only looked at again."""
    page = await site.page("/")
    paths = re.findall(r'(?:src|href)="(/web/static/[^"]+)"', page)

    kept = [(await site.get(path)).headers["Cache-Control"] for path in paths]
    old = await site.get(re.sub(r"static/\w+/", "static/0123456789ab/", paths[0]))

    assert len(paths) >= 20
    assert set(kept) == {"public, max-age=31536000, immutable"}
    assert (old.status, old.headers["Cache-Control"]) == (200, "no-cache")
    assert (await site.get("/web/static/0123456789ab/absent.js")).status == 404
    assert (await site.get("/web/static/0123456789ab/..%2Fplugin.py")).status == 404


async def test_modules_load_only_modules_that_are_there():
    """Each import of a script names a file of the package, and nothing is fetched from another host."""
    folder = files("headjudge_web") / "static"
    scripts = [file for file in folder.iterdir() if file.name.endswith(".js")]

    for script in scripts:
        text = script.read_text(encoding="utf-8")
        for name in re.findall(r'from "([^"]+)"', text):
            assert (folder / name.removeprefix("./")).is_file(), f"{script.name} imports {name}"
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|https?://", text), script.name
    assert len(scripts) > 10


async def test_a_picture_can_do_nothing_but_be_seen(site):
    """A symbol's picture is sent so that nothing in it runs, and again only when it has changed."""
    picture = await site.get("/web/symbols/E.svg")
    again = await site.get("/web/symbols/E.svg", **{"If-None-Match": picture.headers["ETag"]})

    assert picture.content_type == "image/svg+xml"
    assert picture.headers["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
    assert picture.headers["X-Content-Type-Options"] == "nosniff"
    assert again.status == 304
    assert (await site.get("/web/symbols/Q.svg")).status == 404


async def test_a_symbol_with_a_slash_has_a_file_name():
    """Half symbols are named with a hyphen; those without a picture are left out."""
    corpus = MemoryCorpus.of([Symbol("{W/U}", "white or blue", "", "<svg/>"), Symbol("{Q}", "untap", "")])

    assert [file_name(symbol.token) for symbol in await pictured(corpus)] == ["W-U"]


def test_an_installation_without_the_files_says_so(headjudge_services, monkeypatch, tmp_path):
    """Where a build has left the files out, the command says what to do before anything is bound."""
    monkeypatch.setattr("headjudge_web.static.files", lambda _: tmp_path)

    (need,) = Static(headjudge_services).needs()

    assert need == "the folder headjudge_web/static is not in this installation; install Headjudge from a whole wheel."
