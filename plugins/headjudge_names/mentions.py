"""Names that stand in a text letter for letter."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attrs

from headjudge import fold
from headjudge_names.lexicon import Lexicon, Phrase
from headjudge_names.readings import singulars
from headjudge_names.words import Word

__all__ = ["Mention", "longest_first", "mentioned", "places"]


HANGUL: Final = "\u1100"
_HUNG: Final = ("은", "는", "이", "가", "을", "를", "의", "에", "로", "와", "과", "도", "만", "에서", "에게", "으로", "이나")
PARTICLES: Final = {fold(particle): particle for particle in _HUNG}
"""What Korean hangs onto a noun, by its folded form."""


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
    """Return those of *seen* that overlap no longer one, nor as long a one in capitals or as it stands on a card, in the order of the text."""
    taken: set[int] = set()
    kept = []
    for mention in sorted(seen, key=lambda m: (-m.count, not m.proper, not m.phrase.exact, m.first)):
        if taken.isdisjoint(places([mention])):
            taken |= places([mention])
            kept.append(mention)
    return sorted(kept, key=lambda m: m.first)


def mentioned(text: Sequence[Word], lexicon: Lexicon) -> Iterator[Mention]:
    """Give every name that *text* has the letters of, meant as a card or not."""
    for first, word in enumerate(text):
        longest = max(lexicon.reach(form) for form in _forms(word))
        lead = ""
        for last in range(first, min(first + longest, len(text))):
            if last > first and text[last].cut:
                break
            if (named := _named(lead, text[last], lexicon)) is not None:
                key, phrase, end = named
                yield Mention(first, last, word.start, end, key, phrase, word.capital and text[last].capital)
            if last + 1 < len(text):
                lead += f"{text[last].key}{' // ' if text[last + 1].slash else ' '}"


def _named(lead: str, last: Word, lexicon: Lexicon) -> tuple[str, Phrase, int] | None:
    """The name that *lead* and a form of *last* make, what it stands for, and where it ends: before an ending, unless it is spelt with it."""
    for form, cut in _forms(last).items():
        if (phrase := lexicon.phrase(lead + form)) is not None:
            return lead + form, phrase, (last.whole_end if form == last.key else last.end) - cut
    return None


def _forms(word: Word) -> dict[str, int]:
    """The forms in which *word* may stand in a name, and how many letters behind it belong to none."""
    forms = dict.fromkeys((word.key, word.bare, *singulars(word.bare)), 0)
    return forms | _without_particle(word.bare) if word.bare[-1] >= HANGUL else forms


def _without_particle(word: str) -> dict[str, int]:
    """*word* without what Korean hangs onto a noun."""
    return {word.removesuffix(ending): len(particle) for ending, particle in PARTICLES.items() if word.endswith(ending) and word != ending}
