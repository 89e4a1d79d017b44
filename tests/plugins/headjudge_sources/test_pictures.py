"""Pictures are asked for politely, kept when they are clean, and missed without harm."""

import asyncio
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from headjudge.settings import Settings
from headjudge_sources.pictures import Pictures
from headjudge_sources.upstream import Client

CIRCLE = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"></circle></svg>'
HOST = "https://pictures.example"


@pytest.fixture
def pictures(upstream, client, tmp_path) -> Pictures:
    return Pictures(lambda: client, upstream.root, tmp_path / "kept" / "pictures")


async def missing(pictures: Pictures, *addresses: str) -> list[tuple[int, int, str]]:
    """Ask, and return what is logged of those that cannot be had."""
    with capture_logs() as logs:
        await pictures.ask(addresses)
    return [(entry["missing"], entry["wanted"], entry["first"]) for entry in logs if entry["event"] == "pictures.missing"]


async def test_what_is_had_is_not_asked_for_again(pictures, upstream) -> None:
    """Once for each picture, however often it is named; and none where there is no address."""
    upstream.give("/a/A.svg", CIRCLE.encode())

    for _ in range(2):
        assert await missing(pictures, f"{HOST}/a/A.svg", f"{HOST}/a/A.svg", "") == []

    assert pictures.had([f"{HOST}/a/A.svg", f"{HOST}/a/B.svg", ""]) == {f"{HOST}/a/A.svg": CIRCLE}
    assert upstream.asked == ["/a/A.svg"]


async def test_we_say_who_asks(pictures, upstream) -> None:
    """As the provider wants it."""
    await pictures.ask([f"{HOST}/A.svg"])

    assert upstream.headers[0]["User-Agent"].startswith("headjudge/")
    assert upstream.headers[0]["Accept"]


async def test_the_provider_itself_is_asked_where_the_list_says(upstream, client, tmp_path) -> None:
    """Without a mirror, the address of a picture is what the list gives."""
    upstream.give("/A.svg", CIRCLE.encode())
    theirs = Pictures(lambda: client, Settings().scryfall_url, tmp_path)

    assert await missing(theirs, f"{upstream.root}/A.svg") == []
    assert theirs.had([f"{upstream.root}/A.svg"]) == {f"{upstream.root}/A.svg": CIRCLE}


async def test_what_fails_is_counted_and_told(pictures, upstream) -> None:
    """The others are had; what failed is asked for again the next time, alone."""
    upstream.give("/A.svg", b"<html>We will be right back.</html>")
    upstream.give("/B.svg", CIRCLE.encode())
    wanted = [f"{HOST}/{letter}.svg" for letter in "AB"]

    assert await missing(pictures, *wanted) == [(1, 2, "a symbol's picture (/A.svg) is refused: it is no SVG")]
    upstream.give("/A.svg", CIRCLE.encode())
    upstream.asked.clear()
    assert await missing(pictures, *wanted) == []
    assert upstream.asked == ["/A.svg"]


async def test_a_host_that_is_gone_costs_the_pictures_alone(client, tmp_path) -> None:
    """Nothing is raised, and all are counted."""
    nowhere = Pictures(lambda: client, "http://127.0.0.1:9", tmp_path)

    ((count, wanted, first),) = await missing(nowhere, *(f"{HOST}/{number}.svg" for number in range(9)))

    assert (count, wanted) == (9, 9)
    assert "cannot be reached" in first


async def test_a_silent_host_is_not_waited_for_without_end(upstream, client, tmp_path) -> None:
    """What did not come in time is counted; what came stays."""
    upstream.give("/A.svg", CIRCLE.encode())
    upstream.answer("/B.svg", upstream.hang)
    hurried = Pictures(lambda: client, upstream.root, tmp_path, patience=0.5)

    assert await missing(hurried, f"{HOST}/A.svg", f"{HOST}/B.svg") == [(1, 2, "they did not all come within 0.5 seconds")]
    assert hurried.had([f"{HOST}/A.svg"]) == {f"{HOST}/A.svg": CIRCLE}


async def test_at_most_ten_are_asked_for_in_a_second(upstream, tmp_path) -> None:
    """Five at once take at least four tenths of a second."""
    client = Client()
    loop = asyncio.get_running_loop()
    begun = loop.time()

    await Pictures(lambda: client, upstream.root, tmp_path).ask(f"{HOST}/{number}.svg" for number in range(5))

    assert loop.time() - begun >= 0.4


async def test_a_folder_that_cannot_be_written_is_told(upstream, client, tmp_path) -> None:
    """Its path, and why."""
    upstream.give("/A.svg", CIRCLE.encode())
    (tmp_path / "file").write_text("")
    blocked = Pictures(lambda: client, upstream.root, tmp_path / "file" / "pictures")

    ((count, _, first),) = await missing(blocked, f"{HOST}/A.svg")

    assert count == 1
    assert first == f"a symbol's picture (/A.svg) cannot be kept in {tmp_path}/file/pictures (Not a directory); make that folder writable"


async def test_a_file_that_was_tampered_with_is_not_used(pictures, upstream) -> None:
    """It is read as strictly as what comes from the network, and asked for again."""
    upstream.give("/A.svg", CIRCLE.encode())
    await pictures.ask([f"{HOST}/A.svg"])
    (file,) = Path(pictures.folder).iterdir()
    file.write_text(CIRCLE.replace("<circle", "<script/><circle"), encoding="utf-8")

    assert pictures.had([f"{HOST}/A.svg"]) == {}
    await pictures.ask([f"{HOST}/A.svg"])
    assert pictures.had([f"{HOST}/A.svg"]) == {f"{HOST}/A.svg": CIRCLE}
