"""The pages on which the rules can be read."""

import re
from urllib.parse import quote as quoted

import pytest

from headjudge import Kind, Question
from headjudge.doors import link

ORLA = "e1fd7c5c-7c06-5e81-87db-da2739baa38a"
HOSTILE = "\"'><script>alert(1)</script>"


async def test_a_rule_stands_among_its_sub_rules(site):
    """The page of a sub-rule shows the whole rule, with the sub-rule picked out."""
    page = await site.page("/rules/601.9b")

    assert re.findall(r'id="rule-([\d.a-z]+)"( aria-current="true")?', page) == [("601.9a", ""), ("601.9b", ' aria-current="true"')]
    assert '<h1><span class="number">601.9</span> Hearthcall</h1>' in page


async def test_a_rule_shows_its_examples(site):
    """Examples stand under the rule that they illustrate."""
    page = await site.page("/rules/100.2")

    assert '<p class="example">Example: A 1/1 creature with two chill counters' in page


async def test_a_rule_has_neighbours_and_a_way_up(site):
    """From a rule one gets to the rules beside it, to its section and to the contents."""
    page = await site.page("/rules/601.9b")

    assert '<a rel="prev" href="/rules/601.8">' in page
    assert '<a rel="next" href="/rules/700.1">' in page
    assert '<a href="/rules/601">601 Keyword Abilities</a>' in page


async def test_a_section_shows_its_rules(site):
    """A short section is shown with the sub-rules of its rules."""
    page = await site.page("/rules/601")

    assert 'id="rule-601.9b"' in page
    assert '<a rel="next" href="/rules/700">' in page


async def test_a_quote_is_marked_in_its_rule(site):
    """A link from a citation marks its quote."""
    page = await site.page(f"/rules/601.9b?quote={quoted('so it can' + chr(39) + 't be dimmed')}")

    assert "<mark>so it can’t be dimmed</mark>" in page


async def test_a_quote_is_marked_in_a_ruling(site):
    """A link from a citation of a ruling marks its quote."""
    page = await site.page(f"/rules/cards/{ORLA}?quote={quoted('even if you have already fed')}")

    assert "<mark>even if you have already fed</mark>" in page


async def test_every_link_of_a_citation_leads_to_its_quote(site):
    """Where an answer links, the source's page has the quote, and a ruling has the id that the link names."""
    kinds = set()
    for question in ("Does [[Candle Mourner]] give me flame when a token falls?", "Can Orla, the Lamplighter stoke twice?"):
        answer = await site.house.desk.hear(Question(question))
        for citation in answer.citations:
            path, _, part = link(citation, "/rules").partition("#")
            page = await site.page(f"{path}?quote={quoted(citation.quote)}")
            kinds.add(citation.reference.kind)
            assert "<mark>" in page
            assert not part or f'id="{part}"' in page

    assert kinds == {Kind.RULE, Kind.ORACLE, Kind.RULING}


async def test_a_card_shows_its_oracle_text_and_its_rulings(site):
    """Symbols are pictures, and each ruling can be linked."""
    page = await site.page(f"/rules/cards/{ORLA}")

    assert 'src="/web/symbols/E.svg" alt="{E}"' in page
    assert len(re.findall(r'id="ruling-[0-9a-f]{12}"', page)) == 3


async def test_a_card_is_found_by_its_name(site):
    """A name leads to the card's page, and a name of several to a choice."""
    by_name = await site.get("/rules/cards?name=candle%20mourner")

    assert (by_name.status, by_name.headers["Location"].rpartition("/")[0]) == (302, "/rules/cards")
    assert "Orla, Ash Regent" in await site.page("/rules/cards?name=Orla", 300)
    assert "Not found" in await site.page("/rules/cards?name=Nobody%20Knows%20This", 404)


async def test_the_browser_lists_chapters_sections_and_the_glossary(site):
    """From the contents every section can be reached."""
    page = await site.page("/rules")

    assert len(re.findall(r'href="/rules/\d{3}"', page)) == 22
    assert 'href="/rules/glossary"' in page


async def test_a_search_for_a_number_leads_straight_to_it(site):
    """Numbers are found as players write them."""
    reply = await site.get("/rules?q=rule%20601.9B.")

    assert (reply.status, reply.headers["Location"]) == (302, "/rules/601.9b")


async def test_a_search_finds_rules_terms_and_cards(site):
    """Whatever has the word is offered."""
    page = await site.page("/rules?q=orla")
    hearthcall = await site.page("/rules?q=hearthcall")

    assert "Orla, Ash Regent</a>" in page
    assert 'href="/rules/glossary/Hearthcall"' in hearthcall
    assert 'href="/rules/601.9b"' in hearthcall


@pytest.mark.parametrize(("shown", "told"), [(1, True), (2, False)])
async def test_a_search_says_when_there_are_more_cards(site, monkeypatch, shown, told):
    """Nobody takes the cards that are listed for all."""
    monkeypatch.setattr("headjudge_web.rulepages.CARDS", shown)

    page = await site.page("/rules?q=orla")

    assert ("There are more cards" in page) is told


async def test_the_glossary_lists_and_explains_its_terms(site):
    """A term's page says what it means and leads on to the rule."""
    assert 'href="/rules/glossary/Hearthcall"' in await site.page("/rules/glossary")
    assert '<a href="/rules/601.9">601.9</a>' in await site.page("/rules/glossary/hearthcall")


@pytest.mark.parametrize(
    "path",
    [
        "/rules/999.1",
        "/rules/601.9z",
        "/rules/nonsense",
        "/rules/cards/00000000-0000-0000-0000-000000000000",
        "/rules/glossary/nothing",
        "/rules/601.9%00",
        "/rules/cards/%00",
        "/rules/%ED%A0%80",
    ],
)
async def test_what_is_not_there_is_a_page_that_helps(site, path):
    """A number that is gone, or was never one, gives 404 with a search."""
    page = await site.page(path, 404)

    assert 'name="q"' in page


@pytest.mark.parametrize(
    "path",
    ["/rules?q={}", "/rules/{}", "/rules/cards/{}", "/rules/cards?name={}", "/rules/glossary/{}", "/rules/601.9b?quote={}"],
)
async def test_nothing_of_an_address_becomes_markup(site, path):
    """A hostile number, name, term, id, search or quote stays text."""
    page = await (await site.get(path.format(quoted(HOSTILE, safe="")))).text()

    assert "<script>alert" not in page
    assert HOSTILE not in page


async def test_pages_keep_strangers_scripts_out(site):
    """Each page has a policy that allows our own files alone, and no inline script, style or handler."""
    for path in ("/", "/rules", "/rules/601.9b", f"/rules/cards/{ORLA}", "/rules/999.9", "/nope"):
        reply = await site.get(path)
        policy, page = reply.headers["Content-Security-Policy"], await reply.text()

        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)
        assert not re.search(r'(?:src|href)="https?://[^"]*\.(?:js|css|svg|woff)', page)


async def test_a_page_is_not_sent_twice(site):
    """A browser that has the page already gets 304; another quote is another page."""
    tag = (await site.get("/rules/601.9b")).headers["ETag"]

    again = await site.get("/rules/601.9b", **{"If-None-Match": tag})
    other = await site.get("/rules/601.9b?quote=hearth", **{"If-None-Match": tag})

    assert (again.status, await again.read()) == (304, b"")
    assert "Content-Security-Policy" in again.headers
    assert other.status == 200


async def test_the_rules_are_served_where_only_the_api_is(open_site):
    """With `--api` citations have pages, drawn like the others; no page to ask on is offered."""
    site = await open_site(switch="api")

    page = await site.page("/rules/601.9b")
    drawn = await site.get(re.findall(r'href="([^"]+/ground\.css)"', page)[0])

    assert '<a href="/"' not in page
    assert drawn.status == 200
    assert (await site.get("/")).status == 404


async def test_pages_are_counted_as_look_ups(open_site):
    """An address that reads too fast is told when to come back."""
    site = await open_site(lookup_limit=2)

    statuses = [(await site.get("/rules")).status for _ in range(3)]
    late = await site.get("/rules")

    assert statuses == [200, 200, 429]
    assert 1 <= int(late.headers["Retry-After"]) <= 60
    assert "Load this page again in" in await late.text()


async def test_links_keep_the_path_of_a_proxy(open_site):
    """Where JUDGE_PUBLIC_URL has a path, pages and files are linked under it."""
    site = await open_site(public_url="https://example.org/judge")

    page = await site.page("/rules/601.9b")

    assert not re.findall(r'(?:src|href|action)="/(?!judge/)', page)
