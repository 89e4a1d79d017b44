"""Names that stand in a text letter for letter."""

from collections.abc import Iterable, Iterator, Sequence

import attrs

from headjudge_names.lexicon import Lexicon, Phrase
from headjudge_names.readings import singulars
from headjudge_names.words import Word

__all__ = ["Mention", "longest_first", "mentioned", "places"]


@attrs.frozen
class Mention:
    """A name in a text."""

    first: int
    """Place of its first word."""
    last: int
    start: int
    """Where it stands in the text."""
    end: int
    key: str
    """The folded name that was found."""
    phrase: Phrase
    proper: bool = False
    """Its first and its last word have capitals."""

    @property
    def count(self) -> int:
        """How many words it has."""
        return self.last - self.first + 1


def places(seen: Iterable[Mention]) -> set[int]:
    """Return the places of all words of *seen*."""
    return {place for mention in seen for place in range(mention.first, mention.last + 1)}


def longest_first(seen: Iterable[Mention]) -> list[Mention]:
    """Return those of *seen* that overlap no longer one, nor as long a one in capitals, in the order of the text."""
    taken: set[int] = set()
    kept = []
    for mention in sorted(seen, key=lambda m: (-m.count, not m.proper, m.first)):
        if taken.isdisjoint(places([mention])):
            taken |= places([mention])
            kept.append(mention)
    return sorted(kept, key=lambda m: m.first)


def mentioned(text: Sequence[Word], lexicon: Lexicon) -> Iterator[Mention]:
    """Give every name that *text* has the letters of, meant as a card or not."""
    for first, word in enumerate(text):
        longest = max(lexicon.longest.get(form, 0) for form in _forms(word))
        lead = ""
        for last in range(first, min(first + longest, len(text))):
            if last > first and text[last].cut:
                break
            if (named := _named(lead, text[last], lexicon)) is not None:
                key, end = named
                phrase = lexicon.phrase(key)
                if phrase is not None:
                    yield Mention(first, last, word.start, end, key, phrase, word.capital and text[last].capital)
            if last + 1 < len(text):
                lead += f"{text[last].key}{' // ' if text[last + 1].slash else ' '}"


def _named(lead: str, last: Word, lexicon: Lexicon) -> tuple[str, int] | None:
    """The name that *lead* and a form of *last* make, and where it ends: before a possessive, unless it is spelt with one."""
    for form in _forms(last):
        if lexicon.phrase(lead + form) is not None:
            return lead + form, last.whole_end if form == last.key else last.end
    return None


def _forms(word: Word) -> tuple[str, ...]:
    return tuple(dict.fromkeys((word.key, word.bare, *singulars(word.bare))))
