"""Text of the corpus as HTML: escaped, symbols as pictures, rule numbers as links, a quote marked."""

import re
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import quote as quoted

import attrs
from markupsafe import Markup, escape

from headjudge import Card, Rule, Symbol, fold_typography
from headjudge_web.pictures import file_name

__all__ = ["QUOTE_LENGTH", "FaceShown", "Line", "Prose", "RuleShown", "stretch"]

QUOTE_LENGTH: Final = 2000
"""Most characters of a quote that is looked for; the longest rules have a little more."""
_TOKEN = re.compile(
    r"(?P<symbol>\{[^{}\s]{1,12}\})|(?<![\d.])(?P<rule>\d{3}\.\d{1,3}[a-z]{0,2})(?![^\W_]|\.\d)|(?<=\brule )(?P<section>\d{3})(?![\w.]*\d)"
)


def stretch(text: str, quote: str) -> slice | None:
    """Return where *quote* stands in *text* after folding typographic variants one for one; None where it does not."""
    wanted = fold_typography(quote[:QUOTE_LENGTH]).strip()
    start = fold_typography(text).find(wanted) if wanted else -1
    return slice(start, start + len(wanted)) if start >= 0 else None


@attrs.frozen
class Line:
    """A line of a source, and what part of it it is."""

    kind: str
    html: Markup


@attrs.frozen
class RuleShown:
    """A rule as a page shows it."""

    number: str
    lines: Sequence[Line]
    """``text``, then ``example``."""
    current: bool = False


@attrs.frozen
class FaceShown:
    """A face of a card as a page shows it."""

    name: Markup
    lines: Sequence[Line]
    """``type``, ``oracle``, ``corner``."""


@attrs.frozen
class Prose:
    """Writes HTML, knowing which symbols have pictures."""

    base: str
    symbols: dict[str, Symbol] = attrs.field(factory=dict)

    def lines(self, text: str, quote: str = "") -> list[Markup]:
        """Return the lines of *text*, with *quote* marked wherever a line has a part of it."""
        found = stretch(text, quote) or slice(0, 0)
        return [self._marked(line, found.start - start, found.stop - start) for start, line in _lines(text)]

    def rule(self, rule: Rule, quote: str = "", *, current: bool = False) -> RuleShown:
        """Return *rule* with its examples; *quote* may run from one into the other."""
        lines, of_text = self.lines(rule.full_text, quote), rule.text.count("\n") + 1
        return RuleShown(rule.number, [Line("text" if place < of_text else "example", html) for place, html in enumerate(lines)], current)

    def faces(self, card: Card, quote: str = "") -> list[FaceShown]:
        """Return the faces of *card*; *quote* is looked for in the Oracle text of all of them, as it was checked."""
        lines, faces = iter(self.lines(card.text, quote)), []
        for number, face in enumerate(card.faces):
            if number:
                next(lines)  # the line between two faces
            of_face = [next(lines) for _ in face.text.split("\n")]
            kinds = ["type"] * bool(face.type_line) + ["oracle"] * (face.oracle_text.count("\n") + 1 if face.oracle_text else 0)
            kinds += ["corner"] * (len(of_face) - 1 - len(kinds))
            faces.append(FaceShown(of_face[0], [Line(kind, html) for kind, html in zip(kinds, of_face[1:], strict=True)]))
        return faces

    def _marked(self, line: str, start: int, stop: int) -> Markup:
        start, stop = max(start, 0), min(stop, len(line))
        if start >= stop:
            return self.inline(line)
        return Markup("{}<mark>{}</mark>{}").format(*map(self.inline, (line[:start], line[start:stop], line[stop:])))

    def inline(self, text: str) -> Markup:
        """Return *text* as HTML on one line."""
        return Markup("").join(self._pieces(text))

    def _pieces(self, text: str) -> Iterator[Markup]:
        end = 0
        for match in _TOKEN.finditer(text):
            yield escape(text[end : match.start()])
            yield self._picture(match[0]) if match["symbol"] else self._link(match[0])
            end = match.end()
        yield escape(text[end:])

    def _picture(self, token: str) -> Markup:
        symbol = self.symbols.get(token)
        if symbol is None:
            return escape(token)
        source = f"{self.base}/web/symbols/{quoted(file_name(token))}.svg"
        return Markup('<img class="symbol" src="{}" alt="{}" title="{}">').format(source, token, symbol.english)

    def _link(self, number: str) -> Markup:
        return Markup('<a href="{0}/rules/{1}">{1}</a>').format(self.base, number)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Each line of *text* with the place where it begins."""
    start = 0
    for line in text.split("\n"):
        yield start, line
        start += len(line) + 1
