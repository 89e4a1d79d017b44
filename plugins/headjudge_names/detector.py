"""Sees card names in running text, outside double square brackets."""

import re
from collections.abc import Sequence
from typing import Final

import attrs

from headjudge import Corpus, Sightings, Span, fold
from headjudge_names.lexicon import Lexicon, Lexicons
from headjudge_names.meant import mentions
from headjudge_names.mentions import Mention, places
from headjudge_names.misspelt import misspelt
from headjudge_names.proper import proper_names
from headjudge_names.readings import readings
from headjudge_names.resolvers import near_cards
from headjudge_names.words import Word, words

__all__ = ["NameDetector", "detect"]

_MARKED: Final = re.compile(r"(?<!\[)\[([^\[\]]{3,80})\](?!\])")
_QUOTED: Final = re.compile(r"[\"“]([^\"“”]{2,80})[\"”]")


@attrs.frozen
class NameDetector:
    """Names, nicknames, misspelt names and made-up ones in running text."""

    lexicons: Lexicons
    name: str = "names"

    async def detect(self, text: str, corpus: Corpus) -> Sightings:
        lexicon = await self.lexicons.of(corpus)
        return Sightings(tuple(Span(text[start:end]) for start, end in detect(text, lexicon)))

    async def prepare(self, corpus: Corpus) -> None:
        await self.lexicons.of(corpus)


def detect(text: str, lexicon: Lexicon) -> list[tuple[int, int]]:
    """Return where names stand in *text*, in its order; no two overlap."""
    marked = [match.span(1) for match in _MARKED.finditer(text) if _names(match[1], lexicon)]
    marked += [match.span(1) for match in _QUOTED.finditer(text) if _quoted(match[1], lexicon)]
    for start, end in marked:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return sorted((*marked, *_unmarked(words(text), lexicon)))


def _names(inside: str, lexicon: Lexicon) -> bool:
    """Whether what stands in single brackets is a name, be it nobody's: not ``[T]`` or ``[this creature]``."""
    if any(form in lexicon.exact or form in lexicon.aliases or form in lexicon.short for form in readings(inside)):
        return True
    if lexicon.vocabulary.all_plain(words(inside)):
        return False
    return inside[:1].isupper() or bool(near_cards(inside, lexicon))


def _quoted(inside: str, lexicon: Lexicon) -> bool:
    """Whether what stands in quotation marks is a card's name as it is written: a word of the rules may be meant as that word."""
    known = any(form in lexicon.exact or form in lexicon.short for form in readings(inside))
    return known and inside[:1].isupper() and not (len(words(inside)) == 1 and fold(inside) in lexicon.vocabulary.rules)


def _unmarked(text: Sequence[Word], lexicon: Lexicon) -> list[tuple[int, int]]:
    """Where names stand in *text*: names of several words first, then misspelt and made-up ones, then single words outside them."""
    seen = mentions(text, lexicon)
    several = [mention for mention in seen if mention.count > 1]
    slips = misspelt(text, places(several), lexicon)
    several += [slip for slip in slips if slip.count > 1]
    runs = proper_names(text, places(several), lexicon)
    taken = places(several) | {place for run in runs for place in run}
    single = [mention for mention in (*seen, *slips) if mention.count == 1 and mention.first not in taken]
    told = _told_apart([*several, *single], lexicon)
    return [*((mention.start, mention.end) for mention in told), *((text[run[0]].start, text[run[-1]].end) for run in runs)]


def _told_apart(seen: Sequence[Mention], lexicon: Lexicon) -> list[Mention]:
    """*seen* without short ways of naming again what a fuller name beside them has named."""
    certain = [mention for mention in seen if len(mention.phrase.cards) == 1]
    cards = {card for mention in certain for card in mention.phrase.cards}
    words_of = {word for mention in certain if mention.count > 1 for card in mention.phrase.cards for word in lexicon.names[card].split()}
    return [mention for mention in seen if not (_vague(mention, cards) or (mention.count == 1 and mention.key in words_of))]


def _vague(mention: Mention, cards: set[int]) -> bool:
    """Whether *mention* can mean several cards, one of which is among *cards*."""
    return len(mention.phrase.cards) > 1 and bool(cards.intersection(mention.phrase.cards))
