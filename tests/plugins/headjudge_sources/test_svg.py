"""Pictures that draw are kept, written anew; all others are refused with the reason."""

import pytest

from headjudge_sources.svg import LARGEST, PictureRefused, clean

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'


def svg(inner: str) -> bytes:
    return f"{HEAD}{inner}</svg>".encode()


def test_a_drawing_is_kept() -> None:
    """Shapes, styles, and references to its own parts."""
    drawing = '<style>.a{fill:url(#b)}</style><g class="a" fill="url( \'#b\' )"><path d="M1 1"></path></g><use href="#c"></use>'

    assert clean(svg(drawing)) == f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{drawing}</svg>'


def test_it_is_written_anew() -> None:
    """No declaration and no comment stays, what was quoted is escaped, and doing it twice changes nothing."""
    written = clean(
        b'\xef\xbb\xbf<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"><desc><![CDATA[<script>]]></desc><g id=\'a\'/></svg>\n'
    )

    assert written == '<svg xmlns="http://www.w3.org/2000/svg"><desc>&lt;script&gt;</desc><g id="a"></g></svg>'
    assert clean(written.encode()) == written


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
def test_it_is_read_in_its_encoding(encoding: str) -> None:
    """The declaration tells it."""
    raw = f'<?xml version="1.0" encoding="{encoding}"?><svg xmlns="http://www.w3.org/2000/svg"><text>½</text></svg>'.encode(encoding)

    assert clean(raw) == '<svg xmlns="http://www.w3.org/2000/svg"><text>½</text></svg>'


REFUSED = {
    "<script>alert(1)</script>": "it holds a <script>",
    "<foreignObject/>": "it holds a <foreignObject>",
    '<image href="#a"/>': "it holds a <image>",
    '<a href="#a"/>': "it holds a <a>",
    '<set attributeName="href" to="//x"/>': "it holds a <set>",
    '<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>': "it holds a <script>",
    '<path xmlns=""/>': "it holds a <path>",
    "<title><g/></title>": "its <title> holds elements",
    "<style>@import 'x.css';</style>": "its styles reach for something",
    "<style>.a{fill:url(//x)}</style>": "its styles reach for something",
    r"<style>.a{fill:u\72l(//x)}</style>": "its styles reach for something",
    "<g style=\"background:image-set('x' 1x)\"/>": "its style reaches for something",
    '<g fill="URL( x#a)"/>': "its fill reaches for something",
    '<g onload="x()"/>': "it has the event attribute onload",
    '<g OnClick="x()"/>': "it has the event attribute onclick",
    '<use href="x.svg#a"/>': "its href leads elsewhere",
    '<use xlink:href="https://x.example/a"/>': "its href leads elsewhere",
    '<use href="data:image/svg+xml,x"/>': "its href leads elsewhere",
    '<g xml:base="https://x.example/"/>': "its base leads elsewhere",
}


@pytest.mark.parametrize(("inner", "reason"), REFUSED.items(), ids=REFUSED)
def test_what_could_do_more_than_draw_is_refused(inner: str, reason: str) -> None:
    """Scripts, event attributes, foreign references, fetching styles, and elements of other languages."""
    with pytest.raises(PictureRefused) as caught:
        clean(svg(inner))

    assert str(caught.value) == reason


BROKEN = {
    b"": "it is no XML",
    b"<html><body>We will be right back.</body></html>": "it is no SVG",
    b"<html><br></html>": "it is no XML",
    b"<svg/>": "it is no SVG",
    svg("")[:-1]: "it is no XML",
    b'<?xml version="1.0" encoding="klingon"?>' + svg(""): "it is no XML",
    b'<!DOCTYPE svg SYSTEM "http://x.example/svg.dtd">' + svg(""): "it declares a document type",
    b'<!DOCTYPE svg [<!ENTITY a "b">]>' + svg("&a;"): "it declares a document type",
    b'<?xml-stylesheet href="http://x.example/x.css"?>' + svg(""): "it holds a processing instruction",
    svg(" " * LARGEST): "it has more than 64 KB",
    svg("<g/>" * 12_000): "it has more than 64 KB",
}


@pytest.mark.parametrize(("raw", "reason"), BROKEN.items(), ids=BROKEN.values())
def test_what_is_no_plain_svg_is_refused(raw: bytes, reason: str) -> None:
    """Other documents, broken ones, those that declare something, and those that are too large once written anew."""
    with pytest.raises(PictureRefused) as caught:
        clean(raw)

    assert str(caught.value) == reason


def test_deep_nesting_is_no_harm() -> None:
    """As many elements in one another as fit."""
    assert clean(svg("<g>" * 9000 + "</g>" * 9000)).count("<g>") == 9000
