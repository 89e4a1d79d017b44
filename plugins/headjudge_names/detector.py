"""Sees card names in running text, outside double square brackets."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from headjudge import Corpus, Sightings, Span, fold
from headjudge_names.lexicon import Lexicon, Lexicons
from headjudge_names.meant import mentions
from headjudge_names.mentions import Mention, longest_first, places
from headjudge_names.misspelt import misspelt
from headjudge_names.proper import proper_names
from headjudge_names.readings import readings
from headjudge_names.resolvers import near_cards
from headjudge_names.words import Word, words

__all__ = ["NameDetector", "Place", "detect"]

_MARKED: Final = re.compile(r"(?<!\[)\[([^\[\]]{3,80})\](?!\])")
_QUOTED: Final = re.compile(r"[\"“„«「『《〈]([^\"“”„«»「」『』《》〈〉]{2,80})[\"”“»」』》〉]")


@attrs.frozen
class NameDetector:
    """Names, nicknames, misspelt names and made-up ones in running text."""

    lexicons: Lexicons
    name: str = "names"

    async def detect(self, text: str, corpus: Corpus) -> Sightings:
        lexicon = await self.lexicons.of(corpus)
        return Sightings(tuple(Span(text[seen.start : seen.end], made_up=seen.made_up) for seen in detect(text, lexicon)))

    async def prepare(self, corpus: Corpus) -> None:
        await self.lexicons.of(corpus)


@attrs.frozen(order=True)
class Place:
    """Where a name stands in a text."""

    start: int
    end: int
    made_up: bool = False
    """Nobody is called so."""


def detect(text: str, lexicon: Lexicon) -> list[Place]:
    """Return where names stand in *text*, in its order; no two overlap."""
    marked = [Place(*match.span(1)) for match in _MARKED.finditer(text) if _names(match[1], lexicon)]
    marked += [Place(*match.span(1)) for match in _QUOTED.finditer(text) if _quoted(match[1], lexicon)]
    text = _blanked(text, marked)
    unparted = [Place(*place) for place in lexicon.translated.unparted(text)]
    return sorted((*marked, *unparted, *_unmarked(words(_blanked(text, unparted)), lexicon)))


def _blanked(text: str, places: Iterable[Place]) -> str:
    for place in places:
        text = f"{text[: place.start]}{' ' * (place.end - place.start)}{text[place.end :]}"
    return text


def _names(inside: str, lexicon: Lexicon) -> bool:
    """Whether what stands in single brackets is a name, be it nobody's: not ``[T]`` or ``[this creature]``."""
    if any(lexicon.phrase(form) for form in readings(inside)):
        return True
    if lexicon.vocabulary.all_plain(words(inside)):
        return False
    return inside[:1].isupper() or bool(near_cards(inside, lexicon))


def _quoted(inside: str, lexicon: Lexicon) -> bool:
    """Whether what stands in quotation marks is a card's name as it is written: a word of the rules may be meant as that word."""
    if not lexicon.vocabulary.all_plain(words(inside)) and any(lexicon.translated.cards(form) for form in readings(inside)):
        return True
    known = any(form in lexicon.exact or form in lexicon.short for form in readings(inside))
    return known and inside[:1].isupper() and not (len(words(inside)) == 1 and fold(inside) in lexicon.vocabulary.rules)


def _unmarked(text: Sequence[Word], lexicon: Lexicon) -> list[Place]:
    """Where names stand in *text*: names of several words first, then misspelt and made-up ones, then single words outside them."""
    seen = mentions(text, lexicon)
    several = [mention for mention in seen if mention.count > 1]
    # Another language is full of words that nobody here knows.
    own = lexicon.vocabulary.reads(text)
    slips = misspelt(text, lexicon) if own else []
    # “Deepfried Plague Myr” is no Plague Myr: what explains a strange word too goes before what leaves it over.
    several = longest_first([*several, *(slip for slip in slips if slip.count > 1)])
    runs = proper_names(text, places(several), lexicon) if own else []
    taken = places(several) | {place for run in runs for place in run.words}
    single = [mention for mention in (*seen, *slips) if mention.count == 1 and mention.first not in taken]
    told = _told_apart([*several, *single], lexicon)
    proper = [Place(text[run.words[0]].start, text[run.words[-1]].end, run.made_up) for run in runs]
    return [*(Place(mention.start, mention.end) for mention in told), *proper]


def _told_apart(seen: Sequence[Mention], lexicon: Lexicon) -> list[Mention]:
    """*seen* without short ways of naming again what a fuller name beside them has named."""
    certain = [mention for mention in seen if len(mention.phrase.cards) == 1]
    cards = {card for mention in certain for card in mention.phrase.cards}
    words_of = {word for mention in certain if mention.count > 1 for card in mention.phrase.cards for word in lexicon.names[card].split()}
    return [mention for mention in seen if not (_vague(mention, cards) or (mention.count == 1 and mention.key in words_of))]


def _vague(mention: Mention, cards: set[int]) -> bool:
    """Whether *mention* can mean several cards, one of which is among *cards*."""
    return len(mention.phrase.cards) > 1 and bool(cards.intersection(mention.phrase.cards))
