"""Every fault of a server ends in one sentence that names it and the cure; what may pass is tried once more."""

import asyncio
import gzip
import socket

import pytest

from headjudge import SourceFailed
from headjudge_sources.places import Place
from headjudge_sources.upstream import Client, Patience

CURE = "run `judge refresh` again later, and if it stays so, check JUDGE_TEST_URL."


async def downloaded(client, place):
    async with client.download(place) as download:
        return b"".join([chunk async for chunk in download.chunks()])


async def test_a_page_is_given_whole(upstream, client):
    """An answer comes with the address at which it was found."""
    place = upstream.give("/page", b"content")

    page = await client.page(place)

    assert (page.url, page.content) == (place.url, b"content")


async def test_who_asks_is_told(upstream, client):
    """Every request names the program and what it accepts."""
    await client.page(upstream.give("/page", b"content"))

    assert upstream.headers[0]["User-Agent"].startswith("headjudge/")
    assert "application/json" in upstream.headers[0]["Accept"]


async def test_a_compressed_answer_is_unpacked(upstream, client):
    """Compression by the transport is undone."""
    place = upstream.give("/page", gzip.compress(b"content"), Content_Encoding="gzip")

    assert (await client.page(place)).content == b"content"


async def test_a_download_stays_packed(upstream, client):
    """A download is given as it was sent."""
    packed = gzip.compress(b"content")

    assert await downloaded(client, upstream.give("/file", packed)) == packed


async def test_a_redirection_is_followed(upstream, client, answers):
    """The page's address is where it was found in the end, so that its links lead right."""
    upstream.give("/new/page", b"content")
    place = upstream.answer("/page", answers["whole"](b"", status=302, Location="/new/page"))

    assert (await client.page(place)).url == f"{upstream.root}/new/page"


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_passing_fault_is_tried_once_more(status, upstream, client, answers):
    """A server that is busy once is asked again."""
    place = upstream.answer("/page", answers["whole"](b"", status=status, Retry_After="0"), answers["whole"](b"content"))

    assert (await client.page(place)).content == b"content"


@pytest.mark.parametrize("fault", ["reset", "truncated"])
async def test_a_lost_answer_is_tried_once_more(fault, upstream, client, answers):
    """An answer that is lost on the way once is asked for again."""
    lost = answers["reset"]() if fault == "reset" else answers["truncated"](b"content")
    place = upstream.answer("/page", lost, answers["whole"](b"content"))

    assert (await client.page(place)).content == b"content"


@pytest.mark.parametrize(("status", "times"), [(404, 1), (403, 1), (429, 2), (503, 2)])
async def test_a_refusal_is_told(status, times, upstream, client, answers):
    """A status that stays is named with the path; what cannot pass is not tried again."""
    place = upstream.answer("/page", answers["whole"](b"", status=status))

    with pytest.raises(SourceFailed) as caught:
        await client.page(place)

    assert str(caught.value) == f"the test file (/page) answered {status}; {CURE}"
    assert len(upstream.asked) == times


async def test_a_connection_that_is_dropped_is_told(upstream, client, answers):
    """A server that hangs up twice is out of reach."""
    with pytest.raises(SourceFailed) as caught:
        await client.page(upstream.answer("/page", answers["reset"]()))

    assert str(caught.value) == f"the test file (/page) cannot be reached, or hung up; {CURE}"


async def test_a_server_that_is_not_there_is_told(client):
    """An address where nobody listens is out of reach."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

    with pytest.raises(SourceFailed, match=r"the test file \(/page\) cannot be reached"):
        await client.page(Place("the test file", f"http://127.0.0.1:{port}/page", "JUDGE_TEST_URL"))


async def test_half_a_page_is_refused(upstream, client, answers):
    """A body shorter than announced is no answer."""
    with pytest.raises(SourceFailed) as caught:
        await client.page(upstream.answer("/page", answers["truncated"](b"content")))

    assert str(caught.value) == f"the test file (/page) broke off before its end; {CURE}"


async def test_half_a_download_is_refused(upstream, client, answers):
    """A download shorter than announced is refused, and not tried again: it may be large."""
    place = upstream.answer("/file", answers["truncated"](b"content" * 1000))

    with pytest.raises(SourceFailed, match=r"the test file \(/file\) broke off before its end"):
        await downloaded(client, place)

    assert len(upstream.asked) == 1


async def test_silence_is_told(upstream):
    """A server that says nothing is not waited for without end."""
    place = upstream.answer("/page", upstream.hang)

    with pytest.raises(SourceFailed) as caught:
        await Client(Patience(silence=0.05, backoff=0)).page(place)

    assert str(caught.value) == f"the test file (/page) did not answer in time; {CURE}"


@pytest.mark.parametrize("url", ["http://", "ftp://127.0.0.1/file", "http://127.0.0.1:99999/"])
async def test_an_address_that_is_none_is_told(url, client):
    """An address that cannot be asked is named, not raised as the vendor's error."""
    with pytest.raises(SourceFailed, match=r"the test file .* cannot be asked"):
        await client.page(Place("the test file", url, "JUDGE_TEST_URL"))


async def test_an_error_tells_no_secret(upstream, client):
    """Host, user and query of an address never stand in an error."""
    place = Place("the test file", f"{upstream.root}/gone?key=secret", "JUDGE_TEST_URL")

    with pytest.raises(SourceFailed) as caught:
        await client.page(place)

    assert str(caught.value) == f"the test file (/gone) answered 404; {CURE}"


async def test_requests_keep_their_distance(upstream):
    """Five requests at once take at least four tenths of a second: never more than ten a second."""
    client = Client()
    place = upstream.give("/page", b"content")
    loop = asyncio.get_running_loop()
    begun = loop.time()

    await asyncio.gather(*(client.page(place) for _ in range(5)))

    assert loop.time() - begun >= 0.4
    assert len(upstream.asked) == 5
