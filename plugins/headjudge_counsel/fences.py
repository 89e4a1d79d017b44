"""Fences: tags around material, which nothing inside can close."""

from typing import Final

__all__ = ["fenced", "plain"]

_OPENING: Final = str.maketrans(dict.fromkeys("<＜﹤", "‹"))
"""What opens a tag, or looks like it. All else stays, for quotes are copied letter by letter."""
_INSIDE: Final = str.maketrans({"“": "'", "”": "'", '"': "'"})


def plain(text: str) -> str:
    """Return *text* without anything that opens a tag, character for character."""
    return text.translate(_OPENING)


def fenced(tag: str, text: str, **attributes: str) -> str:
    """Return *text* in a *tag* with those of *attributes* that are not blank; neither can close the tag."""
    written = "".join(f' {name}="{_attribute(value)}"' for name, value in attributes.items() if value)
    return f"<{tag}{written}>{plain(text)}</{tag}>"


def _attribute(value: str) -> str:
    return " ".join(plain(value).translate(_INSIDE).split())
