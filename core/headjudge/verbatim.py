"""Words that should stand in a source: where they do, and what to tell their author where they do not."""

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from itertools import islice
from typing import Final

import attrs

from headjudge.domain.answers import Objection, Quote
from headjudge.domain.names import fold_typography
from headjudge.domain.passages import CITABLE, Brief, Kind, Passage

__all__ = ["LEAST_WORDS", "UNSHOWN", "Shown", "folded_once", "found", "refusal", "trivial", "where"]

UNSHOWN: Final = "if there is such a rule, it stands among them now: cite it in its own words, or do without it."
"""Told of a rule: those that objections name are shown for the next draft."""
LEAST_WORDS: Final = 3
"""A shorter quote is trivial, unless it is the whole of its source."""
MOST_SHOWN: Final = 600
"""Characters of a source that an objection repeats."""
TEXTS: Final = 8_000
"""Passages that are remembered folded: the rules come again with every question. About 6 MB."""
_WORD = re.compile(r"[+-]?\w+/[+-]?\w+|\w+(?:['’-]\w+)*")
_APOSTROPHES: Final = frozenset("'’")
_JOINTS: Final = frozenset("-‐‑−+/") | _APOSTROPHES
"""What holds a word or a number together: “can’t”, “non-Human”, “-3/-3”. A long dash parts words."""


def trivial(text: str) -> bool:
    """Return whether *text* has fewer words than a quote needs: “-3/-3” and “can’t” are one."""
    return sum(1 for _ in islice(_WORD.finditer(text), LEAST_WORDS)) < LEAST_WORDS


def where(words: str, source: str) -> slice | None:
    """Return where *words* stand in *source*, on whole words, after folding typographic variants one for one."""
    return found(fold_typography(words).strip(), folded_once(source), source)


@lru_cache(TEXTS)
def folded_once(text: str) -> str:
    """Return *text* as `fold_typography` does: it is a source, which other drafts will be held against too."""
    return fold_typography(text)


def found(words: str, folded: str, source: str) -> slice | None:
    """Return where *words* stand in *folded* so that no word of *source* is cut; it is *source* folded one for one."""
    start = folded.find(words) if words else -1
    while start >= 0:
        end = start + len(words)
        if _whole(source, start) and _whole(source, end):
            return slice(start, end)
        start = folded.find(words, start + 1)
    return None


def _whole(source: str, edge: int) -> bool:
    """Whether cutting *source* at *edge* cuts no word: “able to attack” does not stand in “unable to attack”, nor “can” in “can't”."""
    before, after = source[max(edge - 2, 0) : edge], source[edge : edge + 2]
    if not before or not after:
        return True
    if before[-1].isalnum() and after[0].isalnum():
        return False
    if before[-1] in _JOINTS and after[0].isalnum():  # “non-|Human”, “-|3/-3”
        return before[-1] in _APOSTROPHES and not before[:1].isalnum()  # an opening quotation mark is no joint
    joined = after[0] in _JOINTS and (after[0] == "/" or after[1:].isalnum())
    return not (before[-1].isalnum() and joined)


@attrs.frozen
class Shown:
    """The passages that an author was shown, folded when they are first asked for."""

    brief: Brief

    @cached_property
    def folded(self) -> tuple[tuple[Passage, str], ...]:
        """Each passage with its folded text, those that may be cited first."""
        passages = sorted(self.brief.passages, key=lambda passage: passage.reference.kind not in CITABLE)
        return tuple((passage, folded_once(passage.text)) for passage in passages)

    def holding(self, words: str) -> Passage | None:
        """Return the first passage in which *words*, folded, stand."""
        return next((passage for passage, folded in self.folded if found(words, folded, passage.text)), None)

    def pieces(self, words: str) -> tuple[Passage, Passage] | None:
        """Return the two passages of which *words*, folded, are stitched: the longest beginning that stands in one, and the rest."""
        spans = [match.span() for match in _WORD.finditer(words)]
        if len(spans) < 2 * LEAST_WORDS:
            return None
        least = words[spans[0][0] : spans[LEAST_WORDS - 1][1]]
        heads = [(_beginning(words, spans, passage, folded), passage) for passage, folded in self.folded if least in folded]
        head, passage = max(heads, key=lambda piece: piece[0], default=(0, None))
        if passage is None or not LEAST_WORDS <= head <= len(spans) - LEAST_WORDS:
            return None
        rest = self.holding(words[spans[head][0] : spans[-1][1]])
        return (passage, rest) if rest else None


def _beginning(words: str, spans: Sequence[tuple[int, int]], passage: Passage, folded: str) -> int:
    """How many of the first of *words* stand together in *passage*."""
    few, many = 0, len(spans)
    while few < many:
        middle = (few + many + 1) // 2
        stands = found(words[spans[0][0] : spans[middle - 1][1]], folded, passage.text)
        few, many = (middle, many) if stands else (few, middle - 1)
    return few


def refusal(quote: Quote, passage: Passage | None, shown: Shown) -> Objection:
    """Return what to tell the author of *quote*, which does not stand in *passage* (None: it was not shown)."""
    words = fold_typography(quote.text).strip()
    rules = [quote.reference.key] if quote.reference.kind is Kind.RULE else []
    holder = None if trivial(words) else shown.holding(words)
    if holder and holder.reference.kind is Kind.RULE:
        rules.append(holder.reference.key)
    if passage is None:
        cure = f"the quote stands in {_cure(holder)}." if holder else UNSHOWN if rules else "cite only those."
        named = quote.reference.key if rules else f"{quote.reference}"
        return Objection(f"{named} was not among the sources shown; {cure}", tuple(rules))
    return Objection(f"The quote “{quote.text[:200]}” does not stand in {passage.label}{_instead(words, passage, holder, shown)}.", tuple(rules))


def _cure(holder: Passage) -> str:
    may = holder.reference.kind in CITABLE
    return f"{holder.label}: cite that" if may else f"{holder.label}, which may not be cited"


def _instead(words: str, passage: Passage, holder: Passage | None, shown: Shown) -> str:
    """Where *words* do stand, or what *passage* says in their place."""
    if holder:
        return f"; it stands in {_cure(holder)}"
    strange = next((c for c in words if _is_strange(c, shown)), None)
    pieces = None if strange else shown.pieces(words)
    if pieces:
        first, second = (piece.label for piece in pieces)
        return f"; it is stitched from {f'two places of {first}' if first == second else f'{first} and {second}'}: quote each by itself"
    told = f" (the source has no {_named(strange)})" if strange else ""
    return f"{told}, which reads: “{likest(words, passage.text)}”; copy its words"


def _is_strange(c: str, shown: Shown) -> bool:
    """Whether no source has the letter or the unseen mark *c*: punctuation may join two quotes."""
    return not c.isascii() and unicodedata.category(c)[0] in "LNMC" and not any(c in folded for _, folded in shown.folded)


def _named(character: str) -> str:
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".strip()


def likest(words: str, source: str) -> str:
    """Return the stretch of *source* most like *words*: at most `MOST_SHOWN` characters, cut between words, with … where it is cut."""
    if len(source) <= MOST_SHOWN:
        return source
    middle = _middle(words, source)
    room = MOST_SHOWN - 4  # the marks of what is left out
    start = max(min(middle - room // 2, len(source) - room), 0)
    end = start + room
    before, after = "", ""
    if start > 0:
        start, before = source.find(" ", start, end) + 1 or start, "… "
    if end < len(source):
        end, after = max(source.rfind(" ", start, end), start) or end, " …"
    return f"{before}{source[start:end].strip()}{after}"


def _middle(words: str, source: str) -> int:
    """The place in *source* where the middle of *words* would stand, by their longest common run of words."""
    spans = [match.span() for match in _WORD.finditer(source)]
    wanted = [word.casefold() for word in _WORD.findall(words)]
    there = [fold_typography(source[start:end]).casefold() for start, end in spans]
    run = SequenceMatcher(None, wanted, there, autojunk=False).find_longest_match()
    place = run.b - run.a + len(wanted) // 2 if run.size else 0
    return spans[min(max(place, 0), len(spans) - 1)][0] if spans else 0
