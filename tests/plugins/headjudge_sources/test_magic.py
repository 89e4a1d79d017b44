"""The public upstreams become rows, and no fault of theirs passes for data."""

import gzip
import json
import re
import zlib

import pytest
from structlog.testing import capture_logs

from headjudge import Card, GlossaryEntry, Printing, Release, Rule, Ruling, Section, Shelf, SourceFailed, Symbol
from headjudge.testing import MemoryCorpus
from headjudge_sources.magic import magic_sources
from headjudge_sources.versions import hashed

RULES = """These rules are effective as of March 9, 2031.

Contents

1. Play
100. Basics

Glossary

Credits

1. Play

100. Basics

100.1. Two players play.

Glossary

Pebble
What is played with.

Credits
"""
CARDS = [{"oracle_id": f"id-{number}", "name": f"Pebble {number}"} for number in range(3)]
PRINTINGS = [card | {"set": "one"} for card in CARDS] + [CARDS[1] | {"flavor_name": "Rolling Rock"}]
RULINGS = [{"oracle_id": "id-1", "published_at": "2031-03-09", "comment": "It rolls.", "source": "practice"}]


class Told(list):
    """Keeps what is told of the progress."""

    def __call__(self, what, done, total):
        self.append((what, done, total))


@pytest.fixture
def magic(upstream, client, tmp_path):
    sources = magic_sources(lambda: client, f"{upstream.root}/en/rules", upstream.root, tmp_path / "pictures")
    return {source.shelf: source for source in sources}


def serve_rules(upstream, text=RULES, name="MagicCompRules%2020310309.txt"):
    upstream.give("/en/rules", f'<a href="/d/{name}">TXT</a>'.encode())
    upstream.give(f"/d/{name.replace('%20', ' ')}", text.encode())


def serve_bulk(upstream, lines, updated="2031-03-09T09:00:00+00:00", key="jsonl_download_uri", **bodies):
    given = {"oracle_cards": lines(*CARDS), "default_cards": lines(*PRINTINGS), "rulings": lines(*RULINGS)} | bodies
    entries = [{"type": kind, "updated_at": updated, key: f"{upstream.root}/files/{kind}"} for kind in given]
    upstream.give("/bulk-data", json.dumps({"object": "list", "data": entries}).encode())
    for kind, body in given.items():
        upstream.give(f"/files/{kind}", gzip.compress(body))


async def load(source, progress=None):
    version = await source.latest()
    return [row async for batch in source.fetch(version, Told() if progress is None else progress) for row in batch]


def test_each_source_has_a_name_of_its_own(magic):
    """Four shelves come from public servers."""
    assert {shelf: (source.name, source.corpus) for shelf, source in magic.items()} == {
        Shelf.RULES: ("magic rules", "magic"),
        Shelf.CARDS: ("magic cards", "magic"),
        Shelf.RULINGS: ("magic rulings", "magic"),
        Shelf.SYMBOLS: ("magic symbols", "magic"),
    }


async def test_rules_begin_with_their_release(magic, upstream):
    """The text that the page links becomes release, sections, rules and glossary, in this order."""
    serve_rules(upstream)

    rows = await load(magic[Shelf.RULES])

    assert [type(row) for row in rows] == [Release, Section, Rule, GlossaryEntry]
    assert rows[0].key == "20310309"


async def test_the_version_of_the_rules_is_the_files_name(magic, upstream):
    """The version is known from the page alone, and changes with the parser."""
    serve_rules(upstream)

    assert await magic[Shelf.RULES].latest() == "MagicCompRules 20310309.txt+p1"
    assert upstream.asked == ["/en/rules"]


async def test_a_mistyped_date_in_the_link_is_logged(magic, upstream):
    """The day inside the text is the release; a link that says otherwise is logged."""
    serve_rules(upstream, name="MagicCompRules%2020310903.txt")

    with capture_logs() as logs:
        rows = await load(magic[Shelf.RULES])

    assert rows[0].key == "20310309"
    assert [(entry["link"], entry["effective"]) for entry in logs if entry["event"] == "release.misdated"] == [
        ("MagicCompRules 20310903.txt", "20310309")
    ]


async def test_a_release_that_changes_meanwhile_is_refused(magic, upstream):
    """What was asked for is what is loaded, or nothing."""
    serve_rules(upstream)
    version = await magic[Shelf.RULES].latest()
    serve_rules(upstream, name="MagicCompRules%2020310410.txt")

    with pytest.raises(SourceFailed, match=r"magic rules changed upstream from .*0309.* to .*0410.* while it was being loaded"):
        [batch async for batch in magic[Shelf.RULES].fetch(version, Told())]


async def test_a_web_page_in_place_of_the_rules_is_refused(magic, upstream):
    """The error names the text and its path."""
    serve_rules(upstream, text="<html>We will be right back.</html>")

    with pytest.raises(SourceFailed, match=r"the rules text \(/d/MagicCompRules 20310309\.txt\) is no rules text"):
        await load(magic[Shelf.RULES])


async def test_cards_come_before_the_names_on_printings(magic, upstream, lines):
    """Cards come first, then the names that printings carry instead."""
    serve_bulk(upstream, lines)

    rows = await load(magic[Shelf.CARDS])

    assert [type(row) for row in rows] == [Card, Card, Card, Printing]
    assert rows[-1] == Printing("id-1", "Rolling Rock")


async def test_the_version_of_the_cards_is_the_lists(magic, upstream, lines):
    """The version is known from the list alone, and changes with the parser."""
    serve_bulk(upstream, lines)

    assert await magic[Shelf.CARDS].latest() == "2031-03-09T09:00:00+00:00+p1"
    assert await magic[Shelf.RULINGS].latest() == "2031-03-09T09:00:00+00:00+p1"
    assert upstream.asked == ["/bulk-data", "/bulk-data"]


async def test_a_plain_array_is_read_too(magic, upstream, lines):
    """The older form of the bulk files, one JSON array, gives the same rows."""
    serve_bulk(upstream, lines)
    expected = await load(magic[Shelf.CARDS])
    serve_bulk(upstream, lines, key="download_uri")
    upstream.give("/files/oracle_cards", gzip.compress(json.dumps(CARDS).encode()), Content_Encoding="gzip")
    upstream.give("/files/default_cards", json.dumps(PRINTINGS, indent=1).encode())

    assert await load(magic[Shelf.CARDS]) == expected


async def test_many_cards_come_in_portions(magic, upstream, lines):
    """No batch holds more than 500 rows."""
    serve_bulk(upstream, lines, oracle_cards=lines(*({"oracle_id": str(number), "name": f"Pebble {number}"} for number in range(1201))))
    source = magic[Shelf.CARDS]

    sizes = [len(batch) async for batch in source.fetch(await source.latest(), Told())]

    assert sum(sizes) == 1201
    assert max(sizes) == 500


async def test_a_load_can_be_given_up(magic, upstream, lines):
    """Whoever stops in the middle leaves no connection open: warnings of unclosed sessions would fail this test."""
    serve_bulk(upstream, lines, oracle_cards=lines(*({"oracle_id": str(number), "name": f"Pebble {number}"} for number in range(1201))))
    source = magic[Shelf.CARDS]
    batches = source.fetch(await source.latest(), Told())

    first = await anext(batches)
    await batches.aclose()

    assert len(first) == 500
    assert "/files/default_cards" not in upstream.asked


async def test_progress_is_told_in_bytes(magic, upstream, lines):
    """At its end each file is told to have come whole."""
    serve_bulk(upstream, lines)
    told = Told()

    await load(magic[Shelf.CARDS], told)

    sizes = {"oracle_cards": lines(*CARDS), "default_cards": lines(*PRINTINGS)}
    for kind, body in sizes.items():
        size = len(gzip.compress(body))
        assert (f"the bulk file of {kind}, bytes", size, size) in told


async def test_rulings_are_read(magic, upstream, lines):
    """The rulings file becomes rulings."""
    serve_bulk(upstream, lines)

    assert [type(row) for row in await load(magic[Shelf.RULINGS])] == [Ruling]


PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="{}"></circle></svg>'


def serve_symbols(upstream, letters, pictures=None):
    symbols = [{"symbol": f"{{{letter}}}", "english": "one mana", "svg_uri": f"https://symbols.example/{letter}.svg"} for letter in letters]
    upstream.give("/symbology", json.dumps({"data": symbols}).encode())
    for letter in letters if pictures is None else pictures:
        upstream.give(f"/{letter}.svg", PICTURE.format(ord(letter)).encode())


def symbol(letter, picture=True):
    return Symbol(f"{{{letter}}}", "one mana", f"https://symbols.example/{letter}.svg", PICTURE.format(ord(letter)) if picture else "")


async def test_symbols_come_with_their_pictures(magic, upstream):
    """A mirror serves the pictures under their paths; each is asked for once."""
    serve_symbols(upstream, "WU")

    assert await load(magic[Shelf.SYMBOLS]) == [symbol("W"), symbol("U")]
    assert sorted(upstream.asked) == ["/U.svg", "/W.svg", "/symbology", "/symbology"]


async def test_symbols_are_known_by_their_content(magic, upstream):
    """The list of symbols has a new version when it changes; only the pictures that it adds are asked for."""
    serve_symbols(upstream, "WU")
    before = await magic[Shelf.SYMBOLS].latest()
    upstream.asked.clear()

    assert await magic[Shelf.SYMBOLS].latest() == before
    serve_symbols(upstream, "WUB")
    assert await magic[Shelf.SYMBOLS].latest() != before
    assert upstream.asked == ["/symbology", "/symbology", "/B.svg"]


async def test_symbols_loaded_before_there_were_pictures_get_them(magic, upstream):
    """The version of the list alone, as older releases stored it, is that of symbols without any picture, and of no others."""
    serve_symbols(upstream, "WU", "")
    bare = await magic[Shelf.SYMBOLS].latest()
    old = hashed([json.dumps({"data": [{"symbol": s.token, "english": s.english, "svg_uri": s.svg_uri} for s in map(symbol, "WU")]}).encode()])

    serve_symbols(upstream, "WU")
    assert bare == old
    assert await magic[Shelf.SYMBOLS].latest() != old


async def test_a_symbol_whose_picture_fails_is_loaded_without(magic, upstream):
    """It is asked for again at the next refresh, alone, and then the version is another."""
    serve_symbols(upstream, "WUB", "WB")
    before = await magic[Shelf.SYMBOLS].latest()
    rows = await load(magic[Shelf.SYMBOLS])
    upstream.asked.clear()
    serve_symbols(upstream, "WUB")

    assert rows == [symbol("W"), symbol("U", picture=False), symbol("B")]
    assert await magic[Shelf.SYMBOLS].latest() != before
    assert upstream.asked == ["/symbology", "/U.svg"]
    assert await load(magic[Shelf.SYMBOLS]) == [symbol("W"), symbol("U"), symbol("B")]


async def test_pictures_outlive_their_host(magic, upstream):
    """When the list changes while no picture can be had, those that were had stay."""
    serve_symbols(upstream, "WU")
    await load(magic[Shelf.SYMBOLS])
    for path in ("/W.svg", "/U.svg", "/B.svg"):
        upstream.give(path, b"<html>We will be right back.</html>")
    serve_symbols(upstream, "WUB", "")

    assert await load(magic[Shelf.SYMBOLS]) == [symbol("W"), symbol("U"), symbol("B", picture=False)]


async def test_symbols_without_a_picture_are_told(magic):
    """One sentence, which names ten of them; a symbol that never had an address is none of them."""
    bare = [symbol(letter, picture=False) for letter in "ABCDEFGHIJKL"]
    corpus = MemoryCorpus.of([symbol("W"), *bare, Symbol("{?}", "nothing", "")])

    (remark,) = await magic[Shelf.SYMBOLS].review(corpus)
    assert remark.startswith("12 of 13 symbols have no picture ({A}, {B}, {C}, {D}, {E}, {F}, {G}, {H}, {I}, {J}, …): it could not be fetched ")
    assert await magic[Shelf.SYMBOLS].review(MemoryCorpus.of([symbol("W"), Symbol("{?}", "nothing", "")])) == ()


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (b"<html>We will be right back.</html>", "the list of bulk files (/bulk-data) is no JSON"),
        (b'{"object": "error"}', "the list of bulk files (/bulk-data) holds no list under 'data'"),
        (b'{"data": [{"type": "default_cards"}]}', "has no usable 'oracle_cards'"),
        (b'{"data": [{"type": "oracle_cards", "updated_at": "now"}]}', "has no usable 'oracle_cards'"),
        (b'{"data": ["oracle_cards"]}', "has no usable 'oracle_cards'"),
    ],
)
async def test_a_list_that_is_none_is_refused(body, fault, magic, upstream):
    """A list of bulk files without the wanted one is told apart from one that cannot be read."""
    upstream.give("/bulk-data", body)

    with pytest.raises(SourceFailed, match=re.escape(fault)):
        await magic[Shelf.CARDS].latest()


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (b"<html>We will be right back.</html>", "is a web page where JSON is due"),
        (b"", "holds no objects at all"),
        (gzip.compress(b'{"oracle_id": "id-1", "name": "Pebble"}\n' * 2000, mtime=0)[:-9], "breaks off before its end"),
        (zlib.compress(b"x"), "is something else where JSON is due"),
        (b'{"name": "no id"}\n', "has 1 faulty objects among 1"),
        (b'{"object": "error", "status": 500}\n', "has 1 faulty objects among 1"),
    ],
)
@pytest.mark.parametrize("kind", ["oracle_cards", "default_cards"])
async def test_a_bulk_file_that_is_none_is_refused(kind, body, fault, magic, upstream, lines):
    """Garbage, half a file and objects without ids are never a load."""
    serve_bulk(upstream, lines)
    upstream.give(f"/files/{kind}", body)

    with pytest.raises(SourceFailed, match=rf"the bulk file of {kind} \(/files/{kind}\) {fault}"):
        await load(magic[Shelf.CARDS])


async def test_a_bulk_file_that_breaks_off_is_refused(magic, upstream, lines, answers):
    """A body shorter than announced is never a load."""
    serve_bulk(upstream, lines)
    upstream.answer("/files/rulings", answers["truncated"](gzip.compress(lines(*RULINGS) * 100)))

    with pytest.raises(SourceFailed, match=r"the bulk file of rulings \(/files/rulings\) broke off before its end"):
        await load(magic[Shelf.RULINGS])


async def test_one_bad_line_in_a_hundred_is_left_out(magic, upstream, lines):
    """A load with a rare bad line goes on without it."""
    serve_bulk(upstream, lines, rulings=lines(*(RULINGS[0] | {"comment": f"It rolls {number} times."} for number in range(99))) + b"{oops}\n")

    assert len(await load(magic[Shelf.RULINGS])) == 99


async def test_bulk_files_that_change_meanwhile_are_refused(magic, upstream, lines):
    """What was asked for is what is loaded, or nothing."""
    serve_bulk(upstream, lines)
    version = await magic[Shelf.CARDS].latest()
    serve_bulk(upstream, lines, updated="2031-03-10T09:00:00+00:00")

    with pytest.raises(SourceFailed, match="magic cards changed upstream"):
        [batch async for batch in magic[Shelf.CARDS].fetch(version, Told())]


async def test_public_sources_have_no_remarks(magic):
    """What comes from a publisher is not ours to correct."""
    assert [await source.review(None) for shelf, source in magic.items() if shelf is not Shelf.SYMBOLS] == [(), (), ()]


@pytest.fixture
def real_upstream(upstream, real_file):
    entries = []
    for kind in ("oracle_cards", "default_cards", "rulings"):
        upstream.give(f"/files/{kind}", gzip.compress(real_file(f"cards/{kind}.jsonl.gz"), 1))
        entries.append({"type": kind, "updated_at": "2026-07-09", "jsonl_download_uri": f"/files/{kind}"})
    upstream.give("/bulk-data", json.dumps({"data": entries}).encode())
    return upstream


@pytest.mark.real_data
async def test_real_cards_are_read_to_the_last(real_upstream, magic):
    """All cards that are cards, and the names on printings."""
    rows = await load(magic[Shelf.CARDS])

    assert sum(isinstance(row, Card) for row in rows) == 31_550
    assert sum(isinstance(row, Printing) for row in rows) == 261


@pytest.mark.real_data
async def test_real_rulings_are_read_to_the_last(real_upstream, magic):
    """All rulings, 75 of them without a date."""
    rows = await load(magic[Shelf.RULINGS])

    assert len(rows) == 58_390
    assert sum(row.published is None for row in rows) == 75
