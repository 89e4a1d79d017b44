"""Cards with their faces, rulings on them, and what else is kept about cards."""

import datetime
import hashlib

import attrs

from headjudge.domain.rules import text_hash

__all__ = ["Alias", "Card", "Face", "Note", "Printing", "Ruling", "Symbol", "Translation"]


@attrs.frozen
class Face:
    """One face of a card, or the only one."""

    name: str
    mana_cost: str
    type_line: str
    oracle_text: str
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None

    @property
    def text(self) -> str:
        """Name and cost, type line, Oracle text and the numbers in the corner, a line each."""
        corner = next(
            (text for text in (self._strength, self._numbered("Loyalty", self.loyalty), self._numbered("Defense", self.defense)) if text), ""
        )
        lines = (f"{self.name} {self.mana_cost}".strip(), self.type_line, self.oracle_text, corner)
        return "\n".join(line for line in lines if line)

    @property
    def _strength(self) -> str:
        return f"{self.power}/{self.toughness}" if self.power is not None and self.toughness is not None else ""

    @staticmethod
    def _numbered(word: str, number: str | None) -> str:
        return f"{word}: {number}" if number is not None else ""


@attrs.frozen
class Card:
    """A card as the rules see it, whatever its printings."""

    oracle_id: str
    name: str
    faces: tuple[Face, ...]
    layout: str
    keywords: tuple[str, ...] = ()
    printed_names: tuple[str, ...] = ()
    """Names that some printing carries instead of its own."""
    url: str = ""
    """The card's public page."""

    @property
    def text(self) -> str:
        """The Oracle text of every face, as quotes are checked against it."""
        return "\n//\n".join(face.text for face in self.faces)

    @property
    def hash(self) -> str:
        """The hash by which a stored call knows that the Oracle text still says the same."""
        return text_hash(self.text)


@attrs.frozen
class Printing:
    """A name that a printing of a card carries instead of the card's own (a reskin, a renamed card)."""

    oracle_id: str
    printed_name: str


@attrs.frozen
class Translation:
    """A name that a card is printed with in another language."""

    oracle_id: str
    language: str
    """As the card data calls it: ``de``, ``ja``, ``zhs``."""
    name: str


@attrs.frozen
class Ruling:
    """A ruling on a card."""

    oracle_id: str
    published: datetime.date | None
    text: str
    source: str

    @property
    def key(self) -> str:
        """A name of this ruling that a reload does not change: 12 hexadecimal digits."""
        day = self.published.isoformat() if self.published else ""
        return hashlib.sha256(f"{self.oracle_id}\n{day}\n{self.text}".encode()).hexdigest()[:12]


@attrs.frozen
class Alias:
    """A nickname and the full names of the cards that players mean by it."""

    nickname: str
    cards: tuple[str, ...]
    ordinary: bool = False
    """Also an everyday word: in running text it needs another cue to be taken for a card."""


@attrs.frozen
class Note:
    """What a judge would tell a player about a difficult card, in our own words; it leads to rules and is never quoted."""

    card: str
    text: str
    rules: tuple[str, ...] = ()


@attrs.frozen
class Symbol:
    """A symbol of costs and texts (``{W}``), what it means, where its picture is, and the picture."""

    token: str
    english: str
    svg_uri: str
    svg: str = ""
    """An SVG document that draws and does nothing else; empty when there is none."""
