"""Names in other languages, from the card data's largest file and from a file of the operator's own."""

import gzip
import json
from pathlib import Path

import pytest

from headjudge import Source, SourceFailed, Translation
from headjudge.testing.contracts import FailingSourceContract, SourceContract
from headjudge_sources.tally import Tally
from headjudge_sources.translations import FileNames, MagicNames, TranslationShelf, in_another_language

PRINTINGS = [
    {"oracle_id": "bolt", "lang": "de", "name": "Lightning Bolt", "printed_name": "Blitzschlag"},
    {"oracle_id": "bolt", "lang": "de", "name": "Lightning Bolt", "printed_name": "Blitzschlag", "set": "another"},
    {"oracle_id": "bolt", "lang": "en", "name": "Lightning Bolt", "printed_name": "Chitinous Bolt"},
    {"oracle_id": "bolt", "lang": "ja", "name": "Lightning Bolt"},
    {"oracle_id": "delver", "lang": "fr", "card_faces": [{"printed_name": "Sondeur de secrets"}, {"printed_name": "Aberration insectile"}]},
    {"oracle_id": "ice", "lang": "it", "printed_name": "Fuoco // Ghiaccio"},
    {"oracle_id": "ice", "lang": "ph", "printed_name": "|FhU|"},
    {"oracle_id": "art", "lang": "de", "layout": "art_series", "printed_name": "Kunst"},
    {"oracle_id": "blank", "lang": "de", "printed_name": "…"},
]
NAMES = [
    Translation("bolt", "de", "Blitzschlag"),
    Translation("delver", "fr", "Sondeur de secrets"),
    Translation("delver", "fr", "Aberration insectile"),
    Translation("ice", "it", "Fuoco // Ghiaccio"),
    Translation("ice", "it", "Fuoco"),
    Translation("ice", "it", "Ghiaccio"),
]


def lines(objects: list[dict]) -> bytes:
    return b"".join(json.dumps(thing, ensure_ascii=False).encode() + b"\n" for thing in objects)


@pytest.fixture
def given(tmp_path: Path):
    """Write *content* to a file and return the source that reads it."""

    def write(content: bytes, name: str = "names.jsonl") -> FileNames:
        path = tmp_path / name
        path.write_bytes(content)
        return FileNames(path)

    return write


async def fetched(source) -> list[Translation]:
    return [row async for batch in source.fetch(await source.latest(), lambda *told: None) for row in batch]


class TestFileOfNames(SourceContract):
    @pytest.fixture
    def source(self, given) -> Source:
        return given(lines(PRINTINGS))

    @pytest.fixture
    def planted(self) -> Translation:
        return NAMES[0]


class TestBrokenFileOfNames(FailingSourceContract):
    @pytest.fixture
    def failing_source(self, given) -> Source:
        return given(gzip.compress(lines(PRINTINGS))[:60])


@pytest.mark.parametrize("content", [lines(PRINTINGS), gzip.compress(lines(PRINTINGS), mtime=0), json.dumps(PRINTINGS).encode()])
async def test_names_are_read_from_lines_an_array_or_gzip(given, content):
    """English ones, glyph codes, cards that are none and blank names are left out; each name of a card comes once, and faces by themselves too."""
    assert await fetched(given(content)) == NAMES


@pytest.mark.parametrize("left_out", ["oracle_id", "lang"])
async def test_a_file_of_other_things_is_refused(given, left_out):
    """Too many objects without a field that is needed, and the fault is named."""
    objects = [{name: value for name, value in PRINTINGS[0].items() if name != left_out}] * 3

    with pytest.raises(SourceFailed, match=f"has no {left_out}"):
        await fetched(given(lines(objects)))


@pytest.mark.parametrize("content", [b"", b"<html>", b"[1, 2", b'{"oracle_id": "a"'])
async def test_what_is_no_file_of_names_is_refused(given, content):
    """In a sentence that names the file."""
    with pytest.raises(SourceFailed, match=r"names\.jsonl"):
        await fetched(given(content))


async def test_a_file_that_is_gone_is_told_with_the_setting(given):
    """Nothing of it is loaded."""
    source = given(lines(PRINTINGS))
    source.path.unlink()

    with pytest.raises(SourceFailed, match="JUDGE_PRINTED_NAMES_FILE"):
        await source.latest()


async def test_a_file_that_changes_under_way_is_not_loaded(given):
    """What was asked for is no longer there."""
    source = given(lines(PRINTINGS))
    version = await source.latest()
    source.path.write_bytes(lines(PRINTINGS[:1]))

    with pytest.raises(SourceFailed, match="changed while it was being loaded"):
        [batch async for batch in source.fetch(version, lambda *told: None)]


async def test_the_providers_file_is_read_the_same(upstream, client):
    """It is the one of every printing in every language."""
    upstream.give("/all.jsonl.gz", gzip.compress(lines(PRINTINGS)))
    entry = {"type": "all_cards", "updated_at": "2031", "jsonl_download_uri": f"{upstream.root}/all.jsonl.gz"}
    upstream.give("/bulk-data", json.dumps({"data": [entry]}).encode())

    assert await fetched(MagicNames(lambda: client, upstream.root)) == NAMES


async def test_a_list_without_that_file_names_the_cure(upstream, client):
    """Another file can be given by a setting."""
    upstream.give("/bulk-data", json.dumps({"data": [{"type": "oracle_cards", "updated_at": "2031"}]}).encode())

    with pytest.raises(SourceFailed, match=r"has no 'all_cards'.*JUDGE_PRINTED_NAMES_FILE"):
        await MagicNames(lambda: client, upstream.root).latest()


@pytest.mark.parametrize(("printing", "worth"), list(zip(PRINTINGS, [True, True, False, False, True, True, True, True, True], strict=True)))
def test_most_lines_need_not_be_parsed(printing, worth):
    """Those in English, and those without a name of their own."""
    assert in_another_language(json.dumps(printing, separators=(",", ":")).encode()) is worth


def test_a_name_of_two_cards_is_kept_for_each():
    """Who is meant is asked."""
    tally = Tally("here")
    objects = [{"oracle_id": key, "lang": "de", "printed_name": "Doppel"} for key in ("a", "b")]

    assert [name.oracle_id for name in TranslationShelf().translations(objects, tally)] == ["a", "b"]
