"""Pictures out of foreign hands: those that draw and do nothing else, written anew."""

import re
from typing import Final
from xml.etree import ElementTree as Xml

__all__ = ["LARGEST", "PictureRefused", "clean"]

LARGEST: Final = 64 << 10
"""Bytes that a picture may have; those of symbols have a few thousand."""
_SVG: Final = "{http://www.w3.org/2000/svg}"
_TEXTS: Final = frozenset({"desc", "style", "title"})
"""Elements that hold text alone: a page's parser would read elements in them as its own."""
_DRAWING: Final = _TEXTS | {
    *("circle", "clipPath", "defs", "ellipse", "g", "line", "linearGradient", "marker", "mask", "path", "pattern", "polygon", "polyline"),
    *("radialGradient", "rect", "stop", "svg", "symbol", "text", "textPath", "tspan", "use"),
}
"""Elements that draw. None of them runs, moves, links, embeds or fetches anything."""
_REACHING: Final = re.compile(r"@|\\|\burl\((?!\s*['\"]?\s*#)|\b(?:image|image-set|src)\(", re.IGNORECASE)
"""Styles that fetch something, or hide by escapes that they do."""


class PictureRefused(ValueError):
    """A picture is not one that is kept; the text says why, as in "it holds a <script>"."""


class _Tree(Xml.TreeBuilder):
    """Builds the tree of a document that declares nothing: entities come with a document type, foreign styles with instructions."""

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        raise PictureRefused("it declares a document type")

    def pi(self, target: str, text: str | None = None) -> None:  # type: ignore[override]
        raise PictureRefused("it holds a processing instruction")


def clean(raw: bytes) -> str:
    """Return the picture *raw* without comments, in canonical XML: so a page's parser reads what this one read.

    Raises:
        PictureRefused: it is too large, no SVG, or could do more than draw.
    """
    _check_size(raw)
    try:
        root = Xml.XML(raw, Xml.XMLParser(target=_Tree()))  # noqa: S314 - `_Tree` refuses what could be declared
        if root.tag != f"{_SVG}svg":
            raise PictureRefused("it is no SVG")
        for element in root.iter():
            _check(element)
        picture = Xml.canonicalize(raw)
    except PictureRefused:
        raise
    except (Xml.ParseError, LookupError, ValueError) as error:  # an unknown encoding is a LookupError or a ValueError
        raise PictureRefused("it is no XML") from error
    _check_size(picture.encode())  # it may have grown
    return picture


def _check_size(raw: bytes) -> None:
    if len(raw) > LARGEST:
        raise PictureRefused(f"it has more than {LARGEST >> 10} KB")


def _check(element: Xml.Element) -> None:
    name = element.tag.removeprefix(_SVG)
    if name == element.tag or name not in _DRAWING:
        raise PictureRefused(f"it holds a <{_local(name)}>")
    if name in _TEXTS and len(element):
        raise PictureRefused(f"its <{name}> holds elements")
    if name == "style" and _REACHING.search(element.text or ""):
        raise PictureRefused("its styles reach for something")
    for attribute, value in element.items():
        _check_attribute(attribute, value)


def _check_attribute(attribute: str, value: str) -> None:
    local = _local(attribute).casefold()
    if local.startswith("on"):
        raise PictureRefused(f"it has the event attribute {local}")
    if local in ("base", "src") or (local == "href" and not value.strip().startswith("#")):
        raise PictureRefused(f"its {local} leads elsewhere")
    if _REACHING.search(value):
        raise PictureRefused(f"its {local} reaches for something")


def _local(name: str) -> str:
    return name.rpartition("}")[2]
