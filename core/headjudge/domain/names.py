"""How a name or a quote is folded before it is compared."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

import attrs

__all__ = ["CardName", "NameKind", "Span", "fold", "fold_typography", "short_name"]

from enum import Enum

# One for one, so that positions in the folded text are positions in the source.
_TYPOGRAPHY = {
    **dict.fromkeys("‘’‚‛′´`ʼ＇", "'"),
    **dict.fromkeys("“”„‟″«»＂", '"'),
    **dict.fromkeys("‐‑‒–—―−－", "-"),
    **dict.fromkeys("\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\n\r", " "),
}
_TYPOGRAPHIC = re.compile(f"[{re.escape(''.join(_TYPOGRAPHY))}]")
NAMES: Final = 8_000
"""Names and words that are remembered folded: most of a question's words were in another. About 2 MB."""
# Letters that Unicode does not decompose but that players type in two or as another.
_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ß": "ss", "ð": "d", "þ": "th", "ı": "i"})
# Marks that nobody sees: soft hyphens, zero-width spaces and joiners, signs of direction.
_UNSEEN = dict.fromkeys([0xAD, 0x61C, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F), 0x2060, *range(0x2066, 0x206A), 0xFEFF])
_APOSTROPHE = re.compile(r"'")
_OTHER = re.compile(r"[^0-9a-z\u0080-\U0010ffff/]+")
_SLASHES = re.compile(r"\s*/+\s*")


def fold_typography(text: str) -> str:
    """Return *text* with typographic quotes, dashes and spaces made plain, one character for one.

    The result has the length of *text*; case is kept.
    """
    # Six times as quick as str.translate, which looks up every character of a text that is not ASCII.
    return _TYPOGRAPHIC.sub(lambda match: _TYPOGRAPHY[match[0]], text)


@lru_cache(NAMES)
def fold(name: str) -> str:
    """Return the form in which names are compared.

    Case, accents, apostrophes, punctuation and marks that nobody sees do not count; words are parted by one space, faces by `` // ``.
    Folding twice changes nothing. A name of punctuation alone folds to the empty string.
    """
    plain = fold_typography(name).casefold()
    words = _OTHER.sub(" ", _APOSTROPHE.sub("", plain if plain.isascii() else _ascii(plain)))
    return " ".join((_SLASHES.sub(" // ", words).strip(" /") if "/" in words else words).split())


def _ascii(plain: str) -> str:
    """*plain* with its letters as far as possible those of ASCII."""
    plain = plain.translate(_UNSEEN).translate(_LETTERS)
    decomposed = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
    # Compatibility forms may decompose into capitals, quotes and ligature letters: fold those too.
    return fold_typography(decomposed).casefold().translate(_LETTERS)


def short_name(name: str) -> str | None:
    """Return what stands before the first comma of *name* (``Ragavan`` of ``Ragavan, Nimble Pilferer``), or None."""
    head, comma, _ = name.partition(",")
    return head.strip() if comma and head.strip() else None


class NameKind(Enum):
    """What kind of name a card is found by, strongest first."""

    CARD = "card"
    FACE = "face"
    PRINTED = "printed"
    SHORT = "short"


@attrs.frozen
class CardName:
    """A name by which a card can be meant: its own, a face's, a printed one, or the part before a comma."""

    text: str
    kind: NameKind
    oracle_id: str
    card: str
    """The card's own full name."""


@attrs.frozen
class Span:
    """A stretch of a question that means a card, as the asker wrote it (without brackets)."""

    text: str
    bracketed: bool = False
    """Written as ``[[…]]``, or pinned: only the exact card of that name is meant."""
    made_up: bool = False
    """It looks like a name, and whoever saw it knows no card that is called so."""
