"""Questions for the meaning of a term, and which rules define it."""

import re
from collections.abc import Sequence
from typing import Final

import attrs

from headjudge import Brief, Kind, Passage
from headjudge_clerk.cuts import body
from headjudge_clerk.sentences import sentences
from headjudge_clerk.words import sequence, tokens

__all__ = ["Definition", "read_definition"]

WORDS: Final = 4
"""Words of the longest term that is looked for."""
TELLING: Final = 8
"""Words from which on a sentence says more of a term than what kind of thing it is."""
_GAME: Final = r"(?: in (?:magic|mtg|this game|the game|the rules))?"
_ARTICLE: Final = r"(?:(?:the|an?) )?(?:(?:keyword|term|word|ability) )?"
_ASKED: Final = tuple(
    re.compile(rf"(?:(?:ok|okay|so|and|but|hey|hi|please|also|again) )*{pattern}{_GAME}$")
    for pattern in (
        rf"(?:what is|what are|whats|what|define|explain) {_ARTICLE}(?P<term>.+?)",
        rf"what (?:does|do) {_ARTICLE}(?P<term>.+?) (?:mean|do)",
        rf"how (?:does|do) {_ARTICLE}(?P<term>.+?) work",
        rf"(?:what is |whats )?the meaning of {_ARTICLE}(?P<term>.+?)",
    )
)
_ARTICLES: Final = frozenset({"a", "an", "the", "term"})
_KIND: Final = re.compile(r" (?:keyword|ability|mechanic|rule|word|term)$")
_SEE: Final = re.compile(r"\brules? (\d{3}(?:\.\d+[a-z]*)?)")


@attrs.frozen
class Definition:
    """The term that a question asks about, and where it is defined."""

    _term: tuple[str, ...]
    _named: tuple[str, ...]
    """Numbers of the rules and sections to which the glossary sends its reader."""

    def points(self, passage: Passage) -> int:
        """Return how surely the rule *passage* defines the term; 0 when it does not."""
        says = max((self._says(piece) for piece in sentences(body(passage.text))), default=0)
        if not self.about(passage):
            return says
        return says + 2 if says else int(passage.reference.key.endswith((".1", "a")))

    def about(self, passage: Passage) -> bool:
        """Return whether *passage* stands among the rules on the term."""
        key = passage.reference.key
        titled = sequence(passage.heading.rpartition(": ")[2]) == self._term
        return titled or not {key, passage.group, key.partition(".")[0]}.isdisjoint(self._named)

    def _says(self, piece: str) -> int:
        """4 for a sentence that says what the term means, 2 for one that says what it is, 1 for one that says little."""
        words = sequence(piece)
        start = next((place for place, word in enumerate(words) if word not in _ARTICLES), len(words))
        if words[start : start + len(self._term)] != self._term:
            return 0
        after = words[start + len(self._term) :]
        if "mean" in after[:4]:
            return 4
        return 0 if not set(after[:1]) & {"is", "are", "repres", "refer"} else 2 if len(tokens(piece)) >= TELLING else 1


def read_definition(brief: Brief) -> Definition | None:
    """Return what *brief* asks the meaning of; None when it asks something else, or of cards, or none of its rules defines the term."""
    rules = [passage for passage in brief.passages if passage.reference.kind is Kind.RULE]
    for term in () if brief.inquiry.cards else _terms(brief.inquiry.text):
        definition = Definition(sequence(term), _sent_to(brief, term))
        if any(map(definition.points, rules)):
            return definition
    return None


def _terms(question: str) -> Sequence[str]:
    """The terms that *question* may ask the meaning of: as written, then without a word for what kind of term it is."""
    plain = " ".join(tokens(question))
    written = [match["term"] for asked in _ASKED if (match := asked.match(plain))]
    return [term for term in (*written, *(_KIND.sub("", term) for term in written)) if len(term.split()) <= WORDS]


def _sent_to(brief: Brief, term: str) -> tuple[str, ...]:
    """Where the glossary's entry on *term* sends its reader; an entry on a word akin to it only where it has none of its own."""
    entries = {tuple(tokens(passage.reference.key)): passage for passage in brief.passages if passage.reference.kind is Kind.GLOSSARY}
    akin = (entry for words, entry in entries.items() if sequence(" ".join(words)) == sequence(term))
    entry = entries.get(tuple(tokens(term))) or next(akin, None)
    return tuple(_SEE.findall(entry.text)) if entry else ()
