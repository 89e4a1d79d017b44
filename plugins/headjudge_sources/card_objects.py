"""What a card object of the card data is: whether it is a card at all, and its faces."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from headjudge import Card, Face

__all__ = ["UNTYPED", "CardObject", "card", "left_out", "parts", "printed_names", "text"]

NO_CARDS: Final = frozenset({"token", "double_faced_token", "emblem", "art_series", "planar", "scheme", "vanguard", "augment", "host"})
"""Layouts of what is no card of a deck. Art cards alone would add 2,116 names of real cards."""
NO_CARD_SETS: Final = frozenset({"token", "memorabilia", "minigame", "alchemy"})
PAPER: Final = ("vintage", "legacy", "commander")
"""Formats played on paper that know, between them, every card that was made for play."""
KNOWN: Final = frozenset({"legal", "restricted", "banned"})
UNTYPED: Final = frozenset({"ph", "qya"})
"""Phyrexian and Quenya: their printed names are glyph codes of a font that nobody can type."""

CardObject = Mapping[str, Any]


def text(value: CardObject, key: str) -> str:
    """Return the string at *key* of *value*; empty when there is none."""
    found = value.get(key)
    return found if isinstance(found, str) else ""


def left_out(value: CardObject) -> bool:
    """Return whether *value* is none of the cards that questions are asked about.

    An Oracle object is one printing picked by the provider. Black Lotus, Chaos Orb and others come as an oversized or
    digital printing of a memorabilia set that exists "on no paper", so a card that a paper format knows always stays.
    Fields that are absent say nothing.
    """
    if text(value, "layout") in NO_CARDS:
        return True
    if _known_on_paper(value):
        return False
    games = value.get("games")
    no_paper = isinstance(games, list) and "paper" not in games
    return no_paper or value.get("digital") is True or text(value, "set_type") in NO_CARD_SETS


def _known_on_paper(value: CardObject) -> bool:
    legalities = value.get("legalities")
    return isinstance(legalities, dict) and any(legalities.get(name) in KNOWN for name in PAPER)


def card(value: CardObject) -> Card | None:
    """Return the card that *value* describes, or None when it has no Oracle id or no name."""
    faces = _faces(value)
    # Reversible printings are two whole cards, and the Oracle ids are on their faces.
    oracle_id = text(value, "oracle_id") or next((text(face, "oracle_id") for face in parts(value)), "")
    if not oracle_id or not faces[0].name:
        return None
    return Card(
        oracle_id=oracle_id,
        name=text(value, "name") if len(faces) > 1 else faces[0].name,
        faces=faces,
        layout=text(value, "layout"),
        keywords=tuple(word for word in value.get("keywords") or () if isinstance(word, str)),
        url=text(value, "scryfall_uri").partition("?")[0],
    )


def parts(value: CardObject) -> list[CardObject]:
    """Return the faces of *value*; none when it has only one."""
    return [face for face in value.get("card_faces") or () if isinstance(face, dict)]


def _faces(value: CardObject) -> tuple[Face, ...]:
    faces = tuple(_face(part) for part in parts(value)) or (_face(value),)
    return faces[:1] if text(value, "layout") == "reversible_card" and len({face.name for face in faces}) == 1 else faces


def _face(value: CardObject) -> Face:
    return Face(
        name=text(value, "name"),
        mana_cost=text(value, "mana_cost"),
        type_line=text(value, "type_line"),
        oracle_text=text(value, "oracle_text"),
        power=text(value, "power") or None,
        toughness=text(value, "toughness") or None,
        loyalty=text(value, "loyalty") or None,
        defense=text(value, "defense") or None,
    )


def printed_names(value: CardObject) -> Iterator[str]:
    """Give the names that the printing *value* carries instead of its card's or its faces' own."""
    if text(value, "lang") in UNTYPED:
        return
    for part in (value, *parts(value)):
        yield from (name for key in ("printed_name", "flavor_name") if (name := text(part, key)))
