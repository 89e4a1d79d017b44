"""Objects come out of any stream of bytes, however it is cut, and a stream without its end is refused."""

import gzip
import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import SourceFailed
from headjudge_sources.json_objects import Objects, unpacked
from headjudge_sources.tally import Tally

VALUES = [{"name": "Fire // Ice", "n": 1}, {"text": 'a "quoted" ] } line\n\\', "deep": [{"x": []}]}, {"é": "火"}]
LINES = "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in VALUES).encode()
ARRAYS = [
    json.dumps(VALUES).encode(),
    json.dumps(VALUES, indent=2, ensure_ascii=False).encode(),
    b"[\n" + LINES.strip().replace(b"\n", b",\n") + b"\n]\n",
]
FORMS = [LINES, LINES.strip(), b"\xef\xbb\xbf\n" + LINES, LINES.replace(b"\n", b"\r\n\r\n"), *ARRAYS]
WHOLE = [*FORMS, *(gzip.compress(form) for form in FORMS), gzip.compress(LINES[:30]) + gzip.compress(LINES[30:])]


def objects(chunks, tally=None):
    reader = Objects(tally or Tally("the test file"))
    found = [value for chunk in chunks for value in reader.feed(chunk)]
    return found + reader.close()


def read_whole(raw):
    tally = Tally("the test file")
    found = objects([raw], tally)
    tally.close()
    return found


@given(raw=st.sampled_from(WHOLE), cuts=st.lists(st.integers(min_value=0, max_value=600)))
def test_chunks_do_not_matter(raw, cuts):
    """Gzip or plain, lines or an array, cut anywhere: the same objects come out."""
    edges = [0, *sorted(cuts), len(raw)]

    assert objects([raw[start:end] for start, end in itertools.pairwise(edges)]) == VALUES


@given(raw=st.sampled_from([gzip.compress(LINES), *ARRAYS, *map(gzip.compress, ARRAYS)]), data=st.data())
def test_a_stream_that_breaks_off_is_refused(raw, data):
    """A compressed file or an array without its end is refused, wherever it breaks off."""
    cut = data.draw(st.integers(min_value=0, max_value=len(raw.rstrip()) - 1))

    with pytest.raises(SourceFailed, match="the test file"):
        read_whole(raw[:cut])


def test_lines_that_break_off_are_refused():
    """Plain lines whose last is half a line are not whole."""
    with pytest.raises(SourceFailed, match="the test file breaks off in the middle of a line"):
        objects([LINES.rstrip()[:-1]])


def test_an_object_comes_before_the_stream_ends():
    """Objects are given as soon as they are whole."""
    reader = Objects(Tally("the test file"))

    assert reader.feed(b'{"a": 1}\n{"b"') == [{"a": 1}]


def test_an_element_comes_before_the_array_ends():
    """Elements are given as soon as they are whole."""
    reader = Objects(Tally("the test file"))

    assert reader.feed(b'[{"a": 1},\n{"b"') == [{"a": 1}]


def test_a_faulty_line_is_counted_and_left_out():
    """A line that is no JSON is missed; the others are read."""
    tally = Tally("the test file")

    assert objects([b'{"a": 1}\n{"a": oops}\n{"a": 3}\n'], tally) == [{"a": 1}, {"a": 3}]
    assert (tally.seen, tally.faulty, tally.first) == (3, 1, "line 2 is no JSON")


def test_lines_not_worth_parsing_are_seen_but_not_parsed():
    """The caller can tell by a line's bytes that it is of no use."""
    tally = Tally("the test file")
    reader = Objects(tally, worth=lambda line: b"wanted" in line)

    assert reader.feed(b'{"wanted": 1}\n{oops}\n') == [{"wanted": 1}]
    assert (tally.seen, tally.faulty) == (2, 0)


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        (b"<html>We will be right back.</html>", "is a web page where JSON is due"),
        (b"\xef\xbb\xbf\r\n<html>", "is a web page where JSON is due"),
        (b"PK\x03\x04", "is something else where JSON is due"),
        (gzip.compress(b"<html>", mtime=0), "is a web page where JSON is due"),
        (b'[{"a": 1}, oops]', "breaks off or is garbled after 1 objects"),
        (b'["\xff"]', "is no UTF-8 text"),
        (b"\x1f\x8bgarbage that is no gzip", "is damaged"),
        (gzip.compress(LINES, mtime=0)[:-8] + b"\0\0\0\0\0\0\0\1", "is damaged"),
    ],
)
def test_what_is_no_json_is_refused(raw, fault):
    """Each kind of garbage is named in one sentence with the cure."""
    with pytest.raises(SourceFailed, match=rf"^the test file {fault}.*; run `judge refresh` again later\.$"):
        objects([raw])


def test_an_endless_line_is_refused():
    """A line of more than 8 MB is not waited for."""
    with pytest.raises(SourceFailed, match="a line of more than 8 MB"):
        objects([b'{"a": "'] + [b"x" * (1 << 20)] * 9)


def test_an_endless_element_is_refused():
    """An element of more than 8 MB is not waited for."""
    with pytest.raises(SourceFailed, match="cannot be read as JSON after 0 objects"):
        objects([b'[{"a": "'] + [b"x" * (1 << 20)] * 9)


@given(st.binary())
def test_gzip_is_undone_and_nothing_else(raw):
    """Compressed bytes come back as they were."""
    assert unpacked(gzip.compress(raw), "the test file") == raw
