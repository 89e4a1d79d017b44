"""What browsers and robots ask for unbidden, and addresses at which nothing is."""

import pytest
from structlog.testing import capture_logs


@pytest.mark.parametrize("path", ["/nope", "/nope/", "/rules/a/b", "/apis", "/.env", "/%0a", "/%ED%A0%80"])
async def test_an_address_at_which_nothing_is_has_a_page(site, path):
    """It says so, with status 404, and leads to the box and the rules."""
    page = await site.page(path, 404)

    assert "There is no such page" in page
    assert '<a href="/">ask a question</a>' in page


@pytest.mark.parametrize(("path", "status"), [("/api/nope", 404), ("/api", 404), ("/web/judge", 405), ("/web/nope", 404)])
async def test_programs_are_told_in_plain_text(site, path, status):
    """No page is sent to who asks for no page; a method that is wrong is still told apart from a wrong path."""
    reply = await site.get(path)

    assert (reply.status, reply.content_type) == (status, "text/plain")


async def test_robots_may_read_the_pages(site):
    """What pages are drawn with is of no use to them."""
    reply = await site.get("/robots.txt")

    assert (reply.status, reply.content_type) == (200, "text/plain")
    assert await reply.text() == "User-agent: *\nDisallow: /web/\n"


async def test_a_browser_that_looks_for_an_icon_finds_it(site):
    """The address of old leads to the icon that the pages name."""
    reply = await site.get("/favicon.ico")

    assert reply.status == 302
    assert (await site.get(reply.headers["Location"])).content_type == "image/svg+xml"


@pytest.mark.parametrize(
    ("path", "leads"),
    [
        ("/rules/", "/rules"),
        ("/rules/702.19b/?quote=a%20b", "/rules/702.19b?quote=a%20b"),
        ("/rules/glossary/", "/rules/glossary"),
        ("/rules/glossary/hearthcall/", "/rules/glossary/hearthcall"),
        ("/rules//example.org//", "/rules//example.org"),
        ("/rules/%22%3E%2F/", "/rules/%22%3E%2F"),
    ],
)
async def test_a_slash_at_the_end_is_no_other_address(open_site, path, leads):
    """An address of the rules with one leads to the same without; a proxy's path stays before it."""
    site = await open_site(public_url="https://example.org/judge")

    reply = await site.get(path)

    assert (reply.status, reply.headers["Location"]) == (301, f"/judge{leads}")


async def test_the_files_of_a_page_are_no_lines_of_the_log(site):
    """A page is one line at the usual level; its dozen files and pictures are not."""
    with capture_logs() as lines:
        await site.get("/favicon.ico")
        await site.get((await site.get("/favicon.ico")).headers["Location"])
        await site.get("/web/symbols/E.svg")

    assert [line["log_level"] for line in lines if line["event"] == "request.served"] == ["info", "info", "debug", "debug"]
